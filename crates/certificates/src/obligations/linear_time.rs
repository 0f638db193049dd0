//! Linear-time formulas: the product with an automaton.
//!
//! A formula holds if the automaton accepts every word that violates it, and no fair path of the product from an initial state is
//! accepted. An endless path violates it if the automaton accepts no word that satisfies it.

use super::context::{Context, Passage, malformed};
use super::region::Steps;
use crate::atoms::atoms;
use crate::automaton_run::reads;
use crate::inclusion::{accepts_all_violations, accepts_only_violations};
use crate::{Automaton, Condition, Logic, Recurring, Refusal, Region, Term};
use system::{ClaimedPath, Ltl, Value};

/// The most profiles of words that are compared for the inclusion of languages.
const PROFILES: usize = 1 << 16;

impl<'c, L: Logic> Context<'c, '_, L> {
    /// No path from an initial state violates the formula.
    pub fn linear(
        &mut self,
        formula: &Ltl,
        automaton: &'c Automaton,
        invariant: &'c Term,
        region: &'c Region,
    ) -> Result<(), Refusal> {
        accepts_all_violations(formula, automaton, PROFILES)?;
        let passages = self.with_automaton(formula, automaton)?;
        let start = self.start(automaton)?;
        self.is_closed(invariant, start, &passages)?;
        let steps = Steps { passages: &passages, automaton: Some(automaton) };
        self.nobody_stays(&super::context::Set::Term(invariant), region, &steps)
    }

    /// A fair path from the end of another violates the formula.
    pub fn endless(
        &mut self,
        formula: &Ltl,
        path: &ClaimedPath,
        automaton: &'c Automaton,
        run: u32,
        recurring: &'c Recurring,
    ) -> Result<(), Refusal> {
        if !self.rigid.is_empty() {
            let what = "a path is not read by a formula with rigid variables";
            return Err(Refusal::Undecided(what.into()));
        }
        accepts_only_violations(formula, automaton)?;
        let passages = self.with_automaton(formula, automaton)?;
        let steps = Steps { passages: &passages, automaton: Some(automaton) };
        let accepted = (0..automaton.acceptance_sets as usize).map(Condition::Acceptance);
        let repeated: Vec<Condition> = self.assumptions().into_iter().chain(accepted).collect();
        let set = self.stays(recurring, &steps, &repeated)?;
        reads(self.system(), formula, path, automaton, run)?;
        let last = path.steps.last().map_or(&path.initial, |(_, state)| state);
        let mut here = self.exactly(last)?;
        let state = self.translator.present_extra(self.last_extra())?;
        let same = state.is(&mut self.translator.logic, Value::Int(i128::from(run)))?;
        here = self.translator.logic.and(here, same)?;
        let inside = self.now(&set)?;
        self.refute_outside("the path leads into the recurring set", here, inside)
    }

    /// The steps of the product.
    fn with_automaton(
        &mut self,
        formula: &Ltl,
        automaton: &Automaton,
    ) -> Result<Vec<Passage<L::Condition>>, Refusal> {
        let behind = self.certificate.extras.get(self.rigid.len()..).and_then(<[_]>::last);
        let states = behind.and_then(|(_, count)| *count);
        if states.is_none_or(|states| states < automaton.states) {
            return Err(malformed("there is no variable for the states of the automaton"));
        }
        self.product(automaton, &atoms(formula))
    }

    /// The initial states of the product.
    fn start(&mut self, automaton: &Automaton) -> Result<L::Condition, Refusal> {
        let initial = self.translator.initial()?;
        let state = self.translator.present_extra(self.last_extra())?;
        let begins = state.is(&mut self.translator.logic, Value::Int(i128::from(automaton.initial)))?;
        self.translator.logic.and(initial, begins)
    }
}
