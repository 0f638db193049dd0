//! Sets that no step leaves, for what single states decide and for largest values.

use super::prover::{Asked, Proved, Prover};
use super::writer::Writer;
use crate::Lowered;
use certificates::Proof;
use state_sets::{Complement, Describe, Formula, Halt, Limited};
use system::{Expr, Interpreter, Question, System, Value};

impl<D: Complement + Describe> Prover<'_, '_, D> {
    /// The proof by a set that no step leaves and that has the initial states: of the states that are looked at, those that are not in
    /// the other set.
    pub fn closed(&mut self, asked: &Asked<'_>, without: &D::Set) -> Limited<Proof> {
        let states = self.states.clone();
        let invariant = self.write_without(&states, without)?;
        match (asked.question, asked.path) {
            (Question::Bound(expression), Some(path)) => {
                let value = asked.largest(self.system(), expression)?;
                Ok(Proof::Largest { value, invariant, path: path.clone() })
            }
            (Question::Bound(_), None) => Err(without_path()),
            _ => Ok(Proof::Invariant(invariant)),
        }
    }
}

impl Asked<'_> {
    /// The value that the expression has at the end of the path.
    pub(crate) fn largest(&self, system: &System, expression: &Expr) -> Limited<i128> {
        let path = self.path.ok_or_else(without_path)?;
        let last = path.steps.last().map_or(&path.initial, |(_, state)| state);
        match Interpreter::new(system).evaluate(expression, last) {
            Ok(Value::Int(value)) => Ok(value),
            _ => Err(Halt::Unsupported("the largest value is not met at the end of the path".into())),
        }
    }
}

fn without_path() -> Halt {
    Halt::Unsupported("no path to the largest value was found".into())
}

/// The proof by a set that no step leaves, which is given as a formula over the space of the system.
///
/// # Errors
/// If the formula cannot be written in a certificate.
pub fn proof_of_invariant(
    system: &System,
    lowered: &Lowered,
    formula: &Formula,
    named: usize,
) -> Limited<Proved> {
    let mut writer = Writer::new(system, lowered, named);
    let proof = Proof::Invariant(writer.formula(formula)?);
    Ok(Proved { extras: Vec::new(), definitions: writer.definitions, proof })
}
