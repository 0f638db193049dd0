//! Global numbers that count the instances at some locations.
//!
//! If a number starts at 0, and each edge adds to it one for each counted location that it enters and takes one for each
//! that it leaves, it is the number of instances there, in every state of every size. Which locations these are
//! is found by walking along the edges from the start, where nobody is counted. An edge changes the number by
//! `x := x + 1`, or by `x := 1` where its guard says `x = 0`; nothing else may write it.

use std::collections::BTreeMap;

use super::configuration::{ConfigurationShape, MORE};
use super::data::{Counted, Domain, LocationChange, ParameterizedSystem, Rule};
use super::term::{ParameterizedStatement, Quantifier, Site, Steps, Term, Way};
use crate::{Comparison, Operation};

/// All numbers of the system that count instances. Where several instances move at once, none is looked for.
pub fn counted(system: &ParameterizedSystem) -> Vec<Counted> {
    if moves_several(system) {
        return Vec::new();
    }
    let is_number = |at: &usize| matches!(system.globals[*at].domain, Domain::UpTo(..) | Domain::Range(..));
    let places =
        (0..system.locals.len()).filter(|at| matches!(system.locals[*at].domain, Domain::Locations(_)));
    let places: Vec<usize> = places.collect();
    let pairs = (0..system.globals.len())
        .filter(is_number)
        .flat_map(|variable| places.iter().map(move |place| (variable, *place)));
    pairs.filter_map(|(variable, place)| locations(system, variable, place)).collect()
}

/// Whether a configuration has no more instances at the locations than the number says.
pub fn agrees(system: &ParameterizedSystem, shape: &ConfigurationShape, data: &[i16]) -> bool {
    system.counted.iter().all(|one| {
        let is_counted = |instance: &usize| one.locations.contains(&data[shape.start(*instance) + one.place]);
        let known = (0..shape.instances(data)).filter(is_counted).count();
        let number = data[one.variable];
        number == MORE || usize::try_from(number).is_ok_and(|number| known <= number)
    })
}

/// The locations that a number counts, if it does.
fn locations(system: &ParameterizedSystem, variable: usize, place: usize) -> Option<Counted> {
    let mut changes: Vec<(LocationChange, i64)> = Vec::new();
    for rule in &system.rules {
        let change = change(rule, variable)?;
        match rule.movement.filter(|movement| movement.is_local && movement.variable == place) {
            Some(movement) => changes.push((movement, change)),
            None if change == 0 => {}
            None => return None,
        }
    }
    if changes.iter().all(|(_, change)| *change == 0) || !starts_at_zero(system, variable) {
        return None;
    }
    let mut counts: BTreeMap<i16, i64> = starts(system, place)?.into_iter().map(|start| (start, 0)).collect();
    loop {
        let before = counts.len();
        for (movement, change) in &changes {
            let Some(count) = counts.get(&movement.from).copied() else { continue };
            let next = count + change;
            if !(0..=1).contains(&next) || *counts.entry(movement.to).or_insert(next) != next {
                return None;
            }
        }
        if counts.len() == before {
            let locations = counts.into_iter().filter(|(_, count)| *count == 1).map(|(location, _)| location);
            return Some(Counted { variable, place, locations: locations.collect() });
        }
    }
}

/// By how much a rule changes the number; none if that is not clear.
fn change(rule: &Rule, variable: usize) -> Option<i64> {
    let mut writes = 0;
    count_writes(&rule.action, variable, &mut writes);
    if writes == 0 {
        return Some(0);
    }
    let own = |site: &Site| *site == Site::global(variable);
    let value = rule.action.iter().flatten().find_map(|statement| match statement {
        ParameterizedStatement::Assign(site, value) if own(site) => Some(value),
        _ => None,
    })?;
    if writes != 1 {
        return None;
    }
    match value {
        Term::Const(new) => known(&rule.guard, variable).map(|old| new - old),
        Term::Arithmetic(operation, left, right) => match (operation, &**left, &**right) {
            (Operation::Add, Term::Read(site), Term::Const(step)) if own(site) => Some(*step),
            (Operation::Sub, Term::Read(site), Term::Const(step)) if own(site) => Some(-*step),
            _ => None,
        },
        _ => None,
    }
}

/// The value that a guard says the number has.
fn known(guard: &Term, variable: usize) -> Option<i64> {
    match guard {
        Term::And(parts) => parts.iter().find_map(|part| known(part, variable)),
        Term::Compare(Comparison::Eq, left, right) => match (&**left, &**right) {
            (Term::Read(site), Term::Const(value)) if *site == Site::global(variable) => Some(*value),
            _ => None,
        },
        _ => None,
    }
}

/// How often an action may write the number.
fn count_writes(steps: &Steps, variable: usize, writes: &mut usize) {
    let is_it = |site: &Site| {
        let count = site.element.as_ref().map_or(1, |element| element.count);
        site.owner.is_none() && (site.variable..site.variable + count).contains(&variable)
    };
    let way = |way: &Way, writes: &mut usize| count_writes(&way.steps, variable, writes);
    for statement in steps.iter().flatten() {
        match statement {
            ParameterizedStatement::Assign(site, _) | ParameterizedStatement::Any(site, _) => {
                *writes += usize::from(is_it(site))
            }
            ParameterizedStatement::Choose(ways) => ways.iter().for_each(|one| way(one, writes)),
            ParameterizedStatement::If(_, then, otherwise) => {
                way(then, writes);
                otherwise.iter().for_each(|one| way(one, writes));
            }
            ParameterizedStatement::Assert(_) | ParameterizedStatement::Everybody { .. } => {}
        }
    }
}

/// Whether some rule changes the locations of several instances.
pub(super) fn moves_several(system: &ParameterizedSystem) -> bool {
    system.rules.iter().any(|rule| rule.partner.is_some() || moves_everybody(system, &rule.action))
}

/// Whether an action changes locations of all instances.
fn moves_everybody(system: &ParameterizedSystem, steps: &Steps) -> bool {
    let way = |way: &Way| moves_everybody(system, &way.steps);
    steps.iter().flatten().any(|statement| match statement {
        ParameterizedStatement::Everybody { variable, .. } => {
            matches!(system.locals[*variable].domain, Domain::Locations(_))
        }
        ParameterizedStatement::Choose(ways) => ways.iter().any(way),
        ParameterizedStatement::If(_, then, otherwise) => way(then) || otherwise.as_ref().is_some_and(way),
        ParameterizedStatement::Assign(..)
        | ParameterizedStatement::Any(..)
        | ParameterizedStatement::Assert(_) => false,
    })
}

fn starts_at_zero(system: &ParameterizedSystem, variable: usize) -> bool {
    system.initial.iter().any(|condition| known(condition, variable) == Some(0))
}

/// The locations where instances start.
fn starts(system: &ParameterizedSystem, place: usize) -> Option<Vec<i16>> {
    let one = |term: &Term| match term {
        Term::Compare(Comparison::Eq, left, right) => match (&**left, &**right) {
            (Term::Read(site), Term::Const(location)) if *site == Site::local(place, Term::Bound(0)) => {
                i16::try_from(*location).ok()
            }
            _ => None,
        },
        _ => None,
    };
    system.initial.iter().find_map(|condition| match condition {
        Term::Quantified(all) if all.quantifier == Quantifier::Forall && all.bound == 0 => match &all.body {
            Term::Or(parts) => parts.iter().map(one).collect(),
            term => one(term).map(|location| vec![location]),
        },
        _ => None,
    })
}
