//! What each word of a text is, for colours that know more than its spelling.

use diagnostics::Span;
use language::LexemeKind;
use language::names::{Declaration, DeclarationKind};

use crate::Analysis;
use crate::words::{explained, function};

/// A word and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    /// The word.
    pub span: Span,
    /// What it is.
    pub kind: ColourKind,
    /// Whether it declares what it stands for.
    pub declares: bool,
}

/// What a word can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColourKind {
    /// A word of the language.
    Keyword,
    /// A number.
    Number,
    /// Text between quotes.
    Text,
    /// A comment.
    Comment,
    /// A doc comment.
    DocComment,
    /// A function of the language.
    Function,
    /// Something declared. A variable of a process is told from one that is visible everywhere by the flag.
    Name {
        /// What it is declared as.
        kind: DeclarationKind,
        /// Whether it belongs to a process.
        local: bool,
    },
}

/// The words, numbers and comments of a text, in its order. Signs are left out, and so are names that nothing declares.
pub fn colours(analysis: &Analysis) -> Vec<Colour> {
    let names = analysis.names();
    let mut occurrences = names.occurrences.iter().peekable();
    let mut colours = Vec::new();
    for lexeme in analysis.lexemes() {
        while occurrences.next_if(|occurrence| occurrence.span.start < lexeme.span.start).is_some() {}
        let named = occurrences.peek().filter(|occurrence| occurrence.span == lexeme.span);
        let declared = named.and_then(|occurrence| {
            let declaration = names.declaration(*occurrence.declarations.first()?);
            Some((kind_of(declaration), occurrence.declares))
        });
        let (kind, declares) = match (declared, lexeme.kind) {
            (Some(declared), _) => declared,
            (None, LexemeKind::Keyword) => (ColourKind::Keyword, false),
            (None, LexemeKind::Number) => (ColourKind::Number, false),
            (None, LexemeKind::Text) => (ColourKind::Text, false),
            (None, LexemeKind::Comment) => (ColourKind::Comment, false),
            (None, LexemeKind::DocComment) => (ColourKind::DocComment, false),
            (None, LexemeKind::Name) => match analysis.slice(lexeme.span) {
                word if function(word).is_some() => (ColourKind::Function, false),
                word if explained(word).is_some() || is_annotation(word) => (ColourKind::Keyword, false),
                _ => continue,
            },
            (None, LexemeKind::Backquoted | LexemeKind::Sign | LexemeKind::Unknown) => continue,
        };
        colours.push(Colour { span: lexeme.span, kind, declares });
    }
    colours
}

/// The words of `@expect(holds)`, and the predefined properties.
fn is_annotation(word: &str) -> bool {
    matches!(word, "expect" | "holds" | "violated" | "unknown")
}

fn kind_of(declaration: &Declaration) -> ColourKind {
    ColourKind::Name { kind: declaration.kind, local: declaration.owner.is_some() }
}
