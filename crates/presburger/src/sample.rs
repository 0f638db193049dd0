//! An integer point of a system, or the proof that there is none: the Omega test with witnesses.
//!
//! # The algorithm
//!
//! Unknowns are removed one at a time, and each removal notes how to compute the value of the removed unknown
//! from those of the others.
//!
//! * **Equalities** first. One with a unit coefficient defines its unknown. Otherwise the unknown `u` with the
//!   least coefficient `a` is replaced by `u − Σ qⱼ·uⱼ` with `qⱼ = ⌊aⱼ/a⌋`, a change of the lattice's basis that
//!   leaves remainders below `|a|`: Euclid's algorithm, which ends with a unit because the row's content is one.
//! * **Inequalities** then. The search of [`crate::cut`] on the rational relaxation comes first and nearly always gives the
//!   answer. Otherwise an unknown is eliminated:
//!
//! ```text
//!      α <= a·u, b·u <= β
//!      real shadow   a·β − b·α >= 0                exact over the integers if a = 1 or b = 1
//!      dark shadow   a·β − b·α >= (a−1)·(b−1)      some integer u lies between for sure
//!      grey shadow   a·u = α + i, 0 <= i <= (a·b − a − b)/b      where else a solution can hide
//! ```
//!
//! # Why it is right
//!
//! If no bound pair of `u` reaches the dark shadow's distance, a solution must lie close above one of the lower
//! bounds, at one of the listed equalities. Each step removes an unknown, in the grey shadow through its
//! equality, so the recursion ends, on unbounded systems too.
//!
//! # Reference
//!
//! Pugh: *The Omega Test: a Fast and Practical Integer Programming Algorithm for Dependence Analysis*,
//! Supercomputing 1991, doi:10.1145/125826.125848. Departures: Euclid's step instead of the symmetric modulo
//! with an extra unknown, and cuts of the rational relaxation as a shortcut in both directions.

use crate::conjunction::Conjunction;
use crate::cut::{self, Search};
use crate::eliminate::{self, Shadow};
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::system::System;
use budget::{Budget, Budgeted};

/// How the value of an unknown follows from the values of the unknowns removed later.
enum Step {
    /// The value of the unknown is that of the row, in which it may occur itself.
    Assign(usize, Row),
    /// Any value that satisfies these inequalities.
    Between(usize, Vec<Row>),
}

/// Some integer point of the system, or none if it has none.
pub(crate) fn sample(system: System, budget: &Budget) -> Budgeted<Option<Vec<Integer>>> {
    let mut steps = Vec::new();
    let Some(mut point) = search(system, &mut steps, budget)? else { return Ok(None) };
    for step in steps.iter().rev() {
        match step {
            Step::Assign(column, value) => point[column - 1] = row::value_at(value, &point),
            Step::Between(column, rows) => point[column - 1] = value_between(*column, rows, &point),
        }
    }
    Ok(Some(point))
}

/// The visible coordinates of some integer point of the conjunction, or none if it has none.
pub(crate) fn visible_point(conjunction: &Conjunction, budget: &Budget) -> Budgeted<Option<Vec<Integer>>> {
    let point = sample(conjunction.system(), budget)?;
    Ok(point.map(|mut point| {
        point.truncate(conjunction.visible);
        point
    }))
}

/// Does the system have no integer point?
pub(crate) fn is_empty(system: System, budget: &Budget) -> Budgeted<bool> {
    Ok(search(system, &mut Vec::new(), budget)?.is_none())
}

/// The values of the unknowns that remain after `steps`; those already removed are arbitrary.
fn search(mut system: System, steps: &mut Vec<Step>, budget: &Budget) -> Budgeted<Option<Vec<Integer>>> {
    loop {
        budget.spend(1 + system.inequalities.len())?;
        if !solve_equalities(&mut system, steps, budget)? {
            return Ok(None);
        }
        if system.inequalities.is_empty() {
            return Ok(Some(vec![Integer::ZERO; system.width - 1]));
        }
        match cut::search(&system, budget)? {
            Search::Empty => return Ok(None),
            Search::Point(point) => return Ok(Some(point)),
            Search::Open => {}
        }
        let choice = eliminate::choose(&system.inequalities, 1..system.width).expect("an unknown is left");
        if !choice.exact {
            return search_shadows(system, choice.column, steps, budget);
        }
        steps.push(Step::Between(choice.column, eliminate::mentioning(&system.inequalities, choice.column)));
        system.inequalities = eliminate::shadow(&system.inequalities, choice.column, Shadow::Real, budget)?;
    }
}

/// Removes all equalities; false if they have no solution.
fn solve_equalities(system: &mut System, steps: &mut Vec<Step>, budget: &Budget) -> Budgeted<bool> {
    if !system.tighten() {
        return Ok(false);
    }
    while let Some(equality) = system.equalities.pop() {
        budget.spend(1 + system.equalities.len() + system.inequalities.len())?;
        let (column, value, solved) = eliminate::euclid_step(&equality, 1..system.width);
        if !solved {
            system.equalities.push(equality);
        }
        for other in system.equalities.iter_mut().chain(&mut system.inequalities) {
            row::substitute(other, column, &value);
        }
        steps.push(Step::Assign(column, value));
        if solved && !system.tighten() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The dark shadow first, then each part of the grey one.
fn search_shadows(
    system: System,
    column: usize,
    steps: &mut Vec<Step>,
    budget: &Budget,
) -> Budgeted<Option<Vec<Integer>>> {
    let depth = steps.len();
    steps.push(Step::Between(column, eliminate::mentioning(&system.inequalities, column)));
    let mut dark = System::new(system.width);
    dark.inequalities = eliminate::shadow(&system.inequalities, column, Shadow::Dark, budget)?;
    if let Some(point) = search(dark, steps, budget)? {
        return Ok(Some(point));
    }
    for equality in eliminate::splinters(&system.inequalities, column, budget)? {
        steps.truncate(depth);
        let mut part = system.clone();
        part.equalities.push(equality);
        if let Some(point) = search(part, steps, budget)? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// The least value of the column that satisfies the inequalities, or the greatest if there is no least.
fn value_between(column: usize, rows: &[Row], point: &[Integer]) -> Integer {
    let mut point = point.to_vec();
    point[column - 1] = Integer::ZERO;
    let mut lower: Option<Integer> = None;
    let mut upper: Option<Integer> = None;
    for row in rows {
        let rest = row::value_at(row, &point);
        if row[column].is_positive() {
            let bound = (-&rest).ceiling_divide(&row[column]);
            lower = Some(lower.map_or(bound.clone(), |l| l.max(bound)));
        } else {
            let bound = rest.floor_divide(&-&row[column]);
            upper = Some(upper.map_or(bound.clone(), |u| u.min(bound)));
        }
    }
    lower.or(upper).unwrap_or_default()
}
