//! Merging states and dropping edges by direct simulation, forwards and backwards.
//!
//! # The algorithm
//!
//! A state `t` simulates `s` if every edge of `s` is matched, letter by letter, by an edge of `t` with at least the
//! same marks into a state that simulates the target. States that simulate each other are merged; and an edge that
//! is beaten by another edge of the same state, with at least the same marks into a state that simulates the
//! target, loses the letters that they share. Backwards, the same is done with incoming edges: `t` simulates `s` if
//! it is initial where `s` is, and every edge into `s` is matched by one into `t`.
//!
//! The relation itself is computed by [`Order::greatest`].
//!
//! # Why it is right
//!
//! Forwards: an accepting run can be replayed edge by edge in the simulating states, with at least as many marks at
//! each step. Backwards: every finite piece of an accepting run can be replayed in the states before, and the runs
//! on finite pieces have a limit. Merging and dropping for one direction preserve the relation, but not the other
//! direction's, which is therefore computed anew.
//!
//! # Reference
//!
//! Somenzi, Bloem: *Efficient Büchi Automata from LTL Formulae*, CAV 2000, doi:10.1007/10722167_21. Babiak, Badie,
//! Duret-Lutz, Křetínský, Strejček: *Compositional Approach to Suspension and Other Improvements to LTL Translation*,
//! SPIN 2013, doi:10.1007/978-3-642-39176-7_6. Departures: the latter compute the relation by comparing signatures that
//! are decision diagrams with a variable for each class of states; comparing pairs of states edge by edge was far
//! faster here (seconds became milliseconds on 200 states), since only guards are diagrams. And edges are dropped by
//! comparing them, not by taking the prime cubes of signatures.

use super::order::{Arc, Order};
use crate::automaton::{Automaton, Edge, StateId};
use crate::limits::Refusable;

/// Which edges of a state are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Outgoing edges.
    Forwards,
    /// Incoming edges.
    Backwards,
}

/// Merges states that simulate each other and drops edges that others beat. The language stays the same, and state
/// acceptance is kept.
pub(crate) fn merge_simulating(automaton: &mut Automaton, direction: Direction) -> Refusable<()> {
    let order = simulation(automaton, direction)?;
    quotient(automaton, &order)?;
    drop_beaten(automaton, &order, direction)?;
    automaton.retain_reachable(|_| true);
    automaton.join_edges()
}

/// The direct simulation preorder.
fn simulation(automaton: &mut Automaton, direction: Direction) -> Refusable<Order> {
    let mut arcs: Vec<Vec<Arc>> = vec![Vec::new(); automaton.states.len()];
    for (source, edges) in automaton.states.iter().enumerate() {
        for &Edge { guard, target, marks } in edges {
            let (owner, other) = match direction {
                Direction::Forwards => (source, target as usize),
                Direction::Backwards => (target as usize, source),
            };
            arcs[owner].push(Arc { guard, marks, other });
        }
    }
    let initial = automaton.initial as usize;
    let accepting: Vec<bool> =
        (0..automaton.states.len() as StateId).map(|state| automaton.is_accepting(state)).collect();
    // Merging backwards unites outgoing edges, which must then agree in their marks.
    let same_marks =
        |low: usize, high: usize| !automaton.state_acceptance || accepting[low] <= accepting[high];
    let allowed = |low: usize, high: usize| match direction {
        Direction::Forwards => true,
        Direction::Backwards => (low != initial || high == initial) && same_marks(low, high),
    };
    Order::greatest(&arcs, allowed, &mut automaton.guards)
}

/// Makes each class one state. Forwards, the states of a class have the same edges up to simulation, but so they
/// have after uniting their edges, which is what both directions do.
fn quotient(automaton: &mut Automaton, order: &Order) -> Refusable<()> {
    let mut states: Vec<Vec<Edge>> = vec![Vec::new(); order.count()];
    for (state, edges) in automaton.states.iter().enumerate() {
        let renamed =
            edges.iter().map(|&edge| Edge { target: order.class(edge.target as usize) as StateId, ..edge });
        states[order.class(state)].extend(renamed);
    }
    automaton.initial = order.class(automaton.initial as usize) as StateId;
    automaton.states = states;
    automaton.join_edges()
}

/// Takes from each edge the letters that a better edge reads, too. States are classes by now.
fn drop_beaten(automaton: &mut Automaton, order: &Order, direction: Direction) -> Refusable<()> {
    let mut groups: Vec<Vec<(usize, usize)>> = vec![Vec::new(); automaton.states.len()];
    for (source, edges) in automaton.states.iter().enumerate() {
        for (place, edge) in edges.iter().enumerate() {
            let owner = if direction == Direction::Forwards { source } else { edge.target as usize };
            groups[owner].push((source, place));
        }
    }
    let other_end = |(source, place): (usize, usize), automaton: &Automaton| match direction {
        Direction::Forwards => automaton.states[source][place].target as usize,
        Direction::Backwards => source,
    };
    for group in groups {
        for &loser in &group {
            for &winner in &group {
                let (worse, better) =
                    (automaton.states[loser.0][loser.1], automaton.states[winner.0][winner.1]);
                // Edges of one group with equal ends and marks have been joined, so that no two beat each other.
                let beats = loser != winner
                    && worse.marks & !better.marks == 0
                    && order.is_above(other_end(winner, automaton), other_end(loser, automaton));
                if beats {
                    let left = automaton.guards.minus(worse.guard, better.guard)?;
                    automaton.states[loser.0][loser.1].guard = left;
                }
            }
        }
    }
    Ok(())
}
