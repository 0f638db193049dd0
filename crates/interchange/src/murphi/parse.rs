//! From tokens to the syntax tree, by recursive descent.

mod declaration;
mod expression;
mod rule;
mod statement;

use super::token::{At, Kind, Token, tokens};
use super::tree::{Item, Word};
use crate::Problem;

/// How deeply expressions, types and statements may be nested.
const DEPTH: u32 = 64;

/// The most operands in a row without brackets.
const LONGEST: u32 = 500;

/// Reads a model.
pub fn parse(text: &str) -> Result<Vec<Item>, Problem> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
    let mut items = Vec::new();
    while parser.peek() != &Kind::End {
        if !parser.eat(";") {
            parser.item(&mut items)?;
        }
    }
    Ok(items)
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: u32,
}

type Read<T> = Result<T, Problem>;

impl Parser {
    fn peek(&self) -> &Kind {
        &self.tokens[self.next].kind
    }

    fn at(&self) -> At {
        self.tokens[self.next].at
    }

    fn behind(&self, distance: usize) -> &Kind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.next + distance).min(last)].kind
    }

    fn bump(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Kind::Word(found) if *found == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Kind::Sign(found) if *found == sign)
    }

    /// Takes a sign if it is there.
    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a word if it is there.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// `end`, or `end` with what it ends.
    fn end(&mut self, of: &[&str]) -> Read<()> {
        if self.eat_word("end") || of.iter().any(|word| self.eat_word(word)) {
            return Ok(());
        }
        Err(self.expected("`end`"))
    }

    fn name(&mut self, what: &str) -> Read<Word> {
        let at = self.at();
        match self.peek().clone() {
            Kind::Name(text) => {
                self.bump();
                Ok(Word { text, at })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// `a, b, c`, where a last comma is allowed.
    fn names(&mut self, what: &str) -> Read<Vec<Word>> {
        let mut names = vec![self.name(what)?];
        while self.eat(",") {
            if !matches!(self.peek(), Kind::Name(_)) {
                break;
            }
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    /// Text, if there is one.
    fn text(&mut self) -> Option<String> {
        let Kind::Text(text) = self.peek().clone() else { return None };
        self.bump();
        Some(text)
    }

    fn expected(&self, what: &str) -> Problem {
        let found = match self.peek() {
            Kind::Word(word) => format!("`{word}`"),
            Kind::Name(name) => format!("`{name}`"),
            Kind::Number(number) => format!("`{number}`"),
            Kind::Real => "a real number".to_owned(),
            Kind::Text(_) => "a text".to_owned(),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end of the file".to_owned(),
        };
        Problem::new(format!("expected {what}, found {found}"), Some(self.at()))
    }

    /// Reads something that may be nested.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Problem::new("this is nested too deeply", Some(self.at())));
        }
        let found = read(self);
        self.depth -= 1;
        found
    }
}
