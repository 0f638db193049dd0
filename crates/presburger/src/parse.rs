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
//! A quantifier reaches as far to the right as it can. In a chain each comparison of neighbours holds, for every
//! term of a list, as in `1 <= i, j < n`. An entry of a tuple that is not a new name is a term to which the
//! coordinate is equal. The Omega calculator's `exists (a : …)`, `&&`, `||`, `!` are read too.

use crate::formula::{Comparison, Formula, Term};
use crate::integer::Integer;
use crate::space::Space;
use crate::token::{Token, tokens};
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
        let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, end: text.len() };
        let notation = parser.set()?;
        if parser.at < parser.tokens.len() {
            return Err(parser.error("nothing more can follow here"));
        }
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
        let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, end: text.len() };
        let formula = parser.formula()?;
        if parser.at < parser.tokens.len() {
            return Err(parser.error("nothing more can follow here"));
        }
        Ok(formula)
    }
}

/// A tuple as read: names of its coordinates and the equalities that its terms demand.
struct Tuple {
    names: Vec<String>,
    conditions: Vec<Formula>,
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
    depth: usize,
    end: usize,
}

impl Parser {
    fn error(&self, message: &str) -> ParseError {
        ParseError::new(self.tokens.get(self.at).map_or(self.end, |(at, _)| *at), message)
    }

    fn sees(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some((_, Token::Sign(s))) if *s == sign)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        self.at += usize::from(seen);
        seen
    }

    fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.accept(sign) { Ok(()) } else { Err(self.error(&format!("'{sign}' is expected here"))) }
    }

    fn name(&mut self) -> Result<String, ParseError> {
        match self.tokens.get(self.at) {
            Some((_, Token::Word(name))) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => Err(self.error("a name is expected here")),
        }
    }

    fn names(&mut self) -> Result<Vec<String>, ParseError> {
        let mut names = vec![self.name()?];
        while self.accept(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn set(&mut self) -> Result<Notation, ParseError> {
        let mut parameters = Vec::new();
        if self.accept("[") {
            if !self.sees("]") {
                parameters = self.names()?;
            }
            self.expect("]")?;
            self.expect("->")?;
        }
        self.expect("{")?;
        let mut result: Option<(Vec<String>, Option<usize>, Vec<Formula>)> = None;
        loop {
            let (names, inputs, formula) = self.piece(&parameters)?;
            match &mut result {
                None => result = Some((names, inputs, vec![formula])),
                Some((first, first_inputs, pieces)) => {
                    if first.len() != names.len() || *first_inputs != inputs {
                        return Err(self.error("all pieces must have the same dimensions"));
                    }
                    pieces.push(renamed_piece(&names, first, formula));
                }
            }
            if !self.accept(";") {
                break;
            }
        }
        self.expect("}")?;
        let (names, inputs, mut pieces) = result.expect("there is a first piece");
        let formula = if pieces.len() == 1 { pieces.remove(0) } else { Formula::Or(pieces) };
        Ok(Notation { space: Space::from_names(parameters, names), inputs, formula })
    }

    fn piece(&mut self, parameters: &[String]) -> Result<(Vec<String>, Option<usize>, Formula), ParseError> {
        let mut tuple = Tuple { names: Vec::new(), conditions: Vec::new() };
        self.tuple(&mut tuple, parameters)?;
        let mut inputs = None;
        if self.accept("->") {
            inputs = Some(tuple.names.len());
            self.tuple(&mut tuple, parameters)?;
        }
        if self.accept(":") {
            let formula = self.formula()?;
            tuple.conditions.push(formula);
        }
        let formula = match tuple.conditions.len() {
            0 => Formula::True,
            1 => tuple.conditions.remove(0),
            _ => Formula::And(tuple.conditions),
        };
        Ok((tuple.names, inputs, formula))
    }

    fn tuple(&mut self, tuple: &mut Tuple, parameters: &[String]) -> Result<(), ParseError> {
        self.expect("[")?;
        if self.accept("]") {
            return Ok(());
        }
        loop {
            match self.term()? {
                Term::Variable(name) if !tuple.names.contains(&name) && !parameters.contains(&name) => {
                    tuple.names.push(name);
                }
                term => {
                    let mut name = match &term {
                        Term::Variable(name) => format!("{name}'"),
                        _ => format!("i{}'", tuple.names.len()),
                    };
                    while tuple.names.contains(&name) || parameters.contains(&name) {
                        name.push('\'');
                    }
                    tuple.conditions.push(Formula::Compare(Term::variable(&name), Comparison::Equal, term));
                    tuple.names.push(name);
                }
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")
    }

    fn formula(&mut self) -> Result<Formula, ParseError> {
        self.depth += 1;
        if self.depth > 200 {
            return Err(self.error("the formula is nested too deeply"));
        }
        let left = self.disjunction()?;
        let result = if self.accept("=>") || self.accept("implies") {
            Formula::Implies(Box::new(left), Box::new(self.formula()?))
        } else {
            left
        };
        self.depth -= 1;
        Ok(result)
    }

    fn disjunction(&mut self) -> Result<Formula, ParseError> {
        let mut parts = vec![self.conjunction()?];
        while self.accept("or") {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::Or(parts) })
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let mut parts = vec![self.factor()?];
        while self.accept("and") {
            parts.push(self.factor()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) })
    }

    fn factor(&mut self) -> Result<Formula, ParseError> {
        if self.accept("true") {
            return Ok(Formula::True);
        }
        if self.accept("false") {
            return Ok(Formula::False);
        }
        if self.accept("not") {
            self.depth += 1;
            if self.depth > 200 {
                return Err(self.error("the formula is nested too deeply"));
            }
            let inner = self.factor()?;
            self.depth -= 1;
            return Ok(Formula::Not(Box::new(inner)));
        }
        if self.sees("exists") || self.sees("forall") {
            return self.quantifier();
        }
        if self.sees("(") && self.parenthesis_holds_formula() {
            self.expect("(")?;
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.chain()
    }

    fn quantifier(&mut self) -> Result<Formula, ParseError> {
        let exists = self.accept("exists");
        if !exists {
            self.expect("forall")?;
        }
        let wrapped = self.accept("(");
        let names = self.names()?;
        // Both `exists (a : …)` and `exists (a) : …` are in use.
        let closed = wrapped && self.accept(")");
        self.expect(":")?;
        let body = Box::new(self.formula()?);
        if wrapped && !closed {
            self.expect(")")?;
        }
        Ok(if exists { Formula::Exists(names, body) } else { Formula::Forall(names, body) })
    }

    /// Is there anything between this parenthesis and its partner that no term contains?
    fn parenthesis_holds_formula(&self) -> bool {
        let mut open = 0;
        for (_, token) in &self.tokens[self.at..] {
            match token {
                Token::Sign("(") => open += 1,
                Token::Sign(")") => {
                    open -= 1;
                    if open == 0 {
                        return false;
                    }
                }
                Token::Sign(
                    "=" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or" | "not" | "=>" | "implies" | "exists"
                    | "forall" | "true" | "false",
                ) => return true,
                _ => {}
            }
        }
        false
    }

    fn chain(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.terms()?;
        let mut parts = Vec::new();
        while let Some(comparison) = self.comparison() {
            let right = self.terms()?;
            for a in &left {
                for b in &right {
                    parts.push(Formula::Compare(a.clone(), comparison, b.clone()));
                }
            }
            left = right;
        }
        match parts.len() {
            0 => Err(self.error("a comparison is expected here")),
            1 => Ok(parts.remove(0)),
            _ => Ok(Formula::And(parts)),
        }
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let signs = [
            ("=", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<", Comparison::Less),
            ("<=", Comparison::AtMost),
            (">", Comparison::Greater),
            (">=", Comparison::AtLeast),
        ];
        signs.into_iter().find(|(sign, _)| self.accept(sign)).map(|(_, comparison)| comparison)
    }

    fn terms(&mut self) -> Result<Vec<Term>, ParseError> {
        let mut terms = vec![self.term()?];
        while self.accept(",") {
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        self.depth += 1;
        if self.depth > 200 {
            return Err(self.error("the term is nested too deeply"));
        }
        let mut parts = Vec::new();
        let mut negative = self.accept("-");
        loop {
            let product = self.product()?;
            parts.push(if negative { scaled(Integer::from(-1), product) } else { product });
            if self.accept("+") {
                negative = self.accept("-");
            } else if self.accept("-") {
                negative = !self.accept("-");
            } else {
                break;
            }
        }
        self.depth -= 1;
        Ok(if parts.len() == 1 { parts.remove(0) } else { Term::Sum(parts) })
    }

    fn product(&mut self) -> Result<Term, ParseError> {
        let mut result = self.atom()?;
        loop {
            if self.accept("mod") {
                let divisor = self.divisor()?;
                result = Term::Remainder(Box::new(result), divisor);
            } else if self.accept("*") || self.starts_atom() {
                let other = self.atom()?;
                result = match (result, other) {
                    (Term::Constant(a), b) => scaled(a, b),
                    (a, Term::Constant(b)) => scaled(b, a),
                    _ => return Err(self.error("one factor of a product must be a number")),
                };
            } else {
                return Ok(result);
            }
        }
    }

    fn starts_atom(&self) -> bool {
        matches!(self.tokens.get(self.at), Some((_, Token::Word(_)))) || self.sees("(") || self.sees("floor")
    }

    fn divisor(&mut self) -> Result<Integer, ParseError> {
        match self.tokens.get(self.at) {
            Some((_, Token::Number(value))) if value.is_positive() => {
                self.at += 1;
                Ok(value.clone())
            }
            _ => Err(self.error("a positive number is expected here")),
        }
    }

    fn atom(&mut self) -> Result<Term, ParseError> {
        if self.accept("floor") {
            self.expect("(")?;
            let numerator = self.term()?;
            self.expect("/")?;
            let divisor = self.divisor()?;
            self.expect(")")?;
            return Ok(Term::Floor(Box::new(numerator), divisor));
        }
        if self.accept("(") {
            let inner = self.term()?;
            self.expect(")")?;
            return Ok(inner);
        }
        match self.tokens.get(self.at) {
            Some((_, Token::Number(value))) => {
                self.at += 1;
                Ok(Term::Constant(value.clone()))
            }
            Some((_, Token::Word(name))) => {
                self.at += 1;
                Ok(Term::Variable(name.clone()))
            }
            _ => Err(self.error("a term is expected here")),
        }
    }
}

fn scaled(factor: Integer, term: Term) -> Term {
    match term {
        Term::Constant(value) => Term::Constant(&factor * &value),
        term => Term::Scaled(factor, Box::new(term)),
    }
}

/// The piece's condition on the first piece's names: there are values of its own names equal to those.
///
/// The names are bound twice so that a name of one piece can be another coordinate of the other.
fn renamed_piece(names: &[String], first: &[String], formula: Formula) -> Formula {
    if names == first {
        return formula;
    }
    let fresh: Vec<String> = (0..names.len()).map(|i| format!(" {i}")).collect();
    let equal =
        |a: &String, b: &String| Formula::Compare(Term::variable(a), Comparison::Equal, Term::variable(b));
    let mut inner: Vec<Formula> = names.iter().zip(&fresh).map(|(a, b)| equal(a, b)).collect();
    inner.push(formula);
    let mut outer: Vec<Formula> = first.iter().zip(&fresh).map(|(a, b)| equal(a, b)).collect();
    outer.push(Formula::Exists(names.to_vec(), Box::new(Formula::And(inner))));
    Formula::Exists(fresh, Box::new(Formula::And(outer)))
}
