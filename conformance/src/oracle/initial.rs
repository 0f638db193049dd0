//! Initial states: values are given to one variable after the other, and all conditions are asked at the end.

use super::scope::{Scope, Stop, View};
use super::tables::{Body, Tables, instance_name, locations};
use super::types::{Type, WINDOW};
use super::{State, Value};
use language::ast::{self, ProcessItemKind, SetExpr, SetKind, StartCount, VarStart};
use std::collections::BTreeSet;

/// The most states that are looked at.
const MOST: usize = 100_000;

/// A variable and where its first value comes from.
struct Slot<'a> {
    name: String,
    ty: Type,
    start: Start<'a>,
    scope: Scope<'a>,
}

enum Start<'a> {
    Any,
    Value(&'a ast::Expr),
    In(&'a SetExpr),
    Among(Vec<Value>),
}

/// All initial states.
pub fn initial_states(tables: &Tables<'_>) -> Result<BTreeSet<State>, Stop> {
    let slots = slots(tables)?;
    let mut states = vec![State::new()];
    let mut open: Vec<&Slot<'_>> = slots.iter().collect();
    while !open.is_empty() {
        // The next variable is one whose first value can be computed from those that are known.
        let position = open.iter().position(|slot| candidates(tables, slot, &states).is_ok());
        let position = position.ok_or(Stop::Beyond("initial values that depend on each other"))?;
        let slot = open.remove(position);
        states = candidates(tables, slot, &states)?;
        if states.len() > MOST {
            return Err(Stop::Beyond("too many initial states"));
        }
    }
    let mut initial = BTreeSet::new();
    for state in states {
        if is_initial(tables, &state)? {
            let near_edge = |slot: &Slot<'_>| {
                !matches!(slot.start, Start::Value(_) | Start::In(_))
                    && slot.ty.is_at_edge(&state[&slot.name])
            };
            if slots.iter().any(near_edge) {
                return Err(Stop::Beyond("a value near the edge of the window"));
            }
            initial.insert(state);
        }
    }
    Ok(initial)
}

/// The states with each possible first value of one more variable.
fn candidates<'a>(tables: &Tables<'a>, slot: &Slot<'a>, states: &[State]) -> Result<Vec<State>, Stop> {
    let mut longer = Vec::new();
    for state in states {
        let view = View::of(state);
        let values = match &slot.start {
            Start::Any => Ok(slot.ty.values()),
            Start::Among(values) => Ok(values.clone()),
            Start::Value(value) => tables.value(value, &slot.scope, &view).map(|value| vec![value]),
            Start::In(set) => members(tables, set, slot, &view),
        };
        let values = match values {
            Ok(values) => values,
            Err(Stop::Fault) => continue,
            Err(stop) => return Err(stop),
        };
        for value in values.into_iter().filter(|value| slot.ty.contains(value)) {
            let mut next = state.clone();
            next.insert(slot.name.clone(), value);
            longer.push(next);
        }
    }
    Ok(longer)
}

/// The members of the set that a variable starts in. A fault counts as false, so none comes behind it.
fn members<'a>(
    tables: &Tables<'a>,
    set: &'a SetExpr,
    slot: &Slot<'a>,
    view: &View<'_>,
) -> Result<Vec<Value>, Stop> {
    let SetKind::Members(all) = &set.kind else { return tables.set(set, &slot.scope, view) };
    let mut values = Vec::new();
    for member in all {
        match tables.value(member, &slot.scope, view) {
            Ok(value) => values.push(value),
            Err(Stop::Fault) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(values)
}

fn slots<'a>(tables: &Tables<'a>) -> Result<Vec<Slot<'a>>, Stop> {
    let mut slots = Vec::new();
    for (name, natural) in &tables.params {
        let ty = if *natural { Type::Nat } else { Type::Int };
        slots.push(Slot { name: name.to_string(), ty, start: Start::Any, scope: Scope::default() });
    }
    for (name, declaration) in &tables.variables {
        add_variable(tables, declaration, (*name).to_string(), Scope::default(), &mut slots)?;
    }
    for body in &tables.bodies {
        for index in tables.indices(body.process)? {
            add_body(tables, *body, index, &mut slots)?;
        }
    }
    Ok(slots)
}

fn add_variable<'a>(
    tables: &Tables<'a>,
    declaration: &'a ast::VarDecl,
    name: String,
    scope: Scope<'a>,
    slots: &mut Vec<Slot<'a>>,
) -> Result<(), Stop> {
    let (bounds, ty) = tables.ty(&declaration.ty)?;
    let names = match bounds {
        None => vec![name],
        Some((low, high)) => (low..=high).map(|index| format!("{name}[{index}]")).collect(),
    };
    for name in names {
        let start = match &declaration.start {
            VarStart::Any => Start::Any,
            VarStart::Value(value) => Start::Value(value),
            VarStart::In(set) => Start::In(set),
        };
        slots.push(Slot { name, ty: ty.clone(), start, scope: scope.clone() });
    }
    Ok(())
}

fn add_body<'a>(
    tables: &Tables<'a>,
    body: Body<'a>,
    index: Option<i128>,
    slots: &mut Vec<Slot<'a>>,
) -> Result<(), Stop> {
    let instance = instance_name(body.process, index);
    let all = locations(body.process);
    for item in &body.process.items {
        if let ProcessItemKind::Var(declaration) = &item.kind {
            for name in &declaration.names {
                let scope = Scope::inside(body.process, index);
                add_variable(tables, declaration, format!("{instance}.{}", name.text), scope, slots)?;
            }
        }
    }
    let ty = Type::Names(all.iter().map(|name| name.to_string()).collect());
    let starts = starts(body.process);
    if !body.is_population && !all.is_empty() {
        let names: Vec<String> = if starts.is_empty() {
            vec![all[0].to_string()]
        } else {
            starts.iter().map(|start| start.location.text.clone()).collect()
        };
        let start = Start::Among(names.into_iter().map(Value::Name).collect());
        slots.push(Slot { name: instance, ty, start, scope: Scope::default() });
    } else if body.is_population {
        for (number, location) in all.iter().enumerate() {
            let counts = counts(tables, &starts, location, number == 0)?;
            let start = Start::Among(counts.into_iter().map(Value::Int).collect());
            slots.push(Slot {
                name: format!("{instance} at {location}"),
                ty: Type::Nat,
                start,
                scope: Scope::default(),
            });
        }
    }
    Ok(())
}

fn starts(process: &ast::Process) -> Vec<&ast::Start> {
    let lists = process.items.iter().filter_map(|item| match &item.kind {
        ProcessItemKind::Start(starts) => Some(starts),
        _ => None,
    });
    lists.flatten().collect()
}

/// How many processes of a population may start at a location, within the window.
fn counts<'a>(
    tables: &Tables<'a>,
    starts: &[&'a ast::Start],
    location: &str,
    is_first: bool,
) -> Result<Vec<i128>, Stop> {
    let nothing = State::new();
    let (scope, view) = (Scope::default(), View::of(&nothing));
    let stated = starts.iter().find(|start| start.location.text == location);
    Ok(match stated.map(|start| &start.count) {
        None if starts.is_empty() && is_first => (0..=*WINDOW.end()).collect(),
        None => vec![0],
        Some(None | Some(StartCount::Any(_))) => (0..=*WINDOW.end()).collect(),
        Some(Some(StartCount::AtLeast(least))) => {
            (tables.int(least, &scope, &view)?..=*WINDOW.end()).collect()
        }
        Some(Some(StartCount::Exactly(count))) => vec![tables.int(count, &scope, &view)?],
    })
}

/// Whether all conditions hold, and populations have the sizes that were asked for.
fn is_initial(tables: &Tables<'_>, state: &State) -> Result<bool, Stop> {
    let view = View::of(state);
    let mut conditions: Vec<(&ast::Expr, Scope<'_>)> =
        tables.initial.iter().map(|condition| (*condition, Scope::default())).collect();
    for body in &tables.bodies {
        for index in tables.indices(body.process)? {
            for item in &body.process.items {
                if let ProcessItemKind::Init(condition) = &item.kind {
                    conditions.push((condition, Scope::inside(body.process, index)));
                }
            }
        }
        let name = &body.process.name.text;
        let total: i128 = locations(body.process)
            .iter()
            .map(|location| super::movers::counter(state, &format!("{name} at {location}")))
            .sum();
        if tables.sizes.get(name).is_some_and(|size| total != *size) {
            return Ok(false);
        }
    }
    for (condition, scope) in conditions {
        match tables.bool(condition, &scope, &view) {
            Ok(true) => {}
            Ok(false) | Err(Stop::Fault) => return Ok(false),
            Err(stop) => return Err(stop),
        }
    }
    Ok(true)
}
