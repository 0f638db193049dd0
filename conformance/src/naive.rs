//! The naive checker: breadth first over the reference interpreter, with every state kept as it is.
//!
//! It is slow and has no cleverness that could be wrong; engines must agree with it.

use std::collections::HashMap;
use system::{Expr, Failure, Interpreter, Obstacle, Question, State, System, Unlimited, Value};

/// All reachable states of a system.
#[derive(Debug)]
pub struct Survey {
    /// The states, nearest first.
    pub states: Vec<State>,
    /// The distance of each from the nearest initial state.
    pub distances: Vec<usize>,
    /// The distance of the nearest state without successors.
    pub nearest_dead_end: Option<usize>,
    /// The distance of the nearest state in which a transition faults.
    pub nearest_fault: Option<usize>,
}

/// Why there is no survey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenUp {
    /// There is no initial state.
    NoInitialState,
    /// There are more states than this.
    TooManyStates(usize),
    /// The interpreter cannot list initial states or successors.
    Obstacle(Obstacle),
}

/// What is true of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truth {
    /// Whether it holds.
    pub holds: bool,
    /// The number of steps to the nearest state that shows it, if a state shows it.
    pub distance: Option<usize>,
}

/// Visits all reachable states, at most so many.
pub fn survey(system: &System, most: usize) -> Result<Survey, GivenUp> {
    let interpreter = Interpreter::new(system);
    let states = interpreter.initial_states(&Unlimited).map_err(GivenUp::Obstacle)?;
    if states.is_empty() {
        return Err(GivenUp::NoInitialState);
    }
    let mut known: HashMap<State, usize> = states.iter().map(|state| (state.clone(), 0)).collect();
    let distances = vec![0; states.len()];
    let mut survey = Survey { states, distances, nearest_dead_end: None, nearest_fault: None };
    let mut next = 0;
    while next < survey.states.len() {
        if survey.states.len() > most {
            return Err(GivenUp::TooManyStates(most));
        }
        let distance = survey.distances[next];
        let successors = interpreter.successors(&survey.states[next]).map_err(GivenUp::Obstacle)?;
        next += 1;
        if successors.steps.is_empty() {
            survey.nearest_dead_end.get_or_insert(distance);
        }
        if !successors.faults.is_empty() {
            survey.nearest_fault.get_or_insert(distance);
        }
        for step in successors.steps {
            if !known.contains_key(&step.state) {
                known.insert(step.state.clone(), distance + 1);
                survey.states.push(step.state);
                survey.distances.push(distance + 1);
            }
        }
    }
    Ok(survey)
}

impl Survey {
    /// The distance of the nearest state that satisfies the condition.
    pub fn nearest(
        &self,
        condition: impl Fn(&State) -> Result<bool, Obstacle>,
    ) -> Result<Option<usize>, Obstacle> {
        for (state, distance) in self.states.iter().zip(&self.distances) {
            if condition(state)? {
                return Ok(Some(*distance));
            }
        }
        Ok(None)
    }

    /// The largest value of an expression, over the states in which it does not fault; nothing if there is none.
    pub fn largest(&self, system: &System, expression: &Expr) -> Result<Option<i128>, Obstacle> {
        let interpreter = Interpreter::new(system);
        let mut largest = None;
        for state in &self.states {
            match interpreter.evaluate(expression, state) {
                Ok(Value::Int(value)) => largest = largest.max(Some(value)),
                Err(Failure::Obstacle(obstacle)) => return Err(obstacle),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(largest)
    }

    /// Whether the property holds; nothing for the kinds that need more than reachable states.
    pub fn truth(&self, system: &System, question: &Question) -> Result<Option<Truth>, Obstacle> {
        let interpreter = Interpreter::new(system);
        let violation = match question {
            Question::Invariant(condition) => {
                self.nearest(|state| interpreter.holds(condition, state).map(|holds| !holds))?
            }
            Question::Reachable(condition) => {
                let distance = self.nearest(|state| interpreter.holds(condition, state))?;
                return Ok(Some(Truth { holds: distance.is_some(), distance }));
            }
            Question::DeadlockFree => self.nearest_dead_end,
            Question::NoFaults => self.nearest_fault,
            Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_) => return Ok(None),
        };
        Ok(Some(Truth { holds: violation.is_none(), distance: violation }))
    }
}
