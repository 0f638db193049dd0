//! Hints as questions: what a model's author believes is asked like an invariant, beside the properties.
//!
//! A hint that holds is knowledge, as any invariant that was proved. One that does not is told to the user. It has no verdict, and it keeps
//! nobody waiting: when all properties are answered, nobody asks for it any more.

use system::{Property, Question, System};

/// More hints than this are not asked.
const MOST_HINTS: usize = 32;

/// The system with its hints as further properties, whose places are given; nothing if there is none.
pub(crate) fn asked(system: &System) -> Option<(System, Vec<usize>)> {
    if system.hints.is_empty() {
        return None;
    }
    let mut wide = system.clone();
    let hints = system.hints.iter().take(MOST_HINTS);
    wide.properties.extend(hints.map(|hint| Property {
        name: format!("hint {}", system.show_expr(&hint.condition)),
        question: Question::Invariant(hint.condition.clone()),
        expect: None,
        doc: Vec::new(),
        span: hint.span,
    }));
    let places = (system.properties.len()..wide.properties.len()).collect();
    Some((wide, places))
}
