//! Reading the notation for sets and relations.
//!
//! ```text
//! set       = [ "[" names "]" "->" ] "{" piece { ";" piece } "}"
//! piece     = tuple [ "->" tuple ] [ ":" formula ]
//! tuple     = "[" [ term { "," term } ] "]"
//! formula   = disjunction [ ("=>" | "implies") formula ]
//! disjunction, conjunction with "or" and "and", then
//! factor    = "not" factor | ("exists" | "forall") names ":" formula | "(" formula ")" | "true" | "false" | chain
//! chain     = terms { ("=" | "!=" | "<" | "<=" | ">" | ">=") terms }       terms = term { "," term }
//! term      = a sum of products with a constant factor, "floor(" term "/" number ")", term "mod" number
//! ```
//!
//! One file for each level: [`cursor`] for words and signs, [`terms`], [`formulas`], [`pieces`] for tuples and sets.
//!
//! A quantifier reaches as far to the right as it can. In a chain each comparison of neighbours holds, for every
//! term of a list, as in `1 <= i, j < n`. An entry of a tuple that is not a new name is a term to which the
//! coordinate is equal. The Omega calculator's `exists (a : …)`, `&&`, `||`, `!` are read too.

mod cursor;
mod formulas;
mod pieces;
mod terms;
mod token;

use crate::formula::Formula;
use crate::space::Space;
use cursor::Parser;
use std::fmt;

/// Why a text is not a set or relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The byte of the text at which it went wrong.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

impl ParseError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> ParseError {
        ParseError { at, message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at {}: {}", self.at, self.message)
    }
}

impl std::error::Error for ParseError {}

/// What a text denotes, before any set is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notation {
    /// The parameters and dimensions; those of a relation's result follow those of its argument.
    pub space: Space,
    /// For a relation, how many of the dimensions are its argument.
    pub inputs: Option<usize>,
    /// The condition.
    pub formula: Formula,
}

impl Notation {
    /// Reads the notation of a set or relation.
    ///
    /// ```
    /// use presburger::Notation;
    /// let notation = Notation::parse("[n] -> { [i] -> [i + 1] : 0 <= i < n }").unwrap();
    /// assert_eq!(notation.inputs, Some(1));
    /// assert_eq!(notation.space.parameters(), ["n"]);
    /// ```
    pub fn parse(text: &str) -> Result<Notation, ParseError> {
        let mut parser = Parser::new(text)?;
        let notation = parser.set()?;
        parser.end_of_text()?;
        Ok(notation)
    }
}

impl Formula {
    /// Reads a formula.
    ///
    /// ```
    /// use presburger::Formula;
    /// assert!(Formula::parse("forall x: x < y => x <= y - 1").is_ok());
    /// assert!(Formula::parse("x + y").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Formula, ParseError> {
        let mut parser = Parser::new(text)?;
        let formula = parser.formula()?;
        parser.end_of_text()?;
        Ok(formula)
    }
}
