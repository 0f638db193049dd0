//! Invariants that say the same of different instances.
//!
//! An exchange of instances maps a formula to another one. Where all that a formula is mapped to, for all choices of instances, are invariants
//! as well, one of them stands for all, with variables in place of the indices. Elements of arrays go along with the instances of the same index.

use crate::generated::Generated;
use crate::rows::Literal;
use crate::terms::variables;
use certificates::Term;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use system::{ProcessId, Role, Sort, System, Value, VariableId};

/// More instances than this in one formula are not exchanged, and neither are those of larger arrays.
const MOST_SLOTS: usize = 3;
const MOST_INSTANCES: u32 = 40;

/// An instance of a process array.
pub type Instance = (ProcessId, u32);

/// Invariants that are the same but for the instances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orbit {
    /// The places of the invariants in the list.
    pub members: Vec<usize>,
    /// The instances of the first member, if it stands for every choice of different instances of these arrays.
    pub instances: Vec<Instance>,
}

/// The invariants, with those together that stand for every choice of instances; in the order of the first of each.
pub fn orbits(system: &System, invariants: &[Generated]) -> Vec<Orbit> {
    let keys: Vec<Key> = invariants.iter().map(key).collect();
    let places: HashMap<&Key, usize> =
        keys.iter().enumerate().map(|(place, key)| (key, place)).rev().collect();
    let mut taken = vec![false; invariants.len()];
    let mut all = Vec::new();
    for (place, one) in invariants.iter().enumerate() {
        if taken[place] {
            continue;
        }
        let (members, instances) = match whole(system, one, &places) {
            Some(found) if found.0.iter().all(|member| !taken[*member]) => found,
            _ => (vec![place], Vec::new()),
        };
        members.iter().for_each(|member| taken[*member] = true);
        all.push(Orbit { members, instances });
    }
    all
}

/// All that the invariant is mapped to, if all of that is there.
fn whole(
    system: &System,
    one: &Generated,
    places: &HashMap<&Key, usize>,
) -> Option<(Vec<usize>, Vec<Instance>)> {
    let instances = instances(system, one)?;
    let mut members = vec![*places.get(&key(one))?];
    let choices = choices(system, &instances);
    if choices.len() < 2 {
        return None;
    }
    for choice in choices {
        let exchange: BTreeMap<Instance, Instance> = instances.iter().copied().zip(choice).collect();
        let image = exchanged(system, one, &exchange)?;
        let member = *places.get(&key(&image))?;
        if !members.contains(&member) {
            members.push(member);
        }
    }
    Some((members, instances))
}

/// The instances of arrays that the invariant mentions, in the order of its locations first; nothing if there are none or too many.
fn instances(system: &System, one: &Generated) -> Option<Vec<Instance>> {
    let mut found: Vec<Instance> = Vec::new();
    let mentioned = one.at.iter().map(|at| at.0).chain(variables(&one.formula));
    for id in mentioned {
        let Some(owner) = system.variable(id).owner.filter(|owner| system.process(owner.0).is_array) else {
            continue;
        };
        if !found.contains(&owner) {
            found.push(owner);
        }
    }
    let is_small = found.iter().all(|(process, _)| system.process(*process).count <= MOST_INSTANCES);
    (!found.is_empty() && found.len() <= MOST_SLOTS && is_small).then_some(found)
}

/// All choices of different instances of the same arrays.
fn choices(system: &System, instances: &[Instance]) -> Vec<Vec<Instance>> {
    let mut all = vec![Vec::new()];
    for (process, _) in instances {
        let longer = all.iter().flat_map(|chosen: &Vec<Instance>| {
            let each = (0..system.process(*process).count).map(|ordinal| (*process, ordinal));
            each.filter(|next| !chosen.contains(next))
                .map(|next| chosen.iter().copied().chain([next]).collect())
                .collect::<Vec<Vec<Instance>>>()
        });
        all = longer.collect();
    }
    all
}

/// The invariant with other instances; nothing if it mentions something that does not go along.
pub fn exchanged(
    system: &System,
    one: &Generated,
    exchange: &BTreeMap<Instance, Instance>,
) -> Option<Generated> {
    let at = one.at.iter().map(|(variable, location)| Some((moved(system, *variable, exchange)?, *location)));
    let formula = renamed(system, &one.formula, exchange)?;
    Some(Generated { at: at.collect::<Option<_>>()?, formula, rule: one.rule })
}

/// The variable that goes along with the exchange.
fn moved(system: &System, id: VariableId, exchange: &BTreeMap<Instance, Instance>) -> Option<VariableId> {
    let variable = system.variable(id);
    if let Some(owner) = variable.owner {
        let Some(other) = exchange.get(&owner) else {
            return (!system.process(owner.0).is_array).then_some(id);
        };
        let distance = i64::from(other.1) - i64::from(owner.1);
        let distance = distance.checked_mul(i64::from(system.process(owner.0).stride))?;
        return u32::try_from(i64::from(id.0).checked_add(distance)?).ok().map(VariableId);
    }
    let (Role::Variable, Some(element)) = (variable.role, variable.element) else { return Some(id) };
    // An element goes along with the one instance that has its index.
    let of_index = |instance: &Instance| system.process(instance.0).first_index + i128::from(instance.1);
    let mut with_it = exchange.iter().filter(|(instance, _)| of_index(instance) == element);
    let (_, other) = with_it.next()?;
    let index = of_index(other);
    if with_it.any(|(_, another)| of_index(another) != index) {
        return None;
    }
    let same = |other: &system::Variable| {
        other.owner.is_none() && other.base == variable.base && other.element == Some(index)
    };
    system.variables.iter().position(same).map(VariableId::from_index)
}

fn renamed(system: &System, term: &Term, exchange: &BTreeMap<Instance, Instance>) -> Option<Term> {
    let inner = |one: &Term| renamed(system, one, exchange).map(Box::new);
    let list =
        |all: &[Term]| all.iter().map(|one| renamed(system, one, exchange)).collect::<Option<Vec<_>>>();
    Some(match term {
        Term::Variable(id) => Term::Variable(moved(system, *id, exchange)?),
        Term::Constant(_) => term.clone(),
        Term::Extra(_) | Term::Name(_) => return None,
        Term::Not(a) => Term::Not(inner(a)?),
        Term::And(all) => Term::And(list(all)?),
        Term::Or(all) => Term::Or(list(all)?),
        Term::Compare(comparison, a, b) => match (&**a, &**b) {
            (Term::Variable(id), Term::Constant(Value::Reference(Some(ordinal)))) => {
                let Sort::Reference(process) = system.variable(*id).ty.sort() else { return None };
                let other = match exchange.get(&(process, *ordinal)) {
                    Some(other) => other.1,
                    None if system.process(process).is_array => return None,
                    None => *ordinal,
                };
                let value = Term::Constant(Value::Reference(Some(other)));
                Term::Compare(*comparison, inner(a)?, Box::new(value))
            }
            _ => Term::Compare(*comparison, inner(a)?, inner(b)?),
        },
        Term::Sum(all) => Term::Sum(list(all)?),
        Term::Times(factor, a) => Term::Times(*factor, inner(a)?),
        Term::Divide(a, by) => Term::Divide(inner(a)?, *by),
        Term::Modulo(a, by) => Term::Modulo(inner(a)?, *by),
        Term::If(a, b, c) => Term::If(inner(a)?, inner(b)?, inner(c)?),
    })
}

/// A form in which equal invariants look equal, whatever the order of their parts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    literals: BTreeSet<Literal>,
    others: BTreeSet<String>,
}

/// The form of an invariant.
pub fn key(one: &Generated) -> Key {
    let mut key = Key { literals: BTreeSet::new(), others: BTreeSet::new() };
    add(&mut key, &one.term());
    key
}

fn add(key: &mut Key, term: &Term) {
    match (term, Literal::of(term)) {
        (_, Some(literal)) => {
            key.literals.insert(literal);
        }
        (Term::Or(all), None) => all.iter().for_each(|one| add(key, one)),
        (other, None) => {
            key.others.insert(format!("{other:?}"));
        }
    }
}
