//! Bounds of the truth sets of CTL formulas, where the exact ones may be out of reach.
//!
//! # The algorithm
//!
//! A formula is wanted from below or from above; negation turns the side round, every other operator hands it on. A
//! least fixpoint is bounded from below by any of its iterates, and from above by widening. A greatest one is bounded
//! from above by any of its iterates, and from below by widening what is left out. Where the iterates meet no bound
//! before they are stable, the result is exact and says so.
//!
//! # Why it is right
//!
//! All operators but negation are monotone, so that bounds of subformulas give bounds of the formula on the same side.
//! An upper bound of a least fixpoint is a set that contains its own image, and there widening stops.
//!
//! # Reference
//!
//! Bultan, Gerber, Pugh: *Model-Checking Concurrent Systems with Unbounded Integer Variables: Symbolic
//! Representations, Approximations, and Experimental Results*, TOPLAS 1999, doi:10.1145/325478.325480, section 6.
//! Departures: `AU` is made from `EU` and `EG`, whose iterates are the complements of those of `AU` and need no
//! complement themselves; upper bounds are improved by narrowing (Cousot, Cousot: *Comparing the Galois Connection and
//! Widening/Narrowing Approaches to Abstract Interpretation*, PLILP 1992, doi:10.1007/3-540-55844-6_142).

mod core;
mod endless;
mod fair;
mod fixpoint;
mod growth;
mod ranked;
#[cfg(test)]
mod tests;

pub(crate) use self::core::Core;
pub(crate) use endless::Endless;

use crate::condition::Conditions;
use crate::journal::Journal;
use crate::ranking::Measure;
use crate::shortcuts::{Shortcut, within};
use crate::steps::Steps;
use fixpoint::{Fixpoint, Visit};
use state_sets::{Bounded, Close, Complement, Describe, Limited, Rank, Side, Widen};
use std::cell::RefCell;
use system::{BoundId, Expr};

/// How bounds are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoundSettings {
    /// The iterates that are exact before the first is widened; nothing for no widening at all.
    pub seed: Option<u64>,
    /// How many disjuncts a widened set may have.
    pub width: u32,
    /// The iterates after which a bound is taken as it is, where a bound will do.
    pub rounds: u64,
    /// Whether sums that steps decrease may show what no path does for ever.
    pub ranked: bool,
}

/// Finds bounds of truth sets among the states of some steps.
pub(crate) struct Bounds<'s, D: Complement> {
    /// The steps, and the states that are looked at.
    pub steps: &'s Steps<'s, D>,
    /// What a fair path does.
    pub fair: &'s Conditions<D>,
    /// The states that satisfy a condition.
    pub holds: &'s dyn Fn(&Expr) -> Limited<D::Set>,
    /// The relation that gives a rigid variable any value.
    pub release: &'s dyn Fn(BoundId) -> Limited<D::Relation>,
    /// Relations that lead only where steps lead, for where only reaching counts.
    pub shortcuts: &'s [Shortcut<D::Relation>],
    /// The sums that helped are put here.
    pub measures: &'s RefCell<Vec<Measure>>,
    /// How far fixpoints have come, and where they note it.
    pub journal: &'s Journal<D::Set>,
    /// How bounds are found.
    pub settings: BoundSettings,
}

/// When a set that is not finished is already enough.
pub(crate) struct Enough<'a, S> {
    /// The side on which the set must lie to count.
    pub side: Side,
    /// Whether such a set is enough.
    pub test: &'a dyn Fn(&S) -> Limited<bool>,
}

impl<'a, S> Enough<'a, S> {
    /// A set that lies below is enough if it passes the test.
    pub fn below(test: &'a dyn Fn(&S) -> Limited<bool>) -> Self {
        Enough { side: Side::Below, test }
    }

    /// A set that lies above is enough if it passes the test.
    pub fn above(test: &'a dyn Fn(&S) -> Limited<bool>) -> Self {
        Enough { side: Side::Above, test }
    }

    /// Only a finished set is enough.
    pub fn never() -> Self {
        Enough { side: Side::Below, test: &|_| Ok(false) }
    }

    /// Whether an unfinished set that lies on this side is enough.
    fn is_met(&self, set: &S, side: Side) -> Limited<bool> {
        Ok(self.side == side && (self.test)(set)?)
    }
}

impl<D: Complement + Widen + Rank + Close + Describe> Bounds<'_, D> {
    /// A bound of the formula's truth set on this side, or the set itself. Work may end as soon as the set is enough;
    /// it is then on the side that was asked for.
    pub fn of(&self, formula: &Core, side: Side, enough: &Enough<'_, D::Set>) -> Limited<Bounded<D::Set>> {
        let domain = self.steps.domain();
        let states = &self.steps.states;
        let never = Enough::never();
        match formula {
            Core::State(e) => Ok(Bounded::exact(domain.intersection(&(self.holds)(e)?, states)?)),
            Core::Not(inner) => {
                let test = |set: &D::Set| (enough.test)(&domain.difference(states, set)?);
                let enough = Enough { side: enough.side.flipped(), test: &test };
                let inner = self.of(inner, side.flipped(), &enough)?;
                Ok(Bounded { set: domain.difference(states, &inner.set)?, side: inner.side.flipped() })
            }
            Core::And(parts) => {
                let mut all = Bounded::exact(states.clone());
                for part in parts {
                    let part = self.of(part, side, &never)?;
                    all.set = domain.intersection(&all.set, &part.set)?;
                    all.side = joined(all.side, part.side, side);
                }
                Ok(all)
            }
            Core::Next(inner) => {
                let inner = self.fair_of(inner, side)?;
                let before = self.steps.model.pre(&inner.set)?;
                Ok(Bounded { set: domain.intersection(&before, states)?, side: inner.side })
            }
            Core::Until(left, right) => {
                let (left, right) = (self.of(left, side, &never)?, self.fair_of(right, side)?);
                let until = self.accelerated_until(&left.set, &right.set, side, enough)?;
                Ok(Bounded { side: joined(joined(left.side, right.side, side), until.side, side), ..until })
            }
            Core::Always(inner) => {
                let inner = self.of(inner, side, &never)?;
                let always = self.ranked_always(&inner.set, side, enough)?;
                Ok(Bounded { side: joined(inner.side, always.side, side), ..always })
            }
            Core::Exists(bound, inner) => {
                let inner = self.of(inner, side, &never)?;
                let set = domain.pre(&inner.set, &(self.release)(*bound)?)?;
                Ok(Bounded { set: domain.intersection(&set, states)?, side: inner.side })
            }
        }
    }

    /// The states that satisfy the formula and from which a fair path begins.
    fn fair_of(&self, formula: &Core, side: Side) -> Limited<Bounded<D::Set>> {
        let never = Enough::never();
        let inner = self.of(formula, side, &never)?;
        if self.fair.is_empty() {
            return Ok(inner);
        }
        let fair = self.always(&self.steps.states, side, &never)?;
        let set = self.steps.domain().intersection(&inner.set, &fair.set)?;
        Ok(Bounded { set, side: joined(inner.side, fair.side, side) })
    }

    /// E[left U right] of these sets, with shortcuts for loops that stay within the first one.
    fn accelerated_until(
        &self,
        left: &D::Set,
        right: &D::Set,
        side: Side,
        enough: &Enough<'_, D::Set>,
    ) -> Limited<Bounded<D::Set>> {
        let domain = self.steps.domain();
        if self.shortcuts.is_empty() || domain.is_subset(&self.steps.states, left)? {
            return self.until(left, right, side, enough);
        }
        let shortcuts = within(domain, self.shortcuts, left)?;
        let image = |set: &D::Set, visit: Visit<'_, D::Set>| {
            let visit = &mut |before: D::Set| visit(domain.intersection(&before, left)?);
            self.steps.each_pre_outside(set, visit)?;
            shortcuts.iter().try_for_each(|shortcut| visit(self.steps.inside(domain.pre(set, shortcut)?)?))
        };
        Fixpoint { bounds: self, enough }.least(right.clone(), &image, side)
    }
}

impl<D: Complement + Widen + Rank> Bounds<'_, D> {
    /// E[left U right] of these sets.
    pub fn until(
        &self,
        left: &D::Set,
        right: &D::Set,
        side: Side,
        enough: &Enough<'_, D::Set>,
    ) -> Limited<Bounded<D::Set>> {
        let domain = self.steps.domain();
        let free = domain.is_subset(&self.steps.states, left)?;
        let image = |set: &D::Set, visit: Visit<'_, D::Set>| {
            if !free {
                return self
                    .steps
                    .each_pre_outside(set, &mut |before| visit(domain.intersection(&before, left)?));
            }
            self.steps.each_pre_outside(set, visit)?;
            self.by_shortcuts(|relation| domain.pre(set, relation), visit)
        };
        Fixpoint { bounds: self, enough }.least(right.clone(), &image, side)
    }

    /// The states from which a fair path begins.
    pub fn fair_paths(&self, side: Side, enough: &Enough<'_, D::Set>) -> Limited<Bounded<D::Set>> {
        self.ranked_always(&self.steps.states, side, enough)
    }

    /// The states from which a fair path stays in the set, without the help of sums.
    pub fn staying(
        &self,
        within: &D::Set,
        side: Side,
        enough: &Enough<'_, D::Set>,
    ) -> Limited<Bounded<D::Set>> {
        self.always(within, side, enough)
    }

    /// The states that are reached from the initial ones.
    pub fn reachable(&self, side: Side, enough: &Enough<'_, D::Set>) -> Limited<Bounded<D::Set>> {
        let domain = self.steps.domain();
        let image = |set: &D::Set, visit: Visit<'_, D::Set>| {
            // A bound may have left them.
            let set = &self.steps.inside(set.clone())?;
            self.steps.each_post_outside(set, visit)?;
            self.by_shortcuts(|relation| domain.post(set, relation), visit)
        };
        let initial = domain.intersection(&self.steps.model.initial, &self.steps.states)?;
        let bound = Fixpoint { bounds: self, enough }.least(initial, &image, side)?;
        Ok(Bounded { set: self.steps.inside(bound.set)?, side: bound.side })
    }

    /// Visits the images under the shortcuts, among the states that are looked at.
    fn by_shortcuts(
        &self,
        image: impl Fn(&D::Relation) -> Limited<D::Set>,
        visit: Visit<'_, D::Set>,
    ) -> Limited<()> {
        self.shortcuts.iter().try_for_each(|shortcut| visit(self.steps.inside(image(&shortcut.closure)?)?))
    }

    /// EG of this set, on fair paths.
    pub(super) fn always(
        &self,
        within: &D::Set,
        side: Side,
        enough: &Enough<'_, D::Set>,
    ) -> Limited<Bounded<D::Set>> {
        if !self.fair.is_empty() {
            return self.fair_always(within, side, enough);
        }
        let image = |set: &D::Set, visit: Visit<'_, D::Set>| self.steps.each_pre(set, visit);
        Fixpoint { bounds: self, enough }.greatest(within.clone(), &image, side)
    }
}

/// The side of what is made of two parts that both lie on the wanted side or are exact.
fn joined(left: Side, right: Side, wanted: Side) -> Side {
    left.with(right).unwrap_or(wanted)
}
