//! Compares two readings of a model: the front end with the reference interpreter, and the oracle.

use crate::compare::Disagreement;
use crate::models;
use crate::oracle::{self, Happenings, Oracle, Stop};
use language::ast::{self, ItemKind, PropertyKind};
use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use system::{Interpreter, Obstacle, Question, State, System, Type, Unlimited, Value, VariableId};

/// What came of reading a model twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readings {
    /// Both give so many states the same meaning.
    Same {
        /// The number of states that were compared.
        states: usize,
    },
    /// The model has errors, or one of the two cannot do it.
    None(String),
}

/// Reads a model twice, and compares at most so many states; a panic is a disagreement too.
pub fn compare_readings(text: &str, most: usize) -> Result<Readings, Disagreement> {
    let compared = catch_unwind(AssertUnwindSafe(|| read_twice(text, most)));
    compared.unwrap_or_else(|_| Err(disagreement("panic", "one of the readings panics")))
}

fn disagreement(kind: &'static str, detail: impl Into<String>) -> Disagreement {
    Disagreement { kind, detail: detail.into() }
}

fn read_twice(text: &str, most: usize) -> Result<Readings, Disagreement> {
    let Some(system) = models::load(text).system else { return Ok(Readings::None("errors".into())) };
    let (model, _) = language::parse(text);
    let oracle = Oracle::new(&model, &models::options(text).sizes);
    let reading = Reading { system: &system, model: &model, oracle: &oracle, most };
    match reading.compare() {
        Ok(states) => Ok(Readings::Same { states }),
        Err(End::Disagreement(disagreement)) => Err(disagreement),
        Err(End::Beyond(reason)) => Ok(Readings::None(reason)),
    }
}

struct Reading<'r, 'a> {
    system: &'r System,
    model: &'a ast::Model,
    oracle: &'r Oracle<'a>,
    most: usize,
}

enum End {
    Disagreement(Disagreement),
    Beyond(String),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Beyond(format!("{stop:?}"))
    }
}

impl From<Obstacle> for End {
    fn from(obstacle: Obstacle) -> Self {
        End::Beyond(obstacle.to_string())
    }
}

impl Reading<'_, '_> {
    fn compare(&self) -> Result<usize, End> {
        let interpreter = Interpreter::new(self.system);
        let initial = interpreter.initial_states(&Unlimited)?;
        let shown: BTreeSet<oracle::State> = initial.iter().map(|state| show(self.system, state)).collect();
        let other = self.oracle.initial_states()?;
        if shown != other {
            let detail = format!(
                "initial states: only the interpreter has {:?}, only the oracle has {:?}",
                shown.difference(&other).next(),
                other.difference(&shown).next()
            );
            return Err(End::Disagreement(disagreement("initial states", detail)));
        }
        let mut known: BTreeSet<State> = initial.iter().cloned().collect();
        let mut queue: VecDeque<State> = initial.into();
        let mut states = 0;
        while let Some(state) = queue.pop_front().filter(|_| states < self.most) {
            states += 1;
            self.compare_properties(&state)?;
            for next in self.compare_successors(&state)? {
                if known.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
        Ok(states)
    }

    /// The successors of a state, if both agree on what can happen in it.
    fn compare_successors(&self, state: &State) -> Result<Vec<State>, End> {
        let successors = Interpreter::new(self.system).successors(state)?;
        let own = Happenings {
            steps: successors
                .steps
                .iter()
                .map(|step| (self.system.transition_name(&step.moved), show(self.system, &step.state)))
                .collect(),
            faults: successors.faults.iter().map(|fault| fault.name.clone()).collect(),
        };
        let shown = show(self.system, state);
        let other = self.oracle.happenings(&shown)?;
        if own != other {
            let detail = format!(
                "in {}: steps only of the interpreter {:?}, only of the oracle {:?}; faults {:?} and {:?}",
                line(&shown),
                own.steps.difference(&other.steps).map(|(n, s)| format!("{n}: {}", line(s))).next(),
                other.steps.difference(&own.steps).map(|(n, s)| format!("{n}: {}", line(s))).next(),
                own.faults,
                other.faults
            );
            let kind = if own.steps == other.steps { "faults" } else { "steps" };
            return Err(End::Disagreement(disagreement(kind, detail)));
        }
        Ok(successors.steps.into_iter().map(|step| step.state).collect())
    }

    fn compare_properties(&self, state: &State) -> Result<(), End> {
        let interpreter = Interpreter::new(self.system);
        let shown = show(self.system, state);
        for item in &self.model.items {
            let ItemKind::Property(property) = &item.kind else { continue };
            let (PropertyKind::Invariant | PropertyKind::Reachable) = property.kind else { continue };
            let Some(body) = &property.body else { continue };
            let lowered = self.system.property(&property.name.text).map(|property| &property.question);
            let Some(Question::Invariant(condition) | Question::Reachable(condition)) = lowered else {
                continue;
            };
            let (own, other) = (interpreter.holds(condition, state)?, self.oracle.holds(body, &shown)?);
            if own != other {
                let name = &property.name.text;
                let detail = format!("'{name}' is {own}, but the oracle says {other}, in {}", line(&shown));
                return Err(End::Disagreement(disagreement("property", detail)));
            }
        }
        Ok(())
    }
}

fn line(state: &oracle::State) -> String {
    state.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// A state under the names and values that traces show.
fn show(system: &System, state: &State) -> oracle::State {
    let values = state.iter().enumerate().map(|(number, value)| {
        let variable = system.variable(VariableId::from_index(number));
        let value = match (value, variable.ty) {
            (Value::Bool(value), _) => oracle::Value::Bool(*value),
            (Value::Int(value), _) => oracle::Value::Int(*value),
            (Value::Reference(None), _) => oracle::Value::Null,
            (Value::Reference(Some(ordinal)), Type::Reference(process)) => {
                let declared = system.process(process);
                oracle::Value::Instance(declared.name.clone(), declared.first_index + i128::from(*ordinal))
            }
            (other, ty) => oracle::Value::Name(system.show_value(ty, *other)),
        };
        (variable.name.clone(), value)
    });
    values.collect()
}
