//! What stands under the pointer, in a few lines.

use diagnostics::Span;
use language::LexemeKind;
use language::names::{Declaration, DeclarationKind, NameTable};

use crate::Analysis;
use crate::hints::{instances, show};
use crate::words::{explained, function};

/// What is to be known of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// What it is, in Markdown.
    pub markdown: String,
}

/// What the word at an offset is: what a name stands for, with its type, value and doc comment, or what a word of the
/// language says.
pub fn hover(analysis: &Analysis, offset: usize) -> Option<Hover> {
    if let Some(found) = analysis.name_at(offset) {
        let names = analysis.names();
        let all = found.declarations.iter().map(|id| described(names, names.declaration(*id)));
        return Some(Hover { span: found.span, markdown: all.collect::<Vec<_>>().join("\n\n---\n\n") });
    }
    let lexeme = analysis.lexeme_at(offset)?;
    if !matches!(lexeme.kind, LexemeKind::Keyword | LexemeKind::Name) {
        return None;
    }
    let word = analysis.slice(lexeme.span);
    let markdown = match function(word) {
        Some(function) => {
            format!("```fathom\n{word}({})\n```\n\n{}", function.parameters.join(", "), function.says)
        }
        None => explained(word)?.to_owned(),
    };
    Some(Hover { span: lexeme.span, markdown })
}

/// A declaration in Markdown.
pub(crate) fn described(names: &NameTable, declaration: &Declaration) -> String {
    let mut text = format!("```fathom\n{}\n```", declaration.text);
    let owner = declaration.owner.map(|owner| names.declaration(owner).name.as_str());
    let mut remarks: Vec<String> = Vec::new();
    remarks.extend(belongs(declaration.kind, owner));
    remarks.extend(declaration.value.map(|value| format!("value {}", show(value))));
    if let Some((low, high)) = declaration.range {
        remarks.push(match declaration.kind {
            DeclarationKind::ProcessArray => instances(low, high),
            _ => format!("{low} to {high}"),
        });
    }
    if !remarks.is_empty() {
        text.push_str(&format!("\n\n{}", remarks.join(", ")));
    }
    if !declaration.doc.is_empty() {
        text.push_str(&format!("\n\n{}", declaration.doc.join("\n")));
    }
    text
}

/// Which kind of thing it is and what it belongs to, where the declaration itself does not say so.
fn belongs(kind: DeclarationKind, owner: Option<&str>) -> Option<String> {
    let what = match kind {
        DeclarationKind::Variable | DeclarationKind::Definition | DeclarationKind::Predicate => "",
        DeclarationKind::Location => "location",
        DeclarationKind::Label => "label",
        DeclarationKind::Index => "index",
        DeclarationKind::BoundName => return Some("bound name".to_owned()),
        DeclarationKind::Argument => "parameter",
        DeclarationKind::Field => return Some("field of a record".to_owned()),
        DeclarationKind::Member => return Some("member".to_owned()),
        _ => return None,
    };
    Some(format!("{what} of `{}`", owner?).trim_start().to_owned())
}
