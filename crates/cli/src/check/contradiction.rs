//! What to say about a model without an initial state.
//!
//! Every property would hold of such a model, so it is wrong. The conditions that matter are those without
//! which there would be an initial state; they are found by leaving out one at a time.

use crate::report::Places;
use crate::source::{Model, Refusal};
use std::cell::Cell;
use system::{Expr, Interpreter, Progress, Stop, System, Watch};

/// The most conditions that are tried; a larger model gets the plain message.
const MOST_CONDITIONS: usize = 200;
/// The most characters of a condition that are shown.
const LONGEST: usize = 60;
/// The most conditions that are shown.
const MOST_SHOWN: usize = 4;
/// How often the searches for initial states may ask whether to go on, all together.
const PATIENCE: u32 = 2000;

/// The refusal of a model that has no initial state.
pub fn no_initial_state(model: &Model) -> Refusal {
    let message = "the model has no initial state, so every property would hold of it";
    let places = Places::new(&model.file, &model.system.source);
    let suspects = suspects(&model.system);
    let shown: Vec<String> = suspects
        .iter()
        .map(|condition| {
            format!("`{}` (line {})", shortened(&model.system, condition), places.line(condition.span))
        })
        .collect();
    let help = match shown.as_slice() {
        [] => "an `init` condition, a start location or an initial value contradicts another one; \
               values outside a variable's type are no initial states"
            .to_string(),
        [only] => format!("nothing satisfies {only}"),
        _ => format!("these contradict each other: {}", shown.join(", ")),
    };
    Refusal::of_file(&model.file, message, Some(help))
}

/// The text of a condition, as far as it fits into a line.
fn shortened(system: &System, condition: &Expr) -> String {
    let text = system.show_expr(condition);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The conditions without which there would be an initial state.
fn suspects(system: &System) -> Vec<&Expr> {
    if system.initial.len() > MOST_CONDITIONS {
        return Vec::new();
    }
    let watch = Patience(Cell::new(PATIENCE));
    let matters = |index: &usize| {
        let mut weaker = system.clone();
        weaker.initial.remove(*index);
        matches!(Interpreter::new(&weaker).initial_states(&watch), Ok(states) if !states.is_empty())
    };
    (0..system.initial.len()).filter(matters).take(MOST_SHOWN).map(|index| &system.initial[index]).collect()
}

/// Stops a search that takes too long for a message.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        if left == 0 { Err(Stop::Interrupted) } else { Ok(()) }
    }

    fn may_allocate(&self, progress: &Progress, _: u64) -> Result<(), Stop> {
        self.check(progress)
    }
}
