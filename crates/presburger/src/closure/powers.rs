//! Closures from powers of the relation.
//!
//! # The algorithm
//!
//! The union `U` of the first powers is the closure if `U;U ⊆ U`. It is doubled as long as that fails:
//! `U := U ∪ U;U` holds the paths of up to twice the length.
//!
//! If a power `Rᵖ` has an exact closure, then a path of any length is a path of at most `p` steps followed by a
//! number of paths of `p` steps:
//!
//! ```text
//! R⁺ = P ∪ P;(Rᵖ)⁺        P = R ∪ R² ∪ … ∪ Rᵖ
//! ```
//!
//! A loop `x' = M·x + b` has a Presburger closure if the powers of `M` are finitely many (Boigelot). Then some power
//! of it is a translation on the range of that power, which the other ways close: `{ [x, y] -> [y, x + 1] }` is
//! closed through its square.
//!
//! # Reference
//!
//! Boigelot: *On Iterating Linear Transformations over Recognizable Sets of Integers*, Theoretical Computer Science
//! 2003, doi:10.1016/S0304-3975(03)00314-1.

use super::{direct_closure, merged};
use crate::relation::Relation;
use budget::{Budget, Budgeted};

/// Unions with more disjuncts than this are not doubled.
const WIDEST: usize = 16;
/// The highest power whose closure is tried.
const PERIOD: usize = 4;

/// The union of the first powers, if it is transitively closed after some doublings.
pub(super) fn closed_powers(
    step: &Relation,
    doublings: usize,
    budget: &Budget,
) -> Budgeted<Option<Relation>> {
    let mut union = step.clone();
    for doubling in 0..=doublings {
        let longer = union.then(&union, budget)?;
        if longer.is_subset(&union, budget)? {
            return Ok(Some(union));
        }
        if doubling == doublings || union.pairs.disjuncts.len() > WIDEST {
            break;
        }
        union = merged(&union.union(&longer, budget)?, budget)?;
    }
    Ok(None)
}

/// The closure by way of a power that has an exact one.
pub(super) fn periodic(step: &Relation, budget: &Budget) -> Budgeted<Option<Relation>> {
    let (mut power, mut first) = (step.clone(), step.clone());
    for _ in 2..=PERIOD {
        power = merged(&power.then(step, budget)?, budget)?;
        first = merged(&first.union(&power, budget)?, budget)?;
        if first.pairs.disjuncts.len() > WIDEST {
            break;
        }
        if let Some(closed) = direct_closure(&power, 1, budget)? {
            let longer = first.then(&closed, budget)?;
            return Ok(Some(merged(&first.union(&longer, budget)?, budget)?));
        }
    }
    Ok(None)
}
