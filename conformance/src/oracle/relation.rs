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

/// An `any` whose place and set are read.
#[derive(Debug)]
pub struct Choice<'a> {
    /// The place that gets a value.
    pub place: Place,
    /// The values to choose from; without them, those of the type.
    pub set: Option<Vec<Value>>,
    /// The condition on the new values.
    pub condition: Option<&'a Expr>,
}

/// What the relations of a step allow.
#[derive(Debug, Default)]
pub struct Solved {
    /// The new values.
    pub results: Vec<Writes>,
    /// Whether some values fault.
    pub faulted: bool,
}

/// All new values that satisfy the relations and the conditions of the choices, together with the writes.
pub fn solve<'a>(
    tables: &Tables<'a>,
    scope: &Scope<'a>,
    state: &State,
    writes: &Writes,
    choices: &[&Choice<'a>],
    relations: &[&'a Expr],
) -> Result<Solved, Stop> {
    let mut released: BTreeMap<String, Type> = BTreeMap::new();
    let conditions: Vec<&'a Expr> = choices.iter().filter_map(|choice| choice.condition).collect();
    for constraint in relations.iter().chain(&conditions) {
        release(tables, constraint, scope, state, &mut released)?;
    }
    released.retain(|name, _| !writes.contains_key(name) && !choices.iter().any(|c| c.place.name == *name));
    let mut domains: Vec<Vec<Value>> = released.values().map(Type::values).collect();
    domains
        .extend(choices.iter().map(|choice| choice.set.clone().unwrap_or_else(|| choice.place.ty.values())));
    if domains.iter().map(|domain| domain.len().max(1)).product::<usize>() > 20_000 {
        return Err(Stop::Beyond("too many values to try"));
    }
    let names: Vec<&String> = released.keys().collect();
    let mut solved = Solved::default();
    for values in product(&domains) {
        let (free, chosen) = values.split_at(names.len());
        let mut new = writes.clone();
        new.extend(names.iter().zip(free).map(|(name, value)| ((*name).clone(), value.clone())));
        let attempt = Attempt { tables, scope, state, choices, relations };
        match attempt.check(new, chosen) {
            Ok(Some(new)) => {
                let near_edge = released.iter().any(|(name, ty)| ty.is_at_edge(&new[name]))
                    || choices.iter().any(|c| c.set.is_none() && c.place.ty.is_at_edge(&new[&c.place.name]));
                if near_edge {
                    return Err(Stop::Beyond("a value near the edge of the window"));
                }
                solved.results.push(new);
            }
            Ok(None) => {}
            Err(Stop::Fault) => solved.faulted = true,
            Err(stop) => return Err(stop),
        }
    }
    Ok(solved)
}

struct Attempt<'t, 'a> {
    tables: &'t Tables<'a>,
    scope: &'t Scope<'a>,
    state: &'t State,
    choices: &'t [&'t Choice<'a>],
    relations: &'t [&'a Expr],
}

impl<'a> Attempt<'_, 'a> {
    /// The new values, if they are allowed with what each choice chose.
    fn check(&self, mut new: Writes, chosen: &[Value]) -> Result<Option<Writes>, Stop> {
        for (choice, value) in self.choices.iter().zip(chosen) {
            new.entry(choice.place.name.clone()).or_insert_with(|| value.clone());
        }
        let differs = |(choice, value): (&&Choice<'a>, &Value)| new[&choice.place.name] != *value;
        if self.choices.iter().zip(chosen).any(differs) {
            return self.conflict(&new, chosen);
        }
        let constraints = self.choices.iter().filter_map(|choice| choice.condition);
        for constraint in constraints.chain(self.relations.iter().copied()) {
            if !self.holds(constraint, &new)? {
                return Ok(None);
            }
        }
        let fits = |choice: &&Choice<'a>| choice.place.ty.contains(&new[&choice.place.name]);
        if self.choices.iter().all(fits) { Ok(Some(new)) } else { Err(Stop::Fault) }
    }

    /// Two writes of different values are a fault, if each choice could be made.
    fn conflict(&self, new: &Writes, chosen: &[Value]) -> Result<Option<Writes>, Stop> {
        for (choice, value) in self.choices.iter().zip(chosen) {
            let mut own = new.clone();
            own.insert(choice.place.name.clone(), value.clone());
            if let Some(condition) = choice.condition
                && !self.holds(condition, &own)?
            {
                return Ok(None);
            }
        }
        Err(Stop::Fault)
    }

    fn holds(&self, constraint: &'a Expr, new: &Writes) -> Result<bool, Stop> {
        let next: State = applied(self.state, new);
        self.tables.bool(constraint, self.scope, &View { old: self.state, new: Some(&next) })
    }
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
            }
            all
        }
        ExprKind::If(a, b, c) => vec![a, b, c],
        _ => Vec::new(),
    }
}
