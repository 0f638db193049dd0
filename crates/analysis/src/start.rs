//! Initial values for the variables that do not matter: any that their conditions allow will do.

use crate::evaluate::constant;
use crate::reads;
use std::collections::{BTreeMap, BTreeSet};
use system::{Comparison, Expr, ExprKind, Interpreter, State, System, Type, Value, VariableId};

/// The most combinations of values that are tried for variables that belong together.
const MOST_TRIES: usize = 10_000;

/// The most values of one variable that are tried.
const MOST_VALUES: i128 = 16;

/// A value for each of these variables, such that all conditions about them hold; nothing if none is found soon.
///
/// No condition mentions both one of them and another variable.
pub(crate) fn start(
    system: &System,
    variables: &BTreeSet<VariableId>,
) -> Option<BTreeMap<VariableId, Value>> {
    let conditions: Vec<(&Expr, BTreeSet<VariableId>)> = conjuncts(&system.initial)
        .into_iter()
        .map(|condition| (condition, mentioned(condition)))
        .filter(|(_, read)| read.iter().any(|variable| variables.contains(variable)))
        .collect();
    let mut state: State = system.variables.iter().map(|variable| default(variable.ty)).collect();
    let mut left: BTreeSet<VariableId> = variables.clone();
    while let Some(first) = left.iter().next().copied() {
        let group = tied(first, &conditions);
        let own: Vec<&Expr> = conditions
            .iter()
            .filter(|(_, read)| read.iter().any(|variable| group.contains(variable)))
            .map(|(condition, _)| *condition)
            .collect();
        let members: Vec<VariableId> = group.iter().copied().collect();
        assign(system, &members, &own, &mut state)?;
        left.retain(|variable| !group.contains(variable));
    }
    Some(variables.iter().map(|variable| (*variable, state[variable.index()])).collect())
}

/// The parts of conjunctions.
pub(crate) fn conjuncts(conditions: &[Expr]) -> Vec<&Expr> {
    fn parts<'e>(condition: &'e Expr, found: &mut Vec<&'e Expr>) {
        match &condition.kind {
            ExprKind::And(all) => all.iter().for_each(|part| parts(part, found)),
            _ => found.push(condition),
        }
    }
    let mut found = Vec::new();
    conditions.iter().for_each(|condition| parts(condition, &mut found));
    found
}

pub(crate) fn mentioned(condition: &Expr) -> BTreeSet<VariableId> {
    let mut read = Vec::new();
    reads::read(condition, &mut read);
    read.into_iter().collect()
}

/// The variables that conditions tie to one.
fn tied(first: VariableId, conditions: &[(&Expr, BTreeSet<VariableId>)]) -> BTreeSet<VariableId> {
    let mut group = BTreeSet::from([first]);
    loop {
        let before = group.len();
        for (_, read) in conditions {
            if read.iter().any(|variable| group.contains(variable)) {
                group.extend(read);
            }
        }
        if group.len() == before {
            return group;
        }
    }
}

/// Tries values for the variables, one combination after the other.
fn assign(system: &System, members: &[VariableId], conditions: &[&Expr], state: &mut State) -> Option<()> {
    let interpreter = Interpreter::new(system);
    let candidates: Vec<Vec<Value>> =
        members.iter().map(|variable| candidates(system, *variable, conditions)).collect();
    if candidates.iter().any(Vec::is_empty) {
        return None;
    }
    let mut choice = vec![0; members.len()];
    for _ in 0..MOST_TRIES {
        for (place, variable) in members.iter().enumerate() {
            state[variable.index()] = candidates[place][choice[place]];
        }
        if conditions.iter().all(|condition| interpreter.holds(condition, state) == Ok(true)) {
            return Some(());
        }
        let next = (0..members.len()).find(|place| choice[*place] + 1 < candidates[*place].len())?;
        choice[next] += 1;
        choice[..next].fill(0);
    }
    None
}

/// Values that are worth a try: the one that a condition names, or the first ones of the type.
fn candidates(system: &System, variable: VariableId, conditions: &[&Expr]) -> Vec<Value> {
    let ty = system.variable(variable).ty;
    let named: Vec<Value> = conditions.iter().filter_map(|condition| named(condition, variable)).collect();
    if !named.is_empty() {
        return named;
    }
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Int | Type::Nat => (0..MOST_VALUES).map(Value::Int).collect(),
        Type::Range { low, high } => {
            (low..=high.min(low.saturating_add(MOST_VALUES))).map(Value::Int).collect()
        }
        Type::Enumeration(id) => {
            (0..system.enumeration(id).members.len()).map(|member| Value::Member(member as u32)).collect()
        }
        Type::Location(id) => {
            (0..system.process(id).locations.len()).map(|location| Value::Location(location as u32)).collect()
        }
        Type::Reference(id) => {
            let instances = (0..system.process(id).count).map(|instance| Value::Reference(Some(instance)));
            std::iter::once(Value::Reference(None)).chain(instances).collect()
        }
    }
}

/// The value that a condition gives a variable, if it is an equation with a constant.
fn named(condition: &Expr, variable: VariableId) -> Option<Value> {
    let ExprKind::Compare(Comparison::Eq, left, right) = &condition.kind else {
        return match &condition.kind {
            ExprKind::Read(place) if place.fixed() == Some(variable) => Some(Value::Bool(true)),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Read(place) if place.fixed() == Some(variable) => Some(Value::Bool(false)),
                _ => None,
            },
            _ => None,
        };
    };
    let is_it = |e: &Expr| matches!(&e.kind, ExprKind::Read(place) if place.fixed() == Some(variable));
    let value = |e: &Expr| constant(e).map(Value::Int).or_else(|| e.constant());
    if is_it(left) {
        value(right)
    } else if is_it(right) {
        value(left)
    } else {
        None
    }
}

fn default(ty: Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(false),
        Type::Int | Type::Nat => Value::Int(0),
        Type::Range { low, .. } => Value::Int(low),
        Type::Enumeration(_) => Value::Member(0),
        Type::Location(_) => Value::Location(0),
        Type::Reference(_) => Value::Reference(None),
    }
}
