//! Variables of a logic, and their values.

/// A variable of a logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32);

/// Which values a variable has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The codes from zero up to this number, which is not one of them.
    Finite(u32),
    /// The integers, from the first number on and up to the second, where there are such.
    Integer(Option<i128>, Option<i128>),
}

/// Values of variables: codes of finite ones, integers of others. A variable without a value may have any.
pub type Valuation = std::collections::BTreeMap<Variable, i128>;
