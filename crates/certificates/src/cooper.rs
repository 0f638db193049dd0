//! Elimination of a quantified integer variable from a quantifier-free formula.
//!
//! David C. Cooper, *Theorem proving in arithmetic without multiplication*, Machine Intelligence 7, 1972.
//!
//! The variable's factors are scaled to one number and taken into the variable, which then is a multiple of that number. The truth of
//! the formula, seen as a function of the variable, changes only at bounds and repeats with the common multiple `d` of the divisors. So
//! if it is true somewhere, then it is true less than `d` above a lower bound, or arbitrarily far below; there only the
//! divisibilities matter, and `d` values decide them. The same holds with upper bounds and far above.
//!
//! Simple cases come first because their results are smaller: disjunctions, conjuncts without the variable, a conjunction with an
//! equation, and one of bounds where each pair has a factor of one (there the pairs say it all, as in the Omega test).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::bounds::Leaf;
use crate::effort::Effort;
use crate::leaf::{Leaves, Literal};
use crate::numbers::{QuickMap, add, common_multiple, divide_down, multiply};
use crate::{Linear, Refusal, Variable};

/// Some integer in place of the variable satisfies the formula.
pub(crate) fn eliminate(
    leaves: &mut Leaves,
    variable: Variable,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    effort.spend(1)?;
    if !leaves.mentions(leaf, variable) {
        return Ok(leaf);
    }
    if let Some(alternatives) = leaves.alternatives(leaf).map(Iterator::collect::<Vec<_>>) {
        return eliminate_each(leaves, variable, &alternatives, &[], effort);
    }
    let parts = leaves.conjuncts(leaf).map_or(vec![leaf], <[Leaf]>::to_vec);
    let (with, mut without): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|part| leaves.mentions(*part, variable));
    let eliminated = eliminate_conjunction(leaves, variable, &with, effort)?;
    without.push(eliminated);
    leaves.and(&without, effort)
}

/// The formula with its equations solved: as long as one has a factor of one, its variable is replaced everywhere. The replacements are
/// returned, too; those behind may replace variables of those before.
pub(crate) fn without_equations(
    leaves: &mut Leaves,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<(Leaf, Vec<(Variable, Linear)>), Refusal> {
    let (mut left, mut replaced) = (leaf, Vec::new());
    for variable in leaves.mentioned(leaf).to_vec().into_iter().rev() {
        let parts = leaves.conjuncts(left).map_or(vec![left], <[Leaf]>::to_vec);
        if let Some(equation) = equation(leaves, variable, &parts)?
            && equation.factor(variable) == 1
        {
            let value = equation.with(variable, &Linear::default())?.times(-1)?;
            left = substitute(leaves, variable, &value, left, effort)?;
            replaced.push((variable, value));
        }
    }
    Ok((left, replaced))
}

/// Eliminates the variable from each alternative, together with the other parts.
fn eliminate_each(
    leaves: &mut Leaves,
    variable: Variable,
    alternatives: &[Leaf],
    others: &[Leaf],
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    let mut results = Vec::with_capacity(alternatives.len());
    for alternative in alternatives {
        let mut parts = others.to_vec();
        parts.push(*alternative);
        let leaf = leaves.and(&parts, effort)?;
        results.push(eliminate(leaves, variable, leaf, effort)?);
    }
    leaves.or(&results, effort)
}

/// Eliminates the variable from a conjunction each of whose parts mentions it.
fn eliminate_conjunction(
    leaves: &mut Leaves,
    variable: Variable,
    parts: &[Leaf],
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    let whole = leaves.and(parts, effort)?;
    if let Some(equation) = equation(leaves, variable, parts)? {
        return substitute_equal(leaves, variable, &equation, whole, effort);
    }
    let choices: Vec<_> = parts.iter().copied().filter(|part| leaves.alternatives(*part).is_some()).collect();
    if let [only] = choices.as_slice() {
        let alternatives: Vec<_> = leaves.alternatives(*only).into_iter().flatten().collect();
        let others: Vec<_> = parts.iter().copied().filter(|part| part != only).collect();
        return eliminate_each(leaves, variable, &alternatives, &others, effort);
    }
    let bounds: Option<Vec<_>> = parts.iter().map(|part| as_bound(leaves, *part)).collect();
    if let Some(bounds) = bounds
        && let Some(result) = pairs(leaves, variable, &bounds, effort)?
    {
        return Ok(result);
    }
    general(leaves, variable, whole, effort)
}

fn as_bound(leaves: &Leaves, leaf: Leaf) -> Option<Linear> {
    leaves.literal(leaf).filter(|literal| literal.divisor.is_none()).map(|literal| literal.sum)
}

/// A sum with the variable, with a factor above zero, that two bounds of the conjunction force to be zero.
fn equation(leaves: &Leaves, variable: Variable, parts: &[Leaf]) -> Result<Option<Linear>, Refusal> {
    let bounds: QuickMap<_, _> = parts.iter().filter_map(|part| leaves.bound(*part)).collect();
    let mut best: Option<Linear> = None;
    for (direction, constant) in parts.iter().filter_map(|part| leaves.bound(*part)) {
        let terms = leaves.factors(direction).iter().copied().collect();
        let sum = Linear { terms, constant };
        let met = bounds.get(&(direction ^ 1)).map(|other| add(constant, *other)).transpose()? == Some(0);
        let better = best.as_ref().is_none_or(|best| sum.factor(variable) < best.factor(variable));
        if met && sum.factor(variable) > 0 && better {
            best = Some(sum);
        }
    }
    Ok(best)
}

/// `a*x + r = 0`: then `a` divides `r`, and `-r` stands for `a*x` in the other literals, which are multiplied with `a`.
fn substitute_equal(
    leaves: &mut Leaves,
    variable: Variable,
    equation: &Linear,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    let factor = equation.factor(variable);
    let rest = equation.with(variable, &Linear::default())?;
    let value = rest.times(-1)?;
    let changed = leaves.changed(leaf, effort, &|divisor, sum| {
        let others = sum.with(variable, &Linear::default())?.times(factor)?;
        let divisor = divisor.map(|divisor| multiply(divisor, factor)).transpose()?;
        Ok((divisor, others.plus(&value.times(sum.factor(variable))?)?))
    })?;
    let divisible = leaves.divides(factor, &rest, effort)?;
    leaves.and(&[changed, divisible], effort)
}

/// The real shadow of bounds, if it is exact.
fn pairs(
    leaves: &mut Leaves,
    variable: Variable,
    bounds: &[Linear],
    effort: &mut Effort,
) -> Result<Option<Leaf>, Refusal> {
    let (lower, upper): (Vec<_>, Vec<_>) = bounds.iter().partition(|sum| sum.factor(variable) < 0);
    let unit = |sum: &&Linear| sum.factor(variable).unsigned_abs() == 1;
    if !lower.iter().all(unit) && !upper.iter().all(unit) {
        return Ok(None);
    }
    let mut results = Vec::new();
    for below in &lower {
        for above in &upper {
            let (down, up) = (below.factor(variable), above.factor(variable));
            let sum = above.times(down)?.times(-1)?.plus(&below.times(up)?)?;
            results.push(leaves.at_most_zero(&sum, effort)?);
        }
    }
    leaves.and(&results, effort).map(Some)
}

/// Cooper's method.
fn general(
    leaves: &mut Leaves,
    variable: Variable,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    let unit = with_unit_factors(leaves, variable, leaf, effort)?;
    let (mut period, mut lower, mut upper) = (1, Vec::new(), Vec::new());
    for Literal { divisor, sum, .. } in literals(leaves, unit) {
        let rest = sum.with(variable, &Linear::default())?;
        match (divisor, sum.factor(variable)) {
            (_, 0) => {}
            (Some(divisor), _) => period = common_multiple(period, divisor)?,
            (None, factor) if factor < 0 => lower.push(rest),
            (None, _) => upper.push(rest.times(-1)?),
        }
    }
    let up = lower.len() <= upper.len();
    let near = if up { lower } else { upper };
    effort
        .fits(usize::try_from(period).unwrap_or(usize::MAX).saturating_mul(near.len().saturating_add(1)))?;
    let far = far_away(leaves, variable, up, unit, effort)?;
    let mut results = Vec::new();
    for step in 0..period {
        results.push(substitute(leaves, variable, &Linear::constant(step), far, effort)?);
        let step = if up { step } else { step.saturating_neg() };
        for bound in &near {
            let value = bound.plus(&Linear::constant(step))?;
            results.push(substitute(leaves, variable, &value, unit, effort)?);
        }
    }
    leaves.or(&results, effort)
}

/// The literals of a formula as they count in it, each once.
fn literals(leaves: &Leaves, leaf: Leaf) -> Vec<Literal> {
    let (mut seen, mut open, mut found) = (QuickMap::default(), vec![leaf], Vec::new());
    while let Some(part) = open.pop() {
        if seen.insert(part, ()).is_some() {
            continue;
        }
        match (leaves.conjuncts(part), leaves.alternatives(part)) {
            (Some(parts), _) => open.extend(parts),
            (None, Some(parts)) => open.extend(parts),
            (None, None) => found.extend(leaves.literal(part)),
        }
    }
    found
}

/// The formula of the variable multiplied with the common multiple of its factors: its bounds have factors of one.
fn with_unit_factors(
    leaves: &mut Leaves,
    variable: Variable,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    let positive = |number: i128| number.checked_abs().ok_or(Refusal::Overflow);
    let mut scale = 1;
    for literal in literals(leaves, leaf).iter().filter(|literal| literal.sum.factor(variable) != 0) {
        scale = common_multiple(scale, positive(literal.sum.factor(variable))?)?;
    }
    let changed = leaves.changed(leaf, effort, &|divisor, sum| {
        let factor = sum.factor(variable);
        if factor == 0 {
            return Ok((divisor, sum));
        }
        let times = divide_down(scale, positive(factor)?)?;
        let mut scaled = sum.times(times)?;
        scaled.terms.insert(variable, factor.signum());
        Ok((divisor.map(|divisor| multiply(divisor, times)).transpose()?, scaled))
    })?;
    let multiple = leaves.divides(scale, &Linear::variable(variable), effort)?;
    leaves.and(&[changed, multiple], effort)
}

/// What the formula says where the variable is below all bounds, or above all of them: a constant in place of each bound on it.
fn far_away(
    leaves: &mut Leaves,
    variable: Variable,
    below: bool,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    leaves.changed(leaf, effort, &|divisor, sum| match (divisor, sum.factor(variable)) {
        (Some(_), _) | (_, 0) => Ok((divisor, sum)),
        (None, factor) => Ok((None, Linear::constant(i128::from((factor > 0) != below)))),
    })
}

/// The formula with a sum in place of the variable.
fn substitute(
    leaves: &mut Leaves,
    variable: Variable,
    value: &Linear,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Leaf, Refusal> {
    leaves.changed(leaf, effort, &|divisor, sum| Ok((divisor, sum.with(variable, value)?)))
}
