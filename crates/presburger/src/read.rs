//! Sets from their notation, in one step.

use crate::budget::Budget;
use crate::build::BuildError;
use crate::parse::{Notation, ParseError};
use crate::set::Set;

impl Set {
    /// Reads a set.
    ///
    /// Quantifiers in the text are eliminated without a limit; for texts of unknown origin use
    /// [`Notation::parse`] and [`Set::from_formula`] with a budget. A relation is read as the set of its pairs.
    ///
    /// ```
    /// use presburger::Set;
    /// let set = Set::parse("{ [x, y] : exists k: x = 2k and 0 <= y < x }").unwrap();
    /// assert!(set.contains(&[4, 3]) && !set.contains(&[3, 2]) && !set.contains(&[4, 4]));
    /// let again = Set::parse(&set.to_string()).unwrap();
    /// assert_eq!(set, again);
    /// ```
    pub fn parse(text: &str) -> Result<Set, ParseError> {
        let notation = Notation::parse(text)?;
        from_notation(&notation)
    }
}

/// The set of a notation, computed without a limit.
pub(crate) fn from_notation(notation: &Notation) -> Result<Set, ParseError> {
    Set::from_formula(notation.space.clone(), &notation.formula, &Budget::unlimited())
        .map_err(|error: BuildError| ParseError::new(0, error.to_string()))
}
