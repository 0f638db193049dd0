//! Sets that no step leaves, for what single states decide and for largest values.

use super::prover::{Asked, Prover};
use certificates::Proof;
use state_sets::{Complement, Describe, Halt, Limited};
use system::Question;

impl<D: Complement + Describe> Prover<'_, '_, D> {
    /// The proof by a set that no step leaves and that has the initial states: of the states that are looked at, those that are not in
    /// the other set.
    pub fn closed(&mut self, asked: &Asked<'_>, without: &D::Set) -> Limited<Proof> {
        let states = self.states.clone();
        let invariant = self.write_without(&states, without)?;
        match (asked.question, asked.path) {
            (Question::Bound(expression), Some(path)) => {
                let interpreter = system::Interpreter::new(self.system());
                let last = path.steps.last().map_or(&path.initial, |(_, state)| state);
                match interpreter.evaluate(expression, last) {
                    Ok(system::Value::Int(value)) => {
                        Ok(Proof::Largest { value, invariant, path: path.clone() })
                    }
                    _ => Err(Halt::Unsupported("the largest value is not met at the end of the path".into())),
                }
            }
            (Question::Bound(_), None) => {
                Err(Halt::Unsupported("no path to the largest value was found".into()))
            }
            _ => Ok(Proof::Invariant(invariant)),
        }
    }
}
