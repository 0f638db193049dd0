//! All states of one size: that they contain the initial ones, that no step leads elsewhere, and that they are as
//! the property says.

use crate::Refusal;
use std::collections::HashSet;
use system::Watch;
use system::parameterized::configuration::ConfigurationShape;
use system::parameterized::evaluate::Scene;
use system::parameterized::initial::initial_configurations;
use system::parameterized::run::{Outcome, Said, outcomes, truths};
use system::parameterized::{ParameterizedQuestion, ParameterizedSystem};

use super::obligation::{asked, failed};

/// Checks the states of one value of the constant.
pub(super) fn check_size(
    system: &ParameterizedSystem,
    question: &ParameterizedQuestion,
    constant: i128,
    states: &[Vec<i16>],
    watch: &dyn Watch,
) -> Result<(), Refusal> {
    let shape = ConfigurationShape::new(system, 0);
    let scene = Scene {
        system,
        shape: &shape,
        facts: &[],
        constant: Some(constant),
        has_room: false,
        witnesses: None,
        is_blind: false,
        commitments: &[],
    };
    let instances = system.instances(constant).unwrap_or(0);
    let set: HashSet<&[i16]> = states.iter().map(Vec::as_slice).collect();
    let initial = initial_configurations(system, &shape, &[], instances, Some(constant))
        .map_err(|reason| Refusal::Undecided(reason.into()))?;
    if let Some(missing) = initial.iter().find(|state| !set.contains(state.as_slice())) {
        return Err(failed(
            format!("the initial states of {} = {constant} are among its states", system.constant),
            missing,
        ));
    }
    for state in states {
        asked(watch)?;
        if state.len() != shape.globals + instances * shape.locals {
            return Err(Refusal::Malformed("a state has another length than its size says".into()));
        }
        if let ParameterizedQuestion::Invariant(condition) = question
            && truths(scene, state, condition) != [Said::Truth(true)]
        {
            return Err(failed("every state of a small size satisfies the property", state));
        }
        for rule in &system.rules {
            for mover in 0..if rule.has_mover { instances } else { 1 } {
                for outcome in outcomes(scene, state, rule, rule.has_mover.then_some(mover)) {
                    let is_allowed = match outcome {
                        Outcome::Next(next) => set.contains(next.as_slice()),
                        Outcome::Fault => *question != ParameterizedQuestion::NoFaults,
                        Outcome::Need(_) | Outcome::Unsupported(_) => false,
                    };
                    if !is_allowed {
                        return Err(failed(
                            format!("`{}` stays among the states of a small size", rule.name),
                            state,
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}
