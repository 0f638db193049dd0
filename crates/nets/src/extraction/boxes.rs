//! Comparisons of sums of counters as unions of boxes.
//!
//! A sum whose factors have one sign compares with a constant in finitely many minimal or maximal ways: `x + y >= 2` is `x >= 2`, or
//! `x >= 1` and `y >= 1`, or `y >= 2`. Sums of both signs are none of a net's conditions.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::sum::Sum;
use super::unfit::Unfit;
use super::view::{Shape, View};
use state_sets::{Cell, Comparison, Moment, Variable};
use std::collections::BTreeMap;

/// Bounds of counters, in tokens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Bounds {
    /// At least this many.
    pub lower: BTreeMap<Variable, u64>,
    /// At most this many.
    pub upper: BTreeMap<Variable, u64>,
}

/// How conditions are taken apart.
#[derive(Clone, Copy)]
struct Splitting<'v> {
    view: &'v View,
    /// A condition with more boxes is refused.
    most: usize,
}

impl Bounds {
    /// The least number of tokens.
    pub fn least(&self, variable: Variable) -> u64 {
        self.lower.get(&variable).copied().unwrap_or(0)
    }

    /// The greatest number of tokens, by the bounds or by the type.
    pub fn most(&self, view: &View, variable: Variable) -> Option<u64> {
        let typed = match view.shape(variable) {
            Shape::Counter { most, .. } => *most,
            Shape::Values { .. } => None,
        };
        match (self.upper.get(&variable).copied(), typed) {
            (Some(own), Some(typed)) => Some(own.min(typed)),
            (own, typed) => own.or(typed),
        }
    }

    /// The number of tokens, where only one is possible.
    pub fn only(&self, view: &View, variable: Variable) -> Option<u64> {
        self.most(view, variable).filter(|most| *most == self.least(variable))
    }

    /// The same with exactly so many tokens, if that is possible.
    pub fn pinned(&self, variable: Variable, tokens: u64, view: &View) -> Option<Bounds> {
        self.at_least(variable, tokens, view)?.at_most(variable, tokens, view)
    }

    fn at_least(&self, variable: Variable, tokens: u64, view: &View) -> Option<Bounds> {
        let mut tighter = self.clone();
        if tokens > self.least(variable) {
            tighter.lower.insert(variable, tokens);
        }
        tighter.most(view, variable).is_none_or(|most| tighter.least(variable) <= most).then_some(tighter)
    }

    fn at_most(&self, variable: Variable, tokens: u64, view: &View) -> Option<Bounds> {
        let mut tighter = self.clone();
        if self.most(view, variable).is_none_or(|most| tokens < most) {
            tighter.upper.insert(variable, tokens);
        }
        (tighter.least(variable) <= tokens).then_some(tighter)
    }
}

/// The boxes in which all sums compare with zero as they should, if there are at most so many; all sums speak of the state before a step.
pub(super) fn boxes(view: &View, sums: &[(Sum, Comparison)], most: usize) -> Result<Vec<Bounds>, Unfit> {
    all_within(Splitting { view, most }, sums, Bounds::default())
}

/// The boxes within bounds in which all sums compare with zero as they should.
pub(super) fn tightened(
    view: &View,
    sums: &[(Sum, Comparison)],
    given: Bounds,
) -> Result<Vec<Bounds>, Unfit> {
    all_within(Splitting { view, most: super::MOST_OF_STATES }, sums, given)
}

/// Whether a sum has factors of both signs.
pub(super) fn is_mixed(sum: &Sum) -> bool {
    sum.terms.iter().any(|(factor, _)| *factor > 0) && sum.terms.iter().any(|(factor, _)| *factor < 0)
}

fn all_within(
    splitting: Splitting<'_>,
    sums: &[(Sum, Comparison)],
    given: Bounds,
) -> Result<Vec<Bounds>, Unfit> {
    let mut found = vec![given];
    // Sums with one counter have one box each.
    let mut ordered: Vec<&(Sum, Comparison)> = sums.iter().collect();
    ordered.sort_by_key(|(sum, _)| sum.terms.len());
    for (sum, comparison) in ordered {
        let mut tighter = Vec::new();
        for one in found {
            tighter.extend(within(splitting, sum, *comparison, &one)?);
            if tighter.len() > splitting.most {
                return Err(Unfit::too_many());
            }
        }
        tighter.sort_unstable();
        tighter.dedup();
        found = tighter;
    }
    Ok(found)
}

/// The counters of a sum with their factors, all before the step.
fn counters(sum: &Sum) -> Result<Vec<(Variable, i128)>, Unfit> {
    let counter = |(factor, cell): &(i128, Cell)| match cell {
        Cell::Variable(variable, Moment::Now) => Ok((*variable, *factor)),
        _ => Err(Unfit::Unsupported("a new value is chosen in a way that is beyond nets".into())),
    };
    sum.terms.iter().map(counter).collect()
}

fn within(
    splitting: Splitting<'_>,
    sum: &Sum,
    comparison: Comparison,
    given: &Bounds,
) -> Result<Vec<Bounds>, Unfit> {
    let counters = counters(sum)?;
    let negated = |constant: i128| constant.checked_neg().ok_or_else(Unfit::overflow);
    let positive: Result<Vec<(Variable, i128)>, Unfit> = counters
        .iter()
        .map(|(variable, factor)| Ok((*variable, factor.checked_abs().ok_or_else(Unfit::overflow)?)))
        .collect();
    let positive = positive?;
    let all_rise = counters.iter().all(|(_, factor)| *factor > 0);
    let all_fall = counters.iter().all(|(_, factor)| *factor < 0);
    match comparison {
        // The counters are at least, or at most, the constant.
        Comparison::NotPositive if all_fall => at_least(splitting, &positive, sum.constant, given),
        Comparison::NotPositive if all_rise => at_most(splitting, &positive, negated(sum.constant)?, given),
        Comparison::Zero if all_fall => exactly(splitting, &positive, sum.constant, given),
        Comparison::Zero if all_rise => exactly(splitting, &positive, negated(sum.constant)?, given),
        _ => mixed(splitting, &counters, sum.constant, comparison, given),
    }
}

/// A sum of both signs may still be decided by the bounds that are known; otherwise it is no condition of a net.
fn mixed(
    splitting: Splitting<'_>,
    counters: &[(Variable, i128)],
    constant: i128,
    comparison: Comparison,
    given: &Bounds,
) -> Result<Vec<Bounds>, Unfit> {
    let mut known = Sum { terms: Vec::new(), constant };
    for (variable, factor) in counters {
        match given.only(splitting.view, *variable) {
            Some(tokens) => {
                known.shift(factor.checked_mul(i128::from(tokens)).ok_or_else(Unfit::overflow)?)?;
            }
            None => known.add(*factor, Cell::now(*variable))?,
        }
    }
    if known.terms.is_empty() {
        let holds = match comparison {
            Comparison::Zero => known.constant == 0,
            Comparison::NotPositive => known.constant <= 0,
        };
        return Ok(if holds { vec![given.clone()] } else { Vec::new() });
    }
    if known.terms.len() < counters.len() {
        return within(splitting, &known, comparison, given);
    }
    Err(Unfit::Entangled(counters.iter().map(|(variable, _)| *variable).collect()))
}

/// The minimal ways in which a positive sum reaches a number.
fn at_least(
    splitting: Splitting<'_>,
    counters: &[(Variable, i128)],
    number: i128,
    given: &Bounds,
) -> Result<Vec<Bounds>, Unfit> {
    if number <= 0 {
        return Ok(vec![given.clone()]);
    }
    let Some(((variable, factor), rest)) = counters.split_first() else { return Ok(Vec::new()) };
    let needed = tokens(ceiling(number, *factor))?;
    if rest.is_empty() {
        return Ok(given.at_least(*variable, needed, splitting.view).into_iter().collect());
    }
    let mut found = Vec::new();
    let first = given.least(*variable).min(needed);
    let last = given.most(splitting.view, *variable).map_or(needed, |most| most.min(needed));
    for own in first..=last {
        let left = number.checked_sub(factor.checked_mul(i128::from(own)).ok_or_else(Unfit::overflow)?);
        let left = left.ok_or_else(Unfit::overflow)?;
        if let Some(bounds) = given.at_least(*variable, own, splitting.view) {
            found.extend(at_least(splitting, rest, left, &bounds)?);
        }
        if found.len() > splitting.most {
            return Err(Unfit::too_many());
        }
    }
    Ok(found)
}

/// The maximal ways in which a positive sum stays at or below a number.
fn at_most(
    splitting: Splitting<'_>,
    counters: &[(Variable, i128)],
    number: i128,
    given: &Bounds,
) -> Result<Vec<Bounds>, Unfit> {
    if number < 0 {
        return Ok(Vec::new());
    }
    let Some(((variable, factor), rest)) = counters.split_first() else { return Ok(vec![given.clone()]) };
    let allowed = tokens(number.checked_div(*factor).unwrap_or(0))?;
    if rest.is_empty() {
        return Ok(given.at_most(*variable, allowed, splitting.view).into_iter().collect());
    }
    let last = given.most(splitting.view, *variable).map_or(allowed, |most| most.min(allowed));
    let mut found = Vec::new();
    for own in given.least(*variable)..=last {
        let left = number.checked_sub(factor.checked_mul(i128::from(own)).ok_or_else(Unfit::overflow)?);
        let left = left.ok_or_else(Unfit::overflow)?;
        if let Some(bounds) = given.at_most(*variable, own, splitting.view) {
            found.extend(at_most(splitting, rest, left, &bounds)?);
        }
        if found.len() > splitting.most {
            return Err(Unfit::too_many());
        }
    }
    Ok(found)
}

/// The ways in which a positive sum is a number.
fn exactly(
    splitting: Splitting<'_>,
    counters: &[(Variable, i128)],
    number: i128,
    given: &Bounds,
) -> Result<Vec<Bounds>, Unfit> {
    if number < 0 {
        return Ok(Vec::new());
    }
    let Some(((variable, factor), rest)) = counters.split_first() else {
        return Ok(if number == 0 { vec![given.clone()] } else { Vec::new() });
    };
    let pinned = |own: u64| given.pinned(*variable, own, splitting.view);
    let largest = tokens(number.checked_div(*factor).unwrap_or(0))?;
    if rest.is_empty() {
        let divides = number.checked_rem(*factor) == Some(0);
        return Ok(pinned(largest).filter(|_| divides).into_iter().collect());
    }
    let last = given.most(splitting.view, *variable).map_or(largest, |most| most.min(largest));
    let mut found = Vec::new();
    for own in given.least(*variable)..=last {
        let left = number.checked_sub(factor.checked_mul(i128::from(own)).ok_or_else(Unfit::overflow)?);
        let left = left.ok_or_else(Unfit::overflow)?;
        if let Some(bounds) = pinned(own) {
            found.extend(exactly(splitting, rest, left, &bounds)?);
        }
        if found.len() > splitting.most {
            return Err(Unfit::too_many());
        }
    }
    Ok(found)
}

fn ceiling(number: i128, factor: i128) -> i128 {
    let quotient = number.checked_div(factor).unwrap_or(0);
    match number.checked_rem(factor) {
        Some(0) | None => quotient,
        Some(_) => quotient.saturating_add(1),
    }
}

fn tokens(number: i128) -> Result<u64, Unfit> {
    u64::try_from(number).map_err(|_| Unfit::overflow())
}
