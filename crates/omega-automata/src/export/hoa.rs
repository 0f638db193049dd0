//! The Hanoi Omega-Automata format, version 1.
//!
//! # Reference
//!
//! Babiak, Blahoudek, Duret-Lutz, Klein, Křetínský, Müller, Parker, Strejček: *The Hanoi Omega-Automata Format*, CAV
//! 2015, doi:10.1007/978-3-319-21690-4_31.

use super::label::label;
use crate::automaton::{Automaton, Marks, StateId};
use std::fmt::Write;

/// The automaton in HOA. Propositions without a name are called `p0`, `p1`, ….
pub fn to_hoa(automaton: &Automaton, names: &[String]) -> String {
    let mut text = header(automaton, names);
    for state in 0..automaton.state_count() as StateId {
        let state_based = automaton.has_state_acceptance();
        let of_state = if state_based && automaton.is_accepting(state) { automaton.all_marks() } else { 0 };
        let _ = writeln!(text, "State: {state}{}", marks(of_state));
        for edge in automaton.edges(state) {
            let guard = label(automaton, edge.guard, ["f", "t"], |proposition| proposition.to_string());
            let of_edge = if state_based { 0 } else { edge.marks };
            let _ = writeln!(text, "[{guard}] {}{}", edge.target, marks(of_edge));
        }
    }
    text.push_str("--END--\n");
    text
}

fn header(automaton: &Automaton, names: &[String]) -> String {
    let sets = automaton.acceptance_sets();
    let (short, condition) = match sets {
        0 => ("all".to_string(), "t".to_string()),
        1 => ("Buchi".to_string(), "Inf(0)".to_string()),
        _ => {
            let conjuncts: Vec<String> = (0..sets).map(|set| format!("Inf({set})")).collect();
            (format!("generalized-Buchi {sets}"), conjuncts.join(" & "))
        }
    };
    let mut text = String::from("HOA: v1\n");
    let _ = writeln!(text, "States: {}", automaton.state_count());
    let _ = writeln!(text, "Start: {}", automaton.initial());
    let _ = write!(text, "AP: {}", automaton.propositions());
    for proposition in 0..automaton.propositions() as usize {
        let name = names.get(proposition).cloned().unwrap_or_else(|| format!("p{proposition}"));
        let _ = write!(text, " \"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    }
    let _ = writeln!(text, "\nacc-name: {short}\nAcceptance: {sets} {condition}");
    let _ = writeln!(text, "properties:{}", properties(automaton));
    text.push_str("--BODY--\n");
    text
}

fn properties(automaton: &Automaton) -> String {
    let mut words = String::from(" trans-labels explicit-labels");
    words.push_str(if automaton.has_state_acceptance() { " state-acc" } else { " trans-acc" });
    let flags = [
        (automaton.is_deterministic(), " deterministic"),
        (automaton.is_weak(), " weak"),
        (automaton.is_terminal(), " terminal"),
        (automaton.is_stutter_invariant(), " stutter-invariant"),
    ];
    words.extend(flags.into_iter().filter(|&(holds, _)| holds).map(|(_, word)| word));
    words
}

fn marks(marks: Marks) -> String {
    let sets: Vec<String> = (0..64).filter(|set| marks >> set & 1 == 1).map(|set| set.to_string()).collect();
    if sets.is_empty() { String::new() } else { format!(" {{{}}}", sets.join(" ")) }
}
