//! The tokens of formulas.

use crate::Refusal;
use crate::names::shortened;
use crate::operand::Wrong;
use std::borrow::Cow;

/// The symbols, longer ones before those that they begin with.
const SYMBOLS: [&str; 21] = [
    "<=>", "&&", "||", "=>", "==", "!=", "<=", ">=", "..", "=", "<", ">", "!", "+", "-", "*", "/", "%", "(",
    ")", ",",
];

/// Further symbols and the words that are no names.
const WORDS: [&str; 8] = ["if", "then", "else", "in", "at", "true", "false", "null"];

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// A number without a sign.
    Number(u128),
    /// A name with its dots and indices, backquotes left out.
    Name(Cow<'t, str>),
    /// A symbol or a reserved word.
    Mark(&'static str),
    /// There is no more.
    End,
}

/// The tokens of a text, one after the other.
#[derive(Debug)]
pub(crate) struct Tokens<'t> {
    text: &'t str,
    /// Where the next token begins, or the white space before it.
    at: usize,
}

impl<'t> Tokens<'t> {
    /// The tokens of a text.
    pub fn new(text: &'t str) -> Self {
        Tokens { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Where the next token begins.
    pub fn position(&mut self) -> usize {
        let rest = self.rest();
        self.at = self.at.saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
        self.at
    }

    /// Goes back to where a token began.
    pub fn back(&mut self, position: usize) {
        self.at = position;
    }

    /// Whether the next token begins like this.
    pub fn is_next(&mut self, first: impl Fn(char) -> bool) -> bool {
        self.position();
        self.rest().starts_with(first)
    }

    /// What is wrong, in words.
    pub fn refusal(&self, (position, what): Wrong) -> Refusal {
        let before = self.text.get(..position).unwrap_or(self.text).chars().count();
        let text = shortened(self.text);
        Refusal::Malformed(format!(
            "{what} (at character {} of the formula `{text}`)",
            before.saturating_add(1)
        ))
    }

    /// Takes a symbol or word if it is the next token.
    pub fn take(&mut self, mark: &'static str) -> Result<bool, Wrong> {
        let before = self.position();
        if self.next()? == Token::Mark(mark) {
            return Ok(true);
        }
        self.at = before;
        Ok(false)
    }

    /// Takes a symbol or word that must be the next token.
    pub fn require(&mut self, mark: &'static str) -> Result<(), Wrong> {
        let at = self.position();
        if self.take(mark)? { Ok(()) } else { Err((at, format!("`{mark}` is missing"))) }
    }

    /// Takes the next token.
    pub fn next(&mut self) -> Result<Token<'t>, Wrong> {
        let start = self.position();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(Token::End) };
        if first.is_ascii_digit() {
            return self.number();
        }
        if first == '`' || first == '_' || first.is_alphabetic() {
            return self.word();
        }
        let symbols = SYMBOLS.iter().chain(&["{", "}"]);
        let Some(symbol) = symbols.copied().find(|symbol| rest.starts_with(symbol)) else {
            return Err((start, format!("`{first}` does not belong here")));
        };
        self.at = self.at.saturating_add(symbol.len());
        Ok(Token::Mark(symbol))
    }

    /// Takes the longest text whose characters are as wanted.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = rest.get(..rest.find(|c| !wanted(c)).unwrap_or(rest.len())).unwrap_or_default();
        self.at = self.at.saturating_add(taken.len());
        taken
    }

    fn number(&mut self) -> Result<Token<'t>, Wrong> {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        let value = digits.parse().ok().filter(|value| *value <= i128::MIN.unsigned_abs());
        value.map(Token::Number).ok_or_else(|| (start, "the number is too large".into()))
    }

    /// A name or a reserved word.
    fn word(&mut self) -> Result<Token<'t>, Wrong> {
        let is_quoted = self.rest().starts_with('`');
        let mut name = Cow::Borrowed(self.part()?);
        if !is_quoted {
            if let Some(word) = WORDS.iter().find(|word| **word == name) {
                return Ok(Token::Mark(word));
            }
            if name == "count" && self.rest().trim_start().starts_with('(') {
                return Ok(Token::Mark("count"));
            }
        }
        loop {
            let start = self.at;
            let mut following = self.rest().chars();
            let (first, second) = (following.next(), following.next());
            if first == Some('.') && second.is_some_and(|c| c == '`' || c == '_' || c.is_alphabetic()) {
                self.at = self.at.saturating_add(1);
                let part = self.part()?;
                name.to_mut().extend([".", part]);
            } else if first == Some('[') {
                let inside = self.take_while(|c| c != ']');
                if !self.rest().starts_with(']') {
                    return Err((start, "the index is not closed".into()));
                }
                self.at = self.at.saturating_add(1);
                name.to_mut().extend([inside, "]"]);
            } else {
                return Ok(Token::Name(name));
            }
        }
    }

    /// An identifier, or what stands between backquotes.
    fn part(&mut self) -> Result<&'t str, Wrong> {
        let start = self.at;
        if !self.rest().starts_with('`') {
            return Ok(self.take_while(|c| c.is_alphanumeric() || c == '_'));
        }
        self.at = self.at.saturating_add(1);
        let name = self.take_while(|c| c != '`');
        if self.rest().is_empty() {
            return Err((start, "the backquote is not closed".into()));
        }
        self.at = self.at.saturating_add(1);
        Ok(name)
    }
}
