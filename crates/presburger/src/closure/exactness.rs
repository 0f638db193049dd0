//! Two proofs that an upper bound of the closure is the closure.
//!
//! # The algorithm
//!
//! **By length.** `T(k)` contains the `k`-th power of `R` for every `k`. It is the `k`-th power if
//!
//! ```text
//! T(1) ⊆ R        and        T(k) ⊆ R;T(k − 1) for all k >= 2
//! ```
//!
//! Both are subset tests in which `k` is a dimension like any other.
//!
//! **By rank.** Let `C` be any relation above `R⁺`, such as `T` without the length. It is `R⁺` if `C ⊆ R ∪ R;C` and
//! some linear `f` grows by at least one on every pair of `C`.
//!
//! # Why it is right
//!
//! By length: induction on `k`. By rank: a pair of `C` is a step, or a step followed by a pair of `C` on which `f`
//! grows by less, since it grew on the step. As it always grows by at least one, this comes to an end, and what was
//! taken off is a path. This covers differences that are bounded by a parameter, such as `x < y <= x + n`, whose
//! paths of a given length are no Presburger set, while all together are.
//!
//! # Reference
//!
//! Kelly, Pugh, Rosser, Shpeisman: *Transitive Closure of Infinite Graphs and its Applications*, LCPC 1995,
//! doi:10.1007/BFb0014196, for the test of acyclic relations; Verdoolaege, Cohen, Beletska, SAS 2011,
//! doi:10.1007/978-3-642-23702-7_18, for the length as a dimension. Departure: the rank makes sure that the relation
//! is acyclic and that every decomposition ends.

use super::merged;
use super::paths::without_length;
use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::relation::Relation;
use crate::row::{self, Row};
use crate::set::Set;
use budget::{Budget, Budgeted};

/// The closure, if one of the proofs shows that these paths are made of steps.
pub(super) fn exact_paths(
    step: &Relation,
    lengths: &Relation,
    budget: &Budget,
) -> Budgeted<Option<Relation>> {
    let by_length = is_exact_by_length(step, lengths, budget)?;
    let bound = step.with_pairs(without_length(lengths, budget)?);
    // Disjuncts are merged last, since that is dear and of no use where neither proof succeeds.
    if by_length || is_exact_by_rank(step, &bound, budget)? {
        return Ok(Some(merged(&bound, budget)?));
    }
    Ok(None)
}

/// Is every path of every length made of steps?
fn is_exact_by_length(step: &Relation, lengths: &Relation, budget: &Budget) -> Budgeted<bool> {
    let length = 2 * step.inputs;
    let column = lengths.pairs.space.dimension_column(length);
    let single = step.pairs.cylinder(length, &["length"]);
    let mut one = row::zero(1 + lengths.pairs.space.visible());
    one[0] = Integer::from(-1);
    one[column] = Integer::ONE;
    let first = with_condition(&lengths.pairs, |condition| condition.add_equality(one.clone()), budget)?;
    if !first.is_subset(&single, budget)? {
        return Ok(false);
    }
    let mut two = one;
    two[0] = Integer::from(-2);
    let longer = with_condition(&lengths.pairs, |condition| condition.add_inequality(two.clone()), budget)?;
    let extended = step.then(lengths, budget)?;
    longer.is_subset(&one_longer(&extended.pairs, column), budget)
}

fn with_condition(set: &Set, demand: impl Fn(&mut Conjunction), budget: &Budget) -> Budgeted<Set> {
    let mut condition = Conjunction::universe(set.space.visible());
    demand(&mut condition);
    set.intersection(&Set::from_conjunction(set.space.clone(), condition), budget)
}

/// The set with one added to the column: `k` is replaced by `k − 1` in every row.
fn one_longer(set: &Set, column: usize) -> Set {
    let mut result = set.clone();
    for disjunct in &mut result.disjuncts {
        for row in disjunct.rows_mut() {
            let coefficient = row[column].clone();
            row[0] -= &coefficient;
        }
    }
    result
}

/// Does something grow on every pair, and is every pair a step or a step before another pair?
fn is_exact_by_rank(step: &Relation, bound: &Relation, budget: &Budget) -> Budgeted<bool> {
    for rank in ranks(step, bound) {
        // The pairs on which the rank does not grow.
        let stays = row::negated(&rank);
        let others =
            with_condition(&bound.pairs, |condition| condition.add_inequality(stays.clone()), budget)?;
        if others.is_empty(budget)? {
            let explained = step.union(&step.then(bound, budget)?, budget)?;
            return bound.is_subset(&explained, budget);
        }
    }
    Ok(false)
}

/// Expressions over the pairs that may grow: single coordinates, all together, and the bound's own constraints.
fn ranks(step: &Relation, bound: &Relation) -> Vec<Row> {
    let (n, space) = (step.inputs, &bound.pairs.space);
    let difference = |weights: &[Integer]| {
        let mut row = row::zero(1 + space.visible());
        for (i, weight) in weights.iter().enumerate() {
            row[space.dimension_column(i)] = -weight;
            row[space.dimension_column(n + i)] = weight.clone();
        }
        row
    };
    let mut weights: Vec<Row> = vec![vec![Integer::ONE; n]];
    weights.extend((0..n).map(|i| (0..n).map(|j| Integer::from(i64::from(i == j))).collect()));
    for disjunct in bound.pairs.disjuncts.iter().take(1) {
        for row in disjunct.equalities.iter().chain(&disjunct.inequalities) {
            let of = |i: usize| &row[space.dimension_column(i)];
            if (0..n).all(|i| (of(i) + of(n + i)).is_zero()) {
                weights.push((0..n).map(|i| of(n + i).clone()).collect());
            }
        }
    }
    weights.retain(|weights| weights.iter().any(|weight| !weight.is_zero()));
    weights.iter().flat_map(|weights| [difference(weights), difference(&row::negated(weights))]).collect()
}
