//! What is wanted of engines beside verdicts.

use crate::SymbolicOptions;
use abstraction::Means;
use coverability::CoverabilityOptions;
use explicit::{Form, Use};

/// What is wanted beside verdicts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
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
    /// To ask each property of the part of the system that can influence it.
    pub slicing: Use,
    /// What concerns the symbolic engine.
    pub symbolic: SymbolicOptions,
    /// Which means the engine of predicates uses.
    pub means: Means,
    /// What concerns the engine of covers.
    pub coverability: CoverabilityOptions,
    /// To end at the first violation.
    pub fail_fast: bool,
}
