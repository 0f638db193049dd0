//! What proves that nothing is covered, as an inductive invariant over the system's variables.
//!
//! The markings outside an upward-closed set that contains the targets and all predecessors are closed under steps; what was left out of
//! the set because weighted sums of tokens exclude it is excluded by these sums here, too. Arguments that are not written down (continuous
//! runs) are not used.

use super::safety::targets;
use crate::backward::{BackwardOptions, CoverabilityAnswer, RefinedSearch, UncoveredProof, backward};
use crate::pruning::{LinearBound, PruningOptions};
use budget::{Budget, Budgeted};
use nets::{Cube, Place, SystemNet};
use state_sets::Formula;
use std::collections::BTreeMap;
use system::{Expr, Question, System};

/// More conditions than this are more work than help.
const MOST_CONDITIONS: usize = 128;

/// The invariant that proves that the question's targets cannot be covered; nothing if it cannot be written down, or if they can.
pub fn invariant(
    system: &System,
    net: &SystemNet,
    question: &Question,
    budget: &Budget<'_>,
) -> Budgeted<Option<Formula>> {
    Ok(proof(system, net, question, budget)?.and_then(|proof| written(net, &proof)))
}

/// The same as conditions of the model, all of which together are inductive; nothing if they are too many to be of help.
///
/// # Errors
/// If the budget ends the search.
pub fn inductive_conditions(
    system: &System,
    net: &SystemNet,
    question: &Question,
    budget: &Budget<'_>,
) -> Budgeted<Option<Vec<Expr>>> {
    let proof = proof(system, net, question, budget)?;
    Ok(proof.and_then(|proof| conditions(system, net, &proof)).filter(|all| all.len() <= MOST_CONDITIONS))
}

/// Why the question's targets cannot be covered in the whole net, by arguments all of which can be written down.
fn proof(
    system: &System,
    net: &SystemNet,
    question: &Question,
    budget: &Budget<'_>,
) -> Budgeted<Option<UncoveredProof>> {
    let Ok(targets) = targets(system, net, question, budget) else { return Ok(None) };
    let options = BackwardOptions { pruning: PruningOptions::provable(), ..BackwardOptions::default() };
    let mut answer = backward(&net.net, &targets, &options, budget)?.answer;
    if let CoverabilityAnswer::Spurious(run) = &answer {
        let mut refined = RefinedSearch::new(&net.net, &targets, &options);
        refined.learn(&run.fired, budget)?;
        answer = refined.run(budget)?.answer;
    }
    match answer {
        CoverabilityAnswer::Uncovered(proof) if proof.excluded.is_empty() => Ok(Some(proof)),
        _ => Ok(None),
    }
}

/// The markings that a proof leaves, as conditions.
fn conditions(system: &System, net: &SystemNet, proof: &UncoveredProof) -> Option<Vec<Expr>> {
    let mut parts = Vec::new();
    for place in &proof.empty {
        parts.push(net.never_above(system, &[(*place, 1)], 0)?);
    }
    for demand in &proof.basis {
        let cube = Cube { at_least: demand.amounts().to_vec(), at_most: Vec::new() };
        parts.push(net.never_inside(system, &cube)?);
    }
    for cube in &proof.cubes {
        parts.push(net.never_inside(system, cube)?);
    }
    for bound in &proof.bounds {
        let (weights, most) = whole(bound)?;
        parts.push(net.never_above(system, &weights, most)?);
        for (trap, _) in &bound.traps {
            parts.push(net.some_of(system, trap)?);
        }
    }
    Some(parts)
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
