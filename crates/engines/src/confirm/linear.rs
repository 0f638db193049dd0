//! Does a path violate a linear-time formula?

use super::maximal::expect_maximal;
use system::{Lasso, Ltl, System, Trace};

/// The path must be maximal and fair, and violate the formula.
pub(super) fn confirm(system: &System, formula: &Ltl, trace: &Trace) -> Result<(), String> {
    expect_maximal(system, trace)?;
    let Some(lasso) = Lasso::new(system, trace) else { return Ok(()) };
    match lasso.satisfies(formula) {
        Ok(Some(true)) => Err("the path satisfies the formula".into()),
        _ => Ok(()),
    }
}
