//! Texts of programs as words, numbers and marks, with their places.

use crate::Problem;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// A natural number.
    Number(i128),
    /// A text between quotes.
    Text,
    /// An operator or a bracket.
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// A token with its line and column, counted from one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub token: Token<'a>,
    pub position: (u32, u32),
}

/// How words of a format look, and what begins a comment beside `//` and `/*`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spelling {
    /// May a word begin with this?
    pub begins: fn(char) -> bool,
    /// May a word go on with this, before the second character?
    pub goes_on: fn(char, Option<char>) -> bool,
    /// Does `#` begin a comment?
    pub hash_comments: bool,
}

/// Marks; a longer one stands before those that it begins with.
const MARKS: [&str; 28] = [
    ":=", "->", "<=", ">=", "!=", "==", "&&", "||", "=", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")",
    "{", "}", "[", "]", ",", ";", ":", "'", "?",
];

/// Numbers have at most this many digits, so that sums of products stay exact.
const MOST_DIGITS: usize = 18;

/// The tokens of a text, the last of them its end, and what could not be read.
pub(crate) fn scan(text: &str, spelling: Spelling) -> (Vec<Placed<'_>>, Vec<Problem>) {
    let mut scanner = Scanner { rest: text, position: (1, 1), spelling };
    let (mut tokens, mut problems) = (Vec::new(), Vec::new());
    loop {
        let comment_start = scanner.position;
        if !scanner.skip_blanks() {
            problems.push(Problem::new("this comment has no end", Some(comment_start)));
        }
        let position = scanner.position;
        match scanner.token() {
            Ok(token) => tokens.push(Placed { token, position }),
            Err(message) => problems.push(Problem::new(message, Some(position))),
        }
        if tokens.last().is_some_and(|last| last.token == Token::End) {
            return (tokens, problems);
        }
    }
}

struct Scanner<'a> {
    rest: &'a str,
    position: (u32, u32),
    spelling: Spelling,
}

impl<'a> Scanner<'a> {
    /// Goes past some bytes, which end at the border of a character.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            self.position = match c {
                '\n' => (self.position.0.saturating_add(1), 1),
                _ => (self.position.0, self.position.1.saturating_add(1)),
            };
        }
        self.rest = rest;
        taken
    }

    /// Goes past white space and comments; false if a comment does not end.
    fn skip_blanks(&mut self) -> bool {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start_matches(is_blank).len();
            self.advance(blanks);
            let is_line =
                self.rest.starts_with("//") || (self.spelling.hash_comments && self.rest.starts_with('#'));
            if is_line {
                self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                let Some(end) = self.rest[2..].find("*/") else {
                    self.advance(self.rest.len());
                    return false;
                };
                self.advance(end + 4);
            } else {
                return true;
            }
        }
    }

    fn token(&mut self) -> Result<Token<'a>, String> {
        let Some(first) = self.rest.chars().next() else { return Ok(Token::End) };
        if first.is_ascii_digit() {
            return self.number();
        }
        if (self.spelling.begins)(first) {
            return Ok(Token::Word(self.word()));
        }
        if first == '"' {
            return match self.rest[1..].find(['"', '\n']) {
                Some(end) if self.rest.as_bytes()[end + 1] == b'"' => {
                    self.advance(end + 2);
                    Ok(Token::Text)
                }
                other => {
                    self.advance(other.map_or(self.rest.len(), |end| end + 1));
                    Err("this text has no closing quote".into())
                }
            };
        }
        match MARKS.into_iter().find(|mark| self.rest.starts_with(mark)) {
            Some(mark) => {
                self.advance(mark.len());
                Ok(Token::Mark(mark))
            }
            None => {
                self.advance(first.len_utf8());
                Err(format!("`{}` has no meaning here", first.escape_default()))
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let mut characters = self.rest.char_indices().skip(1).peekable();
        let mut end = self.rest.len();
        while let Some((at, c)) = characters.next() {
            if !(self.spelling.goes_on)(c, characters.peek().map(|(_, next)| *next)) {
                end = at;
                break;
            }
        }
        self.advance(end)
    }

    fn number(&mut self) -> Result<Token<'a>, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let digits = self.advance(end).trim_start_matches('0');
        match digits.len() {
            0 => Ok(Token::Number(0)),
            1..=MOST_DIGITS => digits.parse().map(Token::Number).map_err(|_| "this is no number".into()),
            _ => Err(format!("this number is too large: at most {MOST_DIGITS} digits are supported")),
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
