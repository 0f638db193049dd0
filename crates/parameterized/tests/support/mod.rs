//! Searches of single sizes, with which answers for every size are compared.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::collections::{BTreeSet, HashSet};

use parameterized::ViewsProof;
use system::parameterized::configuration::{ConfigurationShape, EXACT, MORE, choices};
use system::parameterized::evaluate::{Fact, Scene};
use system::parameterized::inactive::forgetful;
use system::parameterized::initial::initial_configurations;
use system::parameterized::run::{Outcome, Said, outcomes, truths};
use system::parameterized::{Domain, ParameterizedQuestion, ParameterizedSystem};

/// The file of an example.
pub fn example(path: &str) -> String {
    let path = format!("{}/../../examples/{path}.fathom", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The reachable states of one size, and whether the property holds in all of them.
pub fn states(
    system: &ParameterizedSystem,
    property: usize,
    facts: &[Fact],
    instances: usize,
    limit: usize,
) -> (BTreeSet<Vec<i16>>, bool) {
    let shape = ConfigurationShape::new(system, facts.len());
    let constant = system.constant_for(instances);
    let scene = Scene {
        system,
        shape: &shape,
        facts,
        constant: Some(constant),
        has_room: false,
        witnesses: None,
        is_blind: false,
        commitments: &[],
    };
    let question = &system.properties[property].question;
    let mut seen = initial_configurations(system, &shape, facts, instances, Some(constant)).unwrap();
    let mut pending: Vec<Vec<i16>> = seen.iter().cloned().collect();
    let mut holds = true;
    while let Some(data) = pending.pop() {
        if let ParameterizedQuestion::Invariant(condition) = question {
            holds &= truths(scene, &data, condition) == [Said::Truth(true)];
        }
        for rule in &system.rules {
            for mover in 0..if rule.has_mover { instances } else { 1 } {
                for outcome in outcomes(scene, &data, rule, rule.has_mover.then_some(mover)) {
                    match outcome {
                        Outcome::Next(next) if seen.len() < limit && seen.insert(next.clone()) => {
                            pending.push(next)
                        }
                        Outcome::Next(_) => {}
                        Outcome::Fault => holds &= *question != ParameterizedQuestion::NoFaults,
                        other => panic!("{other:?} with everything known"),
                    }
                }
            }
        }
    }
    (seen, holds)
}

/// Checks a proof with all states of a few sizes: the property holds there, and what is seen of each state is
/// among the views.
pub fn confirm(
    system: &ParameterizedSystem,
    property: usize,
    proof: &ViewsProof,
    largest: usize,
    limit: usize,
) {
    confirm_from(system, property, proof, 1..=largest, limit);
}

/// The same, for some sizes.
pub fn confirm_from(
    system: &ParameterizedSystem,
    property: usize,
    proof: &ViewsProof,
    sizes: std::ops::RangeInclusive<usize>,
    limit: usize,
) {
    let system = forgetful(system, property);
    let facts: Vec<Fact> =
        proof.facts.iter().map(|number| Fact::numbered(&system, *number).unwrap()).collect();
    let shape = ConfigurationShape::new(&system, facts.len());
    let views: HashSet<&Vec<i16>> = proof.views.iter().collect();
    for instances in sizes {
        let (states, holds) = states(&system, property, &facts, instances, limit);
        assert!(holds, "{} does not hold for {instances} instances", system.properties[property].name);
        for mut data in states {
            for one in &system.counted {
                let is_counted = |at: &usize| one.locations.contains(&data[shape.start(*at) + one.place]);
                let count = (0..instances).filter(is_counted).count();
                assert_eq!(usize::try_from(data[one.variable]), Ok(count), "{one:?} in {data:?}");
            }
            saturate(&system, &shape, &mut data);
            for kept in choices(instances, proof.k) {
                let view = shape.view(&data, &kept);
                assert!(views.contains(&view), "{view:?} of {data:?} is not among the views");
            }
        }
    }
}

/// Large numbers are kept as such where their types have no bound.
fn saturate(system: &ParameterizedSystem, shape: &ConfigurationShape, data: &mut [i16]) {
    for (at, value) in data.iter_mut().enumerate() {
        let variable = match at.checked_sub(shape.globals) {
            Some(local) => Some(&system.locals[local % shape.locals]),
            None => system.globals.get(at),
        };
        if variable.is_some_and(|variable| matches!(variable.domain, Domain::UpTo(..))) && *value > EXACT {
            *value = MORE;
        }
    }
}
