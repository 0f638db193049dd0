//! A text and what is known of it: made once for each version, and asked many times.

use diagnostics::{FileId, LineIndex, Source, Span};
use language::names::{NameTable, Occurrence};
use language::{Inspection, Lexeme, LexemeKind, inspect_source, lexemes};

use crate::Place;
use crate::own::keep_own;

/// A text and what is known of it.
#[derive(Debug, Clone)]
pub struct Analysis {
    source: Source,
    inspection: Inspection,
    lexemes: Vec<Lexeme>,
    lines: LineIndex,
}

impl Analysis {
    /// Looks at a text that imports nothing, without expanding it.
    pub fn new(text: impl Into<String>) -> Analysis {
        Analysis::of(Source::from(text.into()))
    }

    /// Looks at a text that was linked with what it imports. All places are those of the text itself, except where names are declared.
    pub fn of(source: Source) -> Analysis {
        let (mut inspection, lexemes) = (inspect_source(&source), lexemes(source.main()));
        keep_own(&source, &mut inspection);
        Analysis { lines: LineIndex::new(&source), source, inspection, lexemes }
    }

    /// The text with what it imports.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// A place, as the file and what stands there.
    pub(crate) fn place(&self, span: Span) -> Place {
        let file = self.source.file_at(span.start);
        let start = self.source.extent(file).start;
        let name = self.source.name(file).map(str::to_owned);
        Place { file: name, span: Span { start: span.start - start, end: span.end - start } }
    }

    /// The text of an imported file.
    pub(crate) fn imported_text(&self, name: &str) -> Option<&str> {
        let file = self.source.files().find(|file| self.source.name(*file) == Some(name))?;
        Some(self.source.part(file))
    }

    /// Whether a place is in the text itself, not in an imported one.
    pub(crate) fn is_own(&self, span: Span) -> bool {
        self.source.file_at(span.start) == FileId::default()
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.source.main()
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
        self.text().get(span.range()).unwrap_or_default()
    }

    /// An offset in the text, moved to the beginning of the character that it is inside of.
    pub(crate) fn offset(&self, offset: usize) -> u32 {
        let offset = self.text().floor_char_boundary(offset);
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
