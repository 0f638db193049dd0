//! Whether a set is what shows a verdict that single states decide, state by state in the reference interpreter.

use super::evaluate::Formulas;
use crate::random::Random;
use certificates::{Certificate, Term};
use system::{Interpreter, Question, State, System, Type, Value};

/// A state space with at most so many states is listed as a whole.
const MOST_LISTED: u128 = 3_000;

/// Of others so many random states are looked at.
const SAMPLE: usize = 300;

/// What looking at states has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Examined {
    /// Nothing is wrong with any of the states, and these are all that there are.
    Right,
    /// Nothing is wrong with those that were looked at.
    NothingFound,
    /// What is wrong.
    Wrong(String),
}

/// Looks whether the set has all initial states, is left by no step, and has no state that contradicts the verdict; at all states, or at
/// these and random others.
pub fn examine(
    system: &System,
    certificate: &Certificate,
    set: &Term,
    known: &[State],
    random: &mut Random,
) -> Examined {
    let Some(property) = system.property(&certificate.property) else {
        return Examined::Wrong("there is no such property".into());
    };
    let types: Vec<Vec<Value>> =
        system.variables.iter().map(|variable| values(system, variable.ty)).collect();
    let count = types.iter().try_fold(1_u128, |all, own| all.checked_mul(own.len() as u128));
    let is_listed = count.is_some_and(|count| count <= MOST_LISTED)
        && !system.variables.iter().any(|variable| variable.ty.is_unbounded());
    let states: Vec<State> = match is_listed {
        true => listed(&types),
        false => known.iter().cloned().chain((0..SAMPLE).map(|_| drawn(&types, random))).collect(),
    };
    let examination = Examination { system, certificate, set, question: &property.question };
    let mut is_complete = is_listed;
    for state in &states {
        match examination.state(state) {
            Some(Ok(())) => {}
            Some(Err(wrong)) => return Examined::Wrong(wrong),
            None => is_complete = false,
        }
    }
    if is_complete { Examined::Right } else { Examined::NothingFound }
}

/// The values of a type; some of them if it is large.
fn values(system: &System, ty: Type) -> Vec<Value> {
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Range { low, high } if high.saturating_sub(low) < MOST_LISTED as i128 => {
            (low..=high).map(Value::Int).collect()
        }
        Type::Range { low, high } => vec![Value::Int(low), Value::Int(high)],
        Type::Nat => (0..8).map(Value::Int).collect(),
        Type::Int => (-4..8).map(Value::Int).collect(),
        Type::Enumeration(id) => {
            (0..system.enumeration(id).members.len() as u32).map(Value::Member).collect()
        }
        Type::Location(id) => (0..system.process(id).locations.len() as u32).map(Value::Location).collect(),
        Type::Reference(id) => {
            (0..system.process(id).count).map(Some).chain([None]).map(Value::Reference).collect()
        }
    }
}

fn listed(types: &[Vec<Value>]) -> Vec<State> {
    let mut states: Vec<State> = vec![Vec::new()];
    for values in types {
        let longer = |state: &State| {
            values.iter().map(|value| [state.as_slice(), &[*value]].concat()).collect::<Vec<State>>()
        };
        states = states.iter().flat_map(longer).collect();
    }
    states
}

fn drawn(types: &[Vec<Value>], random: &mut Random) -> State {
    types.iter().map(|values| *random.pick(values)).collect()
}

struct Examination<'a> {
    system: &'a System,
    certificate: &'a Certificate,
    set: &'a Term,
    question: &'a Question,
}

impl Examination<'_> {
    /// Whether all is right with one state; nothing if the interpreter cannot tell.
    fn state(&self, state: &State) -> Option<Result<(), String>> {
        let interpreter = Interpreter::new(self.system);
        let shown = |what: &str| Some(Err(format!("{what}: {state:?}")));
        let Some(inside) = self.has(state) else { return shown("the formula has no value") };
        if !inside {
            return match interpreter.is_initial(state).ok()? {
                true => shown("an initial state is not in the set"),
                false => Some(Ok(())),
            };
        }
        let successors = interpreter.successors(state).ok()?;
        if let Some(step) = successors.steps.iter().find(|step| self.has(&step.state) != Some(true)) {
            return shown(&format!("a step leaves the set, to {:?}", step.state));
        }
        let is_right = match (self.question, self.certificate.holds) {
            (Question::Invariant(e), true) => interpreter.holds(e, state).ok()?,
            (Question::Reachable(e), false) => !interpreter.holds(e, state).ok()?,
            (Question::DeadlockFree, true) => !successors.steps.is_empty(),
            (Question::NoFaults, true) => successors.faults.is_empty(),
            _ => return shown("a set shows nothing of such a verdict"),
        };
        if is_right { Some(Ok(())) } else { shown("a state of the set contradicts the verdict") }
    }

    fn has(&self, state: &State) -> Option<bool> {
        Formulas::new(self.certificate, state).truth(self.set)
    }
}
