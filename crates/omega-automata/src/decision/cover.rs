//! A function as an irredundant disjunction of prime cubes.
//!
//! Minato's recursion looks for cubes between a lower function, which they must cover, and an upper one, which they
//! may not leave. Cubes that need the topmost variable to be false, then those that need it to be true, are sought
//! first, each only for what the other branch cannot cover; the rest does without the variable.

use super::{Diagram, Table, Variable};
use crate::limits::Refusable;

/// A conjunction of literals, in the order of their variables: (proposition, whether it is true).
pub type Cube = Vec<(Variable, bool)>;

impl Table {
    /// Cubes whose disjunction is the function: none can be left out, and no literal of any.
    pub(crate) fn cover(&mut self, function: Diagram) -> Refusable<Vec<Cube>> {
        Ok(self.cover_between(function, function)?.0)
    }

    /// Cubes between the two functions, and the function that they cover together.
    fn cover_between(&mut self, lower: Diagram, upper: Diagram) -> Refusable<(Vec<Cube>, Diagram)> {
        if lower == Table::FALSE {
            return Ok((Vec::new(), Table::FALSE));
        }
        if upper == Table::TRUE {
            return Ok((vec![Cube::new()], Table::TRUE));
        }
        self.step()?;
        let variable = self.variable(lower).min(self.variable(upper));
        let (lower_low, lower_high) = self.cofactors(lower, variable);
        let (upper_low, upper_high) = self.cofactors(upper, variable);

        let only_low = self.minus(lower_low, upper_high)?;
        let (low_cubes, low) = self.cover_between(only_low, upper_low)?;
        let only_high = self.minus(lower_high, upper_low)?;
        let (high_cubes, high) = self.cover_between(only_high, upper_high)?;

        let low_rest = self.minus(lower_low, low)?;
        let high_rest = self.minus(lower_high, high)?;
        let rest = self.or(low_rest, high_rest)?;
        let both = self.and(upper_low, upper_high)?;
        let (mut cubes, without) = self.cover_between(rest, both)?;

        let low = self.or(low, without)?;
        let high = self.or(high, without)?;
        let covered = self.branch(variable, low, high)?;
        for (extra, positive) in [(low_cubes, false), (high_cubes, true)] {
            cubes.extend(extra.into_iter().map(|mut cube| {
                cube.insert(0, (variable, positive));
                cube
            }));
        }
        Ok((cubes, covered))
    }
}
