//! An open text.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use diagnostics::{Diagnostic, Source, Span};
use serde_json::{Value as Json, json};

use super::checks::{CheckState, Verifier};
use super::encoding::{Encoding, Lines};
use super::message::Failure;
use crate::{Analysis, Edit};

/// Finds what a text imports.
#[derive(Clone)]
pub(super) struct Linker {
    /// Who knows files.
    pub verifier: Arc<dyn Verifier>,
    /// The text's own file, if it is one.
    pub path: Option<String>,
}

impl Linker {
    /// A text with what it imports.
    pub fn link(&self, text: &str) -> Source {
        match &self.path {
            Some(path) => self.verifier.link(path, text),
            None => Source::from(text),
        }
    }
}

/// An open text.
pub(super) struct Document {
    /// Its version, as the client counts.
    pub version: i64,
    /// What is known of it, once somebody has asked.
    analysis: Option<Arc<Analysis>>,
    linker: Linker,
    text: String,
    lines: Lines,
    encoding: Encoding,
    /// What was published of it last, with the version that it was about.
    pub published: Vec<Diagnostic>,
    /// When what shows at once is published, if nothing better is known by then.
    pub due: Option<Instant>,
    /// What is known of its properties, since its last change.
    pub checks: BTreeMap<String, CheckState>,
}

impl Document {
    pub fn new(text: String, version: i64, encoding: Encoding, linker: Linker) -> Document {
        let lines = Lines::new(&text, encoding);
        let (published, checks) = (Vec::new(), BTreeMap::new());
        Document { version, analysis: None, linker, text, lines, encoding, published, due: None, checks }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with what it imports.
    pub fn source(&self) -> Source {
        self.linker.link(&self.text)
    }

    pub fn linker(&self) -> Linker {
        self.linker.clone()
    }

    /// A place in another text, in the form of the protocol.
    pub fn range_in(&self, text: &str, span: Span) -> Json {
        Lines::new(text, self.encoding).range(text, span)
    }

    /// What is known of the text.
    pub fn analysis(&mut self) -> Arc<Analysis> {
        let (linker, text) = (&self.linker, &self.text);
        let known = self.analysis.get_or_insert_with(|| Arc::new(Analysis::of(linker.link(text))));
        Arc::clone(known)
    }

    /// Takes what somebody else has found out of this version.
    pub fn learn(&mut self, analysis: Arc<Analysis>) {
        self.analysis.get_or_insert(analysis);
    }

    /// Replaces the whole text, or parts of it, one after the other. Where one of them cannot be understood, those before it were
    /// made.
    pub fn change(&mut self, version: i64, changes: &[Json]) -> Result<(), Failure> {
        self.version = version;
        self.analysis = None;
        self.checks.clear();
        for change in changes {
            let text = change.get("text").and_then(Json::as_str).ok_or(Failure::params("text"))?;
            match change.get("range").filter(|range| !range.is_null()) {
                None => self.text = text.to_owned(),
                Some(range) => {
                    let span = self.span(range).ok_or(Failure::params("range"))?;
                    self.text.replace_range(span.range(), text);
                }
            }
            self.lines = Lines::new(&self.text, self.encoding);
        }
        Ok(())
    }

    /// The offset of a position in the form of the protocol.
    pub fn offset(&self, position: &Json) -> Option<usize> {
        self.lines.offset_of(&self.text, position)
    }

    /// The place of a range in the form of the protocol.
    pub fn span(&self, range: &Json) -> Option<Span> {
        let (start, end) = (self.offset(range.get("start")?)?, self.offset(range.get("end")?)?);
        Some(Span::new(start.min(end), start.max(end)))
    }

    /// A place in the form of the protocol.
    pub fn range(&self, span: Span) -> Json {
        self.lines.range(&self.text, span)
    }

    /// An offset in the form of the protocol.
    pub fn position(&self, offset: usize) -> Json {
        let (line, character) = self.lines.position(&self.text, offset);
        json!({ "line": line, "character": character })
    }

    /// The line and the column of an offset, in units of the client.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        self.lines.position(&self.text, offset)
    }

    /// Changes in the form of the protocol.
    pub fn edits(&self, edits: &[Edit]) -> Json {
        edits.iter().map(|edit| json!({ "range": self.range(edit.span), "newText": edit.text })).collect()
    }
}
