//! A measure of unions that no chain of widenings can lower for ever.
//!
//! A disjunct has the pair of its codimension and its number of constraints, an equality counting twice. A union has
//! the list of these pairs in ascending order, and lists are compared like words in a dictionary, except that the end of
//! a list comes after everything else.
//!
//! ```text
//!   (0, 2) (0, 4) end   <   (0, 2) (1, 2) end   <   (0, 2) end   <   (0, 3) (0, 3) (0, 3) end
//! ```
//!
//! # Why it cannot be lowered for ever
//!
//! With at most `N` disjuncts the lists are words of length `N` over a well-order with a greatest element, and the
//! dictionary order on words of one length is a well-order.
//!
//! # Why the multi-polyhedra widening lowers it
//!
//! Every old disjunct `q` lies in one new disjunct `r`, since coalescing replaces disjuncts by ones that contain them.
//! Take the least old pair whose disjunct changed; all smaller pairs stay. If `r` has a higher dimension it is copied,
//! and its codimension is smaller. If not, `q ∇ r` has fewer constraints than `q`, unless it is `q`. In both cases a
//! smaller pair appears at the first place that differs. If no old disjunct changed, a new one was added, which moves the
//! end of the list back. Only merging after widening, and the hulls that are taken beyond the bound, can raise it; so it
//! is checked.

use crate::affine_hull::affine_hull;
use crate::conjunction::Conjunction;
use crate::set::Set;
use budget::{Budget, Budgeted};
use std::cmp::Ordering;

/// The pairs of a union's disjuncts, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Measure(Vec<(usize, usize)>);

impl Measure {
    /// The measure of a union.
    pub(super) fn of(set: &Set, budget: &Budget) -> Budgeted<Measure> {
        let mut pairs = Vec::new();
        for disjunct in &set.disjuncts {
            pairs.push(pair(disjunct, budget)?);
        }
        pairs.sort_unstable();
        Ok(Measure(pairs))
    }

    /// The measure of a single disjunct.
    pub(super) fn of_one(disjunct: &Conjunction, budget: &Budget) -> Budgeted<Measure> {
        Ok(Measure(vec![pair(disjunct, budget)?]))
    }
}

impl PartialOrd for Measure {
    fn partial_cmp(&self, other: &Measure) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Measure {
    fn cmp(&self, other: &Measure) -> Ordering {
        let differing = self.0.iter().zip(&other.0).find(|(a, b)| a != b);
        match differing {
            Some((a, b)) => a.cmp(b),
            // The longer list goes on where the other has its end, which comes after everything.
            None => other.0.len().cmp(&self.0.len()),
        }
    }
}

fn pair(disjunct: &Conjunction, budget: &Budget) -> Budgeted<(usize, usize)> {
    let constraints = 2 * disjunct.equalities.len() + disjunct.inequalities.len();
    Ok((codimension(disjunct, budget)?, constraints))
}

/// The number of independent equalities that hold on the disjunct; more than any if it is empty.
pub(super) fn codimension(disjunct: &Conjunction, budget: &Budget) -> Budgeted<usize> {
    let hull = affine_hull(std::slice::from_ref(disjunct), disjunct.visible, budget)?;
    Ok(hull.map_or(disjunct.visible + 1, |equalities| equalities.len()))
}

#[cfg(test)]
mod tests {
    use super::Measure;

    #[test]
    fn lists_compare_like_words_whose_end_is_last() {
        let measures = [
            vec![(0, 2), (0, 4)],
            vec![(0, 2), (1, 2)],
            vec![(0, 2)],
            vec![(0, 3), (0, 3), (0, 3)],
            vec![(0, 3)],
            vec![],
        ];
        assert!(measures.windows(2).all(|pair| Measure(pair[0].clone()) < Measure(pair[1].clone())));
    }
}
