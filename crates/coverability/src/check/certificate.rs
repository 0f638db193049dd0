//! What proves that nothing is covered, as an inductive invariant over the system's variables.
//!
//! The markings outside an upward-closed set that contains the targets and all predecessors are closed under steps; what was left out of
//! the set because weighted sums of tokens exclude it is excluded by these sums here, too. Arguments that are not written down (continuous
//! runs) are not used.

use super::safety::targets;
use crate::backward::{BackwardOptions, CoverabilityAnswer, UncoveredProof, backward};
use crate::pruning::PruningOptions;
use budget::{Budget, Budgeted};
use nets::SystemNet;
use state_sets::Formula;
use system::{Question, System};

/// The invariant that proves that the question's targets cannot be covered; nothing if it cannot be written down, or if they can.
pub fn invariant(
    system: &System,
    net: &SystemNet,
    question: &Question,
    budget: &Budget<'_>,
) -> Budgeted<Option<Formula>> {
    let Ok(targets) = targets(system, net, question, budget) else { return Ok(None) };
    for pruning in [PruningOptions::all(), PruningOptions { continuous: false, ..PruningOptions::all() }] {
        let options = BackwardOptions { pruning, ..BackwardOptions::default() };
        match backward(&net.net, &targets, &options, budget)?.answer {
            CoverabilityAnswer::Uncovered(proof) if proof.excluded.is_empty() => {
                return Ok(written(net, &proof));
            }
            CoverabilityAnswer::Uncovered(_) => {}
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// The markings that a proof leaves.
fn written(net: &SystemNet, proof: &UncoveredProof) -> Option<Formula> {
    let mut parts = Vec::new();
    for demand in &proof.basis {
        parts.push(net.at_least(demand.amounts())?.negated());
    }
    for place in &proof.empty {
        parts.push(net.at_most(&[(*place, 1)], 0)?);
    }
    for bound in &proof.bounds {
        parts.push(net.at_most(&bound.weights, bound.most)?);
        for (trap, _) in &bound.traps {
            parts.push(net.some_token(trap)?);
        }
    }
    Some(Formula::all(parts))
}
