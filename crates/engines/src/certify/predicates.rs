//! Proofs that predicates find again, together with what is generated without being asked.

use std::rc::Rc;
use symbolic::{Asked, Budget, Prepared, Proved, proof_of_invariant};
use system::{Expr, Watch};

/// The operations of the solver between two questions to the watch.
const PAUSE: u64 = 20_000;

/// The proof by an inductive invariant of predicates, or why there is none.
pub(super) fn proved(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    watch: &dyn Watch,
) -> Result<Proved, String> {
    abstraction::can_check(asked.question)?;
    let system = prepared.system;
    let outer = Rc::new(Budget::new(watch));
    let budget = Budget::within(outer, PAUSE);
    let generated = invariants::generate(system, watch).invariants;
    let conditions: Vec<Expr> = generated.iter().map(|one| invariants::condition(system, one)).collect();
    let found = abstraction::invariant(prepared, asked.question, &conditions, &budget);
    let found = found.map_err(|halt| halt.reason(&budget))?;
    let (lowered, formula) = found.ok_or("predicates do not find it again")?;
    proof_of_invariant(system, &lowered, &formula, asked.named).map_err(|halt| halt.reason(&budget))
}
