//! Closures of translations with a convex guard.
//!
//! # The algorithm
//!
//! A step without divisions whose ends differ by constants is `y = x + d` where `g(x) >= 0`, with linear `g`. Its
//! closure is
//!
//! ```text
//! ∃ k >= 1:   y = x + k·d,   g(x) >= 0,   g(y − d) >= 0
//! ```
//!
//! The constants are found by Gauss's elimination on the equalities, over `x` and `y − x`.
//!
//! # Why it is right
//!
//! The points that a path of `k` steps leaves are `x, x + d, …, y − d`. They lie on a segment between the first and the
//! last, so a convex guard that holds at these two holds at all of them.
//!
//! # Reference
//!
//! Kelly, Pugh, Rosser, Shpeisman: *Transitive Closure of Infinite Graphs and its Applications*, LCPC 1995,
//! doi:10.1007/BFb0014196, for relations in d-form, of which this is the case of one difference.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::project::project;
use crate::relation::Relation;
use crate::row::{self, Row};
use crate::set::Set;
use budget::{Budget, Budgeted};

/// The closure of a single step, if it is a translation with a convex guard.
pub(super) fn translation_closure(step: &Relation, budget: &Budget) -> Budgeted<Option<Relation>> {
    let [disjunct] = &step.pairs.disjuncts[..] else { return Ok(None) };
    if !disjunct.divisions.is_empty() {
        return Ok(None);
    }
    let Some(distance) = distance(step, disjunct) else { return Ok(None) };
    let sums = repeated(step, disjunct, &distance);
    let mut closed = Set::empty(step.pairs.space.clone());
    for part in project(&sums, &[sums.visible], budget)? {
        if let Some(part) = part.simplified(budget)? {
            closed.push(part, budget)?;
        }
    }
    Ok(Some(step.with_pairs(closed)))
}

/// The constants by which the ends differ, if they do.
fn distance(step: &Relation, disjunct: &Conjunction) -> Option<Row> {
    let (n, space) = (step.inputs, &step.pairs.space);
    let mut rows = disjunct.equalities.clone();
    for row in &mut rows {
        for i in 0..n {
            // With y = x + d the coefficient of y is that of d and is added to that of x.
            let coefficient = row[space.dimension_column(n + i)].clone();
            row[space.dimension_column(i)] += &coefficient;
        }
    }
    let mut solved = 0;
    for i in 0..2 * n {
        let column = space.dimension_column(i);
        let Some(place) = (solved..rows.len()).find(|&place| !rows[place][column].is_zero()) else {
            continue;
        };
        rows.swap(solved, place);
        let pivot = rows[solved].clone();
        for (place, row) in rows.iter_mut().enumerate() {
            if place != solved && !row[column].is_zero() {
                let factor = -&row[column];
                *row = row::combination(&pivot[column], row, &factor, &pivot);
            }
        }
        solved += 1;
    }
    (0..n).map(|i| constant_at(&rows, space.dimension_column(n + i))).collect()
}

/// The value of a column that one of the equalities fixes.
fn constant_at(equalities: &[Row], column: usize) -> Option<Integer> {
    let alone = |row: &&Row| (1..row.len()).all(|j| row[j].is_zero() != (j == column));
    let row = equalities.iter().find(alone)?;
    row[column].divides(&row[0]).then(|| -&row[0].floor_divide(&row[column]))
}

/// The paths of one or more steps, over both ends and, in the last visible column, their length.
fn repeated(step: &Relation, disjunct: &Conjunction, distance: &Row) -> Conjunction {
    let (n, space) = (step.inputs, &step.pairs.space);
    let mut result = Conjunction::universe(space.visible() + 1);
    let (width, length) = (result.width(), space.visible() + 1);
    for i in 0..n {
        let mut row = row::zero(width);
        row[space.dimension_column(i)] = Integer::ONE;
        row[space.dimension_column(n + i)] = Integer::from(-1);
        row[length] = distance[i].clone();
        result.add_equality(row);
    }
    let mut positive = row::zero(width);
    positive[length] = Integer::ONE;
    positive[0] = Integer::from(-1);
    result.add_inequality(positive);
    // The guard at a point that is left, whose columns begin at `first`, or at the point one step behind them.
    let guard = |row: &Row, first: usize, behind: bool| {
        let mut placed = row::zero(width);
        placed[..=space.parameters().len()].clone_from_slice(&row[..=space.parameters().len()]);
        for i in 0..n {
            let of_result = &row[space.dimension_column(n + i)];
            let coefficient = &row[space.dimension_column(i)] + of_result;
            placed[0] = Integer::ONE.combine(&placed[0], of_result, &distance[i]);
            if behind {
                placed[0] -= &(&coefficient * &distance[i]);
            }
            placed[space.dimension_column(first + i)] = coefficient;
        }
        placed
    };
    for (first, behind) in [(0, false), (n, true)] {
        disjunct.equalities.iter().for_each(|row| result.add_equality(guard(row, first, behind)));
        disjunct.inequalities.iter().for_each(|row| result.add_inequality(guard(row, first, behind)));
    }
    result
}
