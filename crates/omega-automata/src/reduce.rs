//! Making automata smaller without changing their language.
//!
//! Each reduction is a module; [`reduce`] repeats them until none makes the automaton smaller. A reduction that
//! would take too many steps is left out.

mod bisimulation;
mod degeneralise;
mod obligation;
mod order;
mod simulation;
mod subsets;
mod useless;

pub(crate) use degeneralise::degeneralise;
pub(crate) use obligation::minimal_obligation;

use crate::automaton::Automaton;
use crate::limits::{Limits, Refusable};
use bisimulation::merge_bisimilar;
use simulation::{Direction, merge_simulating};
use useless::{Idle, mark_idle_states, remove_useless};

/// The most states for which simulation, which compares all pairs, is tried.
const MOST_SIMULATED: usize = 800;

/// The most rounds; each must make the automaton smaller, and most automata are done after two.
const MOST_ROUNDS: usize = 8;

/// The most steps of one attempt to simulate, about a tenth of a second.
const MOST_STEPS: u64 = 500_000;

/// Reduces an automaton with acceptance on edges in the ways that take time linear in its size only.
pub(crate) fn reduce_cheaply(automaton: &mut Automaton, limits: &Limits) -> Refusable<()> {
    automaton.compact(limits.steps)?;
    remove_useless(automaton, Idle::Unmarked)?;
    merge_bisimilar(automaton)
}

/// Reduces an automaton with acceptance on edges.
pub(crate) fn reduce(automaton: &mut Automaton, limits: &Limits) -> Refusable<()> {
    reduce_cheaply(automaton, limits)?;
    let mut idle = Idle::Marked;
    let mut unchanged = 0;
    for _ in 0..MOST_ROUNDS {
        let size = automaton.size();
        attempt(automaton, limits, |automaton| {
            remove_useless(automaton, idle)?;
            merge_simulating(automaton, Direction::Forwards)?;
            remove_useless(automaton, idle)?;
            merge_simulating(automaton, Direction::Backwards)
        });
        unchanged = if automaton.size() < size { 0 } else { unchanged + 1 };
        if unchanged == 2 {
            break;
        }
        idle = if idle == Idle::Marked { Idle::Unmarked } else { Idle::Marked };
    }
    automaton.guards.grant(limits.steps);
    remove_useless(automaton, Idle::Unmarked)?;
    automaton.compact(limits.steps)
}

/// Reduces an automaton with state acceptance, which it keeps.
pub(crate) fn reduce_with_state_acceptance(automaton: &mut Automaton, limits: &Limits) -> Refusable<()> {
    automaton.compact(limits.steps)?;
    merge_bisimilar(automaton)?;
    let mut idle = Idle::Unmarked;
    let mut unchanged = 0;
    for _ in 0..MOST_ROUNDS {
        let size = automaton.size();
        attempt(automaton, limits, |automaton| {
            mark_idle_states(automaton, idle);
            merge_simulating(automaton, Direction::Forwards)?;
            mark_idle_states(automaton, idle);
            merge_simulating(automaton, Direction::Backwards)
        });
        unchanged = if automaton.size() < size { 0 } else { unchanged + 1 };
        if unchanged == 2 {
            break;
        }
        idle = if idle == Idle::Marked { Idle::Unmarked } else { Idle::Marked };
    }
    mark_idle_states(automaton, Idle::Unmarked);
    automaton.compact(limits.steps)
}

/// Tries a reduction on a copy, and keeps the automaton as it is if the reduction is refused or makes it larger.
fn attempt(
    automaton: &mut Automaton,
    limits: &Limits,
    reduction: impl FnOnce(&mut Automaton) -> Refusable<()>,
) {
    if automaton.state_count() > MOST_SIMULATED {
        return;
    }
    let mut reduced = automaton.clone();
    reduced.guards.grant(limits.steps.min(MOST_STEPS));
    if reduction(&mut reduced).is_ok() && reduced.size() <= automaton.size() {
        *automaton = reduced;
    }
}
