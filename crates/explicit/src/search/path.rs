//! The path to a state: from the store's links back to an initial state, and the transitions between.

use crate::program::Program;
use crate::states::visited::Visited;
use crate::step::fire::fire;
use crate::value::decode;
use system::{ClaimedPath, PathEnding, State, TransitionId};

/// The states of the path by which a state was found, from an initial one on.
pub(crate) fn states_to(visited: &Visited, number: u32) -> Vec<Vec<i64>> {
    let mut numbers = vec![number];
    while let Some(parent) = numbers.last().and_then(|number| visited.store.parent(*number)) {
        numbers.push(parent);
    }
    numbers.into_iter().rev().map(|number| visited.values(number)).collect()
}

/// The path along these states; an error, in words, if there is no such path, which is a bug.
pub(crate) fn path_along(
    program: &Program<'_>,
    states: &[Vec<i64>],
    ending: &PathEnding,
) -> Result<ClaimedPath, String> {
    let initial = states.first().map(|values| state(program, values)).unwrap_or_default();
    let mut steps = Vec::with_capacity(states.len());
    for pair in states.windows(2) {
        let transition = transition_between(program, &pair[0], &pair[1])
            .ok_or_else(|| "no transition leads to a state from its predecessor".to_owned())?;
        steps.push((transition, state(program, &pair[1])));
    }
    Ok(ClaimedPath { initial, steps, ending: ending.clone() })
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
