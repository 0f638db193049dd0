//! Rules that put one state in the place of another, for whole sets at once, and the way back for single states.

use crate::layers::contradiction;
use crate::meter::Meter;
use state_sets::{Complement, Domain, Exchange, Limited, Point, Swap};

/// Where states are replaced, and by what.
pub(crate) struct Rule<D: Domain> {
    /// The states that are replaced.
    pub applies: D::Set,
    /// What takes their place.
    pub action: Action<D>,
}

/// What takes the place of a state: exactly one other.
pub(crate) enum Action<D: Domain> {
    /// The state to which the relation leads.
    Reset(D::Relation),
    /// The state after an exchange.
    Exchange(Swap),
}

/// Rules in the order in which they are tried.
pub(crate) struct Rewriting<D: Domain> {
    /// Tried once each.
    pub first: Vec<Rule<D>>,
    /// Tried again and again, forward and backward, until nothing changes.
    pub again: Vec<Rule<D>>,
    /// At most so often.
    pub most_passes: usize,
}

/// A rule that has changed a set, and the set before.
pub(crate) struct Applied<'r, D: Domain> {
    rule: &'r Rule<D>,
    before: D::Set,
}

impl<D: Complement + Exchange> Rule<D> {
    /// The set with the rule applied once; nothing if that changes nothing.
    fn applied(&self, domain: &D, set: &D::Set) -> Limited<Option<D::Set>> {
        let hit = domain.intersection(set, &self.applies)?;
        if domain.is_empty(&hit)? {
            return Ok(None);
        }
        let moved = match &self.action {
            Action::Reset(relation) => domain.post(&hit, relation)?,
            Action::Exchange(swap) => domain.exchange(&hit, swap)?,
        };
        Ok(Some(domain.union(&domain.difference(set, &hit)?, &moved)?))
    }

    /// A state of the set from which the rule makes this one.
    fn undone(&self, domain: &D, before: &D::Set, point: &Point) -> Limited<Option<Point>> {
        if domain.contains(before, point)? && !domain.contains(&self.applies, point)? {
            return Ok(Some(point.clone()));
        }
        let before = domain.intersection(before, &self.applies)?;
        match &self.action {
            Action::Reset(relation) => {
                let sources = domain.pre(&domain.singleton(point)?, relation)?;
                domain.pick(&domain.intersection(&sources, &before)?)
            }
            Action::Exchange(swap) => {
                let source = swap.applied(point);
                Ok(domain.contains(&before, &source)?.then_some(source))
            }
        }
    }
}

impl<D: Complement + Exchange> Rewriting<D> {
    /// What the rules make of the states of a set.
    pub fn of(&self, domain: &D, meter: &Meter<'_>, set: &D::Set) -> Limited<D::Set> {
        self.noting(domain, meter, set, &mut |_, _| {})
    }

    /// The same; each rule that changes something is noted, with the set before.
    fn noting<'r>(
        &'r self,
        domain: &D,
        meter: &Meter<'_>,
        set: &D::Set,
        note: &mut dyn FnMut(&'r Rule<D>, &D::Set),
    ) -> Limited<D::Set> {
        let mut set = set.clone();
        let mut apply = |rule: &'r Rule<D>, set: &mut D::Set| -> Limited<bool> {
            meter.beat(domain)?;
            let Some(after) = rule.applied(domain, set)? else { return Ok(false) };
            note(rule, set);
            *set = after;
            Ok(true)
        };
        for rule in &self.first {
            apply(rule, &mut set)?;
        }
        // As often as it takes to know that no rule applies any more: once each since the last change.
        let count = self.again.len();
        let (mut idle, mut tried) = (0, 0);
        while idle < count && tried < self.most_passes.saturating_mul(count) {
            let (pass, place) = (tried / count, tried % count);
            let at = if pass.is_multiple_of(2) { place } else { count - 1 - place };
            idle = if apply(&self.again[at], &mut set)? { 0 } else { idle + 1 };
            tried += 1;
        }
        Ok(set)
    }

    /// What the rules make of a set, step by step.
    pub fn steps(&self, domain: &D, meter: &Meter<'_>, set: &D::Set) -> Limited<Vec<Applied<'_, D>>> {
        self.with_steps(domain, meter, set).map(|(_, steps)| steps)
    }

    /// What the rules make of a set, and the steps to it.
    pub fn with_steps(
        &self,
        domain: &D,
        meter: &Meter<'_>,
        set: &D::Set,
    ) -> Limited<(D::Set, Vec<Applied<'_, D>>)> {
        let mut steps = Vec::new();
        let made = self.noting(domain, meter, set, &mut |rule, before: &D::Set| {
            steps.push(Applied { rule, before: before.clone() });
        })?;
        Ok((made, steps))
    }
}

/// The states of which the steps have made those of a set.
pub(crate) fn sources<D: Complement + Exchange>(
    domain: &D,
    steps: &[Applied<'_, D>],
    set: &D::Set,
) -> Limited<D::Set> {
    let mut set = set.clone();
    for Applied { rule, before } in steps.iter().rev() {
        let hit = domain.intersection(before, &rule.applies)?;
        let moved = match &rule.action {
            Action::Reset(relation) => domain.pre(&set, relation)?,
            // An exchange undoes itself.
            Action::Exchange(swap) => domain.exchange(&set, swap)?,
        };
        let moved = domain.intersection(&moved, &hit)?;
        let kept = domain.difference(&domain.intersection(&set, before)?, &rule.applies)?;
        set = domain.union(&moved, &kept)?;
    }
    Ok(set)
}

/// The state from which the steps have made this one, and the exchanges on the way, the last one first.
pub(crate) fn undone<D: Complement + Exchange>(
    domain: &D,
    steps: &[Applied<'_, D>],
    point: &Point,
) -> Limited<(Point, Vec<Swap>)> {
    let (mut point, mut swaps) = (point.clone(), Vec::new());
    for step in steps.iter().rev() {
        let source = step.rule.undone(domain, &step.before, &point)?;
        let source = source.ok_or_else(|| contradiction("a representative stands for no state"))?;
        if let Action::Exchange(swap) = &step.rule.action
            && source != point
        {
            swaps.push(swap.clone());
        }
        point = source;
    }
    Ok((point, swaps))
}
