//! Starting values that depend on each other, as in `free := SIZE`.
//!
//! An initial condition may say that a counter is a sum of others, as where a parameter gives starting values, or that it is at least such a
//! sum. Then it is *defined*: by the others, which vary, and by what it has beyond their sum, which varies too. What varies has no greatest
//! value, or is taken value by value; so the markings to start with are linear sets: a least marking, and periods that are added to it any
//! number of times.
//!
//! A net starts with the boxes around these sets. That is more than there is, but each marking of a box is covered by one of its set, since
//! periods have no negative parts. So in a net without limits nothing else can be covered, and a run from the box is one from above it, too.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::boxes::{Bounds, boxes, is_mixed, tightened};
use super::sum::Sum;
use super::unfit::Unfit;
use super::view::{Shape, View};
use crate::Marking;
use state_sets::{Cell, Comparison, Moment, Variable};

/// A linear set of markings: the least one, to which periods are added any number of times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LinearSet {
    pub least: Marking,
    pub periods: Vec<Marking>,
}

impl LinearSet {
    /// A marking of the set with at least as many tokens everywhere, and few more; the marking itself where it is found to be in the set.
    pub fn above(&self, wanted: &[u64]) -> Option<Marking> {
        let mut found = self.least.clone();
        let mut periods: Vec<&Marking> = self.periods.iter().collect();
        let changed = |period: &Marking| period.iter().filter(|tokens| **tokens > 0).count();
        periods.sort_by_key(|period| changed(period));
        // First what exactly one period can give; then those that change fewest places fill what is left.
        for only in [true, false] {
            for period in &periods {
                let is_asked = |place: usize| {
                    let gives = |period: &&&Marking| period[place] > 0;
                    !only || periods.iter().filter(gives).count() == 1
                };
                let times = (0..found.len()).filter(|place| period[*place] > 0 && is_asked(*place));
                let times = times
                    .filter_map(|place| {
                        let missing = wanted.get(place)?.saturating_sub(found[place]);
                        Some(missing.div_ceil(period[place]))
                    })
                    .max()
                    .unwrap_or(0);
                for (tokens, more) in found.iter_mut().zip(period.iter()) {
                    *tokens = tokens.checked_add(more.checked_mul(times)?)?;
                }
            }
        }
        let covers = wanted.iter().zip(&found).all(|(wanted, tokens)| tokens >= wanted);
        covers.then_some(found)
    }
}

/// A counter, and the sum that it is.
pub(super) type Definition = (Variable, Sum);

/// Bounds of what varies, and what each other counter is a sum of.
#[derive(Debug, Clone, Default)]
pub(super) struct Related {
    pub bounds: Bounds,
    /// The counters that are sums of what varies, each with positive factors.
    pub definitions: Vec<Definition>,
    /// What is still to be met.
    open: Vec<(Sum, Comparison)>,
    /// How many variables stand for what a counter has beyond a sum; they follow those of the view.
    extra: usize,
}

/// How many sums relate counters.
pub(super) fn mixed(sums: &[(Sum, Comparison)]) -> usize {
    sums.iter().filter(|(sum, _)| is_mixed(sum)).count()
}

/// The view with so many variables and places more, for what counters have beyond sums.
pub(super) fn widened(view: &View, count: usize) -> View {
    let mut wide = view.clone();
    for _ in 0..count {
        wide.shapes.push(Shape::Counter { place: wide.names.len(), low: 0, most: None });
        wide.names.push("beyond a sum".into());
    }
    wide
}

/// The ways in which all sums compare with zero as they should, by bounds and definitions.
pub(super) fn related(
    view: &View,
    first_extra: usize,
    sums: &[(Sum, Comparison)],
    most: usize,
) -> Result<Vec<Related>, Unfit> {
    let (mixed, plain): (Vec<_>, Vec<_>) = sums.iter().cloned().partition(|(sum, _)| is_mixed(sum));
    let begun = |bounds| Related { bounds, open: mixed.clone(), ..Related::default() };
    let mut open: Vec<Related> = boxes(view, &plain, most)?.into_iter().map(begun).collect();
    let mut found = Vec::new();
    while let Some(one) = open.pop() {
        match one.step(view, first_extra)? {
            Narrowed::Done(one) => found.push(one),
            Narrowed::Goes(more) => open.extend(more),
        }
        if found.len().saturating_add(open.len()) > most {
            return Err(Unfit::too_many());
        }
    }
    Ok(found)
}

enum Narrowed {
    Done(Related),
    Goes(Vec<Related>),
}

impl Related {
    /// Meets one comparison more.
    fn step(mut self, view: &View, first_extra: usize) -> Result<Narrowed, Unfit> {
        for place in 0..self.open.len() {
            let (sum, comparison) = &self.open[place];
            let (sum, comparison) = (self.known(view, sum)?, *comparison);
            if !is_mixed(&sum) {
                self.open.remove(place);
                let bounds = tightened(view, &[(sum, comparison)], self.bounds.clone())?;
                let with = |bounds| Related { bounds, ..self.clone() };
                return Ok(Narrowed::Goes(bounds.into_iter().map(with).collect()));
            }
            if let Some((variable, mut value)) = alone(&sum, comparison)? {
                self.open.remove(place);
                if comparison == Comparison::NotPositive {
                    value.add(1, self.new_variable(first_extra)?)?;
                }
                return Ok(Narrowed::Goes(self.defined(view, variable, &value)?));
            }
        }
        match self.open.first() {
            None => Ok(Narrowed::Done(self)),
            Some((sum, _)) => {
                let variable = |(_, cell): &(i128, Cell)| match cell {
                    Cell::Variable(variable, _) => Some(*variable),
                    Cell::Local(_) => None,
                };
                Err(Unfit::Entangled(sum.terms.iter().filter_map(variable).collect()))
            }
        }
    }

    fn new_variable(&mut self, first_extra: usize) -> Result<Cell, Unfit> {
        let number = first_extra.checked_add(self.extra).and_then(|number| u32::try_from(number).ok());
        self.extra = self.extra.saturating_add(1);
        Ok(Cell::now(Variable(number.ok_or_else(Unfit::overflow)?)))
    }

    /// A sum of what varies: with definitions in place of what they define, and numbers in place of counters that have one value only.
    fn known(&self, view: &View, sum: &Sum) -> Result<Sum, Unfit> {
        let mut known = sum.clone();
        for (variable, value) in &self.definitions {
            known = known.with(Cell::now(*variable), value)?;
        }
        for (_, cell) in known.terms.clone() {
            if let Cell::Variable(variable, Moment::Now) = cell
                && let Some(tokens) = self.bounds.only(view, variable)
            {
                let constant = Sum { terms: Vec::new(), constant: tokens.into() };
                known = known.with(cell, &constant)?;
            }
        }
        Ok(known)
    }

    /// A counter as a sum of others, which are bounded by its bounds.
    fn defined(mut self, view: &View, variable: Variable, value: &Sum) -> Result<Vec<Related>, Unfit> {
        let mut limits = Vec::new();
        let mut least = value.negated()?;
        least.shift(self.bounds.least(variable).into())?;
        limits.push((least, Comparison::NotPositive));
        if let Some(most) = self.bounds.most(view, variable) {
            let mut above = value.clone();
            above.shift(i128::from(most).checked_neg().ok_or_else(Unfit::overflow)?)?;
            limits.push((above, Comparison::NotPositive));
        }
        for (_, earlier) in &mut self.definitions {
            *earlier = earlier.with(Cell::now(variable), value)?;
        }
        self.definitions.push((variable, value.clone()));
        let bounds = tightened(view, &limits, self.bounds.clone())?;
        Ok(bounds.into_iter().map(|bounds| Related { bounds, ..self.clone() }).collect())
    }
}

/// A counter that a comparison gives as a sum of others with positive factors, where it is alone on its side, or at least such a sum.
fn alone(sum: &Sum, comparison: Comparison) -> Result<Option<(Variable, Sum)>, Unfit> {
    let only = |sign: i128| {
        let mut terms = sum.terms.iter().filter(|(factor, _)| factor.signum() == sign);
        match (terms.next(), terms.next()) {
            (Some((factor, Cell::Variable(variable, Moment::Now))), None) if *factor == sign => {
                Some(*variable)
            }
            _ => None,
        }
    };
    let found = match (only(-1), only(1)) {
        (Some(variable), _) => Some((variable, 1)),
        (None, Some(variable)) if comparison == Comparison::Zero => Some((variable, -1)),
        _ => None,
    };
    let Some((variable, sign)) = found else { return Ok(None) };
    let mut value = Sum::default();
    value.add_sum(sign, sum)?;
    value.terms.retain(|(_, cell)| *cell != Cell::now(variable));
    Ok(Some((variable, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marking_above_is_one_of_the_set() {
        // The first place varies, the second has twice as many and one more, the third at least as many as the first.
        let set = LinearSet { least: vec![1, 3, 1, 7], periods: vec![vec![1, 2, 1, 0], vec![0, 0, 1, 0]] };
        assert_eq!(set.above(&[1, 3, 1, 7]), Some(vec![1, 3, 1, 7]));
        assert_eq!(set.above(&[0, 0, 5, 0]), Some(vec![1, 3, 5, 7]));
        assert_eq!(set.above(&[4, 9, 6, 7]), Some(vec![4, 9, 6, 7]));
        assert_eq!(set.above(&[0, 6, 0, 0]), Some(vec![3, 7, 3, 7]));
        assert_eq!(set.above(&[0, 0, 0, 8]), None);
    }
}
