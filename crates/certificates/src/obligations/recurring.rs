//! Why a fair path stays in a set for ever.
//!
//! From every state of the set a step stays in it, unless it is a dead end, where the path ends and is fair (with an automaton, which reads
//! on, a dead end is repeated by steps). From every state a path in the set leads to a step that counts for each condition, and from every state that obliges to one that meets the obligation: so a path can
//! serve the conditions in turn, and leave out the obligations of which no state that it still visits obliges.

use super::context::{Context, Passage, Set, malformed};
use super::region::Steps;
use crate::{AlwaysBelow, Attractor, Condition, Logic, Recurring, Refusal, Term};

impl<'c, L: Logic> Context<'c, '_, L> {
    /// A fair path stays in the set, from each of its states; gives the set.
    pub fn stays(
        &mut self,
        recurring: &'c Recurring,
        steps: &Steps<'_, L::Condition>,
        repeated: &[Condition],
    ) -> Result<Set<'c>, Refusal> {
        let set = Set::Term(&recurring.set);
        let inside = self.now(&set)?;
        let ends = self.ends(steps)?;
        let onward = self.before(&set, steps.passages)?;
        let onward = self.translator.logic.or(onward, ends)?;
        self.refute_outside("from every state of the set a step stays in it", inside, onward)?;
        for condition in repeated {
            let concerned = match self.obliges(*condition)? {
                Some(obliging) => self.translator.logic.and(inside, obliging)?,
                None => inside,
            };
            let ways: &[Term] = match recurring.visits.iter().find(|(own, _)| own == condition) {
                Some((_, ways)) => ways,
                None => &[],
            };
            let reached = self.visits(*condition, ways, &set, steps)?;
            self.refute_outside("from every state of the set the condition can be met", concerned, reached)?;
        }
        Ok(set)
    }

    /// Where a path may end.
    fn ends(&mut self, steps: &Steps<'_, L::Condition>) -> Result<L::Condition, Refusal> {
        match steps.automaton {
            None => self.dead(),
            Some(_) => Ok(self.translator.logic.constant(false)),
        }
    }

    /// The sets of a way to a step that counts.
    fn visits(
        &mut self,
        condition: Condition,
        ways: &'c [Term],
        set: &Set<'c>,
        steps: &Steps<'_, L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        let inside = self.now(set)?;
        let never = self.translator.logic.constant(false);
        let Some((first, others)) = ways.split_first() else { return Ok(never) };
        let mut counting = self.ends(steps)?;
        for passage in steps.passages {
            let counts = self.counts(condition, passage, steps.automaton)?;
            let stays = self.after(set, passage)?;
            let step = self.translator.logic.all(&[passage.condition, counts, stays])?;
            let from = self.possible(passage, step)?;
            counting = self.translator.logic.or(counting, from)?;
        }
        let begun = self.now(&Set::Term(first))?;
        let allowed = self.translator.logic.and(inside, counting)?;
        self.refute_outside("a step that counts stays in the set", begun, allowed)?;
        let known = Set::Term(first);
        let all = self.layers(Set::And(vec![known, set.clone()]), others, set, steps.passages)?;
        self.now(&all)
    }

    /// From each state of a layer, which is within the set, a step leads into what is known before it; gives all of it.
    pub fn layers(
        &mut self,
        known: Set<'c>,
        layers: &'c [Term],
        within: &Set<'c>,
        passages: &[Passage<L::Condition>],
    ) -> Result<Set<'c>, Refusal> {
        let mut all = vec![known];
        let inside = self.now(within)?;
        for layer in layers {
            // What is known has been written down, so only the last of it is looked at first; it is what layers lead to.
            let last = all.last().cloned().ok_or_else(|| malformed("there is no set to lead to"))?;
            let states = self.now(&Set::Term(layer))?;
            let before = self.before(&last, passages)?;
            let allowed = self.translator.logic.and(inside, before)?;
            self.refute_outside("a step leads from the layer to the one before it", states, allowed)?;
            all.push(Set::Term(layer));
        }
        Ok(Set::Or(all))
    }

    /// From each state of the attractor a path leads to what is known. All of these states.
    pub fn attractor(
        &mut self,
        known: Set<'c>,
        attractor: &'c Attractor,
        within: &Set<'c>,
        passages: &[Passage<L::Condition>],
    ) -> Result<Set<'c>, Refusal> {
        let (mut known, mut next) = (known, Some(attractor));
        while let Some(Attractor { layers, rank, then }) = next {
            known = match rank {
                None => self.layers(known, layers, within, passages)?,
                Some(rank) => self.falling_layers(known, layers, rank, within, passages)?,
            };
            next = then.as_deref();
        }
        Ok(known)
    }

    /// From each state of the layers a step leads to what is known, or it decreases the rank, or it does not increase the rank and leads
    /// into the layer before. All of these states.
    fn falling_layers(
        &mut self,
        known: Set<'c>,
        layers: &'c [Term],
        rank: &'c Term,
        within: &Set<'c>,
        passages: &[Passage<L::Condition>],
    ) -> Result<Set<'c>, Refusal> {
        let inside = self.now(within)?;
        let all = Set::Or(layers.iter().map(Set::Term).collect());
        let mut lower = Vec::with_capacity(passages.len());
        let mut level = Vec::with_capacity(passages.len());
        for passage in passages {
            let [grows, falls] = self.trend(rank, passage)?;
            let kept = self.translator.logic.not(grows)?;
            level.push(self.translator.logic.and(passage.condition, kept)?);
            lower.push(self.translator.logic.and(passage.condition, falls)?);
        }
        let any: Vec<L::Condition> = passages.iter().map(|passage| passage.condition).collect();
        let arriving = self.before_by(&known, passages, &any)?;
        let falling = self.before_by(&all, passages, &lower)?;
        let mut before = self.translator.logic.or(arriving, falling)?;
        for layer in layers {
            let set = Set::Term(layer);
            let states = self.now(&set)?;
            let allowed = self.translator.logic.and(inside, before)?;
            self.refute_outside(
                "a step leads from the layer to one before it or lowers the rank",
                states,
                allowed,
            )?;
            before = self.before_by(&set, passages, &level)?;
        }
        Ok(Set::Or(vec![known, all]))
    }

    /// The states with a step into the set.
    pub fn before(
        &mut self,
        set: &Set<'c>,
        passages: &[Passage<L::Condition>],
    ) -> Result<L::Condition, Refusal> {
        let any: Vec<L::Condition> = passages.iter().map(|passage| passage.condition).collect();
        self.before_by(set, passages, &any)
    }

    /// The states with a step into the set of those that satisfy a condition for each.
    fn before_by(
        &mut self,
        set: &Set<'c>,
        passages: &[Passage<L::Condition>],
        conditions: &[L::Condition],
    ) -> Result<L::Condition, Refusal> {
        let mut before = self.translator.logic.constant(false);
        for (passage, condition) in passages.iter().zip(conditions) {
            let after = self.after(set, passage)?;
            let step = self.translator.logic.and(*condition, after)?;
            let from = self.possible(passage, step)?;
            before = self.translator.logic.or(before, from)?;
        }
        Ok(before)
    }

    /// No state is in the one and not in the other.
    pub fn refute_outside(
        &mut self,
        obligation: &str,
        inner: L::Condition,
        outer: L::Condition,
    ) -> Result<(), Refusal> {
        let outside = self.translator.logic.not(outer)?;
        let both = self.translator.logic.and(inner, outside)?;
        self.refute(obligation, both)
    }

    /// From each state of the set that is given a fair path stays within.
    pub fn always_below(
        &mut self,
        shown: &'c AlwaysBelow,
        within: &Set<'c>,
        steps: &Steps<'_, L::Condition>,
        repeated: &[Condition],
    ) -> Result<Set<'c>, Refusal> {
        let mut cores = Vec::new();
        let inside = self.now(within)?;
        for recurring in &shown.recurring {
            let set = self.stays(recurring, steps, repeated)?;
            let states = self.now(&set)?;
            self.refute_outside("the recurring set is where it must be", states, inside)?;
            cores.push(set);
        }
        self.attractor(Set::Or(cores), &shown.attractor, within, steps.passages)
    }
}
