//! Transitive closure, with a proof of exactness or a bound.
//!
//! # The algorithm
//!
//! The relation is a union of steps `R₁ … Rₘ`. For each the set `Dᵢ` of its differences `y − x` is projected out.
//! A path of `k` steps that uses exactly the steps in `S`, each `kᵢ >= 1` times, satisfies
//!
//! ```text
//! y − x = Σ dᵢ    A·dᵢ + c·kᵢ >= 0 for each row A·d + c >= 0 of Dᵢ    k = Σ kᵢ    x ∈ dom(S), y ∈ ran(S)
//! ```
//!
//! since the rows of `Dᵢ` may be added up over its steps. The union of this over all `S` is `T(k)`, a relation that
//! contains the `k`-th power for every `k`. Its projection on pairs is an upper bound of the closure. It is
//! **exact** if
//!
//! ```text
//! T(1) ⊆ R        and        T(k) ⊆ R ∘ T(k − 1) for all k >= 2
//! ```
//!
//! because then `T(k)` lies in the `k`-th power, by induction. Both are subset tests in which `k` is a dimension
//! like any other. Translations with convex guards and difference relations (d-form) pass it.
//!
//! If the test fails, the powers `R ∪ R² ∪ …` are tried in case they are soon closed, and then one step is taken
//! out: where the closure of `Rᵢ` alone is exact, `R⁺ = Rᵢ⁺ ∪ (Rᵢ* ∘ rest ∘ Rᵢ*)⁺`, with a smaller union on the
//! right. What is left over is answered by the upper bound, or by powers and exact parts as a lower bound.
//!
//! # Why it is right
//!
//! See above for both directions of `T`. The rows of `Dᵢ` must not mention parameters, since a parameter times
//! `kᵢ` is not linear; they are projected out, which makes `Dᵢ` larger and keeps the upper bound.
//!
//! # Reference
//!
//! Kelly, Pugh, Rosser, Shpeisman: *Transitive Closure of Infinite Graphs and its Applications*, LCPC 1995,
//! doi:10.1007/BFb0014196. Verdoolaege, Cohen, Beletska: *Transitive Closures of Affine Integer Tuple Relations
//! and Their Overapproximations*, SAS 2011, doi:10.1007/978-3-642-23702-7_18, for the length as a dimension.

use crate::budget::{Budget, Budgeted};
use crate::paths::{lengths_as_pairs, paths};
use crate::relation::Relation;
use crate::set::Set;

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

/// How often a step is taken out of a union.
const DEPTH: usize = 3;
/// The highest power that is tried.
const POWERS: usize = 4;

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
    /// # Panics
    ///
    /// If argument and result have different numbers of dimensions.
    pub fn transitive_closure(&self, side: Side, budget: &Budget) -> Budgeted<Closure> {
        assert_eq!(self.inputs, self.output_count(), "a closure needs argument and result of one kind");
        let step = self.with_pairs(self.pairs.coalesced(budget)?);
        if let Some(relation) = exact_closure(&step, DEPTH, budget)? {
            return Ok(Closure { relation, exact: true });
        }
        let relation = match side {
            Side::Above => {
                let upper = lengths_as_pairs(&paths(&step, budget)?, budget)?;
                step.with_pairs(upper)
            }
            Side::Below => lower_bound(&step, budget)?,
        };
        Ok(Closure { relation, exact: false })
    }

    /// The pairs that are joined by any number of steps, none included.
    pub fn reflexive_transitive_closure(&self, side: Side, budget: &Budget) -> Budgeted<Closure> {
        let closure = self.transitive_closure(side, budget)?;
        let names = &self.pairs.space.dimensions()[..self.inputs];
        let identity = Relation::identity(self.pairs.space.parameters(), names);
        Ok(Closure { relation: closure.relation.union(&identity, budget)?, exact: closure.exact })
    }
}

/// The closure where it can be shown.
fn exact_closure(step: &Relation, depth: usize, budget: &Budget) -> Budgeted<Option<Relation>> {
    if step.pairs.disjuncts.is_empty() {
        return Ok(Some(step.clone()));
    }
    if let Some(relation) = closed_powers(step, 2, budget)? {
        return Ok(Some(relation));
    }
    let lengths = paths(step, budget)?;
    if is_exact(step, &lengths, budget)? {
        let pairs = lengths_as_pairs(&lengths, budget)?;
        return Ok(Some(step.with_pairs(pairs.coalesced(budget)?)));
    }
    if let Some(relation) = take_out_one(step, depth, budget)? {
        return Ok(Some(relation));
    }
    closed_powers(step, POWERS, budget)
}

/// The union of the first powers, if it is transitively closed.
fn closed_powers(step: &Relation, limit: usize, budget: &Budget) -> Budgeted<Option<Relation>> {
    let mut union = step.clone();
    for _ in 1..limit {
        let next = union.then(step, budget)?;
        if next.is_subset(&union, budget)? {
            return Ok(Some(union));
        }
        let joined = union.union(&next, budget)?;
        union = step.with_pairs(joined.pairs.coalesced(budget)?);
    }
    Ok(None)
}

/// Is every path length of `lengths` made of steps?
fn is_exact(step: &Relation, lengths: &Relation, budget: &Budget) -> Budgeted<bool> {
    let n = step.inputs;
    // A step from (x, 0) to (y, 1), and paths from (x, 0) to (y, k), both as relations x → (y, k).
    let single = step.with_pairs(fixed_length(&step.pairs.cylinder(2 * n, &["length"]), 2 * n, 1, budget)?);
    let first = fixed_length(&lengths.pairs, 2 * n, 1, budget)?;
    if !first.is_subset(&single.pairs, budget)? {
        return Ok(false);
    }
    let longer = at_least_two(&lengths.pairs, 2 * n, budget)?;
    let extended = step.then(lengths, budget)?;
    longer.is_subset(&shifted_length(&extended.pairs, 2 * n), budget)
}

fn fixed_length(set: &Set, dimension: usize, length: i64, budget: &Budget) -> Budgeted<Set> {
    let column = set.space.dimension_column(dimension);
    let mut condition = crate::conjunction::Conjunction::universe(set.space.visible());
    let mut row = crate::row::zero(condition.width());
    row[0] = (-length).into();
    row[column] = 1.into();
    condition.add_equality(row);
    set.intersection(&Set::from_conjunction(set.space.clone(), condition), budget)
}

fn at_least_two(set: &Set, dimension: usize, budget: &Budget) -> Budgeted<Set> {
    let column = set.space.dimension_column(dimension);
    let mut condition = crate::conjunction::Conjunction::universe(set.space.visible());
    let mut row = crate::row::zero(condition.width());
    row[0] = (-2).into();
    row[column] = 1.into();
    condition.add_inequality(row);
    set.intersection(&Set::from_conjunction(set.space.clone(), condition), budget)
}

/// The set with one added to the dimension: `k` is replaced by `k − 1` in every row.
fn shifted_length(set: &Set, dimension: usize) -> Set {
    let column = set.space.dimension_column(dimension);
    let mut result = set.clone();
    for disjunct in &mut result.disjuncts {
        for row in disjunct.rows_mut() {
            let coefficient = row[column].clone();
            row[0] -= &coefficient;
        }
    }
    result
}

/// The closure by taking out one disjunct whose own closure is exact.
fn take_out_one(step: &Relation, depth: usize, budget: &Budget) -> Budgeted<Option<Relation>> {
    let count = step.pairs.disjuncts.len();
    if count < 2 || depth == 0 {
        return Ok(None);
    }
    for chosen in 0..count {
        let mut rest = step.clone();
        let mut one = step.clone();
        one.pairs.disjuncts = vec![rest.pairs.disjuncts.remove(chosen)];
        let Some(closed) = exact_closure(&one, 0, budget)? else { continue };
        let after = rest.union(&rest.then(&closed, budget)?, budget)?;
        let around = after.union(&closed.then(&after, budget)?, budget)?;
        let around = step.with_pairs(around.pairs.coalesced(budget)?);
        if around.pairs.disjuncts.len() > 2 * count {
            continue;
        }
        if let Some(others) = exact_closure(&around, depth - 1, budget)? {
            let union = closed.union(&others, budget)?;
            return Ok(Some(step.with_pairs(union.pairs.coalesced(budget)?)));
        }
    }
    Ok(None)
}

/// Powers of the relation, and the exact closures of its parts.
fn lower_bound(step: &Relation, budget: &Budget) -> Budgeted<Relation> {
    let mut union = step.clone();
    for disjunct in &step.pairs.disjuncts {
        let mut one = step.clone();
        one.pairs.disjuncts = vec![disjunct.clone()];
        if let Some(closed) = exact_closure(&one, 0, budget)? {
            union = union.union(&closed, budget)?;
        }
    }
    for _ in 1..POWERS {
        let next = union.union(&union.then(step, budget)?, budget)?;
        union = step.with_pairs(next.pairs.coalesced(budget)?);
    }
    Ok(union)
}
