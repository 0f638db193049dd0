//! Proofs that predicates find again, together with what is generated without being asked.

use super::patience::Patient;
use crate::solver_budget::solver_budget;
use crate::subject::generated;
use symbolic::{Asked, Prepared, Proved, proof_of_invariant};
use system::Watch;

/// The proof by an inductive invariant of predicates, or why there is none. The search for it may ask the watch so many questions.
pub(super) fn proved(
    prepared: &Prepared<'_>,
    asked: &Asked<'_>,
    watch: &dyn Watch,
    questions: u64,
) -> Result<Proved, String> {
    abstraction::can_check(asked.question)?;
    let system = prepared.system;
    let known = generated(prepared, watch);
    let patient = Patient::new(watch, questions);
    let budget = solver_budget(&patient);
    let found = abstraction::invariant(prepared, asked.question, &known, &budget);
    let found = found.map_err(|halt| halt.reason(&budget))?;
    let (lowered, formula) = found.ok_or("predicates do not find it again")?;
    proof_of_invariant(system, &lowered, &formula, asked.named).map_err(|halt| halt.reason(&budget))
}
