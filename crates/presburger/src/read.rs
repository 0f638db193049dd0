//! Sets and relations from their notation, in one step.
//!
//! A text can ask for more work than anyone wants to do: quantifiers are eliminated, and a universal one is a
//! complement. So there is always a budget: the caller's, or one that is enough for texts written by hand.

use crate::build::BuildError;
use crate::parse::{Notation, ParseError};
use crate::relation::Relation;
use crate::set::Set;
use budget::Budget;
use std::fmt;

/// What [`Set::parse`] and [`Relation::parse`] may cost, in row operations: seconds at most.
const ENOUGH: u64 = 10_000_000;

/// Why a text did not become a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// The text is not in the notation.
    Parse(ParseError),
    /// The text speaks of an unknown variable, or the budget was spent.
    Build(BuildError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Parse(error) => error.fmt(formatter),
            ReadError::Build(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> ReadError {
        ReadError::Parse(error)
    }
}

impl From<BuildError> for ReadError {
    fn from(error: BuildError) -> ReadError {
        ReadError::Build(error)
    }
}

impl From<ReadError> for ParseError {
    fn from(error: ReadError) -> ParseError {
        match error {
            ReadError::Parse(error) => error,
            ReadError::Build(error) => ParseError::new(0, error.to_string()),
        }
    }
}

impl Set {
    /// Reads a set; see [`Notation`] for the notation. A relation is read as the set of its pairs.
    ///
    /// Texts that ask for more work than a text written by hand would are refused; [`Set::parse_within`] lets the
    /// caller choose.
    ///
    /// ```
    /// use presburger::Set;
    /// let set = Set::parse("{ [x, y] : exists k: x = 2k and 0 <= y < x }").unwrap();
    /// assert!(set.contains(&[4, 3]) && !set.contains(&[3, 2]) && !set.contains(&[4, 4]));
    /// let again = Set::parse(&set.to_string()).unwrap();
    /// assert_eq!(set, again);
    /// ```
    pub fn parse(text: &str) -> Result<Set, ParseError> {
        Ok(Set::parse_within(text, &Budget::operations(ENOUGH))?)
    }

    /// Reads a set within a budget.
    ///
    /// ```
    /// use presburger::{Budget, BuildError, ReadError, Set};
    /// let text = "{ [x] : forall y: exists z: 5z <= x + 3y <= 7z + 1 }";
    /// let refused = Set::parse_within(text, &Budget::operations(10)).unwrap_err();
    /// assert_eq!(refused, ReadError::Build(BuildError::OutOfBudget));
    /// assert!(Set::parse_within(text, &Budget::operations(1_000_000)).is_ok());
    /// ```
    pub fn parse_within(text: &str, budget: &Budget) -> Result<Set, ReadError> {
        let notation = Notation::parse(text)?;
        Ok(Set::from_formula(notation.space, &notation.formula, budget)?)
    }
}

impl Relation {
    /// Reads a relation, as `{ [x, y] -> [x + 1, y] : x < y }`, within the same limit as [`Set::parse`].
    ///
    /// ```
    /// use presburger::Relation;
    /// let step = Relation::parse("{ [x, y] -> [x + 1, y] : x < y; [x, y] -> [x, y + 1] }").unwrap();
    /// assert!(step.pairs().contains(&[1, 2, 2, 2]) && step.pairs().contains(&[2, 2, 2, 3]));
    /// assert!(!step.pairs().contains(&[2, 2, 3, 2]));
    /// assert!(Relation::parse("{ [x, y] : x < y }").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Relation, ParseError> {
        Ok(Relation::parse_within(text, &Budget::operations(ENOUGH))?)
    }

    /// Reads a relation within a budget.
    ///
    /// ```
    /// use presburger::{Budget, Relation};
    /// let budget = Budget::operations(1_000);
    /// assert!(Relation::parse_within("{ [x] -> [2x] }", &budget).is_ok());
    /// ```
    pub fn parse_within(text: &str, budget: &Budget) -> Result<Relation, ReadError> {
        let notation = Notation::parse(text)?;
        let inputs = notation.inputs.ok_or_else(|| ParseError::new(0, "this is a set and not a relation"))?;
        let pairs = Set::from_formula(notation.space, &notation.formula, budget)?;
        Ok(Relation { inputs, pairs })
    }
}
