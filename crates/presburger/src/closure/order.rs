//! Closures of unions whose paths can be sorted.
//!
//! # The algorithm
//!
//! A step `b` before a step `a` can be exchanged if `b;a ⊆ a;b ∪ a ∪ b`. Where it cannot, `b` must stay before `a`:
//! there is an edge from `b` to `a`. The strongly connected parts of this graph, in topological order, are blocks
//! `B₁ … Bₙ`, and
//!
//! ```text
//! (B₁ ∪ … ∪ Bₙ)⁺ = C ∪ Bₙ⁺ ∪ C;Bₙ⁺        C = (B₁ ∪ … ∪ Bₙ₋₁)⁺
//! ```
//!
//! # Why it is right
//!
//! In a path with a step of a later block right before one of an earlier block, there is no edge between the two, so
//! they are exchanged or become one step. Each time the path gets shorter, or keeps its length and has fewer pairs
//! out of order. So the path ends up sorted, with the same ends. The other direction is clear.
//!
//! # Reference
//!
//! Verdoolaege, Cohen, Beletska: *Transitive Closures of Affine Integer Tuple Relations and Their
//! Overapproximations*, SAS 2011, doi:10.1007/978-3-642-23702-7_18, section 5. Departure: an exchange may also make one
//! step of two.

use super::{STEPS, exact_closure, merged, parts};
use crate::relation::Relation;
use budget::{Budget, Budgeted};

/// The closure of the union, if its paths can be sorted into several blocks with exact closures.
pub(super) fn sorted(step: &Relation, depth: usize, budget: &Budget) -> Budgeted<Option<Relation>> {
    let count = step.pairs.disjuncts.len();
    if !(2..=STEPS).contains(&count) {
        return Ok(None);
    }
    let blocks = blocks(&fixed_orders(step, budget)?);
    if blocks.len() < 2 {
        return Ok(None);
    }
    let mut closed: Option<Relation> = None;
    for block in blocks {
        let (members, _) = parts(step, |index| block.contains(&index));
        let Some(next) = exact_closure(&members, depth - 1, budget)? else { return Ok(None) };
        closed = Some(match closed {
            None => next,
            Some(before) => {
                let both = before.then(&next, budget)?;
                merged(&before.union(&next, budget)?.union(&both, budget)?, budget)?
            }
        });
    }
    Ok(closed)
}

/// For each pair of steps: must the first stay before the second where it stands there?
fn fixed_orders(step: &Relation, budget: &Budget) -> Budgeted<Vec<Vec<bool>>> {
    let count = step.pairs.disjuncts.len();
    let steps: Vec<Relation> = (0..count).map(|i| parts(step, |index| index == i).0).collect();
    let mut fixed = vec![vec![false; count]; count];
    for second in 0..count {
        for first in 0..second {
            let (a, b) = (&steps[first], &steps[second]);
            let (forth, back) = (a.then(b, budget)?, b.then(a, budget)?);
            fixed[first][second] = !is_exchanged(&forth, &back, a, b, budget)?;
            fixed[second][first] = !is_exchanged(&back, &forth, a, b, budget)?;
        }
    }
    Ok(fixed)
}

/// Does every path of the two steps in one order have the ends of a path in the other, or of one of the steps?
fn is_exchanged(
    given: &Relation,
    other: &Relation,
    a: &Relation,
    b: &Relation,
    budget: &Budget,
) -> Budgeted<bool> {
    // Where the steps commute, the other order alone does.
    Ok(given.is_subset(other, budget)?
        || given.is_subset(&other.union(a, budget)?.union(b, budget)?, budget)?)
}

/// The strongly connected parts of the graph, each before those that its edges lead to.
fn blocks(edges: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let count = edges.len();
    let mut reaches = edges.to_vec();
    for middle in 0..count {
        for from in 0..count {
            for to in 0..count {
                reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
            }
        }
    }
    let mut left: Vec<usize> = (0..count).collect();
    let mut result = Vec::new();
    while let Some(&source) = left.iter().find(|&&node| {
        left.iter().all(|&other| !reaches[other][node] || reaches[node][other] || other == node)
    }) {
        let together = |other: usize| other == source || reaches[source][other] && reaches[other][source];
        result.push(left.iter().copied().filter(|&other| together(other)).collect());
        left.retain(|&other| !together(other));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn blocks_are_components_in_topological_order() {
        let mut edges = vec![vec![false; 4]; 4];
        for (from, to) in [(3, 1), (1, 3), (1, 0), (2, 3)] {
            edges[from][to] = true;
        }
        assert_eq!(blocks(&edges), [vec![2], vec![1, 3], vec![0]]);
        assert_eq!(blocks(&vec![vec![false; 2]; 2]), [vec![0], vec![1]]);
    }
}
