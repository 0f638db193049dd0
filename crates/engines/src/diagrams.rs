//! Predicate diagrams of a system, for people to look at.

use crate::solver_budget::solver_budget;
use crate::subject::generated;
use abstraction::{DiagramRequest, Drawn};
use symbolic::Prepared;
use system::{Expr, System, Watch};

/// Builds the diagram that is asked for, or says why there is none. What is always so is found first; it leaves configurations out.
///
/// # Errors
/// If a limit ends the work, or something cannot be said in formulas.
pub fn diagram(system: &System, request: &DiagramRequest, watch: &dyn Watch) -> Result<Drawn, String> {
    drawn(system, request, &generated(&Prepared::new(system), watch), watch)
}

/// The same where nothing is known of the states but what the model says: configurations are left out by predicates alone.
///
/// # Errors
/// If a limit ends the work, or something cannot be said in formulas.
pub fn unaided_diagram(
    system: &System,
    request: &DiagramRequest,
    watch: &dyn Watch,
) -> Result<Drawn, String> {
    drawn(system, request, &[], watch)
}

fn drawn(
    system: &System,
    request: &DiagramRequest,
    known: &[Expr],
    watch: &dyn Watch,
) -> Result<Drawn, String> {
    let budget = solver_budget(watch);
    abstraction::draw(&Prepared::new(system), request, known, &budget).map_err(|halt| halt.reason(&budget))
}
