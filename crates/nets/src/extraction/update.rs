//! What a step does to counters: each new value as a sum of old ones, by substitution.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::alternatives::Alternative;
use super::sum::Sum;
use super::unfit::Unfit;
use super::view::{Shape, View};
use state_sets::{Cell, Comparison, Kind, Moment, Variable};
use std::collections::BTreeMap;

/// The new values of counters, and what must be so before the step.
#[derive(Debug, Clone)]
pub(super) struct Update {
    /// The new value of each counter that changes, in tokens.
    pub next: BTreeMap<Variable, Sum>,
    /// Sums over the state before the step that compare with zero.
    pub conditions: Vec<(Sum, Comparison)>,
}

/// A counter that is given one of more values is refused.
const MOST_CHOICES: i128 = 16;

/// What an alternative does to the counters among the changed variables, by cases where a new value is chosen.
pub(super) fn updates(
    view: &View,
    changed: &[Variable],
    alternative: &Alternative,
) -> Result<Vec<Update>, Unfit> {
    let is_counter = |variable: &&Variable| matches!(view.shape(**variable), Shape::Counter { .. });
    let mut open: Vec<Cell> =
        changed.iter().filter(is_counter).map(|variable| Cell::next(*variable)).collect();
    open.extend(alternative.integers.keys().map(|local| Cell::Local(*local)));
    let mut solved = Solved { values: BTreeMap::new(), sums: alternative.sums.clone() };
    solved.substitute(&mut open)?;
    let mut found = vec![(solved, open)];
    let mut done = Vec::new();
    while let Some((solved, mut open)) = found.pop() {
        let Some(cell) = open.pop() else {
            done.push(solved);
            continue;
        };
        for value in solved.choices(view, alternative, cell)? {
            let mut chosen = solved.clone();
            chosen.set(cell, Sum { terms: Vec::new(), constant: value })?;
            let mut open = open.clone();
            chosen.substitute(&mut open)?;
            found.push((chosen, open));
        }
    }
    done.iter().map(|solved| solved.update(view, alternative)).collect()
}

#[derive(Clone)]
struct Solved {
    values: BTreeMap<Cell, Sum>,
    sums: Vec<(Sum, Comparison)>,
}

impl Solved {
    /// Uses equations to get rid of cells that are open.
    fn substitute(&mut self, open: &mut Vec<Cell>) -> Result<(), Unfit> {
        let solvable = |sums: &[(Sum, Comparison)], open: &[Cell]| {
            sums.iter().enumerate().find_map(|(place, (sum, comparison))| {
                let unit = |cell: &&Cell| matches!(sum.factor(**cell), 1 | -1);
                (*comparison == Comparison::Zero)
                    .then(|| open.iter().find(unit).map(|cell| (place, *cell)))
                    .flatten()
            })
        };
        while let Some((place, cell)) = solvable(&self.sums, open) {
            let (sum, _) = self.sums.swap_remove(place);
            let factor = sum.factor(cell);
            let mut rest = sum;
            rest.terms.retain(|(_, own)| *own != cell);
            // factor * cell + rest = 0, and the factor is its own inverse.
            let value = if factor == 1 { rest.negated()? } else { rest };
            self.set(cell, value)?;
            open.retain(|own| *own != cell);
        }
        Ok(())
    }

    fn set(&mut self, cell: Cell, value: Sum) -> Result<(), Unfit> {
        for (sum, _) in &mut self.sums {
            *sum = sum.with(cell, &value)?;
        }
        for known in self.values.values_mut() {
            *known = known.with(cell, &value)?;
        }
        self.values.insert(cell, value);
        Ok(())
    }

    /// The values that a cell may be given, where they are few.
    fn choices(&self, view: &View, alternative: &Alternative, cell: Cell) -> Result<Vec<i128>, Unfit> {
        let (mut low, mut high) = match range(view, alternative, cell) {
            (Some(low), high) => (low, high),
            (None, _) => (i128::MIN, None),
        };
        for (sum, comparison) in &self.sums {
            let [(factor @ (1 | -1), own)] = sum.terms.as_slice() else { continue };
            if *own != cell || *comparison != Comparison::NotPositive {
                continue;
            }
            match factor {
                1 => {
                    let bound = sum.constant.checked_neg().ok_or_else(Unfit::overflow)?;
                    high = Some(high.map_or(bound, |high| high.min(bound)));
                }
                _ => low = low.max(sum.constant),
            }
        }
        let width = high.and_then(|high| high.checked_sub(low)).filter(|width| *width < MOST_CHOICES);
        match (high, width) {
            (Some(high), Some(_)) => Ok((low..=high).collect()),
            _ => {
                let what = "a new value is chosen among too many for a net";
                Err(Unfit::Unsupported(what.into()))
            }
        }
    }

    /// The counters' new values, with what their types demand.
    fn update(&self, view: &View, alternative: &Alternative) -> Result<Update, Unfit> {
        let mut update = Update { next: BTreeMap::new(), conditions: self.sums.clone() };
        for (cell, value) in &self.values {
            let (low, high) = range(view, alternative, *cell);
            if let Some(low) = low {
                let mut missing = value.negated()?;
                missing.shift(low)?;
                update.conditions.push((missing, Comparison::NotPositive));
            }
            if let Some(high) = high.filter(|_| !stays_below(value, *cell)) {
                let mut excess = value.clone();
                excess.shift(high.checked_neg().ok_or_else(Unfit::overflow)?)?;
                update.conditions.push((excess, Comparison::NotPositive));
            }
            if let Cell::Variable(variable, Moment::Next) = cell {
                update.next.insert(*variable, value.clone());
            }
        }
        update.conditions.retain(|(sum, comparison)| !is_plainly_true(sum, *comparison));
        Ok(update)
    }
}

/// The least and the greatest value of a cell, in tokens for counters.
fn range(view: &View, alternative: &Alternative, cell: Cell) -> (Option<i128>, Option<i128>) {
    match cell {
        Cell::Variable(variable, _) => match view.shape(variable) {
            Shape::Counter { most, .. } => (Some(0), most.map(i128::from)),
            Shape::Values { .. } => (None, None),
        },
        Cell::Local(local) => match alternative.integers.get(&local) {
            Some(Kind::Integer { low, high }) => (*low, *high),
            _ => (None, None),
        },
    }
}

/// Whether the new value of a counter is its old one or less.
fn stays_below(value: &Sum, cell: Cell) -> bool {
    let Cell::Variable(variable, Moment::Next) = cell else { return false };
    value.terms == [(1, Cell::now(variable))] && value.constant <= 0
}

fn is_plainly_true(sum: &Sum, comparison: Comparison) -> bool {
    let falls = sum.constant <= 0 && sum.terms.iter().all(|(factor, cell)| *factor < 0 && is_now(*cell));
    match comparison {
        Comparison::NotPositive => falls,
        Comparison::Zero => sum.terms.is_empty() && sum.constant == 0,
    }
}

fn is_now(cell: Cell) -> bool {
    matches!(cell, Cell::Variable(_, Moment::Now))
}
