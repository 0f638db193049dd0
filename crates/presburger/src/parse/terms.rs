//! Terms: sums, products with a constant, divisions and remainders.

use super::ParseError;
use super::cursor::Parser;
use super::token::Token;
use crate::formula::Term;
use crate::integer::Integer;

impl Parser {
    pub(super) fn terms(&mut self) -> Result<Vec<Term>, ParseError> {
        let mut terms = vec![self.term()?];
        while self.accept(",") {
            terms.push(self.term()?);
            self.check_length(terms.len())?;
        }
        Ok(terms)
    }

    pub(super) fn term(&mut self) -> Result<Term, ParseError> {
        self.enter()?;
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
        self.leave();
        Ok(if parts.len() == 1 { parts.remove(0) } else { Term::Sum(parts) })
    }

    fn product(&mut self) -> Result<Term, ParseError> {
        let mut result = self.atom()?;
        let mut remainders = 0;
        loop {
            if self.accept("mod") {
                // Each remainder is one level of the term, though not of the text.
                self.enter()?;
                remainders += 1;
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
                (0..remainders).for_each(|_| self.leave());
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
        Term::Scaled(inner, term) => Term::Scaled(&factor * &inner, term),
        term => Term::Scaled(factor, Box::new(term)),
    }
}
