//! The reference interpreter: what a system means, one state and one step at a time.
//!
//! It defines initial states and successors by the letter of the language's description; every engine must
//! agree with it, and every trace is replayed in it. It is written to be obviously right: values are plain,
//! states are lists, nothing is cached. No engine shares code with it.
//!
//! # The order of things in one step of a block
//!
//! 1. The conditions of `choose` branches and `if`s are decided ([`select`]), nested blocks included.
//! 2. Right-hand sides, places and the sets of `any` are read ([`prepare`]); a fault here ends the step.
//! 3. Nested blocks are completed, writes are merged (two different values for one variable are a fault),
//!    and relations are solved ([`step`], [`solve`]).
//! 4. Assertions are checked in the state in which the step began.
//!
//! A nested block of several steps ends its first step, assertions included, before it goes on, all within
//! phase 3 of the step that it is nested in.
//!
//! Arithmetic is checked: what does not fit a number is an [`Obstacle`], never another number.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod candidates;
mod cooper;
mod evaluate;
mod failure;
mod guess;
mod initial;
mod linear;
mod prepare;
mod quantifier;
mod select;
mod solve;
mod step;
mod transition;

pub use failure::Failure;

use crate::{Expr, Fault, Obstacle, State, System, TraceStep, TransitionId, Value, Watch};
use evaluate::{Evaluator, Known};

/// Computes initial states, successors and values of expressions.
#[derive(Debug, Clone, Copy)]
pub struct Interpreter<'s> {
    system: &'s System,
}

/// What can happen in a state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Successors {
    /// Every different step, in the order of the system's transitions.
    pub steps: Vec<TraceStep>,
    /// The transitions that fault, or can fault, with each different reason.
    pub faults: Vec<Fault>,
}

impl<'s> Interpreter<'s> {
    /// An interpreter of the system.
    pub fn new(system: &'s System) -> Self {
        Interpreter { system }
    }

    /// All initial states, without repetition.
    pub fn initial_states(&self, watch: &dyn Watch) -> Result<Vec<State>, Obstacle> {
        initial::initial_states(self.system, watch)
    }

    /// Whether a state is an initial one.
    pub fn is_initial(&self, state: &State) -> Result<bool, Obstacle> {
        initial::is_initial(self.system, state)
    }

    /// Everything that can happen in a state.
    pub fn successors(&self, state: &State) -> Result<Successors, Obstacle> {
        let mut all = Successors::default();
        for index in 0..self.system.transitions.len() {
            let mut some = self.fire(state, TransitionId::from_index(index))?;
            all.steps.append(&mut some.steps);
            all.faults.append(&mut some.faults);
        }
        Ok(all)
    }

    /// What one transition can do in a state.
    pub fn fire(&self, state: &State, transition: TransitionId) -> Result<Successors, Obstacle> {
        transition::fire(self.system, state, transition)
    }

    /// The step by which the transition leads from one state to another; nothing if it does not.
    ///
    /// Where it chooses a value, that of the state after it is tried first, so that a choice among infinitely many
    /// values is no obstacle unless a later step of the same action hides which value was chosen.
    pub fn step(
        &self,
        state: &State,
        transition: TransitionId,
        next: &State,
    ) -> Result<Option<TraceStep>, Obstacle> {
        transition::step_near(self.system, state, transition, next, &|found| found == next)
    }

    /// The first step by which the transition leads from a state to an accepted one; nothing if there is none.
    ///
    /// Where it chooses a value, that of `near` is tried first.
    pub fn step_near(
        &self,
        state: &State,
        transition: TransitionId,
        near: &State,
        accepts: &dyn Fn(&State) -> bool,
    ) -> Result<Option<TraceStep>, Obstacle> {
        transition::step_near(self.system, state, transition, near, accepts)
    }

    /// The value of an expression in a state.
    pub fn evaluate(&self, expr: &Expr, state: &State) -> Result<Value, Failure> {
        Evaluator::new(self.system, &Known(state)).value(expr)
    }

    /// Whether a condition is true in a state; one that faults is false.
    pub fn holds(&self, condition: &Expr, state: &State) -> Result<bool, Obstacle> {
        match self.evaluate(condition, state) {
            Ok(value) => Ok(value == Value::Bool(true)),
            Err(Failure::Obstacle(obstacle)) => Err(obstacle),
            Err(_) => Ok(false),
        }
    }
}
