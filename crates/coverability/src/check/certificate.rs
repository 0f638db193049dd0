//! What proves that nothing is covered, as an inductive invariant over the system's variables.
//!
//! The markings outside an upward-closed set that contains the targets and all predecessors are closed under steps; what was left out of
//! the set because weighted sums of tokens exclude it is excluded by these sums here, too. Arguments that are not written down (continuous
//! runs) are not used.

use super::safety::targets;
use crate::backward::{BackwardOptions, CoverabilityAnswer, RefinedSearch, UncoveredProof, backward};
use crate::pruning::{LinearBound, PruningOptions};
use budget::{Budget, Budgeted};
use nets::{Place, SystemNet};
use state_sets::Formula;
use std::collections::BTreeMap;
use system::{Question, System};

/// The invariant that proves that the question's targets cannot be covered; nothing if it cannot be written down, or if they can.
pub fn invariant(
    system: &System,
    net: &SystemNet,
    question: &Question,
    budget: &Budget<'_>,
) -> Budgeted<Option<Formula>> {
    let Ok(targets) = targets(system, net, question, budget) else { return Ok(None) };
    let options = BackwardOptions { pruning: PruningOptions::provable(), ..BackwardOptions::default() };
    let mut answer = backward(&net.net, &targets, &options, budget)?.answer;
    if let CoverabilityAnswer::Spurious(run) = &answer {
        let mut refined = RefinedSearch::new(&net.net, &targets, &options);
        refined.learn(&run.fired, budget)?;
        answer = refined.run(budget)?.answer;
    }
    match answer {
        CoverabilityAnswer::Uncovered(proof) if proof.excluded.is_empty() => Ok(written(net, &proof)),
        _ => Ok(None),
    }
}

/// The markings that a proof leaves.
fn written(net: &SystemNet, proof: &UncoveredProof) -> Option<Formula> {
    let mut parts = Vec::new();
    for demand in &proof.basis {
        parts.push(net.at_least(demand.amounts())?.negated());
    }
    for cube in &proof.cubes {
        let mut inside = vec![net.at_least(&cube.at_least)?];
        for (place, most) in &cube.at_most {
            inside.push(net.at_most(&[(*place, 1)], *most)?);
        }
        parts.push(Formula::all(inside).negated());
    }
    for place in &proof.empty {
        parts.push(net.at_most(&[(*place, 1)], 0)?);
    }
    for bound in &proof.bounds {
        let (weights, most) = whole(bound)?;
        parts.push(net.at_most(&weights, most)?);
        for (trap, _) in &bound.traps {
            parts.push(net.some_token(trap)?);
        }
    }
    Some(Formula::all(parts))
}

/// The sum that no step makes larger: with its traps, each of which holds a token.
fn whole(bound: &LinearBound) -> Option<(Vec<(Place, u64)>, u64)> {
    let mut weights: BTreeMap<Place, u64> = bound.weights.iter().copied().collect();
    let mut most = bound.most;
    for (trap, weight) in &bound.traps {
        most = most.checked_add(*weight)?;
        for place in trap {
            let own = weights.entry(*place).or_insert(0);
            *own = own.checked_add(*weight)?;
        }
    }
    Some((weights.into_iter().collect(), most))
}
