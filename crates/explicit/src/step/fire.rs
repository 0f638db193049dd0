//! What one transition can do in a state: the general way, for every kind of transition.
//!
//! The sender must be at its location, and so must each required receiver; then guards are read, the sender's
//! first; then the blocks of all that take part run one after the other, in a population once for each process
//! that moves; then locations and counters change.

use crate::code::{Trap, Values};
use crate::program::action::{Runner, apply};
use crate::program::{EdgeCode, Program};
use system::{EdgeId, Movement, Obstacle, Receiver, Transition, TransitionId};

/// What a transition can do in a state.
#[derive(Debug, Default)]
pub(crate) struct Fired {
    /// The states that it leads to, without repetition.
    pub successors: Vec<Vec<i64>>,
    /// Whether it faults, or can fault.
    pub faulted: bool,
    /// Why not all successors are listed.
    pub obstacle: Option<Obstacle>,
}

/// Everything that the transition can do.
pub(crate) fn fire(program: &Program<'_>, transition: TransitionId, state: &[i64]) -> Fired {
    let transition = program.system().transition(transition);
    let mut runner = Runner::new(program.compiler, &program.domains);
    let successors = match participants(program, transition, state) {
        Ok(Some(parts)) => {
            let mut successors = run_actions(&mut runner, &parts, state);
            successors.retain_mut(|successor| match displace(program, &parts, successor) {
                Ok(()) => true,
                Err(trap) => {
                    runner.note(trap);
                    false
                }
            });
            successors
        }
        Ok(None) => Vec::new(),
        Err(trap) => {
            runner.note(trap);
            Vec::new()
        }
    };
    Fired { successors, faulted: runner.faulted, obstacle: runner.obstacle }
}

/// Whether the guards of the transition let it fire; it may still block.
pub(crate) fn may_fire(program: &Program<'_>, transition: TransitionId, state: &[i64]) -> bool {
    !matches!(participants(program, program.system().transition(transition), state), Ok(None))
}

/// An edge that takes part, and how many processes it moves.
type Participant<'p> = (&'p EdgeCode, i64);

/// The edges that take part, sender first; nothing if the transition is not enabled.
fn participants<'p>(
    program: &'p Program<'_>,
    transition: &Transition,
    state: &[i64],
) -> Result<Option<Vec<Participant<'p>>>, Trap> {
    let sender = &program.edges[transition.sender.index()];
    let receivers = || {
        transition.receivers.iter().map(|receiver| {
            let edge = &program.edges[receiver.edge.index()];
            (edge, receiver.required, ready(edge, Some(sender), state))
        })
    };
    if ready(sender, None, state) == 0 || receivers().any(|(_, required, count)| required && count == 0) {
        return Ok(None);
    }
    if !guard_holds(sender, state)? {
        return Ok(None);
    }
    let mut parts = vec![(sender, 1)];
    for (edge, required, count) in receivers() {
        if count == 0 {
            continue;
        }
        if guard_holds(edge, state)? {
            parts.push((edge, if required { 1 } else { count }));
        } else if required {
            return Ok(None);
        }
    }
    Ok(Some(parts))
}

/// The edges that move at least one process when the transition, which must be enabled, is taken.
pub(crate) fn moved(program: &Program<'_>, transition: TransitionId, state: &[i64]) -> Vec<EdgeId> {
    let transition = program.system().transition(transition);
    let sender = &program.edges[transition.sender.index()];
    let takes_part = |receiver: &&Receiver| {
        let edge = &program.edges[receiver.edge.index()];
        ready(edge, Some(sender), state) > 0 && guard_holds(edge, state).unwrap_or(false)
    };
    let receivers = transition.receivers.iter().filter(takes_part).map(|receiver| receiver.edge);
    std::iter::once(transition.sender).chain(receivers).collect()
}

/// How many processes can move along the edge, besides the sender.
fn ready(edge: &EdgeCode, sender: Option<&EdgeCode>, state: &[i64]) -> i64 {
    match edge.movement {
        Movement::None => 1,
        Movement::Location { variable, from, .. } => i64::from(state[variable.index()] == i64::from(from)),
        Movement::Counter { from, .. } => {
            let is_left_by = |sender: &EdgeCode| match sender.movement {
                Movement::Counter { from: other, .. } => other == from,
                _ => false,
            };
            state[from.index()].saturating_sub(i64::from(sender.is_some_and(is_left_by))).max(0)
        }
    }
}

fn guard_holds(edge: &EdgeCode, state: &[i64]) -> Result<bool, Trap> {
    for conjunct in &edge.guard {
        if !conjunct.test(Values::of(state))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn run_actions(runner: &mut Runner<'_>, parts: &[Participant<'_>], state: &[i64]) -> Vec<Vec<i64>> {
    let mut states = vec![state.to_vec()];
    for (edge, count) in parts {
        if edge.action.steps.is_empty() {
            continue;
        }
        for _ in 0..*count {
            let mut next = Vec::new();
            for state in &states {
                next.extend(runner.run(&edge.action, state).iter().map(|writes| apply(state, writes)));
            }
            if next.len() > 1 {
                next.sort_unstable();
                next.dedup();
            }
            // What changes nothing once changes nothing again.
            if next == states {
                break;
            }
            states = next;
        }
    }
    states
}

fn displace(program: &Program<'_>, parts: &[Participant<'_>], state: &mut [i64]) -> Result<(), Trap> {
    for (edge, count) in parts {
        match edge.movement {
            Movement::None => {}
            Movement::Location { variable, to, .. } => state[variable.index()] = i64::from(to),
            Movement::Counter { from, to } => {
                let too_large = || Trap::overflow(program.system().variable(to).span);
                let left = state[from.index()].checked_sub(*count).ok_or_else(too_large)?;
                state[from.index()] = left;
                state[to.index()] = state[to.index()].checked_add(*count).ok_or_else(too_large)?;
            }
        }
    }
    Ok(())
}
