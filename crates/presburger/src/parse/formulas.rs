//! Formulas: connectives, quantifiers and chains of comparisons.

use super::ParseError;
use super::cursor::Parser;
use super::token::Token;
use crate::formula::{Comparison, Formula};

impl Parser {
    pub(super) fn formula(&mut self) -> Result<Formula, ParseError> {
        self.enter()?;
        let left = self.disjunction()?;
        let result = if self.accept("=>") || self.accept("implies") {
            Formula::Implies(Box::new(left), Box::new(self.formula()?))
        } else {
            left
        };
        self.leave();
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
            self.enter()?;
            let inner = self.factor()?;
            self.leave();
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
            self.check_length(parts.len() + left.len() * right.len())?;
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
}
