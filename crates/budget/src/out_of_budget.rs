//! How a computation says that it may not go on.

use std::fmt;

/// The answer of an operation whose budget ended before it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

/// The result of an operation that a budget can end.
pub type Budgeted<T> = Result<T, OutOfBudget>;

impl fmt::Display for OutOfBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the budget of the computation is spent")
    }
}

impl std::error::Error for OutOfBudget {}
