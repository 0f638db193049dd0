//! Integer points of a polyhedron near its vertices: rounding and cuts.
//!
//! # The algorithm
//!
//! 1. A system without rational point has no integer point.
//! 2. If the vertex that the simplex method finds is whole, it is a point.
//! 3. Every inequality is moved inwards so far that a unit cube fits between old and new place. If the smaller
//!    polyhedron has a rational point, rounding it down in each coordinate stays inside the larger one.
//! 4. Cuts of Gomory remove a fractional vertex and no integer point; after each the vertex is repaired.
//! 5. The polyhedron is split at a fractional coordinate of its vertex, again and again.
//!
//! ```text
//!       \\    |  . .          the cut removes the tip, in which
//!      . \\   | .  .          there is no integer point
//!    .....\\--|.......
//!    .     \\ |  .  .
//! ```
//!
//! # Why it is right
//!
//! Each step gives a point that satisfies the system, or shows that there is none. The numbers of cuts and
//! splits are limited, so the search may end without an answer; the caller then eliminates an unknown and asks again.
//!
//! # Reference
//!
//! Gomory: *Outline of an Algorithm for Integer Solutions to Linear Programs*, Bull. Amer. Math. Soc. 1958,
//! doi:10.1090/S0002-9904-1958-10224-4. Land, Doig: *An Automatic Method of Solving Discrete Programming
//! Problems*, Econometrica 1960, doi:10.2307/1910129. Verdoolaege: *isl: An Integer Set Library for the Polyhedral Model*, ICMS
//! 2010, doi:10.1007/978-3-642-15582-6_49, for the cube.

use crate::integer::Integer;
use crate::row::Row;
use crate::scalar::Scalar;
use crate::simplex::{unhalted, vertex};
use crate::system::System;
use crate::tableau::{Halt, Tableau};
use budget::{Budget, Budgeted};
use std::collections::VecDeque;

/// What a search near the vertices found.
pub(crate) enum Search {
    /// There is no integer point.
    Empty,
    /// An integer point.
    Point(Vec<Integer>),
    /// Nothing yet.
    Open,
}

/// Looks for an integer point of a system.
pub(crate) fn search(system: &System, budget: &Budget) -> Budgeted<Search> {
    match search_with::<i64>(system, budget) {
        Err(Halt::Overflow) => unhalted(search_with::<Integer>(system, budget)),
        other => unhalted(other),
    }
}

fn search_with<S: Scalar>(system: &System, budget: &Budget) -> Result<Search, Halt> {
    let Some(tableau) = vertex::<S>(system, budget)? else { return Ok(Search::Empty) };
    let unknowns = system.width - 1;
    if let Some(point) = tableau.integer_point(unknowns) {
        return Ok(Search::Point(point));
    }
    if let Some(point) = rounded::<S>(system, budget)? {
        return Ok(Search::Point(point));
    }
    // Cuts and branches can have large numbers; what comes after them starts again with those of the system.
    match cuts(tableau.clone(), unknowns, budget) {
        Err(Halt::Overflow) | Ok(Search::Open) => {}
        other => return other,
    }
    match branches(tableau, unknowns, budget) {
        Err(Halt::Overflow) => Ok(Search::Open),
        other => other,
    }
}

/// A point of the system by rounding down a point of the system moved inwards.
fn rounded<S: Scalar>(system: &System, budget: &Budget) -> Result<Option<Vec<Integer>>, Halt> {
    if !system.equalities.is_empty() {
        return Ok(None);
    }
    let inner = System {
        width: system.width,
        equalities: Vec::new(),
        inequalities: system.inequalities.iter().map(moved_inwards).collect(),
    };
    Ok(vertex::<S>(&inner, budget)?.map(|tableau| tableau.point(system.width - 1)))
}

/// The inequality moved by what rounding down can take away from it.
///
/// Each coordinate loses less than one, so the row loses less than the sum of its positive coefficients; it keeps
/// whole values at whole points, so one less than that sum is enough.
fn moved_inwards(row: &Row) -> Row {
    let positive = row[1..].iter().filter(|c| c.is_positive());
    let loss = positive.fold(Integer::ZERO, |sum, c| &sum + c);
    let mut result = row.clone();
    if loss.is_positive() {
        result[0] -= &(&loss - &Integer::ONE);
    }
    result
}

fn cuts<S: Scalar>(mut tableau: Tableau<S>, unknowns: usize, budget: &Budget) -> Result<Search, Halt> {
    for _ in 0..CUTS_PER_UNKNOWN * unknowns {
        if !tableau.cut()? {
            return Ok(Search::Open);
        }
        if !tableau.repair(budget)? {
            return Ok(Search::Empty);
        }
        if let Some(point) = tableau.integer_point(unknowns) {
            return Ok(Search::Point(point));
        }
    }
    Ok(Search::Open)
}

/// Splits the polyhedron at a fractional coordinate of its vertex, again and again.
fn branches<S: Scalar>(root: Tableau<S>, unknowns: usize, budget: &Budget) -> Result<Search, Halt> {
    let mut open = VecDeque::from([root]);
    for round in 0..BRANCHES_PER_UNKNOWN * unknowns {
        // Depth finds a point soon, and breadth leaves a direction in which there is none.
        let next = if round % 2 == 0 { open.pop_front() } else { open.pop_back() };
        let Some(tableau) = next else { return Ok(Search::Empty) };
        let Some((unknown, floor)) = tableau.fractional_unknown() else {
            return Ok(Search::Point(tableau.point(unknowns)));
        };
        // u <= floor, and u >= floor + 1.
        for (sign, constant) in [(-1, floor.clone()), (1, -&(&floor + &Integer::ONE))] {
            let mut side = crate::row::zero(unknowns + 1);
            side[0] = constant;
            side[unknown + 1] = Integer::from(sign);
            let mut part = tableau.clone();
            part.add_inequality(&side, budget)?;
            if part.repair(budget)? {
                open.push_back(part);
            }
        }
    }
    Ok(if open.is_empty() { Search::Empty } else { Search::Open })
}

/// How many splits are tried for each unknown.
const BRANCHES_PER_UNKNOWN: usize = 24;
/// How many cuts are tried for each unknown.
const CUTS_PER_UNKNOWN: usize = 4;
