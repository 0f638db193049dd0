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
//! The relation is computed with decision diagrams. Each class of states has a variable, and each acceptance set has
//! one for its absence. The signature of a state is
//!
//! ```text
//! the disjunction over its edges of   guard & absences of marks & variables of all classes that simulate the target
//! ```
//!
//! and `t` simulates `s` exactly if the signature of `s` implies that of `t`, since these variables occur positively
//! only. Starting from one class that simulates itself, classes and their order are refined until they are stable;
//! only pairs that were ordered before are compared again.
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
//! SPIN 2013, doi:10.1007/978-3-642-39176-7_6. Departure: edges are dropped by comparing them, not by taking the
//! prime cubes of signatures, which can join the targets of different edges.

use super::order::Order;
use crate::automaton::{Automaton, Edge, Marks, StateId};
use crate::budget::Budgeted;
use crate::decision::{Diagram, Table, Variable};

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
pub(crate) fn merge_simulating(automaton: &mut Automaton, direction: Direction) -> Budgeted<()> {
    let order = simulation(automaton, direction)?;
    quotient(automaton, &order)?;
    drop_beaten(automaton, &order, direction)?;
    automaton.retain_reachable(|_| true);
    automaton.join_edges()
}

/// The direct simulation preorder.
fn simulation(automaton: &mut Automaton, direction: Direction) -> Budgeted<Order> {
    let mut order = Order::one_class(automaton.states.len());
    loop {
        let signatures = signatures(automaton, &order, direction)?;
        let refined = order.refined(&signatures, &mut automaton.guards)?;
        if refined.is_like(&order) {
            return Ok(refined);
        }
        order = refined;
    }
}

/// The signature of each state; see the head of this module.
fn signatures(automaton: &mut Automaton, order: &Order, direction: Direction) -> Budgeted<Vec<Diagram>> {
    let first_mark = automaton.propositions;
    let initial = first_mark + automaton.sets;
    let rejecting = initial + 1;
    let first_class = rejecting + 1;
    let mut above = Vec::with_capacity(order.count());
    for class in 0..order.count() {
        let variables = order.above(class).map(|class| first_class + class as Variable);
        above.push(automaton.guards.all_of(variables.collect())?);
    }
    let mut signatures = vec![Table::FALSE; automaton.states.len()];
    if direction == Direction::Backwards {
        signatures[automaton.initial as usize] = automaton.guards.literal(initial, true)?;
    }
    for source in 0..automaton.states.len() {
        for place in 0..automaton.states[source].len() {
            let edge = automaton.states[source][place];
            let (owner, other) = match direction {
                Direction::Forwards => (source, edge.target as usize),
                Direction::Backwards => (edge.target as usize, source),
            };
            let absent = absences(automaton, edge.marks, first_mark)?;
            let term = automaton.guards.and(above[order.class(other)], absent)?;
            let term = automaton.guards.and(edge.guard, term)?;
            signatures[owner] = automaton.guards.or(signatures[owner], term)?;
        }
    }
    if direction == Direction::Backwards && automaton.state_acceptance {
        respect_state_acceptance(automaton, &mut signatures, rejecting)?;
    }
    Ok(signatures)
}

/// The acceptance sets that an edge is not in, as a conjunction of their variables.
fn absences(automaton: &mut Automaton, marks: Marks, first_mark: Variable) -> Budgeted<Diagram> {
    let absent = (0..automaton.sets).filter(|set| marks >> set & 1 == 0);
    automaton.guards.all_of(absent.map(|set| first_mark + set).collect())
}

/// Merging backwards unites outgoing edges, which must then agree in their marks: a state that is not accepting says so
/// by a variable of its own.
fn respect_state_acceptance(
    automaton: &mut Automaton,
    signatures: &mut [Diagram],
    rejecting: Variable,
) -> Budgeted<()> {
    let rejecting = automaton.guards.literal(rejecting, true)?;
    for (state, signature) in signatures.iter_mut().enumerate() {
        if !automaton.is_accepting(state as StateId) {
            *signature = automaton.guards.and(*signature, rejecting)?;
        }
    }
    Ok(())
}

/// Makes each class one state. Forwards, the states of a class have the same edges up to simulation, but so they
/// have after uniting their edges, which is what both directions do.
fn quotient(automaton: &mut Automaton, order: &Order) -> Budgeted<()> {
    let mut states: Vec<Vec<Edge>> = vec![Vec::new(); order.count()];
    for (state, edges) in automaton.states.iter().enumerate() {
        let renamed = edges.iter().map(|&edge| Edge { target: order.class(edge.target as usize) as StateId, ..edge });
        states[order.class(state)].extend(renamed);
    }
    automaton.initial = order.class(automaton.initial as usize) as StateId;
    automaton.states = states;
    automaton.join_edges()
}

/// Takes from each edge the letters that a better edge reads, too. States are classes by now.
fn drop_beaten(automaton: &mut Automaton, order: &Order, direction: Direction) -> Budgeted<()> {
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
                let (worse, better) = (automaton.states[loser.0][loser.1], automaton.states[winner.0][winner.1]);
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
