//! The graph of a system: every reachable state with every step, listed by the reference interpreter.

use crate::naive::GivenUp;
use std::collections::HashMap;
use system::{Assumption, EdgeId, Expr, Interpreter, Obstacle, State, System, TransitionId, Unit, Unlimited};

/// All reachable states of a system, and all steps between them.
#[derive(Debug)]
pub struct Graph {
    /// The states, nearest first.
    pub states: Vec<State>,
    /// How many of them, from the first, are initial.
    pub initial: usize,
    /// The steps from each state.
    pub steps: Vec<Vec<Step>>,
    /// The fairness assumptions of the system on this graph.
    pub conditions: Vec<Condition>,
    numbers: HashMap<State, usize>,
}

/// A step from a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The transition taken.
    pub transition: TransitionId,
    /// The edges that move.
    pub moved: Vec<EdgeId>,
    /// The number of the state that it leads to.
    pub target: usize,
}

/// What a fairness assumption asks of the steps that a path takes for ever.
#[derive(Debug, Clone)]
pub enum Condition {
    /// The unit moves for ever, or for ever there is a state where it cannot.
    Weak(Unit),
    /// The unit moves for ever, or from some point on it cannot.
    Strong(Unit),
    /// One of these states is visited for ever.
    Justice(Vec<bool>),
    /// If one of the first states is visited for ever, so is one of the second.
    Compassion(Vec<bool>, Vec<bool>),
}

impl Graph {
    /// The graph of a system with at most so many states.
    pub fn new(system: &System, most: usize) -> Result<Graph, GivenUp> {
        let interpreter = Interpreter::new(system);
        let states = interpreter.initial_states(&Unlimited).map_err(GivenUp::Obstacle)?;
        if states.is_empty() {
            return Err(GivenUp::NoInitialState);
        }
        let numbers = states.iter().cloned().zip(0..).collect();
        let initial = states.len();
        let mut graph = Graph { states, initial, steps: Vec::new(), conditions: Vec::new(), numbers };
        while graph.steps.len() < graph.states.len() {
            if graph.states.len() > most {
                return Err(GivenUp::TooManyStates(most));
            }
            let state = graph.states[graph.steps.len()].clone();
            let successors = interpreter.successors(&state).map_err(GivenUp::Obstacle)?;
            let mut steps = Vec::new();
            for step in successors.steps {
                let target = graph.number_of(step.state);
                steps.push(Step { transition: step.transition, moved: step.moved, target });
            }
            graph.steps.push(steps);
        }
        for fairness in &system.fairness {
            let condition = graph.condition(system, &fairness.assumption).map_err(GivenUp::Obstacle)?;
            graph.conditions.push(condition);
        }
        Ok(graph)
    }

    fn number_of(&mut self, state: State) -> usize {
        let fresh = self.states.len();
        let number = *self.numbers.entry(state.clone()).or_insert(fresh);
        if number == fresh {
            self.states.push(state);
        }
        number
    }

    fn condition(&self, system: &System, assumption: &Assumption) -> Result<Condition, Obstacle> {
        Ok(match assumption {
            Assumption::Weak(unit) => Condition::Weak(unit.clone()),
            Assumption::Strong(unit) => Condition::Strong(unit.clone()),
            Assumption::Justice(e) => Condition::Justice(self.states_where(system, e)?),
            Assumption::Compassion(e, f) => {
                Condition::Compassion(self.states_where(system, e)?, self.states_where(system, f)?)
            }
        })
    }

    /// The number of a state, if it is reachable.
    pub fn find(&self, state: &State) -> Option<usize> {
        self.numbers.get(state).copied()
    }

    /// In which states a condition is true; where it faults it is false.
    pub fn states_where(&self, system: &System, condition: &Expr) -> Result<Vec<bool>, Obstacle> {
        let interpreter = Interpreter::new(system);
        self.states.iter().map(|state| interpreter.holds(condition, state)).collect()
    }

    /// Whether nothing can happen in a state.
    pub fn is_dead_end(&self, state: usize) -> bool {
        self.steps[state].is_empty()
    }

    /// Whether a unit can move in a state.
    pub fn can_move(&self, unit: &Unit, state: usize) -> bool {
        self.steps[state].iter().any(|step| step.moves(unit))
    }
}

impl Step {
    /// Whether the unit moves in the step.
    pub fn moves(&self, unit: &Unit) -> bool {
        self.moved.iter().any(|edge| unit.edges.contains(edge))
    }
}
