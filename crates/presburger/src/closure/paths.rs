//! The relation between the ends and the length of paths, from above: the `T(k)` of [`crate::closure`].
//!
//! The columns of the conjunction that is projected are, for each step in use, its share of the difference, its
//! divisions and its number of repetitions, after the parameters, both ends and the length:
//!
//! ```text
//! constant | parameters | x | y | k | d₁ q₁ k₁ | d₂ q₂ k₂ | …
//! ```
//!
//! # Reference
//!
//! Verdoolaege, Cohen, Beletska: *Transitive Closures of Affine Integer Tuple Relations and Their
//! Overapproximations*, SAS 2011, doi:10.1007/978-3-642-23702-7_18.

use crate::budget::{Budget, Budgeted};
use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::project::project;
use crate::relation::Relation;
use crate::row::{self, Row};
use crate::set::Set;
use crate::space::Space;

/// Up to this many steps, paths are split by the steps that they use.
const SPLIT: usize = 3;

/// The differences of one step: a conjunction over the differences alone, and which step it came from.
struct Differences {
    step: usize,
    conjunction: Conjunction,
}

/// A relation between `x` and `(y, k)` that holds wherever `k` steps lead from `x` to `y`.
pub(crate) fn paths(step: &Relation, budget: &Budget) -> Budgeted<Relation> {
    let mut generators = Vec::new();
    for (index, disjunct) in step.pairs.disjuncts.iter().enumerate() {
        for conjunction in differences(step, disjunct, budget)? {
            generators.push(Differences { step: index, conjunction });
        }
    }
    let pairs = step.pairs.cylinder(2 * step.inputs, &["length"]);
    let mut result = Set::empty(pairs.space.clone());
    for used in choices(generators.len()) {
        let chosen: Vec<&Differences> = used.iter().map(|&i| &generators[i]).collect();
        let least = if generators.len() <= SPLIT { 1 } else { 0 };
        let sums = sums(step, &pairs.space, &chosen, least);
        let first = pairs.space.visible() + 1;
        let unknowns: Vec<usize> = (first..sums.width()).collect();
        let ends = ends(step, &chosen, &pairs.space, budget)?;
        for part in project(&sums, &unknowns, budget)? {
            let part = Set::from_disjuncts(pairs.space.clone(), [part], budget)?;
            result = result.union(&part.intersection(&ends, budget)?, budget)?;
        }
    }
    Ok(Relation { inputs: step.inputs, pairs: result.simplified(budget)? })
}

/// The relation without the length of its paths.
pub(crate) fn lengths_as_pairs(lengths: &Relation, budget: &Budget) -> Budgeted<Set> {
    lengths.pairs.project_out(&[2 * lengths.inputs], budget)
}

/// The sets of generators that a path may use: all non-empty ones if there are few, else all at once.
fn choices(count: usize) -> Vec<Vec<usize>> {
    if count > SPLIT {
        return vec![(0..count).collect()];
    }
    (1..1usize << count).map(|bits| (0..count).filter(|i| bits & (1 << i) != 0).collect()).collect()
}

/// The differences `y − x` of a disjunct, for any argument and any parameters.
fn differences(step: &Relation, disjunct: &Conjunction, budget: &Budget) -> Budgeted<Vec<Conjunction>> {
    let n = step.inputs;
    let space = &step.pairs.space;
    let mut shifted = disjunct.clone();
    for row in shifted.rows_mut() {
        for i in 0..n {
            // With y = x + d the coefficient of y is that of d and is added to that of x.
            let coefficient = row[space.dimension_column(n + i)].clone();
            row[space.dimension_column(i)] += &coefficient;
        }
    }
    let gone: Vec<usize> = (1..space.dimension_column(n)).collect();
    let mut result = Vec::new();
    for part in project(&shifted, &gone, budget)? {
        if let Some(part) = part.simplified(budget)? {
            result.push(part);
        }
    }
    Ok(result)
}

/// The conjunction over the ends, the length and the shares of each generator.
fn sums(step: &Relation, space: &Space, chosen: &[&Differences], least: i64) -> Conjunction {
    let n = step.inputs;
    let shares: usize = chosen.iter().map(|g| g.conjunction.width()).sum();
    let mut result = Conjunction::universe(space.visible() + shares);
    let width = result.width();
    let mut total: Vec<Row> = vec![row::zero(width); n + 1];
    for (i, row) in total.iter_mut().take(n).enumerate() {
        row[space.dimension_column(i)] = Integer::ONE;
        row[space.dimension_column(n + i)] = Integer::from(-1);
    }
    total[n][space.dimension_column(2 * n)] = Integer::from(-1);
    let mut start = space.visible() + 1;
    for generator in chosen {
        let repetitions = start + generator.conjunction.width() - 1;
        let place = |row: &Row| {
            let mut placed = row::zero(width);
            placed[start..repetitions].clone_from_slice(&row[1..]);
            placed[repetitions] = row[0].clone();
            placed
        };
        let system = generator.conjunction.system();
        system.equalities.iter().for_each(|row| result.add_equality(place(row)));
        system.inequalities.iter().for_each(|row| result.add_inequality(place(row)));
        for (i, row) in total.iter_mut().take(n).enumerate() {
            row[start + i] = Integer::ONE;
        }
        total[n][repetitions] = Integer::ONE;
        let mut count = row::zero(width);
        count[repetitions] = Integer::ONE;
        count[0] = Integer::from(-least);
        result.add_inequality(count);
        start = repetitions + 1;
    }
    let mut positive = row::zero(width);
    positive[space.dimension_column(2 * n)] = Integer::ONE;
    positive[0] = Integer::from(-1);
    result.add_inequality(positive);
    total.into_iter().for_each(|row| result.add_equality(row));
    result
}

/// The ends that a path of these steps can have, with any length.
fn ends(step: &Relation, chosen: &[&Differences], space: &Space, budget: &Budget) -> Budgeted<Set> {
    let mut used = step.clone();
    used.pairs.disjuncts = (0..step.pairs.disjuncts.len())
        .filter(|index| chosen.iter().any(|g| g.step == *index))
        .map(|index| step.pairs.disjuncts[index].clone())
        .collect();
    let names = space.dimensions();
    let results: Vec<&str> = names[step.inputs..].iter().map(String::as_str).collect();
    let arguments: Vec<&str> = names[..step.inputs].iter().map(String::as_str).collect();
    let from = used.domain(budget)?.simplified(budget)?.cylinder(step.inputs, &results);
    let to = used.range(budget)?.simplified(budget)?.cylinder(0, &arguments);
    let to = to.cylinder(2 * step.inputs, &["length"]);
    from.intersection(&to, budget)
}
