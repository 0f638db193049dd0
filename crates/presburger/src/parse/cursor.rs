//! The place in the text, and the words and signs there.
//!
//! The limits on depth and length keep every text within the stack and the memory of the machine.

use super::ParseError;
use super::token::{Token, tokens};

/// How deep a text may be nested.
const DEPTH: usize = 200;
/// How many names, terms or comparisons may stand in one list.
pub(super) const LENGTH: usize = 1_000;

/// The tokens of a text and how far it has been read.
pub(super) struct Parser {
    pub(super) tokens: Vec<(usize, Token)>,
    pub(super) at: usize,
    depth: usize,
    end: usize,
}

impl Parser {
    pub(super) fn new(text: &str) -> Result<Parser, ParseError> {
        Ok(Parser { tokens: tokens(text)?, at: 0, depth: 0, end: text.len() })
    }

    /// Nothing may be left.
    pub(super) fn end_of_text(&self) -> Result<(), ParseError> {
        if self.at < self.tokens.len() { Err(self.error("nothing more can follow here")) } else { Ok(()) }
    }

    /// Does the name occur anywhere in the text?
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.tokens.iter().any(|(_, token)| matches!(token, Token::Word(word) if word == name))
    }

    /// Goes one level down; the way up is [`Parser::leave`].
    pub(super) fn enter(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > DEPTH { Err(self.error("this is nested too deeply")) } else { Ok(()) }
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Refuses a list that is longer than any reader would write.
    pub(super) fn check_length(&self, length: usize) -> Result<(), ParseError> {
        if length > LENGTH { Err(self.error("this list is too long")) } else { Ok(()) }
    }

    pub(super) fn error(&self, message: &str) -> ParseError {
        ParseError::new(self.tokens.get(self.at).map_or(self.end, |(at, _)| *at), message)
    }

    pub(super) fn sees(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some((_, Token::Sign(s))) if *s == sign)
    }

    pub(super) fn accept(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        self.at += usize::from(seen);
        seen
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.accept(sign) { Ok(()) } else { Err(self.error(&format!("'{sign}' is expected here"))) }
    }

    pub(super) fn name(&mut self) -> Result<String, ParseError> {
        match self.tokens.get(self.at) {
            Some((_, Token::Word(name))) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => Err(self.error("a name is expected here")),
        }
    }

    pub(super) fn names(&mut self) -> Result<Vec<String>, ParseError> {
        let mut names = vec![self.name()?];
        while self.accept(",") {
            names.push(self.name()?);
            self.check_length(names.len())?;
        }
        Ok(names)
    }
}
