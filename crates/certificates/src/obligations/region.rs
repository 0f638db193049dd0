//! Why no fair path stays for ever among some steps.
//!
//! Each rule leaves out steps that a fair path takes only finitely often, if it stays among those that are left: so a fair path that
//! stays for ever would in the end take none of them, and in the end none is left.
//!
//! * `Rank`: a natural number that no step increases is decreased only finitely often.
//! * `Classes`: a path that never returns to an earlier class stays in one class in the end.
//! * `Steps`: likewise for classes of steps, since the class of each step is that of the one before it or a later one; and in the end
//!   each step leads to where another one of its class begins.
//! * `Never`: a path that is to meet a condition again and again takes steps that count for it.
//! * `Avoided`: a path that never meets an obligation again visits states that oblige only finitely often.
//!
//! # Reference
//! Manna, Pnueli: *Completing the Temporal Picture*, Theoretical Computer Science 83(1), 1991, doi:10.1016/0304-3975(91)90041-Y, for
//! well-founded orders with fairness; Namjoshi: *Certifying Model Checkers*, CAV 2001, doi:10.1007/3-540-44585-4_2.

use super::context::{Context, Passage, Set, malformed};
use super::fairness::exists;
use crate::translation::{Cases, Scalar};
use crate::{Automaton, Condition, Logic, Refusal, Region, StepSet, Term};
use system::{Comparison, Value};

/// The steps among which a path may stay.
pub(crate) struct Steps<'p, C> {
    /// All steps.
    pub passages: &'p [Passage<C>],
    /// The automaton that reads along, if there is one. Then dead ends are repeated by steps of their own, since it reads on.
    pub automaton: Option<&'p Automaton>,
}

/// For each step, when it is left.
type Left<L> = Vec<<L as Logic>::Condition>;

impl<'c, L: Logic> Context<'c, '_, L> {
    /// No fair path stays in the set for ever.
    pub fn nobody_stays(
        &mut self,
        set: &Set<'c>,
        region: &'c Region,
        steps: &Steps<'_, L::Condition>,
    ) -> Result<(), Refusal> {
        let inside = self.now(set)?;
        let mut left = Vec::with_capacity(steps.passages.len());
        for passage in steps.passages {
            let stays = self.after(set, passage)?;
            let from = self.translator.logic.and(inside, passage.condition)?;
            left.push(self.translator.logic.and(from, stays)?);
        }
        self.region(region, steps, left)
    }

    fn region(
        &mut self,
        region: &'c Region,
        steps: &Steps<'_, L::Condition>,
        left: Left<L>,
    ) -> Result<(), Refusal> {
        match region {
            Region::Nothing => self.none_left(steps, &left, "no step is left"),
            Region::Never(condition) => {
                exists(*condition, steps.automaton)?;
                if self.obliges(*condition)?.is_some() {
                    return Err(malformed("an obligation need not be met again and again"));
                }
                let counting = self.counting(*condition, steps, &left)?;
                self.none_left(steps, &counting, "no step counts for the condition")
            }
            Region::Avoided(condition, rest) => {
                let obliging =
                    self.obliges(*condition)?.ok_or_else(|| malformed("a condition is no obligation"))?;
                let meeting = self.counting(*condition, steps, &left)?;
                self.none_left(steps, &meeting, "no step meets the obligation")?;
                let free = self.translator.logic.not(obliging)?;
                let left = self.each(left, |own, one| own.translator.logic.and(one, free))?;
                self.region(rest, steps, left)
            }
            Region::Rank(number, rest) => {
                let left = self.ranked(number, steps, left)?;
                self.region(rest, steps, left)
            }
            Region::Classes(classes) => self.classes(classes, steps, left),
            Region::Steps(classes) => self.step_classes(classes, steps, left),
        }
    }

    fn none_left(
        &mut self,
        steps: &Steps<'_, L::Condition>,
        left: &[L::Condition],
        what: &str,
    ) -> Result<(), Refusal> {
        for (passage, left) in steps.passages.iter().zip(left) {
            if !self.translator.logic.is_plainly_false(*left) {
                let obligation = format!("{what}: {}", self.shown(passage));
                self.refute(&obligation, *left)?;
            }
        }
        Ok(())
    }

    fn each(
        &mut self,
        left: Left<L>,
        change: impl Fn(&mut Self, L::Condition) -> Result<L::Condition, Refusal>,
    ) -> Result<Left<L>, Refusal> {
        left.into_iter().map(|one| change(self, one)).collect()
    }

    /// The steps that count.
    fn counting(
        &mut self,
        condition: Condition,
        steps: &Steps<'_, L::Condition>,
        left: &[L::Condition],
    ) -> Result<Left<L>, Refusal> {
        let mut counting = Vec::with_capacity(left.len());
        for (passage, left) in steps.passages.iter().zip(left) {
            counting.push(match self.translator.logic.is_plainly_false(*left) {
                true => *left,
                false => {
                    let counts = self.counts(condition, passage, steps.automaton)?;
                    self.translator.logic.and(*left, counts)?
                }
            });
        }
        Ok(counting)
    }

    /// No step increases the number; those that decrease it are left out.
    fn ranked(
        &mut self,
        number: &'c Term,
        steps: &Steps<'_, L::Condition>,
        left: Left<L>,
    ) -> Result<Left<L>, Refusal> {
        let mut kept = Vec::with_capacity(left.len());
        for (passage, left) in steps.passages.iter().zip(left) {
            if self.translator.logic.is_plainly_false(left) {
                kept.push(left);
                continue;
            }
            let [grows, falls] = self.trend(number, passage)?;
            let grown = self.translator.logic.and(left, grows)?;
            let obligation = format!("{} does not increase the rank", self.shown(passage));
            self.refute(&obligation, grown)?;
            let level = self.translator.logic.not(falls)?;
            kept.push(self.translator.logic.and(left, level)?);
        }
        Ok(kept)
    }

    /// When a step increases a rank, and when it decreases it. What is below zero counts as zero.
    pub fn trend(
        &mut self,
        number: &'c Term,
        passage: &Passage<L::Condition>,
    ) -> Result<[L::Condition; 2], Refusal> {
        let [now, after] = self.numbers(number, passage)?;
        let zero = Cases::certain(&mut self.translator.logic, Scalar::of(Value::Int(0)));
        let positive = self.translator.compare(Comparison::Gt, &after, &zero)?;
        let grows = self.translator.compare(Comparison::Gt, &after, &now)?;
        let grows = self.translator.logic.and(positive, grows)?;
        let positive = self.translator.compare(Comparison::Gt, &now, &zero)?;
        let falls = self.translator.compare(Comparison::Lt, &after, &now)?;
        let falls = self.translator.logic.and(positive, falls)?;
        Ok([grows, falls])
    }

    fn classes(
        &mut self,
        classes: &'c [(Term, Region)],
        steps: &Steps<'_, L::Condition>,
        left: Left<L>,
    ) -> Result<(), Refusal> {
        let never = self.translator.logic.constant(false);
        // What is in an earlier class, before and after each step.
        let mut earlier = never;
        let mut earlier_after = vec![never; left.len()];
        for (states, rest) in classes {
            let set = Set::Term(states);
            let own = self.now(&set)?;
            let own = self.without(own, earlier)?;
            let mut inside = Vec::with_capacity(left.len());
            for ((passage, left), before) in steps.passages.iter().zip(&left).zip(&mut earlier_after) {
                if self.translator.logic.is_plainly_false(*left) {
                    inside.push(never);
                    continue;
                }
                let from = self.translator.logic.and(*left, own)?;
                let back = self.translator.logic.and(from, *before)?;
                self.refute(&format!("{} does not lead to an earlier class", self.shown(passage)), back)?;
                let after = self.after(&set, passage)?;
                inside.push(self.translator.logic.and(from, after)?);
                *before = self.translator.logic.or(*before, after)?;
            }
            self.region(rest, steps, inside)?;
            earlier = self.translator.logic.or(earlier, own)?;
        }
        let left = self.each(left, |context, one| context.without(one, earlier))?;
        self.none_left(steps, &left, "no step begins outside all classes")
    }

    fn step_classes(
        &mut self,
        classes: &'c [(Vec<StepSet>, Region)],
        steps: &Steps<'_, L::Condition>,
        left: Left<L>,
    ) -> Result<(), Refusal> {
        let never = self.translator.logic.constant(false);
        let mut rest = left;
        // Where steps of earlier classes begin, after each step.
        let mut earlier = vec![never; rest.len()];
        for (parts, argument) in classes {
            let mut inside = Vec::with_capacity(rest.len());
            for ((passage, rest), earlier) in steps.passages.iter().zip(&mut rest).zip(&mut earlier) {
                let own = self.described(parts, passage)?;
                let from = self.translator.logic.and(*rest, own)?;
                *rest = self.without(*rest, own)?;
                let begins = self.begins_after(parts, passage)?;
                let back = self.translator.logic.and(from, *earlier)?;
                if !self.translator.logic.is_plainly_false(back) {
                    let obligation =
                        format!("{} does not lead to a step of an earlier class", self.shown(passage));
                    self.refute(&obligation, back)?;
                }
                inside.push(self.translator.logic.and(from, begins)?);
                *earlier = self.translator.logic.or(*earlier, begins)?;
            }
            self.region(argument, steps, inside)?;
        }
        self.none_left(steps, &rest, "every step belongs to a class")
    }

    /// Where a step is one of these.
    fn described(
        &mut self,
        parts: &'c [StepSet],
        passage: &Passage<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        let transition = passage.way.as_ref().map(|way| way.transition);
        let reading = passage.reading.map(|(edge, _)| edge);
        let mut own = self.translator.logic.constant(false);
        for part in parts.iter().filter(|part| part.transition == transition && part.reading == reading) {
            let from = self.now(&Set::Term(&part.from))?;
            own = self.translator.logic.or(own, from)?;
        }
        Ok(own)
    }

    /// Where a step leads to a state from which one of these begins.
    fn begins_after(
        &mut self,
        parts: &'c [StepSet],
        passage: &Passage<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        let mut begins = self.translator.logic.constant(false);
        for part in parts {
            let after = self.after(&Set::Term(&part.from), passage)?;
            begins = self.translator.logic.or(begins, after)?;
        }
        Ok(begins)
    }

    fn without(&mut self, one: L::Condition, other: L::Condition) -> Result<L::Condition, Refusal> {
        let other = self.translator.logic.not(other)?;
        self.translator.logic.and(one, other)
    }
}
