//! A text and what is known of it: made once for each version, and asked many times.

use diagnostics::{LineIndex, Span};
use language::names::{NameTable, Occurrence};
use language::{Inspection, Lexeme, LexemeKind, inspect, lexemes};

/// A text and what is known of it.
#[derive(Debug, Clone)]
pub struct Analysis {
    text: String,
    inspection: Inspection,
    lexemes: Vec<Lexeme>,
    lines: LineIndex,
}

impl Analysis {
    /// Looks at a text, without expanding it.
    pub fn new(text: impl Into<String>) -> Analysis {
        let text = text.into();
        let (inspection, lexemes, lines) = (inspect(&text), lexemes(&text), LineIndex::new(&text));
        Analysis { text, inspection, lexemes, lines }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where its lines begin.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// What its front end knows of it.
    pub fn inspection(&self) -> &Inspection {
        &self.inspection
    }

    /// Its names.
    pub fn names(&self) -> &NameTable {
        &self.inspection.names
    }

    /// Its words, signs and comments.
    pub fn lexemes(&self) -> &[Lexeme] {
        &self.lexemes
    }

    /// A part of the text; empty where the text has no such part.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// An offset in the text, moved to the beginning of the character that it is inside of.
    pub(crate) fn offset(&self, offset: usize) -> u32 {
        let offset = self.text.floor_char_boundary(offset);
        Span::new(offset, offset).start
    }

    /// The name at an offset, or just before it.
    pub(crate) fn name_at(&self, offset: usize) -> Option<&Occurrence> {
        let offset = self.offset(offset);
        self.names().at(offset)
    }

    /// The lexeme that an offset is inside of, or at the beginning of.
    pub(crate) fn lexeme_at(&self, offset: usize) -> Option<&Lexeme> {
        let offset = self.offset(offset);
        let behind = self.lexemes.partition_point(|lexeme| lexeme.span.start <= offset);
        let found = &self.lexemes[behind.checked_sub(1)?];
        (offset < found.span.end).then_some(found)
    }

    /// The words and signs that end before an offset or at it, the last one first; comments are left out.
    pub(crate) fn before(&self, offset: u32) -> impl Iterator<Item = &Lexeme> {
        let end = self.lexemes.partition_point(|lexeme| lexeme.span.end <= offset);
        self.lexemes[..end].iter().rev().filter(|lexeme| !is_comment(lexeme.kind))
    }
}

/// Whether a lexeme is a comment.
pub(crate) fn is_comment(kind: LexemeKind) -> bool {
    matches!(kind, LexemeKind::Comment | LexemeKind::DocComment)
}
