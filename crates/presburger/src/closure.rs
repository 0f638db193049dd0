//! Transitive closure, with a proof of exactness or a bound.
//!
//! # The algorithm
//!
//! The relation is a union of steps `R₁ … Rₘ`. The following ways to its closure are tried one after the other;
//! each either shows that its answer **is** the closure or gives nothing.
//!
//! 1. [`translation`]: one step by constants under a convex guard. Else the relation itself, where it is transitively
//!    closed.
//! 2. [`order`]: where the steps of a path can be sorted, `(A ∪ B)⁺ = A⁺ ∪ B⁺ ∪ A⁺;B⁺`, with smaller unions on the
//!    right.
//! 3. [`paths`]: an upper bound `T(k)` of all paths of length `k`, where `k` is a dimension like any other, which
//!    one of two tests in [`exactness`] shows to be exact. Translations with convex guards and difference
//!    relations (d-form) pass.
//! 4. One step is taken out: where the closure of `Rᵢ` alone is exact, `R⁺ = Rᵢ⁺ ∪ (Rᵢ*;rest;Rᵢ*)⁺`.
//! 5. [`powers`]: if some power `Rᵖ` has an exact closure, `R⁺ = P ∪ P;(Rᵖ)⁺` with `P = R ∪ … ∪ Rᵖ`. This is
//!    for loops that permute their variables or copy one into the other.
//! 6. [`powers`]: the union of the first powers, where it is transitively closed.
//!
//! What is left over is answered by `T`, as a bound from above, or by powers and exact parts, as a bound from
//! below. Each way may spend only a share of the budget, so that a dear one that fails does not keep the caller
//! from a bound.
//!
//! # Why it is right
//!
//! Each way has its argument in its own module. For the fourth: a path is a row of `Rᵢ`-runs with steps of the rest
//! between them, so it is a run, or a sequence of rest-steps each with the runs around it.
//!
//! # Reference
//!
//! Kelly, Pugh, Rosser, Shpeisman: *Transitive Closure of Infinite Graphs and its Applications*, LCPC 1995,
//! doi:10.1007/BFb0014196. Verdoolaege, Cohen, Beletska: *Transitive Closures of Affine Integer Tuple Relations
//! and Their Overapproximations*, SAS 2011, doi:10.1007/978-3-642-23702-7_18.

mod differences;
mod exactness;
mod order;
mod paths;
mod powers;
mod translation;

use crate::relation::Relation;
use crate::set::Set;
use budget::{Budget, Budgeted};
use exactness::exact_paths;
use order::sorted;
use paths::{coarse_paths, paths, without_length};
use powers::{closed_powers, periodic};
use translation::translation_closure;

/// On which side of the closure an answer may lie that is not exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The answer contains the closure.
    Above,
    /// The closure contains the answer.
    Below,
}

/// A transitive closure or a bound of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// The closure, or a relation on the side that was asked for.
    pub relation: Relation,
    /// Was it shown to be the closure itself?
    pub exact: bool,
}

/// How often the relation is taken apart.
const DEPTH: usize = 3;
/// What one way to the closure may cost, in row operations.
const ATTEMPT: u64 = 60_000;
/// What a way may cost that takes the relation apart.
const DEEP_ATTEMPT: u64 = 150_000;
/// What all ways together may cost.
const ALL_ATTEMPTS: u64 = 500_000;
/// How often the union of the powers is doubled.
const DOUBLINGS: usize = 5;
/// Relations with more steps than this are not taken apart.
const STEPS: usize = 8;

impl Relation {
    /// The pairs that are joined by one or more steps.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Side};
    /// let budget = Budget::unlimited();
    /// let step = Relation::parse("{ [x, y] -> [x + 2, y - 1] : y > 0 }").unwrap();
    /// let closure = step.transitive_closure(Side::Above, &budget).unwrap();
    /// assert!(closure.exact);
    /// let expected = Relation::parse(
    ///     "{ [x, y] -> [u, v] : exists k: k >= 1 and u = x + 2k and v = y - k and v >= 0 }").unwrap();
    /// assert!(closure.relation.is_equal(&expected, &budget).unwrap());
    /// ```
    ///
    /// Powers of two are no Presburger set, so here both sides are bounds:
    ///
    /// ```
    /// use presburger::{Budget, Relation, Side};
    /// let budget = Budget::unlimited();
    /// let double = Relation::parse("{ [x] -> [2x] : x >= 1 }").unwrap();
    /// let above = double.transitive_closure(Side::Above, &budget).unwrap();
    /// let below = double.transitive_closure(Side::Below, &budget).unwrap();
    /// assert!(!above.exact && !below.exact);
    /// assert!(above.relation.pairs().contains(&[3, 24]) && below.relation.pairs().contains(&[3, 24]));
    /// assert!(!above.relation.pairs().contains(&[3, 3]) && !below.relation.pairs().contains(&[3, 8]));
    /// ```
    ///
    /// # Panics
    ///
    /// If argument and result have different numbers of dimensions.
    pub fn transitive_closure(&self, side: Side, budget: &Budget) -> Budgeted<Closure> {
        assert_eq!(self.inputs, self.output_count(), "a closure needs argument and result of one kind");
        let step = self.with_pairs(self.pairs.coalesced(budget)?);
        let exact = budget.attempt(ALL_ATTEMPTS, |share| exact_closure(&step, DEPTH, share))?;
        if let Some(Some(relation)) = exact {
            return Ok(Closure { relation, exact: true });
        }
        let relation = match side {
            Side::Above => upper_bound(&step, budget)?,
            Side::Below => lower_bound(&step, budget)?,
        };
        Ok(Closure { relation, exact: false })
    }

    /// The pairs that are joined by any number of steps, none included.
    ///
    /// ```
    /// use presburger::{Budget, Relation, Side};
    /// let budget = Budget::unlimited();
    /// let step = Relation::parse("{ [x] -> [x + 3] : x < 9 }").unwrap();
    /// let star = step.reflexive_transitive_closure(Side::Above, &budget).unwrap();
    /// let expected = Relation::parse("{ [x] -> [y] : y = x or x <= y < 12 and (y - x) mod 3 = 0 }").unwrap();
    /// assert!(star.exact && star.relation.is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn reflexive_transitive_closure(&self, side: Side, budget: &Budget) -> Budgeted<Closure> {
        let closure = self.transitive_closure(side, budget)?;
        let names = &self.pairs.space.dimensions()[..self.inputs];
        let identity = Relation::identity(self.pairs.space.parameters(), names);
        Ok(Closure { relation: closure.relation.union(&identity, budget)?, exact: closure.exact })
    }
}

/// The closure where it can be shown.
fn exact_closure(step: &Relation, depth: usize, budget: &Budget) -> Budgeted<Option<Relation>> {
    let mut ways: Vec<(u64, Way)> = vec![(ALL_ATTEMPTS, direct_closure)];
    if depth > 0 {
        ways.push((DEEP_ATTEMPT, take_out_one));
        ways.push((DEEP_ATTEMPT, |step, _, budget| periodic(step, budget)));
        ways.push((ATTEMPT, |step, _, budget| closed_powers(step, DOUBLINGS, budget)));
    }
    first_of(&ways, step, depth, budget)
}

/// The closure where it can be shown without other relations than the steps themselves.
fn direct_closure(step: &Relation, depth: usize, budget: &Budget) -> Budgeted<Option<Relation>> {
    if step.pairs.disjuncts.is_empty() {
        return Ok(Some(step.clone()));
    }
    let mut ways: Vec<(u64, Way)> = vec![
        (ATTEMPT, |step, _, budget| translation_closure(step, budget)),
        (ATTEMPT, |step, _, budget| closed_powers(step, 0, budget)),
    ];
    if depth > 0 {
        ways.push((DEEP_ATTEMPT, sorted));
    }
    ways.push((ATTEMPT, |step, _, budget| exact_paths(step, &paths(step, budget)?, budget)));
    first_of(&ways, step, depth, budget)
}

/// The answer of the first way that has one, each within its share of the budget.
fn first_of(
    ways: &[(u64, Way)],
    step: &Relation,
    depth: usize,
    budget: &Budget,
) -> Budgeted<Option<Relation>> {
    for (limit, way) in ways {
        if let Some(Some(relation)) = budget.attempt(*limit, |share| way(step, depth, share))? {
            return Ok(Some(relation));
        }
    }
    Ok(None)
}

/// A way to the closure of a relation that may be taken apart that many times.
type Way = fn(&Relation, usize, &Budget) -> Budgeted<Option<Relation>>;

/// The closure by taking out one disjunct whose own closure is exact.
fn take_out_one(step: &Relation, depth: usize, budget: &Budget) -> Budgeted<Option<Relation>> {
    let count = step.pairs.disjuncts.len();
    if !(2..=STEPS).contains(&count) {
        return Ok(None);
    }
    for chosen in 0..count {
        let (one, rest) = parts(step, |index| index == chosen);
        let Some(closed) = exact_closure(&one, 0, budget)? else { continue };
        let after = rest.union(&rest.then(&closed, budget)?, budget)?;
        let around = after.union(&closed.then(&after, budget)?, budget)?;
        let around = merged(&around, budget)?;
        if around.pairs.disjuncts.len() > 2 * count {
            continue;
        }
        if let Some(others) = exact_closure(&around, depth - 1, budget)? {
            return Ok(Some(merged(&closed.union(&others, budget)?, budget)?));
        }
    }
    Ok(None)
}

/// The steps that are chosen, and the others.
fn parts(step: &Relation, chosen: impl Fn(usize) -> bool) -> (Relation, Relation) {
    let of = |wanted: bool| {
        let disjuncts = step.pairs.disjuncts.iter().enumerate().filter(|(index, _)| chosen(*index) == wanted);
        let disjuncts = disjuncts.map(|(_, disjunct)| disjunct.clone()).collect();
        step.with_pairs(Set { space: step.pairs.space.clone(), disjuncts })
    };
    (of(true), of(false))
}

/// The same relation with fewer disjuncts.
fn merged(relation: &Relation, budget: &Budget) -> Budgeted<Relation> {
    Ok(relation.with_pairs(relation.pairs.coalesced(budget)?))
}

/// A relation that contains the closure: the ends of paths or, where those are too dear, of coarser ones.
fn upper_bound(step: &Relation, budget: &Budget) -> Budgeted<Relation> {
    let fine = budget.attempt(ATTEMPT, |share| without_length(&paths(step, share)?, share))?;
    match fine {
        Some(pairs) => Ok(step.with_pairs(pairs)),
        None => Ok(step.with_pairs(without_length(&coarse_paths(step, budget)?, budget)?)),
    }
}

/// Powers of the relation, and the exact closures of its parts.
fn lower_bound(step: &Relation, budget: &Budget) -> Budgeted<Relation> {
    let mut union = step.clone();
    for chosen in 0..step.pairs.disjuncts.len().min(STEPS) {
        let (one, _) = parts(step, |index| index == chosen);
        let closed = budget.attempt(ATTEMPT, |share| exact_closure(&one, 0, share))?;
        if let Some(Some(closed)) = closed {
            union = union.union(&closed, budget)?;
        }
    }
    for _ in 0..3 {
        let longer = budget
            .attempt(ATTEMPT, |share| merged(&union.union(&union.then(step, share)?, share)?, share))?;
        let Some(longer) = longer else { break };
        union = longer;
    }
    Ok(union)
}
