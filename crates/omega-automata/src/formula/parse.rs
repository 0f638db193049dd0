//! Reading formulas from text.
//!
//! # Syntax
//!
//! From the loosest to the tightest operator:
//!
//! ```text
//! <->  <=>            equivalence, to the right
//! ->   =>             implication, to the right
//! xor  ^              exclusive or, to the left
//! |  ||               or
//! &  &&               and
//! U  R  V  W  M       until, release (twice), weak until, strong release, to the right
//! !  X  F <>  G []    negation and the unary operators
//! true tt 1, false ff 0, names, "quoted names", ( … )
//! ```
//!
//! As usual in this field, the letters `X`, `F` and `G` where an operand is expected are operators even without a
//! space behind them, `GFa` being `G F a`; likewise `U`, `R`, `V`, `W` and `M` where an operator is expected. A
//! name that starts with `X`, `F` or `G` must be quoted.

use super::{Formula, Formulas, MAX_DEPTH, Proposition};
use std::fmt;

/// Why a text is not a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The byte at which reading stopped.
    pub offset: usize,
    /// What was expected there.
    pub message: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at byte {}", self.message, self.offset)
    }
}

impl std::error::Error for ParseError {}

/// Reads a formula. The propositions are numbered by their places in `names`, to which new names are added.
pub fn parse(text: &str, formulas: &mut Formulas, names: &mut Vec<String>) -> Result<Formula, ParseError> {
    let mut reader = Reader { text, offset: 0, depth: 0, formulas, names };
    let formula = reader.equivalence()?;
    reader.skip_spaces();
    if reader.offset < text.len() {
        return Err(reader.error("an operator or the end was expected"));
    }
    if formulas.depth(formula) > MAX_DEPTH {
        return Err(ParseError { offset: 0, message: TOO_DEEP });
    }
    Ok(formula)
}

/// Whether a name can be written without quotes.
pub(super) fn is_plain_name(name: &str) -> bool {
    let constant = matches!(name, "true" | "tt" | "false" | "ff" | "xor");
    name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic() && !"XFG".contains(c))
        && name.bytes().all(is_name_byte)
        && !constant
}

const TOO_DEEP: &str = "the formula is nested too deeply";

/// A reader that has come to some byte of the text.
struct Reader<'a> {
    text: &'a str,
    offset: usize,
    /// How many operands are open: bounds the recursion.
    depth: u32,
    formulas: &'a mut Formulas,
    names: &'a mut Vec<String>,
}

type Parsed = Result<Formula, ParseError>;

impl Reader<'_> {
    fn equivalence(&mut self) -> Parsed {
        let left = self.implication()?;
        if !self.eat(&["<->", "<=>"]) {
            return Ok(left);
        }
        let right = self.nested(Self::equivalence)?;
        Ok(self.formulas.iff(left, right))
    }

    fn implication(&mut self) -> Parsed {
        let left = self.exclusive_or()?;
        if !self.eat(&["->", "=>"]) {
            return Ok(left);
        }
        let right = self.nested(Self::implication)?;
        Ok(self.formulas.implies(left, right))
    }

    fn exclusive_or(&mut self) -> Parsed {
        let mut left = self.disjunction()?;
        while self.eat(&["xor", "^"]) {
            let right = self.disjunction()?;
            let same = self.formulas.iff(left, right);
            left = self.formulas.not(same);
        }
        Ok(left)
    }

    fn disjunction(&mut self) -> Parsed {
        let mut operands = vec![self.conjunction()?];
        while self.eat(&["||", "|"]) {
            operands.push(self.conjunction()?);
        }
        Ok(self.formulas.or(operands))
    }

    fn conjunction(&mut self) -> Parsed {
        let mut operands = vec![self.until()?];
        while self.eat(&["&&", "&"]) {
            operands.push(self.until()?);
        }
        Ok(self.formulas.and(operands))
    }

    fn until(&mut self) -> Parsed {
        let left = self.unary()?;
        self.skip_spaces();
        let operator = match self.rest().as_bytes().first() {
            Some(&operator) if b"URVWM".contains(&operator) => operator,
            _ => return Ok(left),
        };
        self.offset += 1;
        let right = self.nested(Self::until)?;
        Ok(match operator {
            b'U' => self.formulas.until(left, right),
            b'W' => self.formulas.weak(left, right),
            b'M' => self.formulas.strong(left, right),
            _ => self.formulas.release(left, right),
        })
    }

    fn unary(&mut self) -> Parsed {
        if self.eat(&["!"]) {
            let operand = self.nested(Self::unary)?;
            Ok(self.formulas.not(operand))
        } else if self.eat(&["X"]) {
            let operand = self.nested(Self::unary)?;
            Ok(self.formulas.next(operand))
        } else if self.eat(&["F", "<>"]) {
            let operand = self.nested(Self::unary)?;
            Ok(self.formulas.finally(operand))
        } else if self.eat(&["G", "[]"]) {
            let operand = self.nested(Self::unary)?;
            Ok(self.formulas.globally(operand))
        } else if self.eat(&["("]) {
            let inner = self.nested(Self::equivalence)?;
            if self.eat(&[")"]) { Ok(inner) } else { Err(self.error("')' was expected")) }
        } else {
            self.atom()
        }
    }

    fn atom(&mut self) -> Parsed {
        if self.eat(&["1"]) {
            return Ok(Formulas::TRUE);
        }
        if self.eat(&["0"]) {
            return Ok(Formulas::FALSE);
        }
        if self.rest().starts_with('"') {
            let Some(length) = self.rest()[1..].find('"') else {
                return Err(self.error("the quoted name does not end"));
            };
            let name = self.rest()[1..=length].to_string();
            self.offset += length + 2;
            return Ok(self.proposition(name));
        }
        let length = self.rest().bytes().take_while(|&byte| is_name_byte(byte)).count();
        let name = self.rest()[..length].to_string();
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(self.error("a formula was expected"));
        }
        self.offset += length;
        Ok(match name.as_str() {
            "true" | "tt" => Formulas::TRUE,
            "false" | "ff" => Formulas::FALSE,
            _ => self.proposition(name),
        })
    }

    fn proposition(&mut self, name: String) -> Formula {
        let known = self.names.iter().position(|other| *other == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        self.formulas.proposition(number as Proposition)
    }

    fn nested(&mut self, inner: fn(&mut Self) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            return Err(self.error(TOO_DEEP));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Goes past the first of these tokens that comes next, if one does.
    fn eat(&mut self, tokens: &[&str]) -> bool {
        self.skip_spaces();
        let found = tokens.iter().find(|&&token| self.rest().starts_with(token));
        self.offset += found.map_or(0, |token| token.len());
        found.is_some()
    }

    fn rest(&self) -> &str {
        &self.text[self.offset..]
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.offset += rest.len() - rest.trim_start().len();
    }

    fn error(&self, message: &'static str) -> ParseError {
        ParseError { offset: self.offset, message }
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}
