//! Literals: a Boolean variable or its negation.

use std::fmt;
use std::ops::Not;

/// A Boolean variable of a [`crate::Solver`], or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The literal that always holds.
    pub const TRUE: Literal = Literal(0);
    /// The literal that never holds.
    pub const FALSE: Literal = Literal(1);

    /// The literal that holds where the variable does.
    #[inline]
    pub(crate) fn positive(variable: usize) -> Literal {
        Literal(u32::try_from(variable << 1).expect("there are fewer than two thousand million variables"))
    }

    /// The place of its variable.
    #[inline]
    pub(crate) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Is this the negation of a variable?
    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// A place of its own for each literal: that of the negation is beside it.
    #[inline]
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Literal;
    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Literal::TRUE => formatter.write_str("true"),
            Literal::FALSE => formatter.write_str("false"),
            _ => write!(formatter, "{}b{}", if self.is_negated() { "!" } else { "" }, self.variable()),
        }
    }
}
