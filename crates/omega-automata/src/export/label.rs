//! Guards as text.

use crate::automaton::{Automaton, Guard};

/// A guard as a disjunction of conjunctions, with the propositions written as `name` says, and the two constants.
pub(super) fn label(
    automaton: &Automaton,
    guard: Guard,
    constants: [&str; 2],
    name: impl Fn(u32) -> String,
) -> String {
    let [never, always] = constants;
    let cubes = automaton.cubes(guard);
    let several = cubes.len() > 1;
    let text: Vec<String> = cubes
        .iter()
        .map(|cube| {
            let literals: Vec<String> = cube
                .iter()
                .map(|&(proposition, positive)| {
                    let sign = if positive { "" } else { "!" };
                    format!("{sign}{}", name(proposition))
                })
                .collect();
            match literals.len() {
                0 => always.to_string(),
                1 => literals.concat(),
                _ if several => format!("({})", literals.join("&")),
                _ => literals.join("&"),
            }
        })
        .collect();
    if text.is_empty() { never.to_string() } else { text.join(" | ") }
}
