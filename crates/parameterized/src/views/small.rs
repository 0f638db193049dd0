//! Sizes with fewer instances than a view has: all their states.

use std::collections::BTreeSet;

use budget::Budget;
use system::parameterized::configuration::ConfigurationShape;
use system::parameterized::evaluate::Scene;
use system::parameterized::initial::initial_configurations;
use system::parameterized::run::{Outcome as Ran, Said, outcomes, truths};
use system::parameterized::{ParameterizedQuestion, ParameterizedSystem};

/// The reachable states for one value of the constant, all of which satisfy the property; or why not.
pub(super) fn all_states(
    system: &ParameterizedSystem,
    shape: &ConfigurationShape,
    question: &ParameterizedQuestion,
    constant: i128,
    budget: &Budget<'_>,
) -> Result<Vec<Vec<i16>>, String> {
    let scene = Scene {
        system,
        shape,
        facts: &[],
        constant: Some(constant),
        has_room: false,
        witnesses: None,
        is_blind: false,
        commitments: &[],
    };
    let instances = system.instances(constant).unwrap_or(0);
    let mut seen: BTreeSet<Vec<i16>> = initial_configurations(system, shape, &[], instances, Some(constant))?;
    let mut pending: Vec<Vec<i16>> = seen.iter().cloned().collect();
    let violated = || format!("it does not hold for {} = {constant}", system.constant);
    while let Some(data) = pending.pop() {
        budget.spend(1).map_err(|_| "the budget is spent".to_owned())?;
        if let ParameterizedQuestion::Invariant(condition) = question
            && truths(scene, &data, condition) != [Said::Truth(true)]
        {
            return Err(violated());
        }
        for rule in &system.rules {
            let movers = if rule.has_mover { instances } else { 1 };
            for mover in 0..movers {
                for outcome in outcomes(scene, &data, rule, rule.has_mover.then_some(mover)) {
                    match outcome {
                        Ran::Next(next) => {
                            if seen.insert(next.clone()) {
                                pending.push(next);
                            }
                        }
                        Ran::Fault if *question == ParameterizedQuestion::NoFaults => return Err(violated()),
                        Ran::Fault => {}
                        Ran::Need(_) => return Err("something outside is needed where nothing is".to_owned()),
                        Ran::Unsupported(what) => return Err(what.to_owned()),
                    }
                }
            }
        }
    }
    Ok(seen.into_iter().collect())
}
