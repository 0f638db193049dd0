//! Sets that no step leaves.
//!
//! A set that has the initial states and that no step leaves has all reachable states, by induction on the length of a path; so what is
//! true of all its states is true of them.

use super::context::{Context, Passage, Set};
use crate::{Logic, Refusal, Term};
use system::{Comparison, Question, Value};

impl<'c, L: Logic> Context<'c, '_, L> {
    /// The set has the initial states, and no step leaves it.
    pub fn is_closed(
        &mut self,
        invariant: &'c Term,
        initial: L::Condition,
        passages: &[Passage<L::Condition>],
    ) -> Result<L::Condition, Refusal> {
        let set = Set::Term(invariant);
        let inside = self.now(&set)?;
        let outside = self.translator.logic.not(inside)?;
        let start = self.translator.logic.and(initial, outside)?;
        self.refute("every initial state is in the set", start)?;
        for passage in passages {
            let stays = self.after(&set, passage)?;
            let logic = &mut self.translator.logic;
            let leaves = logic.not(stays)?;
            let from = logic.and(inside, passage.condition)?;
            let leaving = logic.and(from, leaves)?;
            let obligation = format!("{} does not leave the set", self.shown(passage));
            self.refute(&obligation, leaving)?;
        }
        Ok(inside)
    }

    /// The set shows the verdict on a question that single states decide.
    pub fn invariant(
        &mut self,
        question: &Question,
        holds: bool,
        invariant: &'c Term,
    ) -> Result<(), Refusal> {
        let initial = self.translator.initial()?;
        let passages = self.moves();
        let inside = self.is_closed(invariant, initial, &passages)?;
        let (bad, what) = self.violating(question, holds)?;
        for bad in bad {
            let shown = self.translator.logic.and(inside, bad)?;
            self.refute(what, shown)?;
        }
        Ok(())
    }

    /// Sets of states that contradict the verdict on a question that single states decide, and what is said if there are none.
    pub fn violating(
        &mut self,
        question: &Question,
        holds: bool,
    ) -> Result<(Vec<L::Condition>, &'static str), Refusal> {
        Ok(match (question, holds) {
            (Question::Invariant(e), true) => {
                let good = self.translator.holds(e)?;
                (vec![self.translator.logic.not(good)?], "the property is true in every state of the set")
            }
            (Question::Reachable(e), false) => {
                (vec![self.translator.holds(e)?], "no state of the set is one that should be reached")
            }
            (Question::DeadlockFree, true) => (vec![self.dead()?], "every state of the set has a successor"),
            (Question::NoFaults, true) => (self.faults.clone(), "nothing faults in a state of the set"),
            _ => return Err(Refusal::Malformed("a set shows nothing of such a property".into())),
        })
    }

    /// No state of the set has a larger value.
    pub fn at_most(
        &mut self,
        expression: &system::Expr,
        value: i128,
        invariant: &'c Term,
    ) -> Result<(), Refusal> {
        let initial = self.translator.initial()?;
        let passages = self.moves();
        let inside = self.is_closed(invariant, initial, &passages)?;
        let present = self.translator.value(expression)?;
        let most = crate::translation::Cases::certain(
            &mut self.translator.logic,
            crate::translation::Scalar::of(Value::Int(value)),
        );
        let larger = self.translator.compare(Comparison::Gt, &present, &most)?;
        let larger = self.translator.logic.and(inside, larger)?;
        self.refute("no state of the set has a larger value", larger)
    }
}
