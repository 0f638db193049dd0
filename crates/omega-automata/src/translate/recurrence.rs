//! A deterministic automaton for `G F f` from one for `F f`, where a finite prefix decides `F f`.
//!
//! # The algorithm
//!
//! If `F f` has a deterministic automaton in which acceptance is reaching a state from which everything is accepted, its
//! edges into this state are led back to the initial state and marked, and the state is dropped. A run of the result
//! takes marked edges infinitely often exactly if the word can be cut into infinitely many pieces that each show `F f`.
//! Then `f` holds infinitely often; and if it does, every piece ends, since from each cut on `F f` holds and a finite
//! prefix of the rest shows it.
//!
//! # Reference
//!
//! Müller, Sickert: *LTL to Deterministic Emerson-Lei Automata*, GandALF 2017, doi:10.4204/EPTCS.256.13, section 3, as in
//! Spot's translation of `G F` of guarantees. Departure: edges lead back to the initial state, never further.

use crate::automaton::{Automaton, Marks, StateId};
use crate::decision::Table;
use crate::limits::Refusable;

/// The automaton for infinitely often what the given one, which is deterministic and weak, accepts; `None` if no finite
/// prefix decides that.
pub(super) fn infinitely_often(once: &Automaton) -> Refusable<Option<Automaton>> {
    let Some(done) = (0..once.state_count() as StateId).find(|&state| accepts_everything(once, state)) else {
        return Ok(None);
    };
    let others = (0..once.state_count() as StateId).filter(|&state| state != done);
    if done == once.initial || others.clone().any(|state| has_marked_cycle(once, state)) {
        return Ok(None);
    }
    let mut result = once.clone();
    result.state_acceptance = false;
    for state in others {
        for edge in &mut result.states[state as usize] {
            edge.marks = Marks::from(edge.target == done);
            if edge.target == done {
                edge.target = once.initial;
            }
        }
    }
    result.retain_reachable(|_| true);
    result.join_edges()?;
    Ok(Some(result))
}

fn accepts_everything(automaton: &Automaton, state: StateId) -> bool {
    match automaton.edges(state) {
        [edge] => {
            edge.guard == Table::TRUE
                && edge.target == state
                && automaton.sets == 1
                && edge.marks == automaton.all_marks()
        }
        _ => false,
    }
}

/// Whether an accepted word can stay outside of the final state through this one. The marks of a state without cycle say
/// nothing, so that this may answer yes too often.
fn has_marked_cycle(automaton: &Automaton, state: StateId) -> bool {
    automaton.edges(state).iter().any(|edge| edge.marks != 0)
}
