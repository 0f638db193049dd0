//! From the text of a Murphi model to tokens. Reserved words do not depend on the case of letters, other words do.

use crate::Problem;

/// Where something stands: line and column, counted from one.
pub type At = (u32, u32);

/// One token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it begins.
    pub at: At,
}

/// The kinds of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A reserved word, in small letters.
    Word(&'static str),
    /// A name.
    Name(String),
    /// A number, and whether it is written with a point.
    Number(i128),
    /// A number that is no integer.
    Real,
    /// Text between double quotes.
    Text(String),
    /// A sign.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// The reserved words of CMurphi and rumur; `elseif` and others that one of them knows as two are left to the parser.
const WORDS: &[&str] = &[
    "alias",
    "array",
    "assert",
    "assume",
    "begin",
    "boolean",
    "by",
    "case",
    "choose",
    "clear",
    "const",
    "cover",
    "do",
    "else",
    "elsif",
    "end",
    "endalias",
    "endchoose",
    "endexists",
    "endfor",
    "endforall",
    "endfunction",
    "endif",
    "endprocedure",
    "endrecord",
    "endrule",
    "endruleset",
    "endstartstate",
    "endswitch",
    "endwhile",
    "enum",
    "error",
    "exists",
    "for",
    "forall",
    "function",
    "if",
    "invariant",
    "ismember",
    "isundefined",
    "liveness",
    "multiset",
    "multisetadd",
    "multisetcount",
    "multisetremove",
    "multisetremovepred",
    "of",
    "procedure",
    "put",
    "real",
    "record",
    "return",
    "rule",
    "ruleset",
    "scalarset",
    "startstate",
    "switch",
    "then",
    "to",
    "traceuntil",
    "type",
    "undefine",
    "union",
    "var",
    "while",
];

/// The signs, the longest first; those of mathematics mean the same as their neighbours here.
const SIGNS: &[(&str, &str)] = &[
    ("==>", "==>"),
    ("<->", "<->"),
    ("->", "->"),
    (":=", ":="),
    ("..", ".."),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("&&", "&"),
    ("||", "|"),
    ("<<", "<<"),
    (">>", ">>"),
    ("≔", ":="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("→", "->"),
    ("⇒", "==>"),
    ("¬", "!"),
    ("∧", "&"),
    ("∨", "|"),
    ("×", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("∕", "/"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("!", "!"),
    ("&", "&"),
    ("|", "|"),
    ("^", "^"),
    ("~", "~"),
    ("?", "?"),
    (":", ":"),
    (";", ";"),
    (",", ","),
    (".", "."),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
];

/// The words that signs of mathematics stand for.
const WORD_SIGNS: &[(&str, &str)] = &[("∀", "forall"), ("∃", "exists")];

/// Splits a text; the last token is the end.
pub fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let mut splitter = Splitter { rest: text.trim_start_matches('\u{feff}'), at: (1, 1) };
    let mut tokens = Vec::new();
    loop {
        splitter.skip_blank()?;
        let at = splitter.at;
        let kind = splitter.token()?;
        let is_last = kind == Kind::End;
        tokens.push(Token { kind, at });
        if is_last {
            return Ok(tokens);
        }
    }
}

struct Splitter<'t> {
    rest: &'t str,
    at: At,
}

impl<'t> Splitter<'t> {
    /// Takes so many bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        for c in taken.chars() {
            self.at = if c == '\n' { (self.at.0 + 1, 1) } else { (self.at.0, self.at.1 + 1) };
        }
        self.rest = rest;
        taken
    }

    /// Takes white space and comments.
    fn skip_blank(&mut self) -> Result<(), Problem> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            if blank > 0 {
                self.take(blank);
            } else if self.rest.starts_with("--") {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                let Some(end) = self.rest[2..].find("*/") else {
                    return Err(Problem::new("this comment is never closed", Some(self.at)));
                };
                self.take(end + 4);
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self) -> Result<Kind, Problem> {
        let Some(first) = self.rest.chars().next() else { return Ok(Kind::End) };
        if first.is_alphabetic() || first == '_' {
            let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
            let word = self.take(end);
            let small = word.to_ascii_lowercase();
            return Ok(match WORDS.iter().find(|reserved| **reserved == small) {
                Some(reserved) => Kind::Word(reserved),
                None => Kind::Name(word.to_owned()),
            });
        }
        if first.is_ascii_digit() {
            return self.number();
        }
        if matches!(first, '"' | '“' | '”') {
            return self.text();
        }
        for (sign, word) in WORD_SIGNS {
            if self.rest.starts_with(sign) {
                self.take(sign.len());
                return Ok(Kind::Word(word));
            }
        }
        for (sign, meaning) in SIGNS {
            if self.rest.starts_with(sign) {
                self.take(sign.len());
                return Ok(Kind::Sign(meaning));
            }
        }
        Err(Problem::new(format!("the character `{first}` has no meaning here"), Some(self.at)))
    }

    fn number(&mut self) -> Result<Kind, Problem> {
        let at = self.at;
        let digits = |text: &str, radix: u32| text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
        let too_large = || Problem::new("this number is too large", Some(at));
        if self.rest.starts_with("0x") || self.rest.starts_with("0X") {
            self.take(2);
            let length = digits(self.rest, 16);
            return i128::from_str_radix(self.take(length), 16).map(Kind::Number).map_err(|_| too_large());
        }
        let length = digits(self.rest, 10);
        let whole = self.take(length);
        let is_real =
            self.rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_real || self.rest.starts_with(['e', 'E']) {
            let length =
                self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(self.rest.len());
            self.take(length);
            return Ok(Kind::Real);
        }
        whole.parse().map(Kind::Number).map_err(|_| too_large())
    }

    fn text(&mut self) -> Result<Kind, Problem> {
        let at = self.at;
        let mut text = String::new();
        let mut escaped = false;
        for (index, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => {
                    text.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' | '“' | '”' => {
                    self.take(index + c.len_utf8());
                    return Ok(Kind::Text(text));
                }
                _ => text.push(c),
            }
        }
        Err(Problem::new("this text is never closed", Some(at)))
    }
}
