//! Removing what no accepting run needs: states, and marks.
//!
//! # The algorithm
//!
//! 1. States from which no accepting component can be reached are dropped.
//! 2. Edges between components and in components that are not accepting are taken finitely often by accepting runs:
//!    their marks do not matter. They are set to none or to all, whichever the caller wants; comparing states
//!    finds different equalities in the two.
//! 3. Within an accepting component, an acceptance set that contains another one is not needed, since whoever meets
//!    the smaller one for ever meets the larger one; one of two equal sets goes, too. The sets that are left are
//!    numbered anew for each component, and a component that needs fewer than another has the rest on all its edges.
//!
//! # Reference
//!
//! Somenzi, Bloem: *Efficient Büchi Automata from LTL Formulae*, CAV 2000, doi:10.1007/10722167_21, for 1; Babiak,
//! Badie, Duret-Lutz, Křetínský, Strejček: *Compositional Approach to Suspension and Other Improvements to LTL
//! Translation*, SPIN 2013, doi:10.1007/978-3-642-39176-7_6, for 2 and 3.

use crate::automaton::Components;
use crate::automaton::{Automaton, Marks, StateId, marks_below};
use crate::limits::Refusable;

/// What marks the edges get that lie on no accepting cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Idle {
    /// None of them.
    Unmarked,
    /// All of them, on edges between components; none within components that are not accepting.
    Marked,
}

/// Removes useless states and marks. The language stays the same.
pub(crate) fn remove_useless(automaton: &mut Automaton, idle: Idle) -> Refusable<()> {
    let components = Components::of(automaton);
    let useful = useful_states(automaton, &components);
    let needed: Vec<Vec<u32>> = (0..components.count() as u32)
        .map(|component| needed_sets(automaton, &components, component))
        .collect();
    let sets = needed.iter().map(Vec::len).max().unwrap_or(0) as u32;
    for state in 0..automaton.states.len() {
        let component = components.number(state as StateId);
        for edge in &mut automaton.states[state] {
            edge.marks = if components.number(edge.target) != component {
                if idle == Idle::Marked { marks_below(sets) } else { 0 }
            } else if components.is_accepting(component) {
                renumbered(edge.marks, &needed[component as usize], sets)
            } else {
                0
            };
        }
    }
    automaton.sets = sets.max(u32::from(has_rejecting_cycle(automaton, &components, &useful)));
    if sets == 0 && automaton.sets == 1 {
        mark_accepting(automaton, &components, idle);
    }
    automaton.retain_reachable(|state| useful[state as usize]);
    automaton.join_edges()
}

/// Makes the states that lie on no cycle accepting or not, in an automaton with state acceptance.
pub(crate) fn mark_idle_states(automaton: &mut Automaton, idle: Idle) {
    let components = Components::of(automaton);
    let marks = if idle == Idle::Marked { automaton.all_marks() } else { 0 };
    for (state, edges) in automaton.states.iter_mut().enumerate() {
        if !components.has_cycle(components.number(state as StateId)) {
            edges.iter_mut().for_each(|edge| edge.marks = marks);
        }
    }
}

/// For each state whether an accepting component can be reached from it.
fn useful_states(automaton: &Automaton, components: &Components) -> Vec<bool> {
    let mut useful: Vec<bool> =
        (0..components.count() as u32).map(|component| components.is_accepting(component)).collect();
    let mut by_component: Vec<Vec<StateId>> = vec![Vec::new(); components.count()];
    for state in 0..automaton.states.len() as StateId {
        if let Some(states) = by_component.get_mut(components.number(state) as usize) {
            states.push(state);
        }
    }
    // Successors have smaller numbers, so that one pass in the order of numbers is enough.
    for component in 0..components.count() {
        let leads_on = by_component[component].iter().any(|&state| {
            automaton.edges(state).iter().any(|edge| useful[components.number(edge.target) as usize])
        });
        useful[component] |= leads_on;
    }
    let is_useful = |state| useful.get(components.number(state) as usize) == Some(&true);
    (0..automaton.states.len() as StateId).map(is_useful).collect()
}

/// The acceptance sets of an accepting component that contain no other one; the first of equal ones.
fn needed_sets(automaton: &Automaton, components: &Components, component: u32) -> Vec<u32> {
    if !components.is_accepting(component) {
        return Vec::new();
    }
    // For each set, the sets that contain it.
    let mut above = vec![automaton.all_marks(); automaton.sets as usize];
    let mut always: Marks = automaton.all_marks();
    for (state, edges) in automaton.states.iter().enumerate() {
        if components.number(state as StateId) != component {
            continue;
        }
        for edge in edges.iter().filter(|edge| components.number(edge.target) == component) {
            always &= edge.marks;
            for (set, above) in above.iter_mut().enumerate() {
                if edge.marks >> set & 1 == 1 {
                    *above &= edge.marks;
                }
            }
        }
    }
    let contains = |large: usize, small: usize| above[small] >> large & 1 == 1;
    let is_needed = |&set: &usize| {
        always >> set & 1 == 0
            && !(0..above.len())
                .any(|other| other != set && contains(set, other) && (!contains(other, set) || other < set))
    };
    (0..above.len()).filter(is_needed).map(|set| set as u32).collect()
}

/// The marks with the needed sets numbered from zero, and all sets that the component does not use.
fn renumbered(marks: Marks, needed: &[u32], sets: u32) -> Marks {
    let spare = marks_below(sets) & !marks_below(needed.len() as u32);
    needed.iter().enumerate().fold(spare, |result, (new, &old)| result | (marks >> old & 1) << new)
}

/// Whether there is a useful cycle that must not be accepted, so that at least one acceptance set is needed.
fn has_rejecting_cycle(automaton: &Automaton, components: &Components, useful: &[bool]) -> bool {
    (0..automaton.states.len() as StateId).any(|state| {
        let component = components.number(state);
        useful[state as usize] && components.has_cycle(component) && !components.is_accepting(component)
    })
}

/// Gives the one acceptance set all edges of accepting components.
fn mark_accepting(automaton: &mut Automaton, components: &Components, idle: Idle) {
    for state in 0..automaton.states.len() {
        let component = components.number(state as StateId);
        for edge in &mut automaton.states[state] {
            let between = components.number(edge.target) != component;
            let marked = if between { idle == Idle::Marked } else { components.is_accepting(component) };
            edge.marks = Marks::from(marked);
        }
    }
}
