//! The formatter: one canonical layout for each model.
//!
//! The syntax tree says how tokens belong together; their text and the comments between them come from the
//! source, and every token is taken exactly once, in order. So nothing can be lost, and what the tree does not
//! hold (`==`, a string as a property's name) stays as written. Only redundant `;`, commas behind the last
//! element, and backquotes around plain names are left out.
//!
//! The tokens become a stream of pieces (`piece`): text, places where a line may end, and the groups whose
//! places end lines all together or not at all. The layout decides for each group in turn, as in the printers
//! of Oppen and Wadler.
//!
//! # Reference
//!
//! Oppen: *Prettyprinting*, TOPLAS 2(4), 1980, doi:10.1145/357114.357115. Departure: whether a group fits is
//! found by looking ahead at most one line, not by a second, concurrent scan.

mod action;
mod advice;
mod columns;
mod comment_column;
mod declaration;
mod edge;
mod expression;
mod layout;
mod model;
mod operators;
mod piece;
mod process;
mod types;
mod writer;

use diagnostics::Diagnostic;

use crate::lexer::lex;
use crate::parser::parse_lexed;
use writer::Writer;

/// The model in canonical layout, or the errors that keep it from being parsed.
///
/// The result has the same syntax tree and all comments of `source`; formatting it again changes nothing.
pub fn format(source: &str) -> Result<String, Vec<Diagnostic>> {
    if u32::try_from(source.len()).is_err() {
        return Err(crate::parser::parse(source).1);
    }
    let (model, diagnostics, parts) = parse_lexed(source, lex(source));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let mut writer = Writer::new(source, parts);
    writer.model(&model);
    let lines = layout::layout(&writer.finish());
    Ok(comment_column::join(lines))
}
