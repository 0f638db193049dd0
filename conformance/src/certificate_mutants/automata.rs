//! Changes of automata: edges, what they read, their acceptance sets, and where runs begin.

use super::aim::{Aim, Part};
use super::regions::change_list;
use certificates::{Automaton, AutomatonEdge};

/// Changes an automaton.
pub(super) fn change_automaton(aim: &mut Aim<'_>, automaton: &mut Automaton) {
    let (states, sets) = (automaton.states, automaton.acceptance_sets);
    if aim.hits(Part::Automaton) {
        let others = (0..=states).filter(|other| *other != automaton.initial).collect();
        aim.put(&mut automaton.initial, others);
    }
    if aim.hits(Part::Automaton) {
        aim.put(&mut automaton.acceptance_sets, vec![sets + 1, sets.saturating_sub(1)]);
    }
    if aim.hits(Part::Automaton) {
        aim.put(&mut automaton.states, vec![states + 1, states.saturating_sub(1)]);
    }
    change_list(aim, Part::Automaton, &mut automaton.edges);
    for edge in &mut automaton.edges {
        change_edge(aim, edge, states, sets);
    }
}

fn change_edge(aim: &mut Aim<'_>, edge: &mut AutomatonEdge, states: u32, sets: u32) {
    if aim.hits(Part::Automaton) {
        let others = (0..states).filter(|other| *other != edge.to).collect();
        aim.put(&mut edge.to, others);
    }
    if aim.hits(Part::Automaton) {
        let others = (0..states).filter(|other| *other != edge.from).collect();
        aim.put(&mut edge.from, others);
    }
    if aim.hits(Part::Automaton) {
        let mark = aim.random.below(sets as usize + 1) as u32;
        match edge.marks.iter().position(|own| *own == mark) {
            Some(place) => {
                edge.marks.remove(place);
            }
            None => edge.marks.push(mark),
        }
        aim.note(format!("the mark {mark} of an edge comes or goes"));
    }
    change_list(aim, Part::Automaton, &mut edge.letters);
    for letter in &mut edge.letters {
        change_list(aim, Part::Automaton, letter);
        for (atom, value) in letter {
            if aim.hits(Part::Automaton) {
                aim.put(value, vec![!*value]);
            }
            if aim.hits(Part::Automaton) {
                aim.put(atom, vec![*atom + 1, atom.saturating_sub(1)]);
            }
        }
    }
}
