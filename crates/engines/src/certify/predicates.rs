//! Proofs that predicates find again, together with what is generated without being asked.

use crate::solver_budget::solver_budget;
use crate::subject::generated;
use symbolic::{Asked, Prepared, Proved, proof_of_invariant};
use system::Watch;

/// The proof by an inductive invariant of predicates, or why there is none.
pub(super) fn proved(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    watch: &dyn Watch,
) -> Result<Proved, String> {
    abstraction::can_check(asked.question)?;
    let system = prepared.system;
    let budget = solver_budget(watch);
    let found = abstraction::invariant(prepared, asked.question, &generated(system, watch), &budget);
    let found = found.map_err(|halt| halt.reason(&budget))?;
    let (lowered, formula) = found.ok_or("predicates do not find it again")?;
    proof_of_invariant(system, &lowered, &formula, asked.named).map_err(|halt| halt.reason(&budget))
}
