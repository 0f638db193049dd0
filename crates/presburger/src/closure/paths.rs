//! The relation between the ends and the length of paths, from above: the `T(k)` of [`super`].
//!
//! # The algorithm
//!
//! A path of `k` steps that uses exactly the steps in `S`, each `kᵢ >= 1` times, satisfies
//!
//! ```text
//! y − x = Σ dᵢ    A·dᵢ + c·kᵢ >= 0 for each row A·d + c >= 0 of Dᵢ    k = Σ kᵢ    x ∈ dom(S), y ∈ ran(S)
//! ```
//!
//! since the rows of the differences `Dᵢ` may be added up over the steps. `T(k)` is the union of this over all `S`.
//! The columns of the conjunction that is projected are, for each step in use, its share of the difference, its
//! divisions and its number of repetitions, after the parameters, both ends and the length:
//!
//! ```text
//! constant | parameters | x | y | k | d₁ q₁ k₁ | d₂ q₂ k₂ | …
//! ```
//!
//! Beyond a few steps the paths are not split by `S`: there, `kᵢ >= 0` and `k >= 1`.
//!
//! # Reference
//!
//! Verdoolaege, Cohen, Beletska: *Transitive Closures of Affine Integer Tuple Relations and Their
//! Overapproximations*, SAS 2011, doi:10.1007/978-3-642-23702-7_18.

use super::differences::{Differences, differences, parameter_cases};
use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::project::project;
use crate::relation::Relation;
use crate::row::{self, Row};
use crate::set::Set;
use crate::space::Space;
use budget::{Budget, Budgeted};

/// Up to this many steps, paths are split by the steps that they use.
const SPLIT: usize = 3;
/// What the convex hull of all differences may cost.
const HULL: u64 = 20_000;

/// A relation between `x` and `(y, k)` that holds wherever `k` steps lead from `x` to `y`.
pub(super) fn paths(step: &Relation, budget: &Budget) -> Budgeted<Relation> {
    let mut result = Set::empty(step.pairs.cylinder(2 * step.inputs, &["length"]).space);
    for case in parameter_cases(step, budget)? {
        let steps = differences(&case, budget)?;
        result = result.union(&paths_of(&case, &steps, budget)?, budget)?;
    }
    Ok(step.with_pairs(result.simplified(budget)?))
}

/// The same with one step in place of all, whose differences are the convex hull of theirs or are not bounded.
pub(super) fn coarse_paths(step: &Relation, budget: &Budget) -> Budgeted<Relation> {
    let names: Vec<String> = step.pairs.space.dimensions()[..step.inputs].to_vec();
    let space = Space::from_names(Vec::new(), names);
    let hull = budget.attempt(HULL, |share| {
        let disjuncts = differences(step, share)?.into_iter().map(|d| d.conjunction);
        Set::from_disjuncts(space.clone(), disjuncts, share)?.convex_hull(share)
    })?;
    let hull = hull.and_then(|hull| hull.disjuncts.into_iter().next());
    let conjunction = hull.unwrap_or_else(|| Conjunction::universe(step.inputs));
    let all = (0..step.pairs.disjuncts.len()).map(|step| Differences {
        step,
        conjunction: conjunction.clone(),
        kept: Vec::new(),
    });
    // One step in place of all: the ends are those of any step.
    let all: Vec<Differences> = all.collect();
    let chosen: Vec<&Differences> = all.iter().take(1).collect();
    let space = step.pairs.cylinder(2 * step.inputs, &["length"]).space;
    let ends = ends(step, &all.iter().collect::<Vec<_>>(), &space, budget)?;
    let pairs = with_ends(step, &space, &chosen, 1, &ends, budget)?;
    Ok(step.with_pairs(pairs))
}

/// The relation without the length of its paths.
pub(super) fn without_length(lengths: &Relation, budget: &Budget) -> Budgeted<Set> {
    lengths.pairs.project_out(&[2 * lengths.inputs], budget)
}

fn paths_of(step: &Relation, steps: &[Differences], budget: &Budget) -> Budgeted<Set> {
    let space = step.pairs.cylinder(2 * step.inputs, &["length"]).space;
    let mut result = Set::empty(space.clone());
    let least = if steps.len() <= SPLIT { 1 } else { 0 };
    for used in choices(steps.len()) {
        let chosen: Vec<&Differences> = used.iter().map(|&i| &steps[i]).collect();
        let ends = ends(step, &chosen, &space, budget)?;
        result = result.union(&with_ends(step, &space, &chosen, least, &ends, budget)?, budget)?;
    }
    Ok(result)
}

/// The ends and lengths of paths of these steps, each used at least that often, between these ends.
fn with_ends(
    step: &Relation,
    space: &Space,
    chosen: &[&Differences],
    least: i64,
    ends: &Set,
    budget: &Budget,
) -> Budgeted<Set> {
    let sums = sums(step, space, chosen, least);
    let unknowns: Vec<usize> = (space.visible() + 1..sums.width()).collect();
    let mut result = Set::empty(space.clone());
    for part in project(&sums, &unknowns, budget)? {
        let part = Set::from_disjuncts(space.clone(), [part], budget)?;
        result = result.union(&part.intersection(ends, budget)?, budget)?;
    }
    Ok(result)
}

/// The sets of steps that a path may use: all non-empty ones if there are few, else all at once.
fn choices(count: usize) -> Vec<Vec<usize>> {
    if count > SPLIT {
        return vec![(0..count).collect()];
    }
    (1..1usize << count).map(|bits| (0..count).filter(|i| bits & (1 << i) != 0).collect()).collect()
}

/// The conjunction over the ends, the length and the shares of each step.
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
    for differences in chosen {
        let repetitions = start + differences.conjunction.width() - 1;
        add_share(&mut result, differences, space, start, least);
        for (i, row) in total.iter_mut().take(n).enumerate() {
            row[start + i] = Integer::ONE;
        }
        total[n][repetitions] = Integer::ONE;
        start = repetitions + 1;
    }
    let mut positive = row::zero(width);
    positive[space.dimension_column(2 * n)] = Integer::ONE;
    positive[0] = Integer::from(-1);
    result.add_inequality(positive);
    total.into_iter().for_each(|row| result.add_equality(row));
    result
}

/// Adds the constraints on the share of one step, whose columns begin at `start`.
fn add_share(result: &mut Conjunction, differences: &Differences, space: &Space, start: usize, least: i64) {
    let width = result.width();
    let repetitions = start + differences.conjunction.width() - 1;
    let place = |row: &Row| {
        let mut placed = row::zero(width);
        placed[start..repetitions].clone_from_slice(&row[1..]);
        placed[repetitions] = row[0].clone();
        placed
    };
    let system = differences.conjunction.system();
    system.equalities.iter().for_each(|row| result.add_equality(place(row)));
    system.inequalities.iter().for_each(|row| result.add_inequality(place(row)));
    let mut count = row::zero(width);
    count[repetitions] = Integer::ONE;
    count[0] = Integer::from(-least);
    result.add_inequality(count);
    if least >= 1 {
        let parameters = space.parameters().len();
        for row in &differences.kept {
            let mut placed = row::zero(width);
            placed[..=parameters].clone_from_slice(&row[..=parameters]);
            let shares = &row[parameters + 1..];
            placed[start..start + shares.len()].clone_from_slice(shares);
            result.add_inequality(placed);
        }
    }
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
