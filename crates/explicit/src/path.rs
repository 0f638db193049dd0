//! The path to a state: from the store's links back to an initial state, and the transitions between.

use crate::fire::fire;
use crate::monitor::Finding;
use crate::program::Program;
use crate::value::decode;
use crate::visited::Visited;
use system::{ClaimedPath, State, TransitionId};

/// The path by which the state was found; an error, in words, if there is no such path, which is a bug.
pub(crate) fn path_to(
    program: &Program<'_>,
    visited: &Visited,
    finding: &Finding,
) -> Result<ClaimedPath, String> {
    let mut numbers = vec![finding.number];
    while let Some(parent) = numbers.last().and_then(|number| visited.store.parent(*number)) {
        numbers.push(parent);
    }
    let mut values = visited.values(numbers.pop().unwrap_or(finding.number));
    let initial = state(program, &values);
    let mut steps = Vec::with_capacity(numbers.len());
    while let Some(number) = numbers.pop() {
        let next = visited.values(number);
        let transition = transition_between(program, &values, &next)
            .ok_or_else(|| format!("no transition leads to state {number} from its predecessor"))?;
        steps.push((transition, state(program, &next)));
        values = next;
    }
    Ok(ClaimedPath { initial, steps, ending: finding.ending.clone() })
}

/// The first transition that leads from one state to the other.
fn transition_between(program: &Program<'_>, from: &[i64], to: &[i64]) -> Option<TransitionId> {
    (0..program.system().transitions.len())
        .map(TransitionId::from_index)
        .find(|transition| fire(program, *transition, from).successors.iter().any(|next| next == to))
}

/// The state with these values.
pub(crate) fn state(program: &Program<'_>, values: &[i64]) -> State {
    let variables = program.system().variables.iter();
    variables.zip(values).map(|(variable, value)| decode(variable.ty, *value)).collect()
}
