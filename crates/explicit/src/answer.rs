//! What a search has to say about a property that is decided state by state.

use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::report::Failure;
use crate::search::BreadthFirstSearch;
use crate::search::monitor::{Finding, Monitor};
use crate::search::path::{path_along, states_to};
use crate::search::reason::{overflow, reason};
use crate::search::reduction::Reduction;
use crate::search::unfold::unfold;
use system::{Answer, Evidence, Largest, Mismatch, PathEnding, Question, Statistics, Trace, retrace};

/// What the search says about the property of a monitor.
pub(crate) fn answer(
    program: &Program<'_>,
    initial: &InitialStates,
    search: &BreadthFirstSearch<'_, '_>,
    question: &Question,
    monitor: &Monitor,
) -> Result<Answer, Failure> {
    let evidence = evidence(program, initial, search, monitor)?;
    let answer = match evidence {
        Ok(evidence) => Answer::from_evidence(question, evidence, "explicit", strategy(search))
            .map_err(|irrelevant| Failure::Internal(irrelevant.to_string()))?,
        Err(reason) => {
            let open = Answer::unknown(reason, "explicit", strategy(search));
            match monitor.seeks_largest() {
                true => open.between(monitor.largest.map(|(value, _)| i128::from(value)), None),
                false => open,
            }
        }
    };
    Ok(answer.with_statistics(statistics(search)))
}

/// What decides the property of a monitor, or why it is open.
fn evidence(
    program: &Program<'_>,
    initial: &InitialStates,
    search: &BreadthFirstSearch<'_, '_>,
    monitor: &Monitor,
) -> Result<Result<Evidence, String>, Failure> {
    if let Some(finding) = &monitor.finding {
        return Ok(trace_to(program, initial, search, finding)?.map(Evidence::path));
    }
    let system = program.system();
    match (&search.hindrance, monitor.overflow) {
        (Some(hindrance), _) => return Ok(Err(reason(system, &extent(search), hindrance))),
        (None, Some(span)) => return Ok(Err(overflow(system, span))),
        (None, None) => {}
    }
    if (search.expanded as usize) < search.visited.store.len() {
        return Err(Failure::Internal(
            "a search ended before it saw all states, and nothing ended it".into(),
        ));
    }
    if !monitor.seeks_largest() {
        return Ok(Ok(Evidence::Exhaustive { states: search.visited.store.len().into() }));
    }
    // A search that was cut short has no time left for a path, which may be very long.
    let Some((value, number)) = monitor.largest else {
        return Ok(Err("the expression faults in every reachable state".to_owned()));
    };
    let finding = Finding { number, ending: PathEnding::Finite };
    let witness = trace_to(program, initial, search, &finding)?.ok();
    Ok(Ok(Evidence::Largest { value: Largest::Exactly(i128::from(value)), witness }))
}

/// The trace to a state, or why it cannot be walked.
fn trace_to(
    program: &Program<'_>,
    initial: &InitialStates,
    search: &BreadthFirstSearch<'_, '_>,
    finding: &Finding,
) -> Result<Result<Trace, String>, Failure> {
    let states = states_to(&search.visited, finding.number);
    trace_along(program, initial, search.reduction.as_ref(), &states, &finding.ending)
}

/// The trace along these states, or along those that they stand for; or why it cannot be walked.
pub(crate) fn trace_along(
    program: &Program<'_>,
    initial: &InitialStates,
    reduction: Option<&Reduction>,
    states: &[Vec<i64>],
    ending: &PathEnding,
) -> Result<Result<Trace, String>, Failure> {
    let claimed = match reduction {
        Some(reduction) if reduction.represents() => unfold(program, initial, reduction, states, ending),
        _ => path_along(program, states, ending),
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
pub(crate) fn extent(search: &BreadthFirstSearch<'_, '_>) -> String {
    extent_of(search.visited.store.len() as u64, search.expanded.into(), search.depth)
}

/// The same for these counts.
pub(crate) fn extent_of(states: u64, expanded: u64, depth: u64) -> String {
    let were = if states == 1 { "1 state was".to_owned() } else { format!("{states} states were") };
    format!("{were} found, {expanded} explored, to depth {depth}")
}

/// How the search went about it, in a few words.
fn strategy(search: &BreadthFirstSearch<'_, '_>) -> String {
    strategy_with(search.reduction.as_ref())
}

/// The same for a breadth-first search with this reduction.
pub(crate) fn strategy_with(reduction: Option<&Reduction>) -> String {
    let mut words = vec!["breadth-first"];
    if let Some(reduction) = reduction {
        words.extend(reduction.stubborn.as_ref().map(|_| "partial order"));
        words.extend(reduction.symmetry.as_ref().map(|_| "symmetry"));
        words.extend(reduction.inactive.as_ref().map(|_| "inactive variables"));
    }
    words.join(", ")
}

/// The counts of the search.
pub(crate) fn statistics(search: &BreadthFirstSearch<'_, '_>) -> Statistics {
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
