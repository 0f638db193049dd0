//! The reachable states of finite systems as formulas: computed once for all questions that single states decide.
//!
//! Such a set is all that their proofs have, whatever the question and its answer are; the checker sees whether it shows them.

use crate::symbolic_engine::{Proving, proved};
use std::cell::RefCell;
use symbolic::{Asked, Failure, Prepared, Proved};
use system::{Question, System, VariableId, Watch};

/// The most systems, one and slices of it, whose states are kept.
const MOST: usize = 8;

/// What is known of the reachable states of a system and its slices.
#[derive(Default)]
pub(super) struct Reached(RefCell<Vec<KnownStates>>);

/// A system without properties, a proof by its reachable states, and the order of their diagrams.
type KnownStates = (System, Proved, Vec<VariableId>);

impl Reached {
    /// A proof of the answer to a question about a system that is coded whole: by the states that are known, or else by diagrams.
    pub fn proof(&self, prepared: &Prepared<'_>, asked: &Asked<'_>, watch: &dyn Watch) -> Proving {
        let is_shared = asked.named == 0
            && matches!(
                asked.question,
                Question::Invariant(_) | Question::Reachable(_) | Question::DeadlockFree | Question::NoFaults
            );
        let own = is_shared.then(|| System { properties: Vec::new(), ..prepared.system.clone() });
        if let Some(own) = &own
            && let Some((_, proved, order)) = self.0.borrow().iter().find(|(system, ..)| system == own)
        {
            return Ok((proved.clone(), order.clone()));
        }
        let found = match proved(prepared, asked, watch) {
            Ok(found) => found?,
            Err(Failure::NoInitialState) => return Err("there is no initial state".into()),
            Err(Failure::Internal(reason)) => return Err(reason),
        };
        if let Some(own) = own
            && self.0.borrow().len() < MOST
        {
            self.0.borrow_mut().push((own, found.0.clone(), found.1.clone()));
        }
        Ok(found)
    }
}
