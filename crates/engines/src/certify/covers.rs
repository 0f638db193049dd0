//! Proofs that covers find again.

use crate::solver_budget::{net_budget, solver_budget};
use nets::extract;
use symbolic::{Asked, Prepared, Proved, proof_of_invariant};
use system::Watch;

/// The proof by the markings that are not above any element of a cover, or why there is none.
pub(super) fn proved(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    watch: &dyn Watch,
) -> Result<Proved, String> {
    let system = prepared.system;
    coverability::can_check(system, asked.question)?;
    let net = extract(prepared, &net_budget(watch)).map_err(|unfit| unfit.to_string())?;
    let budget = solver_budget(watch);
    let found = coverability::invariant(system, &net, asked.question, &budget);
    let stopped = || budget.stop().map_or("the work was told to stop".into(), |stop| stop.to_string());
    let formula = found.map_err(|_| stopped())?.ok_or("covers do not find it again")?;
    proof_of_invariant(system, net.lowered(), &formula, asked.named).map_err(|halt| halt.reason(&budget))
}
