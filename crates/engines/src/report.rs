//! What engines are asked for beside verdicts, and what they hand back.

use crate::SymbolicWishes;
use explicit::{Form, Use};
use system::{Answer, Coverage};

/// What is wanted beside verdicts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wishes {
    /// To know what never happens, where that is cheap.
    pub coverage: bool,
    /// To leave out interleavings that cannot matter.
    pub partial_order: Use,
    /// To search states once that differ by an exchange of instances.
    pub symmetry: Use,
    /// Which of these states is taken.
    pub form: Form,
    /// To set variables to a fixed value that nobody will read.
    pub inactive: Use,
    /// What concerns the symbolic engine.
    pub symbolic: SymbolicWishes,
}

/// What an engine found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// One answer for each property, in their order.
    pub answers: Vec<Answer>,
    /// What never happens, if the engine knows it.
    pub coverage: Option<Coverage>,
}
