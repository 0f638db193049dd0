//! What can be written at a place.
//!
//! A word is put at the place and the text is checked with it: the checker itself says whether a value, a location or a type
//! belongs there, and which names can be seen. What it does not see, because the parser expects no name there, is told from
//! the words before the place.

mod around;
mod forms;
mod names;
mod words;

use diagnostics::Span;
use language::names::DeclarationKind;
use language::{Inspection, LexemeKind, inspect_at};

use crate::Analysis;
use around::{Around, Level};

/// The word that stands for what is about to be written.
const MARK: &str = "what_is_written_here";

/// Something that can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// How it is listed.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A remark beside it, in one line.
    pub detail: String,
    /// What is to be known of it, in Markdown; may be empty.
    pub documentation: String,
    /// The text that is written.
    pub insert: String,
    /// The same with places to fill in, `${1:name}`, where there are some.
    pub snippet: Option<String>,
    /// The part of the text that it replaces: the beginning of the word that is already there.
    pub replaces: Span,
    /// How early it is listed; what fits best has the least number.
    pub rank: u32,
}

/// What a completion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// Something that the text declares.
    Name(DeclarationKind),
    /// A word of the language.
    Keyword,
    /// A function of the language.
    Function,
    /// A whole form with places to fill in.
    Form,
}

/// What can be written at an offset, what fits best first.
pub fn complete(analysis: &Analysis, offset: usize) -> Vec<Completion> {
    let Some(cursor) = Cursor::find(analysis, offset) else { return Vec::new() };
    let around = Around::of(analysis, cursor.replaces.start);
    let mut found = match around.annotation() {
        Some(words) => words.iter().map(|word| words::keyword(word)).collect(),
        None => {
            let (inspection, mark, spots) = cursor.try_word(analysis);
            match inspection.names.at(mark.start) {
                Some(occurrence) if occurrence.declares => words::predefined(&around),
                _ => {
                    let spots = if spots.is_empty() { around.spots() } else { spots };
                    let mut found = names::for_spots(&inspection.names, &spots);
                    if around.begins && around.level == Level::Process {
                        found.extend(names::locations(&inspection.names, around.process));
                    }
                    found.extend(words::words(&around, &spots));
                    found
                }
            }
        }
    };
    found.retain(|completion| completion.label != MARK);
    found.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
    let mut labels = std::collections::HashSet::new();
    found.retain(|completion| labels.insert((completion.label.clone(), completion.snippet.is_some())));
    found.iter_mut().for_each(|completion| completion.replaces = cursor.replaces);
    found
}

/// The word that is being written.
struct Cursor {
    /// The part of it before the offset that was asked about.
    replaces: Span,
    /// All of it.
    word: Span,
}

impl Cursor {
    /// The word at an offset; none in comments, in texts and behind digits.
    fn find(analysis: &Analysis, offset: usize) -> Option<Cursor> {
        let text = analysis.text();
        let offset = analysis.offset(offset) as usize;
        let is_hidden = analysis.lexemes().iter().any(|lexeme| {
            let (start, end) = (lexeme.span.start as usize, lexeme.span.end as usize);
            let is_line = text[lexeme.span.range()].starts_with("//");
            let behind = text.get(end..offset).is_some_and(|behind| !behind.contains('\n'));
            let inside = start < offset && (offset < end || (is_line && behind));
            matches!(lexeme.kind, LexemeKind::Comment | LexemeKind::DocComment | LexemeKind::Text) && inside
        });
        if is_hidden {
            return None;
        }
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let bytes = text.as_bytes();
        let before = bytes[..offset].iter().rev().take_while(|byte| is_letter(**byte)).count();
        let behind = bytes[offset..].iter().take_while(|byte| is_letter(**byte)).count();
        let (mut start, mut end) = (offset - before, offset + behind);
        if bytes[start..].first().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        if start > 0 && bytes[start - 1] == b'`' {
            start -= 1;
            end += usize::from(bytes.get(end) == Some(&b'`'));
        }
        Some(Cursor { replaces: Span::new(start, offset), word: Span::new(start, end) })
    }

    /// The text with a word at this place, and what the checker says of the place.
    fn try_word(&self, analysis: &Analysis) -> (Inspection, Span, Vec<language::names::Spot>) {
        let (text, word) = (analysis.text(), self.word.range());
        let tried = format!("{}{MARK}{}", &text[..word.start], &text[word.end..]);
        let mark = Span::new(word.start, word.start + MARK.len());
        let (inspection, spots) = inspect_at(&analysis.source().with_main(&tried), mark);
        (inspection, mark, spots)
    }
}
