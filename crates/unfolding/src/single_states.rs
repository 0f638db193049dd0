//! Questions about single states, answered by a complete prefix.
//!
//! The markings that decide a question are cubes. One prefix of the net, reduced to the places that any of the questions reads, has
//! all markings of these places, so that it answers all of them. Whether the net can come to a stop reads no place; a
//! net that is reduced for this question alone is smaller, and has a prefix of its own.

use crate::failure::Failure;
use crate::inquiry::{Inquiry, Open, Smaller, answer, formula, goes_on, joined, no_net};
use crate::prefix::{Prefix, prefix};
use budget::Budgeted;
use nets::reduction::Preserve;
use nets::{Cube, Marking, Net, Place, Run};
use system::{Answer, Evidence, Observer, PathEnding, Question, Statistics, TransitionId};

const STRATEGY: &str = "complete prefix";

/// A question with the markings that decide it.
struct Asked {
    property: usize,
    cubes: Vec<Cube>,
    /// For `no_faults`, which transition faults where.
    faults: Vec<(TransitionId, Vec<Cube>)>,
}

/// Answers all of these properties, which are of single states.
pub(crate) fn answer_all(
    inquiry: &Inquiry<'_, '_>,
    properties: &[usize],
    observer: &dyn Observer,
) -> Result<(), Failure> {
    let mut asked = Vec::new();
    for property in properties {
        match targets(inquiry, *property) {
            Ok(one) if one.cubes.is_empty() => {
                // No state at all decides it, so all of them together are the invariant.
                let question = &inquiry.system.properties[*property].question;
                observer.answered(*property, answer(question, Evidence::Invariant, "no such state")?);
            }
            Ok(one) => asked.push(one),
            Err(unfit) => observer.answered(*property, no_net(&unfit, inquiry.budget)),
        }
    }
    let mut asked: Vec<(Asked, Option<Answer>)> = asked.into_iter().map(|one| (one, None)).collect();
    for net in &inquiry.alone {
        if asked.is_empty() {
            break;
        }
        let mut left = Vec::new();
        let answers = answers(inquiry, net, asked.iter().map(|(one, _)| one), observer)?;
        for ((one, before), answer) in asked.into_iter().zip(answers) {
            let answer = joined(before, answer);
            match goes_on(&answer) {
                true => left.push((one, Some(answer))),
                false => observer.answered(one.property, answer),
            }
        }
        asked = left;
    }
    for (one, answer) in asked {
        answer.into_iter().for_each(|answer| observer.answered(one.property, answer));
    }
    Ok(())
}

/// The answers that the prefix of a net with one start gives.
fn answers<'q>(
    inquiry: &Inquiry<'_, '_>,
    net: &Net,
    asked: impl Iterator<Item = &'q Asked> + Clone,
    observer: &dyn Observer,
) -> Result<Vec<Answer>, Failure> {
    let leave_open = |open: Open| Ok(asked.clone().map(|_| inquiry.open(&open, STRATEGY)).collect());
    let smaller = match inquiry.reduced(net, &places(asked.clone()), Preserve::Reachability) {
        Ok(smaller) => smaller,
        Err(spent) => return leave_open(spent.into()),
    };
    let prefix = match prefix(&smaller.reduced.net, inquiry.budget) {
        Ok(Ok(prefix)) => prefix,
        Ok(Err(unfit)) => return leave_open(unfit.into()),
        Err(spent) => return leave_open(spent.into()),
    };
    let decide = |one: &Asked| {
        observer.working_on(Some(one.property));
        decide(inquiry, &smaller, &prefix, one)
    };
    asked.clone().map(decide).collect()
}

/// The markings that decide a question: those that refute an invariant, or that are looked for.
fn targets(inquiry: &Inquiry<'_, '_>, property: usize) -> Result<Asked, nets::Unfit> {
    let Inquiry { system, net, budget, .. } = inquiry;
    let mut faults = Vec::new();
    let cubes = match &system.properties[property].question {
        Question::Invariant(condition) => net.condition(system, condition, false, budget)?,
        Question::Reachable(condition) => net.condition(system, condition, true, budget)?,
        Question::NoFaults => {
            faults = net.faults(budget)?;
            faults.iter().flat_map(|(_, cubes)| cubes.clone()).collect()
        }
        _ => return Err(nets::Unfit::Unsupported("no question about single states".into())),
    };
    Ok(Asked { property, cubes, faults })
}

/// The places that questions read.
fn places<'q>(asked: impl Iterator<Item = &'q Asked>) -> Vec<Place> {
    let cubes = asked.flat_map(|one| &one.cubes);
    let bounds = cubes.flat_map(|cube| cube.at_least.iter().chain(&cube.at_most));
    let mut places: Vec<Place> = bounds.map(|(place, _)| *place).collect();
    places.sort_unstable();
    places.dedup();
    places
}

fn decide(
    inquiry: &Inquiry<'_, '_>,
    smaller: &Smaller,
    prefix: &Prefix<'_>,
    asked: &Asked,
) -> Result<Answer, Failure> {
    let question = &inquiry.system.properties[asked.property].question;
    let target = match formula(&asked.cubes) {
        Ok(target) => smaller.renamed(&target)?,
        Err(open) => return Ok(inquiry.open(&open, STRATEGY)),
    };
    let is_there = |marking: &Marking| asked.cubes.iter().any(|cube| cube.contains(marking));
    let found = prefix.reach(&target, inquiry.budget).and_then(|run| match run {
        Some(run) => lifted(inquiry, smaller.reduced.lift(&run, inquiry.budget)?, is_there).map(Some),
        None => Ok(None),
    });
    let shown = match found {
        Err(spent) => return Ok(inquiry.open(&spent.into(), STRATEGY)),
        Ok(None) => answer(question, Evidence::Prefix, STRATEGY)?,
        Ok(Some(None)) => return Err(not_lifted()),
        Ok(Some(Some(run))) => {
            let ending = ending(inquiry, asked, &run)?;
            inquiry.shown(question, &run, ending, STRATEGY)?
        }
    };
    Ok(shown.with_statistics(statistics(prefix, smaller)))
}

fn not_lifted() -> Failure {
    Failure::Internal("a run of the reduced net is none of the net".into())
}

/// For `no_faults`, the transition that faults at the end of the run.
fn ending(inquiry: &Inquiry<'_, '_>, asked: &Asked, run: &Run) -> Result<PathEnding, Failure> {
    if asked.faults.is_empty() {
        return Ok(PathEnding::Finite);
    }
    let markings = inquiry.net.net.walk(run).ok().flatten().unwrap_or_default();
    let last = markings.last().ok_or_else(not_lifted)?;
    let is_there = |cubes: &[Cube]| cubes.iter().any(|cube| cube.contains(last));
    let faulting = asked.faults.iter().find(|(_, cubes)| is_there(cubes));
    faulting.map(|(transition, _)| PathEnding::Fault(*transition)).ok_or_else(not_lifted)
}

/// Whether the system can come to a state without successors.
pub(crate) fn dead_end(inquiry: &Inquiry<'_, '_>) -> Result<Answer, Failure> {
    let mut all = None;
    for net in &inquiry.alone {
        let answer = joined(all, dead_end_from(inquiry, net)?);
        if !goes_on(&answer) {
            return Ok(answer);
        }
        all = Some(answer);
    }
    all.ok_or(Failure::NoInitialState)
}

/// The same with one start.
fn dead_end_from(inquiry: &Inquiry<'_, '_>, net: &Net) -> Result<Answer, Failure> {
    let question = &Question::DeadlockFree;
    let open = |open: Open| Ok(inquiry.open(&open, STRATEGY));
    let smaller = match inquiry.reduced(net, &[], Preserve::Deadlocks) {
        Ok(smaller) => smaller,
        Err(spent) => return open(spent.into()),
    };
    let prefix = match prefix(&smaller.reduced.net, inquiry.budget) {
        Ok(Ok(prefix)) => prefix,
        Ok(Err(unfit)) => return open(unfit.into()),
        Err(spent) => return open(spent.into()),
    };
    let is_dead = |marking: &Marking| is_dead(&inquiry.net.net, marking);
    let found = prefix.deadlock(inquiry.budget).and_then(|run| match run {
        Some(run) => lifted(inquiry, smaller.reduced.lift_dead_end(&run, inquiry.budget)?, is_dead).map(Some),
        None => Ok(None),
    });
    let shown = match found {
        Err(spent) => return open(spent.into()),
        Ok(None) => answer(question, Evidence::Prefix, STRATEGY)?,
        Ok(Some(None)) => return Err(not_lifted()),
        Ok(Some(Some(run))) => inquiry.shown(question, &run, PathEnding::DeadEnd, STRATEGY)?,
    };
    Ok(shown.with_statistics(statistics(&prefix, &smaller)))
}

fn is_dead(net: &Net, marking: &[u64]) -> bool {
    (0..net.transitions.len()).all(|transition| !net.is_enabled(marking, transition))
}

/// Longer runs are not shortened: each step that may be left out is tried.
const SHORTENED: usize = 400;

/// The run that was led back from the reduced net, without steps that are not needed to end in a marking that was asked for.
fn lifted(
    inquiry: &Inquiry<'_, '_>,
    run: Option<Run>,
    is_there: impl Fn(&Marking) -> bool,
) -> Budgeted<Option<Run>> {
    let net = &inquiry.net.net;
    let ends_there = |run: &Run| {
        let markings = net.walk(run).ok().flatten().unwrap_or_default();
        markings.last().is_some_and(&is_there)
    };
    let Some(mut run) = run.filter(ends_there) else { return Ok(None) };
    if run.fired.len() > SHORTENED {
        return Ok(Some(run));
    }
    for step in (0..run.fired.len()).rev() {
        inquiry.budget.spend(run.fired.len().saturating_mul(net.places.len() / 8))?;
        let mut shorter = run.clone();
        shorter.fired.remove(step);
        if ends_there(&shorter) {
            run = shorter;
        }
    }
    Ok(Some(run))
}

fn statistics(prefix: &Prefix<'_>, smaller: &Smaller) -> Statistics {
    let mut counts: Statistics = vec![
        ("events", prefix.events.len().into()),
        ("conditions", prefix.conditions.len().into()),
        ("cut_offs", prefix.cut_offs().into()),
    ];
    counts.extend(smaller.counts());
    counts
}
