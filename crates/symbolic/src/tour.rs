//! A path that shows that a fair path exists: a way to a strongly connected part of the core, and a tour there.
//!
//! # The algorithm
//! From the nearest state of the core, the states that it reaches in the core and those that reach it have its
//! component in common. If the component meets all conditions, a tour through it is fair. If not, a state is chosen that
//! is reached but does not reach back, and so on: what is reached becomes smaller each time, and a component from which
//! nothing else is reached meets all conditions, since each state of the core reaches what it needs. The tour goes to
//! the nearest step that meets a condition that is still open, again and again, and back; an obligation counts only if
//! the tour came past a state that obliges. Where sets are small, tours from other states of it are tried too, and the
//! shortest is kept; it need not be the shortest of all.
//!
//! Every round of these loops asks whether it may go on, and each makes something smaller: what is reached, or what is
//! still open. Sets that break their laws, with which that would not be so, are given up.
//!
//! # Reference
//! Kesten, Pnueli, Raviv: *Algorithmic Verification of Linear Temporal Logic Specifications*, ICALP 1998,
//! doi:10.1007/BFb0055036 (section 5); Clarke, Grumberg, McMillan, Zhao: *Efficient Generation of Counterexamples and
//! Witnesses in Symbolic Model Checking*, DAC 1995, doi:10.1145/217474.217565.

use crate::condition::{Condition, Conditions};
use crate::layers::contradiction;
use crate::steps::Steps;
use crate::walk::{Lasso, Onward, Walk};
use state_sets::{Complement, Domain, Limited, Point};

/// Tours are tried from so many states of the first one.
const MOST_ENTRIES: usize = 8;

/// The weight of a component times the number of moves up to which other tours are tried.
const MOST_WORK: usize = 20_000;

/// What a tour needs to be fair.
enum Lacking<'c, D: Domain> {
    /// Nothing.
    Nothing,
    /// Any step at all.
    Steps,
    /// A step that meets this condition.
    Condition(&'c Condition<D>),
}

impl<D: Complement> Steps<'_, D> {
    /// A fair path from a state of `from` that stays within; nothing if there is none. The core of `within` is given.
    pub fn tour(
        &self,
        from: &D::Set,
        within: &D::Set,
        core: &D::Set,
        conditions: &Conditions<D>,
    ) -> Limited<Option<Lasso>> {
        let domain = self.domain();
        let from = domain.intersection(from, within)?;
        let Some(mut stem) = self.path(&from, within, core)? else { return Ok(None) };
        let mut region = core.clone();
        let component = loop {
            self.model.meter.beat(domain)?;
            let here = domain.singleton(stem.end())?;
            let ahead = self.forward(&region, &here)?;
            let behind = self.backward(&ahead, &here)?;
            let beyond = domain.difference(&ahead, &behind)?;
            let goal = match self.lacking(&behind, conditions)? {
                Lacking::Nothing => break behind,
                Lacking::Steps => beyond,
                Lacking::Condition(condition) => {
                    // A state where the condition can be met is more promising than the nearest one.
                    let met = domain.intersection(&beyond, &condition.pre(self, &ahead)?)?;
                    if domain.is_empty(&met)? { beyond } else { met }
                }
            };
            let Some(onward) = self.path(&here, &ahead, &goal)? else { return Ok(None) };
            stem = stem.then(onward);
            region = ahead;
        };
        let round = self.round(stem.end().clone(), &component, conditions)?;
        self.shorter(stem, round, &from, within, &component, conditions).map(Some)
    }

    /// The shortest of some tours: the one that is known, and those that enter the component in other states of its round,
    /// as long as sets are small.
    fn shorter(
        &self,
        stem: Walk,
        round: Walk,
        from: &D::Set,
        within: &D::Set,
        component: &D::Set,
        conditions: &Conditions<D>,
    ) -> Limited<Lasso> {
        let domain = self.domain();
        let work = domain.weight(component).saturating_mul(self.model.moves.len() + 1);
        let tries = if work <= MOST_WORK { MOST_ENTRIES } else { 0 };
        let entries: Vec<Point> = round.steps.iter().map(|(_, point)| point.clone()).take(tries).collect();
        let (mut stem, mut round) = (stem, round);
        for entry in entries {
            let Some(way) = self.path(from, within, &domain.singleton(&entry)?)? else { continue };
            if way.steps.len() + 1 >= stem.steps.len() + round.steps.len() {
                continue;
            }
            let other = self.round(entry, component, conditions)?;
            if way.steps.len() + other.steps.len() < stem.steps.len() + round.steps.len() {
                (stem, round) = (way, other);
            }
        }
        let onward = Onward::Repeats(stem.steps.len());
        Ok(Lasso { walk: stem.then(round), onward })
    }

    /// What a tour through all states and steps of a strongly connected set lacks to be fair.
    fn lacking<'c>(&self, component: &D::Set, conditions: &'c Conditions<D>) -> Limited<Lacking<'c, D>> {
        let domain = self.domain();
        let has = |set: D::Set| Ok(!domain.is_empty(&domain.intersection(&set, component)?)?);
        if !has(self.pre(component)?)? {
            return Ok(Lacking::Steps);
        }
        for condition in &conditions.repeated {
            if !has(condition.pre(self, component)?)? {
                return Ok(Lacking::Condition(condition));
            }
        }
        for obligation in &conditions.obligations {
            if has(obligation.states.clone())? && !has(obligation.met.pre(self, component)?)? {
                return Ok(Lacking::Condition(&obligation.met));
            }
        }
        Ok(Lacking::Nothing)
    }

    /// A round trip through the component from a state of it that meets the conditions.
    fn round(&self, start: Point, component: &D::Set, conditions: &Conditions<D>) -> Limited<Walk> {
        let mut needed: Vec<&Condition<D>> = conditions.repeated.iter().collect();
        for _ in 0..=conditions.obligations.len() {
            let walk = self.round_through(start.clone(), component, &needed)?;
            let Some(open) = self.unmet(&walk, conditions)? else { return Ok(walk) };
            needed.push(open);
        }
        Err(contradiction("a round trip does not do what it was led to"))
    }

    /// What a round trip is obliged to and does not do.
    fn unmet<'c>(&self, walk: &Walk, conditions: &'c Conditions<D>) -> Limited<Option<&'c Condition<D>>> {
        for obligation in &conditions.obligations {
            let (mut obliged, mut met) = (false, false);
            for (from, label, to) in walk.pairs() {
                obliged = obliged || self.domain().contains(&obligation.states, from)?;
                met = met || obligation.met.counts(self, from, label, to)?;
            }
            if obliged && !met {
                return Ok(Some(&obligation.met));
            }
        }
        Ok(None)
    }

    fn round_through(&self, start: Point, component: &D::Set, needed: &[&Condition<D>]) -> Limited<Walk> {
        let domain = self.domain();
        let mut open: Vec<&Condition<D>> = needed.to_vec();
        let mut walk = Walk::at(start.clone());
        while !open.is_empty() {
            self.model.meter.beat(domain)?;
            let left = open.len();
            let mut goal = domain.empty();
            for condition in &open {
                goal = domain.union(&goal, &condition.pre(self, component)?)?;
            }
            let goal = domain.intersection(&goal, component)?;
            let before = walk.steps.len();
            walk = self.continued(walk, component, &goal)?;
            self.strike(&walk, before, &mut open)?;
            let before = walk.steps.len();
            if !open.is_empty() {
                walk = self.with_step(walk, component, &open)?;
            }
            self.strike(&walk, before, &mut open)?;
            if open.len() == left {
                return Err(contradiction("a step meets a condition, and does not meet it"));
            }
        }
        let home = domain.singleton(&start)?;
        if walk.steps.is_empty() {
            walk = self.with_step(walk, component, &[])?;
        }
        self.continued(walk, component, &home)
    }

    /// Continues a walk in the component by a shortest way to the goal, which is in it.
    fn continued(&self, walk: Walk, component: &D::Set, goal: &D::Set) -> Limited<Walk> {
        let here = self.domain().singleton(walk.end())?;
        // A component is strongly connected.
        let onward = self.path(&here, component, goal)?;
        Ok(walk.then(onward.ok_or_else(|| contradiction("a component is not connected"))?))
    }

    /// Removes the conditions that the steps of a walk from this one on meet.
    fn strike(&self, walk: &Walk, from: usize, open: &mut Vec<&Condition<D>>) -> Limited<()> {
        for (before, label, after) in walk.pairs().skip(from) {
            let mut kept = Vec::with_capacity(open.len());
            for condition in open.drain(..) {
                if !condition.counts(self, before, label, after)? {
                    kept.push(condition);
                }
            }
            *open = kept;
        }
        Ok(())
    }

    /// Adds a step in the component that meets one of the conditions, if one does; any step if there is no condition.
    fn with_step(&self, mut walk: Walk, component: &D::Set, wanted: &[&Condition<D>]) -> Limited<Walk> {
        let domain = self.domain();
        let here = domain.singleton(walk.end())?;
        for label in self.labels() {
            let mut after = match wanted.is_empty() {
                true => self.post_by(label, &here)?,
                false => domain.empty(),
            };
            for condition in wanted {
                after = domain.union(&after, &condition.post_by(self, label, &here)?)?;
            }
            if let Some(point) = domain.pick(&domain.intersection(&after, component)?)? {
                walk.steps.push((label, point));
                break;
            }
        }
        Ok(walk)
    }
}
