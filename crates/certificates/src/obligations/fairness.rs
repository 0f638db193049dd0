//! What counts for a fair path, by the definitions of the language.

use super::context::{Context, Passage, malformed};
use crate::{Automaton, Condition, Logic, Refusal};
use system::{Assumption, Unit};

impl<'s, L: Logic> Context<'_, 's, L> {
    /// Where a step counts for a condition that is met again and again, or meets an obligation. Repeating a dead end counts for all
    /// assumptions of the model, since finite maximal paths are fair.
    pub fn counts(
        &mut self,
        condition: Condition,
        passage: &Passage<L::Condition>,
        automaton: Option<&Automaton>,
    ) -> Result<L::Condition, Refusal> {
        let number = match condition {
            Condition::Acceptance(set) => {
                exists(condition, automaton)?;
                let edge = passage.reading.and_then(|(edge, _)| automaton?.edges.get(edge));
                let counts = edge.is_some_and(|edge| edge.marks.iter().any(|mark| *mark as usize == set));
                return Ok(self.translator.logic.constant(counts));
            }
            Condition::Fairness(number) => number,
        };
        if passage.way.is_none() {
            return Ok(self.translator.logic.constant(true));
        }
        match self.assumption(number)? {
            Assumption::Weak(unit) => {
                let moves = self.moves_unit(unit, passage)?;
                let can = self.can_move(unit)?;
                let cannot = self.translator.logic.not(can)?;
                self.translator.logic.or(moves, cannot)
            }
            Assumption::Strong(unit) => self.moves_unit(unit, passage),
            Assumption::Justice(e) | Assumption::Compassion(_, e) => self.translator.holds(e),
        }
    }

    /// The states that oblige; nothing if the condition is no obligation.
    pub fn obliges(&mut self, condition: Condition) -> Result<Option<L::Condition>, Refusal> {
        let Condition::Fairness(number) = condition else { return Ok(None) };
        match self.assumption(number)? {
            Assumption::Strong(unit) => self.can_move(unit).map(Some),
            Assumption::Compassion(e, _) => {
                let holds = self.translator.holds(e)?;
                let dead = self.dead()?;
                let alive = self.translator.logic.not(dead)?;
                self.translator.logic.and(holds, alive).map(Some)
            }
            Assumption::Weak(_) | Assumption::Justice(_) => Ok(None),
        }
    }

    fn assumption(&self, number: usize) -> Result<&'s Assumption, Refusal> {
        let fairness = self.system().fairness.get(number);
        fairness
            .map(|fairness| &fairness.assumption)
            .ok_or_else(|| malformed("a fairness assumption does not exist"))
    }

    /// Where a step moves the unit.
    fn moves_unit(&mut self, unit: &Unit, passage: &Passage<L::Condition>) -> Result<L::Condition, Refusal> {
        let moved = passage.way.as_ref().map_or(&[][..], |way| &way.moved);
        let own: Vec<_> =
            moved.iter().filter(|(edge, _)| unit.edges.contains(edge)).map(|(_, where_)| *where_).collect();
        self.translator.logic.any(&own)
    }

    /// Where some step moves the unit.
    fn can_move(&mut self, unit: &Unit) -> Result<L::Condition, Refusal> {
        let mut can = self.translator.logic.constant(false);
        for passage in self.moves() {
            let moves = self.moves_unit(unit, &passage)?;
            let taken = self.translator.logic.and(passage.condition, moves)?;
            let possible = self.possible(&passage, taken)?;
            can = self.translator.logic.or(can, possible)?;
        }
        Ok(can)
    }
}

/// An acceptance set must be one of the automaton's: of one that does not exist nothing follows.
pub(super) fn exists(condition: Condition, automaton: Option<&Automaton>) -> Result<(), Refusal> {
    match condition {
        Condition::Acceptance(set) if automaton.is_none_or(|own| set >= own.acceptance_sets as usize) => {
            Err(malformed("an acceptance set does not exist"))
        }
        _ => Ok(()),
    }
}
