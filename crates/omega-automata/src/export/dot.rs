//! Automata as graphs for Graphviz.

use super::label::label;
use crate::automaton::{Automaton, Marks, StateId};
use std::fmt::Write;

/// The automaton in the DOT language. Marks are shown as circled digits are in the literature, as sets behind the guard;
/// accepting states have a double border where acceptance is that of states.
pub fn to_dot(automaton: &Automaton, names: &[String]) -> String {
    let mut text = String::from("digraph automaton {\n  rankdir=LR\n  node [shape=circle]\n");
    let _ = writeln!(text, "  start [shape=point]\n  start -> {}", automaton.initial());
    let name = |proposition: u32| match names.get(proposition as usize) {
        Some(name) => name.clone(),
        None => format!("p{proposition}"),
    };
    for state in 0..automaton.state_count() as StateId {
        let state_based = automaton.has_state_acceptance();
        if state_based && automaton.is_accepting(state) {
            let _ = writeln!(text, "  {state} [shape=doublecircle]");
        } else {
            let _ = writeln!(text, "  {state}");
        }
        for edge in automaton.edges(state) {
            let guard = label(automaton, edge.guard, ["0", "1"], name);
            let marks = if state_based { String::new() } else { marks(edge.marks) };
            let guard = guard.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "  {state} -> {} [label=\"{guard}{marks}\"]", edge.target);
        }
    }
    text.push_str("}\n");
    text
}

fn marks(marks: Marks) -> String {
    let sets: Vec<String> = (0..64).filter(|set| marks >> set & 1 == 1).map(|set| set.to_string()).collect();
    if sets.is_empty() { String::new() } else { format!("\\n{{{}}}", sets.join(",")) }
}
