//! Finds the instances that can be exchanged without changing the system or the properties.

use super::exchange::{Exchange, Roles};
use super::key::{Distinguished, Keys};
use super::roles::guesses;
use system::{Expr, ProcessId, Property, Question, System};

/// Systems with more transitions than this are not looked at.
const MOST_TRANSITIONS: usize = 20_000;

/// Instances of one process, any two of which can be exchanged.
#[derive(Debug, Clone)]
pub struct Class {
    /// What the process's variables are.
    pub roles: Roles,
    /// The instances, at least two, in order.
    pub instances: Vec<u32>,
}

/// All classes of at least two instances.
pub fn classes(system: &System, properties: &[&Property]) -> Vec<Class> {
    classes_by(system, properties, &|is_same| is_same)
}

/// The same by another judgement than whether an exchange leaves everything the same: for tests that see whether somebody
/// notices an error.
pub fn classes_by(system: &System, properties: &[&Property], judgement: &dyn Fn(bool) -> bool) -> Vec<Class> {
    if system.transitions.len() > MOST_TRANSITIONS {
        return Vec::new();
    }
    let processes = (0..system.processes.len()).map(ProcessId::from_index);
    let mut found: Vec<Class> = Vec::new();
    for class in processes.flat_map(|process| classes_of(system, process, properties, judgement)) {
        if found.iter().all(|other| are_apart(&class.roles, &other.roles)) {
            found.push(class);
        }
    }
    found
}

/// Whether no variable follows the instances of both, unless these are of one process.
fn are_apart(a: &Roles, b: &Roles) -> bool {
    let mut identities = a.is_identity.iter().zip(&b.is_identity);
    let share_identities = identities.any(|(a, b)| *a && *b);
    a.process == b.process || !(share_identities || a.arrays.iter().any(|first| b.arrays.contains(first)))
}

fn classes_of(
    system: &System,
    process: ProcessId,
    properties: &[&Property],
    judgement: &dyn Fn(bool) -> bool,
) -> Vec<Class> {
    let count = system.process(process).count;
    if count < 2 {
        return Vec::new();
    }
    for roles in guesses(system, process) {
        let none = Exchange::none(system, &roles);
        let Ok(before) = all_keys(system, &none, properties) else { continue };
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for instance in 0..count {
            let fits = |group: &&mut Vec<u32>| {
                Exchange::of(system, &roles, group[0], instance).is_some_and(|exchange| {
                    judgement(all_keys(system, &exchange, properties).is_ok_and(|after| after == before))
                })
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(instance),
                None => groups.push(vec![instance]),
            }
        }
        groups.retain(|group| group.len() > 1);
        if !groups.is_empty() {
            let class = |instances| Class { roles: roles.clone(), instances };
            return groups.into_iter().map(class).collect();
        }
    }
    Vec::new()
}

/// The keys of everything that an exchange must not change.
fn all_keys(
    system: &System,
    exchange: &Exchange<'_>,
    properties: &[&Property],
) -> Result<(Vec<String>, Vec<String>), Distinguished> {
    let keys = Keys { system, exchange };
    let conditions = properties.iter().filter_map(|property| condition(property));
    Ok((keys.transitions()?, conditions.map(|condition| keys.claim(condition)).collect::<Result<_, _>>()?))
}

fn condition(property: &Property) -> Option<&Expr> {
    match &property.question {
        Question::Invariant(condition) | Question::Reachable(condition) => Some(condition),
        _ => None,
    }
}
