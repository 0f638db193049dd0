//! What a search has to say about a property that is decided state by state.

use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::report::Failure;
use crate::search::Search;
use crate::search::monitor::{Finding, Monitor};
use crate::search::path::{path_along, states_to};
use crate::search::reason::{overflow, reason};
use crate::search::unfold::unfold;
use system::{Answer, BoundValue, Mismatch, PathEnding, Statistics, Trace, Verdict, retrace};

/// What the search says about the property of a monitor.
pub(crate) fn answer(
    program: &Program<'_>,
    initial: &InitialStates,
    search: &Search<'_, '_>,
    monitor: &Monitor,
) -> Result<Answer, Failure> {
    let system = program.system();
    let mut answer = Answer::new(Verdict::Holds, "explicit", strategy(search));
    answer.statistics = statistics(search);
    if let Some(finding) = &monitor.finding {
        match trace_to(program, initial, search, finding)? {
            Ok(trace) if monitor.seeks_witness() => answer.witness = Some(trace),
            Ok(trace) => {
                answer.verdict = Verdict::Violated;
                answer.trace = Some(trace);
            }
            Err(reason) => answer.verdict = Verdict::Unknown(reason),
        }
        return Ok(answer);
    }
    let unknown = match (&search.hindrance, monitor.overflow) {
        (Some(hindrance), _) => Some(reason(system, &extent(search), hindrance)),
        (None, Some(span)) => Some(overflow(system, span)),
        (None, None) => None,
    };
    if monitor.seeks_largest() {
        bound(program, initial, search, monitor, unknown, &mut answer)?;
    } else if let Some(reason) = unknown {
        answer.verdict = Verdict::Unknown(reason);
    } else if monitor.seeks_witness() {
        answer.verdict = Verdict::Violated;
    }
    Ok(answer)
}

/// Answers the question for the largest value; a path to where it was met is its witness.
fn bound(
    program: &Program<'_>,
    initial: &InitialStates,
    search: &Search<'_, '_>,
    monitor: &Monitor,
    unknown: Option<String>,
    answer: &mut Answer,
) -> Result<(), Failure> {
    let largest = monitor.largest.map(|(value, _)| i128::from(value));
    // A search that was cut short has no time left for a path, which may be very long.
    if let Some((_, number)) = monitor.largest.filter(|_| unknown.is_none()) {
        let finding = Finding { number, ending: PathEnding::Finite };
        answer.witness = trace_to(program, initial, search, &finding)?.ok();
    }
    match (largest, unknown) {
        (Some(value), None) => answer.value = Some(BoundValue::Exact(value)),
        (at_least, unknown) => {
            let faults = "the expression faults in every reachable state".to_owned();
            answer.verdict = Verdict::Unknown(unknown.unwrap_or(faults));
            answer.value = Some(BoundValue::Between { at_least, at_most: None });
        }
    }
    Ok(())
}

/// The trace to a state, or why it cannot be walked.
fn trace_to(
    program: &Program<'_>,
    initial: &InitialStates,
    search: &Search<'_, '_>,
    finding: &Finding,
) -> Result<Result<Trace, String>, Failure> {
    let states = states_to(&search.visited, finding.number);
    let claimed = match &search.reduction {
        Some(reduction) if reduction.represents() => {
            unfold(program, initial, reduction, &states, &finding.ending)
        }
        _ => path_along(program, &states, &finding.ending),
    };
    let claimed = claimed.map_err(Failure::Internal)?;
    match retrace(program.system(), &claimed) {
        Ok(trace) => Ok(Ok(trace)),
        Err(Mismatch::Obstacle(obstacle)) => {
            Ok(Err(format!("a path was found but not replayed: {obstacle}")))
        }
        Err(mismatch) => Err(Failure::Internal(format!("a path cannot be replayed: {mismatch}"))),
    }
}

/// How far the search came, in words.
pub(crate) fn extent(search: &Search<'_, '_>) -> String {
    let states = search.visited.store.len();
    let were = if states == 1 { "1 state was".to_owned() } else { format!("{states} states were") };
    format!("{were} found, {} explored, to depth {}", search.expanded, search.depth)
}

/// How the search went about it, in a few words.
fn strategy(search: &Search<'_, '_>) -> String {
    let mut words = vec!["breadth-first"];
    if let Some(reduction) = &search.reduction {
        words.extend(reduction.stubborn.as_ref().map(|_| "partial order"));
        words.extend(reduction.symmetry.as_ref().map(|_| "symmetry"));
        words.extend(reduction.inactive.as_ref().map(|_| "inactive variables"));
    }
    words.join(", ")
}

/// The counts of the search.
pub(crate) fn statistics(search: &Search<'_, '_>) -> Statistics {
    let mut counts: Statistics = vec![
        ("states", search.visited.store.len().into()),
        ("transitions", search.transitions.into()),
        ("depth", search.depth.into()),
        ("stored_bytes", search.visited.bytes().into()),
        ("state_bits", search.visited.layout.bits().into()),
    ];
    if search.reduction.as_ref().is_some_and(|reduction| reduction.stubborn.is_some()) {
        counts.push(("transitions_left_out", search.left_out.into()));
    }
    counts
}
