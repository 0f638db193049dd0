//! The engine's front door: questions about systems as questions about nets.
//!
//! An invariant is violated where its negation can be covered, and `no_faults` where some transition faults. Both are cubes of markings; those
//! that are not upward closed are approximated by their upward closure, so that only what is out of reach even then is proved, and only
//! a run that has been replayed refutes.

use crate::backward::{
    BackwardOptions, BackwardOutcome, CoverabilityAnswer, Representation, UncoveredProof, backward,
};
use crate::failure::{ENGINE, Failure};
use crate::pruning::PruningOptions;
use budget::{Budget, Budgeted};
use nets::{Cube, Run, SystemNet, Unfit};
use state_sets::Formula;
use system::{
    Answer, ClaimedPath, Evidence, Observer, PathEnding, Question, Statistics, System, Type, retrace,
};

/// Whether the engine can try a question about the system, or why not. Whether the system is a net is seen later.
///
/// # Errors
/// If it is no question about single states, or a variable may be negative.
pub fn can_check(system: &System, question: &Question) -> Result<(), String> {
    if let Some(variable) = system.variables.iter().find(|variable| variable.ty == Type::Int) {
        return Err(format!("`{}` may be negative, and tokens are not", variable.name));
    }
    match question {
        Question::Invariant(_) | Question::Reachable(_) | Question::NoFaults => Ok(()),
        Question::DeadlockFree => Err("whether a net ends is no question of covering".into()),
        Question::Ctl(_) | Question::Ltl(_) => Err("only single states are covered, not paths".into()),
        Question::Bound(_) => Err("largest values are not found backward".into()),
    }
}

/// How the engine goes about it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CoverabilityOptions {
    /// How a backward search holds its sets.
    pub representation: Representation,
}

/// Answers properties, given by their numbers, all of which [`can_check`] must have accepted, and tells each answer when it falls. What a
/// limit leaves open is unknown, with the reason that the budget has for it.
///
/// # Errors
/// If the system has no initial state, or the engine contradicts the interpreter.
pub fn check_observed(
    system: &System,
    net: &Result<SystemNet, Unfit>,
    properties: &[usize],
    options: &CoverabilityOptions,
    budget: &Budget<'_>,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    for property in properties {
        if !observer.is_open(*property) {
            continue;
        }
        observer.working_on(Some(*property));
        let question = &system.properties[*property].question;
        let answer = match net {
            Ok(net) => answer(system, net, question, options, budget)?,
            Err(unfit) => no_net(unfit, budget),
        };
        observer.answered(*property, answer);
    }
    Ok(())
}

fn no_net(unfit: &Unfit, budget: &Budget<'_>) -> Answer {
    let reason = match unfit {
        Unfit::Interrupted(halt) => halt.reason(budget),
        other => format!("the model is no net: {other}"),
    };
    Answer::unknown(reason, ENGINE, "net")
}

fn answer(
    system: &System,
    net: &SystemNet,
    question: &Question,
    options: &CoverabilityOptions,
    budget: &Budget<'_>,
) -> Result<Answer, Failure> {
    if net.net.starts.is_empty() {
        return Err(Failure::NoInitialState);
    }
    let targets = match targets(system, net, question, budget) {
        Ok(targets) => targets,
        Err(unfit) => return Ok(no_net(&unfit, budget)),
    };
    let options = BackwardOptions { representation: options.representation, ..BackwardOptions::default() };
    match backward(&net.net, &targets, &options, budget) {
        Ok(outcome) => conclude(system, net, question, outcome, budget),
        Err(_) => {
            let reason = budget.stop().map_or("the work was told to stop".into(), |stop| stop.to_string());
            Ok(Answer::unknown(reason, ENGINE, "backward"))
        }
    }
}

/// The markings that decide a question: those that refute an invariant, or that are looked for.
fn targets(
    system: &System,
    net: &SystemNet,
    question: &Question,
    budget: &Budget<'_>,
) -> Result<Vec<Cube>, Unfit> {
    match question {
        Question::Invariant(condition) => net.condition(system, condition, false, budget),
        Question::Reachable(condition) => net.condition(system, condition, true, budget),
        Question::NoFaults => {
            let faults = net.faults(budget)?;
            Ok(faults.into_iter().flat_map(|(_, cubes)| cubes).collect())
        }
        _ => Err(Unfit::Unsupported("no question of covering".into())),
    }
}

fn conclude(
    system: &System,
    net: &SystemNet,
    question: &Question,
    outcome: BackwardOutcome,
    budget: &Budget<'_>,
) -> Result<Answer, Failure> {
    let strategy = if outcome.exact { "backward" } else { "backward, monotone abstraction" };
    let open = |reason: &str| Answer::unknown(reason, ENGINE, strategy);
    let statistics = statistics(&outcome);
    let evidence = match outcome.answer {
        CoverabilityAnswer::Covered(run) => {
            let path = claimed(net, question, &run, budget)
                .ok_or_else(|| Failure::Internal("a run of the net is no path of the system".into()))?;
            let trace = retrace(system, &path).map_err(|mismatch| {
                Failure::Internal(format!("a run of the net is no path of the system: {mismatch}"))
            })?;
            Evidence::path(trace)
        }
        CoverabilityAnswer::Uncovered(proof) => {
            Evidence::Cover { elements: (proof.basis.len() as u64).into() }
        }
        CoverabilityAnswer::Spurious(_) => {
            return Ok(open("tests for few tokens matter, which a search for covers leaves out"));
        }
        CoverabilityAnswer::TooLarge => return Ok(open("a number of tokens is too large")),
    };
    let answer = Answer::from_evidence(question, evidence, ENGINE, strategy);
    let answer = answer.map_err(|irrelevant| Failure::Internal(irrelevant.to_string()))?;
    Ok(answer.with_statistics(statistics))
}

/// The run as a path; for `no_faults`, with the transition that faults at its end.
fn claimed(net: &SystemNet, question: &Question, run: &Run, budget: &Budget<'_>) -> Option<ClaimedPath> {
    if *question != Question::NoFaults {
        return net.path(run, PathEnding::Finite);
    }
    let markings = net.net.walk(run).ok()??;
    let last = markings.last()?;
    let faults = net.faults(budget).ok()?;
    let (faulting, _) = faults.into_iter().find(|(_, cubes)| cubes.iter().any(|cube| cube.contains(last)))?;
    net.path(run, PathEnding::Fault(faulting))
}

fn statistics(outcome: &BackwardOutcome) -> Statistics {
    let done = &outcome.statistics;
    vec![
        ("iterations", done.iterations.into()),
        ("predecessors", done.predecessors.into()),
        ("basis", done.basis.into()),
    ]
}

/// What proves that the question's targets cannot be covered, as an inductive invariant over the system's variables; nothing if it cannot be
/// written down, or if they can.
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
