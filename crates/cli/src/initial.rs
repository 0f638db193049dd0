//! The initial states of a model that is walked state by state, or why there is no list of them.

mod contradiction;
mod mentioned;
mod proposal;

pub use contradiction::no_initial_state;

use crate::refusal::Refusal;
use crate::source::Model;
use system::{Interpreter, Obstacle, Population, State, System, Watch};

/// All initial states; at least one.
///
/// A refusal says what would make the model walkable: `fathom check` may well be able to check it as it is.
pub fn states(model: &Model, watch: &dyn Watch) -> Result<Vec<State>, Refusal> {
    match Interpreter::new(&model.system).initial_states(watch) {
        Ok(states) if states.is_empty() => Err(no_initial_state(model)),
        Ok(states) => Ok(states),
        Err(obstacle) => {
            let message = format!("the initial states cannot be listed: {obstacle}");
            Err(Refusal::of_file(&model.file, message, advice(&model.system, &obstacle)))
        }
    }
}

/// What to do about initial states that cannot be listed.
fn advice(system: &System, obstacle: &Obstacle) -> Option<String> {
    let (Obstacle::Infinite { variables, .. } | Obstacle::TooMany { variables, .. }) = obstacle else {
        return None;
    };
    let is_open = |population: &Population| population.is_open && population.size.is_none();
    if system.populations.iter().any(is_open) {
        return Some(match proposal::sizes(system) {
            Some(sizes) => format!("fix the number of processes, such as {sizes}"),
            None => "fix the number of processes with --size".to_owned(),
        });
    }
    match proposal::values(system) {
        Some(values) => Some(format!("give them values to begin with, such as {values}")),
        None => Some(format!("give values to {} with `init` conditions", variables.join(", "))),
    }
}
