//! Texts that are nearly models: tokens and bytes of a right one left out, doubled, swapped or replaced.

use crate::random::Random;
use crate::words::split;

/// Words and signs that a mutation may put anywhere.
const SPICES: [&str; 44] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "..",
    ":=",
    "=",
    "'",
    "->",
    ".",
    ",",
    ";",
    ":",
    "!",
    "!!",
    "??",
    "@expect(",
    "process",
    "population",
    "event",
    "var",
    "let",
    "do",
    "when",
    "sync",
    "choose",
    "or",
    "if",
    "then",
    "else",
    "any",
    "where",
    "forall",
    "count(",
    "self",
    "null",
    "at",
    "array",
    "of",
    "ref",
    "9999999999999999999999",
    "`",
];

/// The text with a few random changes.
pub fn mutate(text: &str, random: &mut Random) -> String {
    let mut tokens = split(text);
    for _ in 0..1 + random.below(4) {
        if tokens.is_empty() {
            break;
        }
        let at = random.below(tokens.len());
        match random.below(8) {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, tokens[at].clone()),
            2 => {
                let other = random.below(tokens.len());
                tokens.swap(at, other);
            }
            3 => tokens[at] = (*random.pick(&SPICES)).to_string(),
            4 => tokens.insert(at, format!(" {} ", random.pick(&SPICES))),
            5 => {
                let end = (at + 1 + random.below(20)).min(tokens.len());
                tokens.drain(at..end);
            }
            6 => {
                let other = random.below(tokens.len());
                tokens[at] = tokens[other].clone();
            }
            _ => tokens[at] = noise(&tokens[at], random),
        }
    }
    if random.percent(5) {
        tokens.truncate(random.below(tokens.len() + 1));
    }
    tokens.concat()
}

/// The token with one character replaced by another, possibly an unusual one.
fn noise(token: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = token.chars().collect();
    let strange =
        ['\0', '\u{7f}', 'é', '→', '😀', '\u{feff}', '"', '\\', '#', '$', '~', '\r', '\t', '0', 'A', '_'];
    let at = random.below(letters.len());
    if let Some(letter) = letters.get_mut(at) {
        *letter = *random.pick(&strange);
    }
    letters.into_iter().collect()
}
