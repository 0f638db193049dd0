//! Exchanges: variables that change places, and values that do.

use crate::{Domain, Limited, Point, Variable};

/// A permutation of states that is its own inverse: first two values of some variables are exchanged, then the values of
/// pairs of variables, which must have the same number of values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Swap {
    /// Pairs of variables; no variable is in two of them.
    pub variables: Vec<(Variable, Variable)>,
    /// Variables, each once, with two of their values; both variables of a pair have the same two.
    pub values: Vec<(Variable, i128, i128)>,
}

impl Swap {
    /// The state that the state becomes.
    pub fn applied(&self, point: &Point) -> Point {
        let mut moved = point.clone();
        for (variable, one, other) in &self.values {
            let value = &mut moved.0[variable.index()];
            if *value == *one {
                *value = *other;
            } else if *value == *other {
                *value = *one;
            }
        }
        for (one, other) in &self.variables {
            moved.0.swap(one.index(), other.index());
        }
        moved
    }
}

/// Domains that can exchange variables and values in a set at once.
///
/// # Laws
///
/// `⟦exchange(a, w)⟧ = { w(s) : s ∈ ⟦a⟧ }`, where `w(s)` is what [`Swap::applied`] makes of `s`.
pub trait Exchange: Domain {
    /// The set of what the states become.
    fn exchange(&self, set: &Self::Set, swap: &Swap) -> Limited<Self::Set>;
}
