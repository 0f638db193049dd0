//! Characters that begin no token.

use diagnostics::{Code, Diagnostic, Span};

use super::Lexer;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Reports the character at `start`; a word that begins with it is one mistake, and so is a run of such
    /// characters.
    pub(super) fn unknown_character(&mut self, start: usize) {
        let character = self.source[start..].chars().next().unwrap_or(' ');
        // The scanner may have taken more or less than one character; go on right behind it.
        let taken = self.end() - start;
        if taken < character.len_utf8() {
            self.scanner.bump(character.len_utf8() - taken);
        }
        if character.is_alphabetic() {
            self.take_letters();
            self.report_letters(start);
            return self.push(TokenKind::Name, start);
        }
        if !self.continues_unknown(start) {
            let span = Span::new(start, start + character.len_utf8());
            let finding = character_finding(character, span);
            self.report(match self.hash_help(start).filter(|_| character == '#') {
                Some(help) => finding.with_help(help),
                None => finding,
            });
        }
        self.push(TokenKind::Unknown, start);
    }

    /// What a `#` was probably meant as.
    fn hash_help(&self, start: usize) -> Option<&'static str> {
        if self.source[start..].starts_with("#define") {
            return Some("a constant is `const N := 3`, a definition `let f(a) = e`");
        }
        let previous = self.result.tokens.last()?;
        let is_operand = previous.kind.is_name()
            || matches!(previous.kind, TokenKind::Number | TokenKind::ParenClose | TokenKind::BracketClose);
        let line = &self.source[previous.span.end as usize..start];
        (is_operand && !line.contains('\n')).then_some("\"not equal\" is written `!=`")
    }

    /// A name with letters outside ASCII.
    pub(super) fn report_letters(&mut self, start: usize) {
        let span = Span::new(start, self.end());
        let text = &self.source[span.range()];
        let message = format!("the name `{text}` has letters other than A to Z");
        self.report(
            Diagnostic::new(Code::BadToken, message, span, "not a plain name")
                .with_help(
                    format!("any text can be a name between backquotes: ``{text}``").replace("``", "`"),
                )
                .with_replacement(format!("`{text}`")),
        );
    }

    /// Whether the token just before is unknown too and nothing stands between.
    fn continues_unknown(&self, start: usize) -> bool {
        let last = self.result.tokens.last();
        last.is_some_and(|last| last.kind == TokenKind::Unknown && last.span.end as usize == start)
    }
}

fn character_finding(character: char, at: Span) -> Diagnostic {
    let shown = if character.is_control() || character.is_whitespace() || !character.is_ascii() {
        format!("U+{:04X}", u32::from(character))
    } else {
        format!("`{character}`")
    };
    let finding = Diagnostic::new(
        Code::BadToken,
        format!("the character {shown} has no meaning here"),
        at,
        "unexpected",
    );
    match character {
        c if c.is_whitespace() => finding.with_help("replace it by an ordinary space"),
        '#' => finding.with_help("comments begin with `//`"),
        '\u{feff}' => finding.with_help("a byte order mark may stand only at the beginning of the file"),
        '\u{2018}' | '\u{2019}' => finding.with_help("a prime is written `'`"),
        '\u{201c}' | '\u{201d}' => finding.with_help("text stands between straight quotes: `\"`"),
        '\\' => finding.with_help("\"and\" is written `&&`, \"or\" `||`"),
        '^' => finding.with_help("there is no power operator; write the product"),
        _ => finding,
    }
}
