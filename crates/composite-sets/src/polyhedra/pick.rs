//! Points that a person would choose, and how many points there are.

use budget::{Budget, Budgeted, OutOfBudget};
use presburger::{Comparison, Formula, Integer, Optimum, Set, Term};
use state_sets::{Halt, Limited, Point, Size, UBig};

/// More values of a coordinate than this are not gone through.
const MOST_SLICES: u32 = 1 << 16;

/// Sets of more boxes than this are not counted.
const MOST_BOXES: usize = 16;

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
    set.intersection(&condition.map_err(|_| OutOfBudget)?, budget)
}

/// How many points the set has.
///
/// It is finite where every coordinate is bounded; then the values of each coordinate are gone through in turn. Where
/// there are too many for that, the set is taken for a union of a few boxes, and is not counted if it is none.
pub fn size(set: &Set, budget: &Budget) -> Budgeted<Size> {
    for dimension in 0..set.dimension_count() {
        let expression = unit(set, dimension);
        let unbounded = set.minimum(&expression, budget)? == Optimum::Unbounded
            || set.maximum(&expression, budget)? == Optimum::Unbounded;
        if unbounded {
            return Ok(Size::Infinite);
        }
    }
    Ok(count(set, 0, budget)?.map_or(Size::Many, Size::Finite))
}

/// The number of points, if it is found; the coordinates before this one have one value each.
fn count(set: &Set, dimension: usize, budget: &Budget) -> Budgeted<Option<UBig>> {
    if dimension == set.dimension_count() {
        return Ok(Some(UBig::from(u8::from(!set.is_empty(budget)?))));
    }
    let Some((mut value, last)) = extent(set, dimension, budget)? else { return Ok(Some(UBig::ZERO)) };
    if number_between(&value, &last) > UBig::from(MOST_SLICES) {
        return boxes(set.clone(), budget);
    }
    let mut total = UBig::ZERO;
    while value <= last {
        let slice = fixed(set, dimension, &value, budget)?;
        if !slice.is_empty(budget)? {
            match count(&slice, dimension.saturating_add(1), budget)? {
                Some(number) => total += number,
                None => return Ok(None),
            }
        }
        value += &Integer::ONE;
    }
    Ok(Some(total))
}

/// The number of points of a set that is a union of few boxes, such as the ranges of variables are.
fn boxes(set: Set, budget: &Budget) -> Budgeted<Option<UBig>> {
    let mut rest = set;
    let mut total = UBig::ZERO;
    for _ in 0..MOST_BOXES {
        if let Some(number) = volume(&rest, budget)? {
            return Ok(Some(total + number));
        }
        // One polyhedron, and what lies outside it.
        let [first, _, ..] = rest.disjuncts() else { return Ok(None) };
        let first = Set::from_conjunction(rest.space().clone(), first.clone());
        let Some(number) = volume(&first, budget)? else { return Ok(None) };
        total += number;
        rest = rest.difference(&first, budget)?;
    }
    Ok(None)
}

/// The number of points of a box: of a set that has all points between its least and its greatest coordinates.
fn volume(set: &Set, budget: &Budget) -> Budgeted<Option<UBig>> {
    let mut number = UBig::ONE;
    let mut all = Set::universe(set.space().clone());
    for dimension in 0..set.dimension_count() {
        let Some((low, high)) = extent(set, dimension, budget)? else { return Ok(Some(UBig::ZERO)) };
        number *= number_between(&low, &high);
        all = compared(&all, dimension, Comparison::AtLeast, &low, budget)?;
        all = compared(&all, dimension, Comparison::AtMost, &high, budget)?;
    }
    Ok(all.is_subset(set, budget)?.then_some(number))
}

/// The least and the greatest value of a coordinate, which is bounded; nothing if there is no point.
fn extent(set: &Set, dimension: usize, budget: &Budget) -> Budgeted<Option<(Integer, Integer)>> {
    let expression = unit(set, dimension);
    Ok(match (set.minimum(&expression, budget)?, set.maximum(&expression, budget)?) {
        (Optimum::Value(low), Optimum::Value(high)) => Some((low, high)),
        _ => None,
    })
}

/// How many integers lie between two, both included.
fn number_between(low: &Integer, high: &Integer) -> UBig {
    let mut width = high.clone();
    width -= low;
    width += &Integer::ONE;
    width.to_string().parse().unwrap_or(UBig::ZERO)
}
