//! From tokens to the syntax tree, by recursive descent.

mod declaration;
mod expression;
mod rule;
mod statement;

use super::token::{At, Lexeme, LexemeKind, tokens};
use super::tree::{Identifier, Item};
use crate::Problem;

/// How deeply expressions, types and statements may be nested.
const DEPTH: u32 = 64;

/// The most operands in a row without brackets.
const LONGEST: u32 = 500;

/// Reads a model.
pub fn parse(text: &str) -> Result<Vec<Item>, Problem> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
    let mut items = Vec::new();
    while parser.peek() != &LexemeKind::End {
        if !parser.eat(";") {
            parser.item(&mut items)?;
        }
    }
    Ok(items)
}

struct Parser {
    tokens: Vec<Lexeme>,
    next: usize,
    depth: u32,
}

type Read<T> = Result<T, Problem>;

impl Parser {
    fn peek(&self) -> &LexemeKind {
        &self.tokens[self.next].kind
    }

    fn at(&self) -> At {
        self.tokens[self.next].at
    }

    fn behind(&self, distance: usize) -> &LexemeKind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.next + distance).min(last)].kind
    }

    fn bump(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), LexemeKind::Word(found) if *found == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), LexemeKind::Sign(found) if *found == sign)
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

    fn name(&mut self, what: &str) -> Read<Identifier> {
        let at = self.at();
        match self.peek().clone() {
            LexemeKind::Name(text) => {
                self.bump();
                Ok(Identifier { text, at })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// `a, b, c`, where a last comma is allowed.
    fn names(&mut self, what: &str) -> Read<Vec<Identifier>> {
        let mut names = vec![self.name(what)?];
        while self.eat(",") {
            if !matches!(self.peek(), LexemeKind::Name(_)) {
                break;
            }
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    /// Text, if there is one.
    fn text(&mut self) -> Option<String> {
        let LexemeKind::Text(text) = self.peek().clone() else { return None };
        self.bump();
        Some(text)
    }

    fn expected(&self, what: &str) -> Problem {
        let found = match self.peek() {
            LexemeKind::Word(word) => format!("`{word}`"),
            LexemeKind::Name(name) => format!("`{name}`"),
            LexemeKind::Number(number) => format!("`{number}`"),
            LexemeKind::Real => "a real number".to_owned(),
            LexemeKind::Text(_) => "a text".to_owned(),
            LexemeKind::Sign(sign) => format!("`{sign}`"),
            LexemeKind::End => "the end of the file".to_owned(),
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
