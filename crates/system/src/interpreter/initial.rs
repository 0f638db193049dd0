//! Initial states: all that are within their types and satisfy every initial condition.

use super::evaluate::{Evaluator, Known};
use super::failure::Failure;
use super::prepare::fits;
use super::solve::Solver;
use crate::{Obstacle, State, System, Watch};

/// All initial states, without repetition.
pub(super) fn initial_states(system: &System, watch: &dyn Watch) -> Result<Vec<State>, Obstacle> {
    let mut solver = Solver::for_states(system, &system.initial, watch);
    solver.search(0)?;
    let mut states: Vec<State> =
        solver.solutions.into_iter().map(|values| values.into_values().collect()).collect();
    states.sort();
    states.dedup();
    Ok(states)
}

/// Whether a state is an initial one.
pub(super) fn is_initial(system: &System, state: &State) -> Result<bool, Obstacle> {
    let within = system.variables.iter().zip(state).all(|(variable, value)| fits(variable.ty, *value));
    if !within || system.variables.len() != state.len() {
        return Ok(false);
    }
    for condition in &system.initial {
        match Evaluator::new(system, &Known(state)).bool(condition) {
            Ok(true) => {}
            Err(Failure::Obstacle(obstacle)) => return Err(obstacle),
            Ok(false) | Err(_) => return Ok(false),
        }
    }
    Ok(true)
}
