//! The tokens of the notation for sets and relations.

use super::ParseError;
use crate::integer::Integer;

/// A word, number or sign of the notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword.
    Word(String),
    /// A number without sign.
    Number(Integer),
    /// Any other sign, in one spelling.
    Sign(&'static str),
}

/// The signs, longest first, each with the spelling that the parser knows.
const SIGNS: [(&str, &str); 32] = [
    ("->", "->"),
    ("=>", "=>"),
    ("&&", "and"),
    ("||", "or"),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("{", "{"),
    ("}", "}"),
    ("[", "["),
    ("]", "]"),
    ("(", "("),
    (")", ")"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "mod"),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    ("!", "not"),
    ("&", "and"),
    ("|", "or"),
    ("≤", "<="),
    ("≥", ">="),
    ("∧", "and"),
    ("∨", "or"),
];

/// Words that are signs.
const WORDS: [&str; 10] =
    ["and", "or", "not", "implies", "exists", "forall", "mod", "floor", "true", "false"];

/// The tokens of the text, each with the byte at which it starts.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ParseError> {
    let mut result = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let value = Integer::parse(&rest[..length]).expect("digits are a number");
            result.push((at, Token::Number(value)));
            at += length;
        } else if first.is_alphabetic() || first == '_' {
            let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
            let length = rest.find(|c| !inside(c)).unwrap_or(rest.len());
            result.push((at, word(&rest[..length])));
            at += length;
        } else if let Some((sign, meaning)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            result.push((at, Token::Sign(meaning)));
            at += sign.len();
        } else {
            return Err(ParseError::new(at, format!("'{first}' has no meaning here")));
        }
    }
    Ok(result)
}

fn word(text: &str) -> Token {
    let lower = text.to_ascii_lowercase();
    match WORDS.iter().find(|word| **word == lower && (text == lower || text == text.to_ascii_uppercase())) {
        Some(word) => Token::Sign(word),
        None => Token::Word(text.to_string()),
    }
}
