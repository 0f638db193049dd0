//! Relations and `any`: all values are tried.

use super::action::{Writes, applied};
use super::place::Place;
use super::scope::{Binding, Scope, Stop, View};
use super::tables::{Tables, definition};
use super::types::Type;
use super::{State, Value};
use language::ast::{Domain, Expr, ExprKind, SetKind};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A statement of a step that is solved, in the order of the text.
#[derive(Debug)]
pub enum Constraint<'a> {
    /// `place := any in set where condition`, whose place and set are read.
    Any(Place, Option<Vec<Value>>, Option<&'a Expr>),
    /// A relation.
    Relation(&'a Expr),
}

impl<'a> Constraint<'a> {
    /// What must be true of the new values.
    fn condition(&self) -> Option<&'a Expr> {
        match self {
            Constraint::Any(_, _, condition) => *condition,
            Constraint::Relation(relation) => Some(relation),
        }
    }
}

/// What the relations of a step allow.
#[derive(Debug, Default)]
pub struct Solved {
    /// The new values.
    pub results: Vec<Writes>,
    /// Whether some values fault.
    pub faulted: bool,
}

/// A variable whose new value is sought.
struct Unknown {
    ty: Type,
    /// The values to choose from, in the order of the text; without them, those of the type.
    set: Option<Vec<Value>>,
}

impl Unknown {
    fn values(&self) -> Vec<Value> {
        self.set.clone().unwrap_or_else(|| self.ty.values())
    }
}

/// All new values that satisfy the constraints, together with the writes.
pub fn solve<'a>(
    tables: &Tables<'a>,
    scope: &Scope<'a>,
    state: &State,
    writes: &Writes,
    constraints: &[Constraint<'a>],
) -> Result<Solved, Stop> {
    let mut solved = Solved::default();
    let Some(mut unknowns) = chosen(writes, constraints, &mut solved) else { return Ok(solved) };
    let mut released: BTreeMap<String, Type> = BTreeMap::new();
    for condition in constraints.iter().filter_map(Constraint::condition) {
        release(tables, condition, scope, state, &mut released)?;
    }
    for (name, ty) in released {
        if !writes.contains_key(&name) {
            unknowns.entry(name).or_insert(Unknown { ty, set: None });
        }
    }
    let domains: Vec<Vec<Value>> = unknowns.values().map(Unknown::values).collect();
    if domains.iter().map(|domain| domain.len().max(1)).product::<usize>() > 20_000 {
        return Err(Stop::Beyond("too many values to try"));
    }
    for values in product(&domains) {
        let mut new = writes.clone();
        new.extend(unknowns.keys().cloned().zip(values));
        let next = applied(state, &new);
        let view = View { old: state, new: Some(&next) };
        let mut conditions = constraints.iter().filter_map(Constraint::condition);
        match conditions.try_fold(true, |all, one| Ok(all && tables.bool(one, scope, &view)?)) {
            Ok(true) => accept(new, &unknowns, &mut solved)?,
            Ok(false) => {}
            Err(Stop::Fault) => solved.faulted = true,
            Err(stop) => return Err(stop),
        }
    }
    Ok(solved)
}

/// The targets of `any`s with their values; nothing if one of them cannot agree with what is written. One that
/// can also differ from what another statement writes is a fault.
fn chosen(
    writes: &Writes,
    constraints: &[Constraint<'_>],
    solved: &mut Solved,
) -> Option<BTreeMap<String, Unknown>> {
    let mut unknowns: BTreeMap<String, Unknown> = BTreeMap::new();
    for constraint in constraints {
        let Constraint::Any(place, set, _) = constraint else { continue };
        let own = Unknown { ty: place.ty.clone(), set: set.clone() };
        if let Some(written) = writes.get(&place.name) {
            solved.faulted |= own.values().iter().any(|value| value != written);
            if set.as_ref().is_some_and(|set| !set.contains(written)) {
                return None;
            }
        } else if let Some(other) = unknowns.get_mut(&place.name) {
            let pairs = product(&[own.values(), other.values()]);
            solved.faulted |= pairs.iter().any(|pair| pair[0] != pair[1]);
            if let Some(set) = set {
                let both = other.values().into_iter().filter(|value| set.contains(value)).collect();
                other.set = Some(both);
            }
        } else {
            unknowns.insert(place.name.clone(), own);
        }
    }
    Some(unknowns)
}

/// Takes new values that satisfy everything; one from a set may lie outside its type, which is a fault.
fn accept(new: Writes, unknowns: &BTreeMap<String, Unknown>, solved: &mut Solved) -> Result<(), Stop> {
    let is_free = |unknown: &Unknown| unknown.set.is_none();
    if unknowns.iter().any(|(name, unknown)| is_free(unknown) && unknown.ty.is_at_edge(&new[name])) {
        return Err(Stop::Beyond("a value near the edge of the window"));
    }
    if unknowns.iter().all(|(name, unknown)| unknown.ty.contains(&new[name])) {
        solved.results.push(new);
    } else {
        solved.faulted = true;
    }
    Ok(())
}

/// Every combination of one value of each domain.
fn product(domains: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for domain in domains {
        let mut longer = Vec::new();
        for values in &all {
            for value in domain {
                let mut one = values.clone();
                one.push(value.clone());
                longer.push(one);
            }
        }
        all = longer;
    }
    all
}

/// The places that the primes of a constraint denote, evaluated or not. A place that faults denotes nothing.
fn release<'a>(
    tables: &Tables<'a>,
    expr: &'a Expr,
    scope: &Scope<'a>,
    state: &State,
    released: &mut BTreeMap<String, Type>,
) -> Result<(), Stop> {
    let view = View::of(state);
    match &expr.kind {
        ExprKind::Prime(place) => match tables.place(place, scope, &view) {
            Ok(place) => {
                released.insert(place.name, place.ty);
            }
            Err(Stop::Fault) => {}
            Err(stop) => return Err(stop),
        },
        ExprKind::Name(name) => {
            if let Some(Binding::Argument(argument, outer)) = scope.find(name) {
                return release(tables, argument, outer, state, released);
            }
            if scope.find(name).is_none() {
                let own = scope.own.and_then(|own| definition(own.process, name).map(|found| (found, own)));
                if let Some((found, own)) = own {
                    let inner = Scope::inside(own.process, own.index);
                    return release(tables, &found.body, &inner, state, released);
                }
                if let Some(found) = tables.definitions.get(name.as_str()) {
                    return release(tables, &found.body, &Scope::default(), state, released);
                }
            }
        }
        ExprKind::Call(function, arguments) => {
            if let ExprKind::Name(name) = &function.kind
                && let Some(found) = tables.definitions.get(name.as_str())
            {
                let outer = Rc::new(scope.clone());
                let mut inner = Scope::default();
                for (parameter, argument) in found.params.iter().zip(arguments) {
                    inner.bound.push((&parameter.text, Binding::Argument(argument, Rc::clone(&outer))));
                }
                return release(tables, &found.body, &inner, state, released);
            }
            for argument in arguments {
                release(tables, argument, scope, state, released)?;
            }
        }
        ExprKind::Quantifier { names, domain, body, .. } => {
            let names: Vec<&'a str> = names.iter().map(|name| name.text.as_str()).collect();
            return release_each(tables, &names, domain, body, scope, state, released);
        }
        _ => {
            for child in children(expr) {
                release(tables, child, scope, state, released)?;
            }
        }
    }
    Ok(())
}

/// The places of a quantifier's body, for each value of its names.
fn release_each<'a>(
    tables: &Tables<'a>,
    names: &[&'a str],
    domain: &'a Domain,
    body: &'a Expr,
    scope: &Scope<'a>,
    state: &State,
    released: &mut BTreeMap<String, Type>,
) -> Result<(), Stop> {
    let Some((first, rest)) = names.split_first() else {
        return release(tables, body, scope, state, released);
    };
    for value in tables.domain(domain, scope, &View::of(state))? {
        let inner = scope.with(first, value);
        release_each(tables, rest, domain, body, &inner, state, released)?;
    }
    Ok(())
}

/// The direct subexpressions of operators.
fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Paren(a) | ExprKind::Unary(_, a) => vec![a],
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => vec![a, b],
        ExprKind::Comparison(first, rest) => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, right)| right)).collect()
        }
        ExprKind::In(left, set) => {
            let mut all = vec![&**left];
            match &set.kind {
                SetKind::Range(low, high) => all.extend([&**low, &**high]),
                SetKind::Members(members) => all.extend(members),
                SetKind::Value(value) => all.push(value),
            }
            all
        }
        ExprKind::If(a, b, c) => vec![a, b, c],
        _ => Vec::new(),
    }
}
