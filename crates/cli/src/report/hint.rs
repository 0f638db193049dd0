//! Hints of a model that are not true: worth a note, since nothing can rest on them.

use super::place::Places;
use crate::outcome::Outcome;
use crate::report::number::grouped;
use serde_json::{Value as Json, json};

/// A note for each hint that is false somewhere.
pub fn hint_notes(outcome: &Outcome) -> Vec<String> {
    let note = |(text, line, steps): (String, usize, usize)| {
        let after = match steps {
            0 => "in an initial state".to_owned(),
            1 => "after 1 step".to_owned(),
            steps => format!("after {} steps", grouped(steps as u64)),
        };
        format!("the hint `{text}` ({}:{line}) is not always true: it is false {after}", outcome.model.file)
    };
    misleading(outcome).map(note).collect()
}

/// The same for programs.
pub fn json_hints(outcome: &Outcome) -> Option<Json> {
    let hint =
        |(text, line, steps): (String, usize, usize)| json!({ "hint": text, "line": line, "steps": steps });
    let hints: Vec<Json> = misleading(outcome).map(hint).collect();
    (!hints.is_empty()).then_some(Json::Array(hints))
}

/// The text and line of each hint that is false somewhere, and how many steps lead there.
fn misleading(outcome: &Outcome) -> impl Iterator<Item = (String, usize, usize)> + '_ {
    let system = &outcome.model.system;
    let places = Places::new(&outcome.model.file, &system.source);
    outcome.misleading.iter().map(move |(place, steps)| {
        let hint = &system.hints[*place];
        (system.show_expr(&hint.condition), places.line(hint.span), *steps)
    })
}
