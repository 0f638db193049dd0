//! The least and the greatest value of a linear expression over the integer points of a set.
//!
//! # The algorithm
//!
//! The rational minimum, rounded up, is a lower bound, and the value at a sample point is an upper bound. The
//! interval between them is halved by asking for a point in its lower half, and each point found lowers the
//! upper bound to the value there.
//!
//! # Why it is right
//!
//! The interval always contains the minimum and shrinks. If the rational minimum is unbounded and there is an
//! integer point, the integer minimum is unbounded too: the direction of descent is rational, so a multiple of it
//! is an integer vector that can be added to the point as often as one likes.
//!
//! # Reference
//!
//! Meyer: *On the Existence of Optimal Solutions to Integer and Mixed-Integer Programming Problems*, Math.
//! Programming 1974, doi:10.1007/BF01585518, for the unbounded case.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::sample;
use crate::set::Set;
use crate::simplex::{self, Minimum};
use budget::{Budget, Budgeted};

/// The least or greatest value of an expression over a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Optimum {
    /// The set has no point.
    Empty,
    /// There are values beyond every bound.
    Unbounded,
    /// The value, which the expression takes at some point.
    Value(Integer),
}

impl Set {
    /// The least value of an expression, given as its constant and the coefficients of the parameters and
    /// dimensions.
    ///
    /// ```
    /// use presburger::{Budget, Optimum, Set};
    /// let set = Set::parse("{ [x, y] : 3x + 2y >= 7 and x >= 0 and y >= 0 }").unwrap();
    /// let sum = [0.into(), 1.into(), 1.into()];
    /// assert_eq!(set.minimum(&sum, &Budget::unlimited()), Ok(Optimum::Value(3.into())));
    /// assert_eq!(set.maximum(&sum, &Budget::unlimited()), Ok(Optimum::Unbounded));
    /// ```
    ///
    /// # Panics
    ///
    /// If the expression has another number of coefficients.
    pub fn minimum(&self, expression: &[Integer], budget: &Budget) -> Budgeted<Optimum> {
        assert_eq!(expression.len(), 1 + self.space.visible(), "one coefficient per parameter and dimension");
        let mut best = Optimum::Empty;
        for disjunct in &self.disjuncts {
            best = match (best, minimum(disjunct, expression, budget)?) {
                (Optimum::Unbounded, _) | (_, Optimum::Unbounded) => return Ok(Optimum::Unbounded),
                (Optimum::Empty, other) | (other, Optimum::Empty) => other,
                (Optimum::Value(a), Optimum::Value(b)) => Optimum::Value(a.min(b)),
            };
        }
        Ok(best)
    }

    /// The greatest value of an expression, given as for [`Set::minimum`].
    ///
    /// ```
    /// use presburger::{Budget, Optimum, Set};
    /// let set = Set::parse("{ [x, y] : x >= 0 and y >= 0 and 2x + 3y <= 7 }").unwrap();
    /// let sum = [0.into(), 1.into(), 1.into()];
    /// assert_eq!(set.maximum(&sum, &Budget::unlimited()), Ok(Optimum::Value(3.into())));
    /// ```
    pub fn maximum(&self, expression: &[Integer], budget: &Budget) -> Budgeted<Optimum> {
        Ok(match self.minimum(&row::negated(expression), budget)? {
            Optimum::Value(value) => Optimum::Value(-&value),
            other => other,
        })
    }
}

fn minimum(conjunction: &Conjunction, expression: &[Integer], budget: &Budget) -> Budgeted<Optimum> {
    let system = conjunction.system();
    let mut row: Row = expression.to_vec();
    row.resize(system.width, Integer::ZERO);
    let mut lower = match simplex::minimum(&system, &row, budget)? {
        Minimum::Infeasible => return Ok(Optimum::Empty),
        Minimum::Unbounded => None,
        Minimum::Value(numerator, denominator) => Some(numerator.ceiling_divide(&denominator)),
    };
    let Some(point) = sample::sample(system.clone(), budget)? else { return Ok(Optimum::Empty) };
    let Some(mut least) = lower.take() else { return Ok(Optimum::Unbounded) };
    let mut upper = row::value_at(&row, &point);
    // The bound itself is the likeliest value, so it is tried first.
    let mut trial = least.clone();
    while least < upper {
        let mut below = system.clone();
        let mut inequality = row::negated(&row);
        inequality[0] += &trial;
        below.inequalities.push(inequality);
        match sample::sample(below, budget)? {
            Some(point) => upper = row::value_at(&row, &point),
            None => least = &trial + &Integer::ONE,
        }
        trial = (&least + &upper).floor_divide(&Integer::from(2));
    }
    Ok(Optimum::Value(upper))
}
