//! A system that is lowered once, for whoever asks.
//!
//! Several questions and several kinds of sets need the same formulas. What a question adds to them, such as rigid
//! variables or the state of an automaton, stands behind the system's variables and changes no formula; so the formulas
//! depend on nothing but how values are coded and how large formulas may be.
//!
//! Work that asks may be paused at any beat of its budget, and be ended there, while other work goes on. So nobody waits
//! for another: each transition is lowered on its own, whoever finds that it is missing adds it, and if two have been at
//! the same one, the first result stays, which is equal to the other.

use super::lowered::Lowered;
use super::space::space;
use super::transition::LoweredTransition;
use super::{LowerOptions, Lowerer, LoweringError, coupled, initial};
use crate::{Codes, Coding};
use budget::Budget;
use state_sets::{Formula, Space};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use system::{System, TransitionId};

/// A system, and its formulas as far as somebody has asked for them.
pub struct Prepared<'s> {
    /// The system.
    pub system: &'s System,
    codings: Mutex<Vec<Arc<Coded>>>,
}

/// The formulas of a system in one coding.
struct Coded {
    space: Space,
    coding: Coding,
    most_moves: usize,
    largest: usize,
    parts: Mutex<Parts>,
    whole: OnceLock<Arc<Lowered>>,
}

/// What has been lowered so far.
struct Parts {
    initial: Option<Formula>,
    transitions: Vec<Option<Arc<LoweredTransition>>>,
}

impl<'s> Prepared<'s> {
    /// A system of which nothing has been lowered.
    pub fn new(system: &'s System) -> Self {
        Prepared { system, codings: Mutex::default() }
    }

    /// The system in the language of state sets, with the rigid and further variables of the options. A transition that
    /// cannot be said in it is left out and named among those that are refused.
    ///
    /// # Errors
    /// If nothing can be said at all, or the budget ends the work. What has been lowered until then stays.
    pub fn lowered(&self, options: &LowerOptions, budget: &Budget<'_>) -> Result<Lowered, LoweringError> {
        let whole = self.coded(options).whole(self.system, budget)?;
        Ok(whole.extended(self.system, &options.rigid, &options.extra))
    }

    /// The formulas in the coding that the options ask for, as far as they are known.
    fn coded(&self, options: &LowerOptions) -> Arc<Coded> {
        let (space, coding) = space(self.system, options.most_codes);
        let (most_moves, largest) = (options.most_moves.max(1), options.largest);
        let mut codings = locked(&self.codings);
        let is_same = |known: &&Arc<Coded>| {
            (known.most_moves, known.largest) == (most_moves, largest)
                && known.coding == coding
                && known.space == space
        };
        if let Some(known) = codings.iter().find(is_same) {
            return known.clone();
        }
        let parts = Parts { initial: None, transitions: vec![None; self.system.transitions.len()] };
        let (parts, whole) = (Mutex::new(parts), OnceLock::new());
        let new = Arc::new(Coded { space, coding, most_moves, largest, parts, whole });
        codings.push(new.clone());
        new
    }
}

impl Coded {
    fn whole(&self, system: &System, budget: &Budget<'_>) -> Result<Arc<Lowered>, LoweringError> {
        if let Some(known) = self.whole.get() {
            return Ok(known.clone());
        }
        let mut lowerer = Lowerer::new(system, &self.space, &self.coding, &[], budget);
        lowerer.most_moves = self.most_moves;
        lowerer.largest = self.largest;
        if locked(&self.parts).initial.is_none() {
            let formula = initial(&mut lowerer)?;
            locked(&self.parts).initial.get_or_insert(formula);
        }
        for id in (0..system.transitions.len()).map(TransitionId::from_index) {
            if locked(&self.parts).transitions[id.index()].is_none() {
                let lowered = Arc::new(lowerer.lowered(id)?);
                locked(&self.parts).transitions[id.index()].get_or_insert(lowered);
            }
        }
        Ok(self.whole.get_or_init(|| Arc::new(self.assembled(budget))).clone())
    }

    /// All parts in the order of the transitions.
    fn assembled(&self, budget: &Budget<'_>) -> Lowered {
        let parts = locked(&self.parts);
        let mut whole = Lowered {
            space: self.space.clone(),
            coding: self.coding.clone(),
            rigid: Vec::new(),
            initial: parts.initial.clone().unwrap_or_else(Formula::truth),
            moves: Vec::new(),
            faults: Vec::new(),
            refused: Vec::new(),
        };
        for transition in parts.transitions.iter().flatten() {
            match &**transition {
                LoweredTransition::Said { moves, fault } => {
                    whole.moves.extend(moves.iter().cloned());
                    whole.faults.extend(fault.clone());
                }
                LoweredTransition::Refused(id, unsupported) => whole.refused.push((*id, unsupported.clone())),
            }
        }
        whole.space.couplings = coupled(&whole.moves);
        let (transitions, moves) = (parts.transitions.len(), whole.moves.len());
        let numbers = whole.coding.codes.iter().filter(|codes| **codes == Codes::Itself).count();
        budget.note(&format_args!(
            "{NOTE}: {transitions} transitions, {moves} moves, {numbers} variables as numbers"
        ));
        whole
    }
}

/// What is told once for each coding of a system.
pub const NOTE: &str = "the system has been written as formulas";

/// A panic of somebody else while parts were added leaves whole parts.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
