//! The initial states of a model that is walked state by state, or why there is no list of them.

mod contradiction;
mod mentioned;

pub use contradiction::no_initial_state;

use crate::refusal::Refusal;
use crate::source::Model;
use system::{Interpreter, Obstacle, State, System, Watch};

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
    let open: Vec<String> = system
        .populations
        .iter()
        .filter(|population| population.is_open && population.size.is_none())
        .map(|population| format!("--size {}=3", population.name))
        .collect();
    if !open.is_empty() {
        return Some(format!("fix the number of processes, such as {}", open.join(" ")));
    }
    let name = variables.first().map_or("x", String::as_str);
    Some(format!("give them values to begin with, such as `init {name} = 0`"))
}
