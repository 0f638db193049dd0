//! From a system to formulas.

mod options;
mod quantity;
mod unsupported;

pub use options::LowerOptions;
pub use quantity::Quantity;
pub use unsupported::Unsupported;

use crate::Lowered;
use state_sets::Formula;
use system::{Expr, System};

/// The system in the language of state sets.
pub fn lower(system: &System, _: &LowerOptions) -> Result<Lowered, Unsupported> {
    Err(Unsupported { what: format!("{:?}", system.name), span: None, help: String::new() })
}

pub(crate) fn condition(_: &System, _: &Lowered, expr: &Expr) -> Result<Formula, Unsupported> {
    Err(Unsupported::overflow(expr.span))
}

pub(crate) fn value(_: &System, _: &Lowered, expr: &Expr) -> Result<Quantity, Unsupported> {
    Err(Unsupported::overflow(expr.span))
}
