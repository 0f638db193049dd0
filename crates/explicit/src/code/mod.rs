//! Compiled expressions.
//!
//! An expression of the model becomes a tree of [`Code`]: constants are machine integers, variables are
//! numbers, and the comparisons that fill guards (a variable with a constant) are nodes of their own. The
//! tree is evaluated by plain recursion over two lists of values, the old and the new ones ([`evaluate`]).
//!
//! Values are 64-bit integers, and every operation on them is checked: what does not fit is a [`Trap`], never another
//! number.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod compile;
mod evaluate;
mod faults;
mod given;
mod variables;
mod ways;

pub(crate) use analysis::can_fault;
pub(crate) use compile::{Compiler, Unsupported};
pub(crate) use evaluate::{Trap, Values, compare};
pub(crate) use ways::Ways;

use diagnostics::Span;
use system::{Comparison, Operation};

/// An expression, ready to be evaluated; Booleans are 0 and 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Code {
    /// A constant.
    Constant(i64),
    /// A constant beyond machine integers: evaluating it is an overflow.
    TooLarge(Span),
    /// The value of a variable.
    Read(u32),
    /// The new value of a variable.
    ReadNext(u32),
    /// The value of a variable that the state selects.
    ReadAt(Box<Address>),
    /// The new value of a variable that the old state selects.
    ReadNextAt(Box<Address>),
    /// A variable has this value.
    Is(u32, i64),
    /// A variable has another value.
    IsNot(u32, i64),
    /// A variable compared with a constant.
    Bounded(Comparison, u32, i64),
    /// `!a`
    Not(Box<Code>),
    /// `a && b && …`, from the left.
    And(Box<[Code]>),
    /// `a || b || …`, from the left.
    Or(Box<[Code]>),
    /// `a => b`
    Implies(Box<[Code; 2]>),
    /// A comparison; `<=>` is equality.
    Compare(Comparison, Box<[Code; 2]>),
    /// Arithmetic on two integers.
    Arithmetic(Operation, Box<[Code; 2]>, Span),
    /// `-a`
    Negate(Box<Code>, Span),
    /// `abs(a)`
    Absolute(Box<Code>, Span),
    /// `if a then b else c`
    If(Box<[Code; 3]>),
    /// The sum of integers.
    Sum(Box<[Code]>, Span),
    /// How many are true.
    Count(Box<[Code]>),
    /// How many of these variables have this value.
    CountIs(Box<[u32]>, i64),
    /// The index of the instance that a reference leads to.
    IndexOf(Box<Code>, i64, Span),
    /// The reference to the instance with this index.
    InstanceAt(Box<Code>, i64, u32),
    /// Whether an instance is met on the way from another.
    Reach(Box<Ways>),
}

/// A variable that the state selects among several.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Address {
    /// The variable that all selectors at their first position denote.
    pub first: u32,
    /// The selectors, from the outside in.
    pub selectors: Box<[Select]>,
}

/// One choice among equally spaced variables.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Select {
    /// The index or the reference.
    pub index: Code,
    /// The value that selects the first position: the lowest index, or 1 for references, where 0 is `null`.
    pub low: i64,
    /// How many positions there are.
    pub count: u32,
    /// The distance between neighbours.
    pub stride: u32,
}

/// A place that is written: fixed, or selected by the state.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target {
    /// This variable.
    Fixed(u32),
    /// The one that the state selects.
    Selected(Address),
}
