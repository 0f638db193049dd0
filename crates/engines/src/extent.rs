//! How many states a system could have: the cheap fact that `auto` goes by.

use crate::counters::only_counts;
use system::{System, Type, VariableId};

/// The size of the space of all values of the variables, reachable or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// At most some million.
    Small,
    /// Finite, and more than that.
    Large,
    /// Some variable has infinitely many values, but each such variable has one initial value and changes by constants, as the
    /// places of a net do: most systems like that reach finitely many states.
    Counters,
    /// Some variable has infinitely many values.
    Infinite,
}

/// The bits of the largest space that is small.
const SMALL_BITS: f64 = 22.0;

impl Extent {
    /// Whether every variable has finitely many values.
    pub fn is_finite(self) -> bool {
        matches!(self, Extent::Small | Extent::Large)
    }

    /// The extent of a system.
    pub fn of(system: &System) -> Extent {
        let mut bits = 0.0;
        for variable in &system.variables {
            match values(system, variable.ty) {
                Some(count) => bits += count.max(1.0).log2(),
                None => return infinite(system),
            }
        }
        if bits <= SMALL_BITS { Extent::Small } else { Extent::Large }
    }
}

/// The extent of a system in which some variable has infinitely many values.
fn infinite(system: &System) -> Extent {
    let mut counters =
        system.variables.iter().enumerate().filter(|(_, variable)| values(system, variable.ty).is_none());
    match counters.all(|(number, _)| only_counts(system, VariableId(number as u32))) {
        true => Extent::Counters,
        false => Extent::Infinite,
    }
}

/// How many values a type has, about; nothing for infinitely many.
pub(crate) fn values(system: &System, ty: Type) -> Option<f64> {
    match ty {
        Type::Bool => Some(2.0),
        Type::Range { low, high } => Some(high as f64 - low as f64 + 1.0),
        Type::Nat | Type::Int => None,
        Type::Enumeration(id) => Some(system.enumeration(id).members.len() as f64),
        Type::Reference(id) => Some(f64::from(system.process(id).count) + 1.0),
        Type::Location(id) => Some(system.process(id).locations.len() as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_any_width_have_a_size() {
        let size = |low, high| values(&System::default(), Type::Range { low, high });
        assert_eq!((size(0, 3), size(5, 4)), (Some(4.0), Some(0.0)));
        assert!(size(i128::MIN, i128::MAX).is_some_and(|count| count > 1e38));
    }
}
