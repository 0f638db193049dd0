//! Points that a person would choose, and how many points there are.

use presburger::{Budget, Budgeted, Comparison, Formula, Integer, Optimum, Set, Term};
use state_sets::{Halt, Limited, Point, Size, UBig};

/// The point whose first coordinate is closest to zero, then the second, and so on; of two equally close values
/// the positive one.
pub fn small_point(set: &Set, budget: &Budget) -> Budgeted<Option<Vec<Integer>>> {
    let mut rest = set.clone();
    let mut point = Vec::new();
    if rest.is_empty(budget)? {
        return Ok(None);
    }
    for dimension in 0..set.dimension_count() {
        let Some(value) = closest_to_zero(&rest, dimension, budget)? else { return Ok(None) };
        rest = fixed(&rest, dimension, &value, budget)?;
        point.push(value);
    }
    Ok(Some(point))
}

/// The point as one of a state, if its numbers are not too large.
pub fn state(point: &[Integer]) -> Limited<Point> {
    let value = |number: &Integer| number.to_string().parse::<i128>().ok();
    let values: Option<Vec<i128>> = point.iter().map(value).collect();
    values.map(Point).ok_or_else(|| Halt::Unsupported("a number is too large for a trace".into()))
}

fn closest_to_zero(set: &Set, dimension: usize, budget: &Budget) -> Budgeted<Option<Integer>> {
    let expression = unit(set, dimension);
    let above = half(set, dimension, Comparison::AtLeast, budget)?.minimum(&expression, budget)?;
    if above == Optimum::Value(Integer::ZERO) {
        return Ok(Some(Integer::ZERO));
    }
    let below = half(set, dimension, Comparison::AtMost, budget)?.maximum(&expression, budget)?;
    Ok(match (above, below) {
        (Optimum::Value(above), Optimum::Value(below)) => {
            Some(if above <= below.abs() { above } else { below })
        }
        (Optimum::Value(value), _) | (_, Optimum::Value(value)) => Some(value),
        _ => None,
    })
}

fn unit(set: &Set, dimension: usize) -> Vec<Integer> {
    let mut expression = vec![Integer::ZERO; 1 + set.dimension_count()];
    expression[1 + dimension] = Integer::ONE;
    expression
}

/// The points whose coordinate compares with zero like this.
fn half(set: &Set, dimension: usize, comparison: Comparison, budget: &Budget) -> Budgeted<Set> {
    compared(set, dimension, comparison, &Integer::ZERO, budget)
}

fn fixed(set: &Set, dimension: usize, value: &Integer, budget: &Budget) -> Budgeted<Set> {
    compared(set, dimension, Comparison::Equal, value, budget)
}

fn compared(
    set: &Set,
    dimension: usize,
    comparison: Comparison,
    value: &Integer,
    budget: &Budget,
) -> Budgeted<Set> {
    let name = &set.space().dimensions()[dimension];
    let formula = Formula::Compare(Term::variable(name), comparison, Term::Constant(value.clone()));
    let condition = Set::from_formula(set.space().clone(), &formula, budget);
    set.intersection(&condition.map_err(|_| presburger::OutOfBudget)?, budget)
}

/// How many points the set has.
///
/// It is finite where every coordinate is bounded; then the values of each coordinate are gone through in turn.
pub fn size(set: &Set, budget: &Budget) -> Budgeted<Size> {
    for dimension in 0..set.dimension_count() {
        let expression = unit(set, dimension);
        let unbounded = set.minimum(&expression, budget)? == Optimum::Unbounded
            || set.maximum(&expression, budget)? == Optimum::Unbounded;
        if unbounded {
            return Ok(Size::Infinite);
        }
    }
    Ok(Size::Finite(count(set, 0, budget)?))
}

fn count(set: &Set, dimension: usize, budget: &Budget) -> Budgeted<UBig> {
    if dimension == set.dimension_count() {
        return Ok(UBig::from(u8::from(!set.is_empty(budget)?)));
    }
    let expression = unit(set, dimension);
    let (Optimum::Value(mut value), Optimum::Value(last)) =
        (set.minimum(&expression, budget)?, set.maximum(&expression, budget)?)
    else {
        return Ok(UBig::ZERO);
    };
    let mut total = UBig::ZERO;
    while value <= last {
        let slice = fixed(set, dimension, &value, budget)?;
        if !slice.is_empty(budget)? {
            total += count(&slice, dimension + 1, budget)?;
        }
        value += &Integer::ONE;
    }
    Ok(total)
}
