//! Turns a path through representatives of states into a path of the system.
//!
//! It begins in an initial state that has the wanted representative. Each further state is a successor of the last
//! one whose representative is the next one of the path; since what is exchanged are symmetries, there is one.

use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::search::path::state;
use crate::search::reduction::Reduction;
use crate::step::fire::fire;
use std::ops::ControlFlow;
use system::{ClaimedPath, PathEnding, TransitionId};

/// A path of the system for these representatives, which ends like this; an error, in words, if there is none, which is
/// a bug.
pub(crate) fn unfold(
    program: &Program<'_>,
    initial: &InitialStates,
    reduction: &Reduction,
    representatives: &[Vec<i64>],
    ending: &PathEnding,
) -> Result<ClaimedPath, String> {
    let Some((first, further)) = representatives.split_first() else {
        return Err("a path has a first state".to_owned());
    };
    let mut values = initial_state(program, initial, reduction, first)
        .ok_or_else(|| "no initial state has the representative that the path begins with".to_owned())?;
    let mut path =
        ClaimedPath { initial: state(program, &values), steps: Vec::new(), ending: ending.clone() };
    for wanted in further {
        let wanted = reduction.canonical(wanted);
        let (transition, next) = step(program, reduction, &values, &wanted)
            .ok_or_else(|| "no successor has the next representative of the path".to_owned())?;
        path.steps.push((transition, state(program, &next)));
        values = next;
    }
    if let PathEnding::Fault(_) = ending {
        let fault = transitions(program).find(|transition| fire(program, *transition, &values).faulted);
        let fault = fault.ok_or_else(|| "nothing faults at the end of the path".to_owned())?;
        path.ending = PathEnding::Fault(fault);
    }
    Ok(path)
}

fn initial_state(
    program: &Program<'_>,
    initial: &InitialStates,
    reduction: &Reduction,
    wanted: &[i64],
) -> Option<Vec<i64>> {
    let wanted = reduction.canonical(wanted);
    let mut found = None;
    initial.list(program.compiler, &mut |values, is_state| {
        if is_state && reduction.canonical(values) == wanted {
            found = Some(values.to_vec());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

fn step(
    program: &Program<'_>,
    reduction: &Reduction,
    from: &[i64],
    wanted: &[i64],
) -> Option<(TransitionId, Vec<i64>)> {
    transitions(program).find_map(|transition| {
        let successors = fire(program, transition, from).successors;
        let next = successors.into_iter().find(|next| reduction.canonical(next) == wanted)?;
        Some((transition, next))
    })
}

fn transitions(program: &Program<'_>) -> impl Iterator<Item = TransitionId> {
    (0..program.system().transitions.len()).map(TransitionId::from_index)
}
