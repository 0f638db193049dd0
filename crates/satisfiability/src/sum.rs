//! Linear sums over integer variables, as callers write them.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use std::cmp::Ordering;

/// An integer variable of a [`crate::Solver`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Integer(pub(crate) u32);

impl Integer {
    /// The place of the variable among the unknowns of its solver.
    #[inline]
    pub(crate) fn column(self) -> usize {
        self.0 as usize
    }
}

/// A linear sum: terms with nonzero coefficients, sorted by variable, and a constant.
///
/// ```
/// use satisfiability::{Solver, Sum};
/// let mut solver = Solver::new();
/// let (x, y) = (solver.integer(), solver.integer());
/// let sum = Sum::of(x).times(2).unwrap().plus(&Sum::of(y)).unwrap().minus(&Sum::constant(7)).unwrap();
/// assert_eq!(sum, Sum { terms: vec![(x, 2), (y, 1)], constant: -7 });
/// assert_eq!(sum.times(i128::MAX), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sum {
    /// The variables with their coefficients.
    pub terms: Vec<(Integer, i128)>,
    /// What is added to them.
    pub constant: i128,
}

impl Sum {
    /// The sum of no terms and a constant.
    pub fn constant(constant: i128) -> Sum {
        Sum { terms: Vec::new(), constant }
    }

    /// The variable itself.
    pub fn of(integer: Integer) -> Sum {
        Sum { terms: vec![(integer, 1)], constant: 0 }
    }

    /// The sum of both; none if a number becomes too large.
    pub fn plus(&self, other: &Sum) -> Option<Sum> {
        self.combined(other, i128::checked_add)
    }

    /// The difference; none if a number becomes too large.
    pub fn minus(&self, other: &Sum) -> Option<Sum> {
        self.combined(other, i128::checked_sub)
    }

    /// The sum multiplied by a number; none if a number becomes too large.
    pub fn times(&self, factor: i128) -> Option<Sum> {
        let constant = self.constant.checked_mul(factor)?;
        if factor == 0 {
            return Some(Sum::constant(0));
        }
        let terms = self
            .terms
            .iter()
            .map(|&(integer, coefficient)| Some((integer, coefficient.checked_mul(factor)?)));
        Some(Sum { terms: terms.collect::<Option<_>>()?, constant })
    }

    /// The terms of both merged, where the operation joins two coefficients.
    fn combined(&self, other: &Sum, join: fn(i128, i128) -> Option<i128>) -> Option<Sum> {
        let mut terms = Vec::with_capacity(self.terms.len().saturating_add(other.terms.len()));
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => a.0.cmp(&b.0),
            };
            let first = if order.is_le() { left.next() } else { None };
            let second = if order.is_ge() { right.next() } else { None };
            let integer = first.or(second).map(|term| term.0)?;
            let coefficient = join(first.map_or(0, |term| term.1), second.map_or(0, |term| term.1))?;
            if coefficient != 0 {
                terms.push((integer, coefficient));
            }
        }
        Some(Sum { terms, constant: join(self.constant, other.constant)? })
    }
}
