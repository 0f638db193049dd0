//! What the tests of the syntax share.
#![allow(dead_code, unused_imports, reason = "each test file uses its own part")]

mod comments;
mod dump;
pub mod generate;
mod random;

use std::fs;
use std::path::{Path, PathBuf};

pub use comments::comments;
pub use dump::dump;
pub use random::Random;

use language::ast::{Expr, ItemKind, Model};

/// The model of a source without errors.
#[track_caller]
pub fn parse(source: &str) -> Model {
    let (model, diagnostics) = language::parse(source);
    let rendered = diagnostics::render(&diagnostics, source, "model.fathom", false);
    assert!(diagnostics.is_empty(), "{source}\n{rendered}");
    model
}

/// The findings of a source as they are shown.
pub fn findings(source: &str) -> String {
    let (_, diagnostics) = language::parse(source);
    diagnostics::render(&diagnostics, source, "model.fathom", false)
}

/// The codes of the findings of a source, with the lines on which they stand.
pub fn codes(source: &str) -> String {
    let (_, diagnostics) = language::parse(source);
    let source = diagnostics::Source::from(source);
    let index = diagnostics::LineIndex::new(&source);
    let line = |at: diagnostics::Span| index.position(&source, at.start).line;
    let codes: Vec<String> =
        diagnostics.iter().map(|finding| format!("{}:{}", line(finding.at), finding.code.as_str())).collect();
    codes.join(" ")
}

/// The expression behind the prefix `head`, such as `init` or `ltl p:`.
#[track_caller]
pub fn expression(head: &str, text: &str) -> Expr {
    let model = parse(&format!("{head} {text}"));
    match model.items.into_iter().next().map(|item| item.kind) {
        Some(ItemKind::Init(expr)) => expr,
        Some(ItemKind::Let(definition)) => definition.body,
        Some(ItemKind::Property(property)) => property.body.expect("the property should have a body"),
        other => panic!("no expression in {other:?}"),
    }
}

/// A model without places, so that two can be compared.
pub fn shape(model: &Model) -> String {
    let text = format!("{model:?}");
    let mut result = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span {") {
        result.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[rest.find('}').expect("a span should end") + 1..];
    }
    result + rest
}

/// Every model below `examples`, with its path.
pub fn examples() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "fathom") {
                let text = fs::read_to_string(&path).expect("an example should be UTF-8");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// A model that uses every form of the grammar.
pub const EVERYTHING: &str = include_str!("everything.fathom");

/// Formats a source and checks everything that formatting promises; the result, or nothing if the source has
/// errors.
#[track_caller]
pub fn check_format(source: &str) -> Option<String> {
    let (model, diagnostics) = language::parse(source);
    let formatted = match language::format(source) {
        Ok(formatted) => formatted,
        Err(found) => {
            assert_eq!(found, diagnostics, "the formatter should report what the parser reports");
            return None;
        }
    };
    assert!(diagnostics.is_empty(), "a source with errors should not be formatted");
    assert_eq!(shape(&parse(&formatted)), shape(&model), "the tree should stay\n{source}\n{formatted}");
    assert_eq!(comments(&formatted), comments(source), "the comments should stay\n{source}\n{formatted}");
    let again = language::format(&formatted).expect("a formatted model should parse");
    assert_eq!(again, formatted, "formatting twice should change nothing");
    assert!(
        formatted.is_empty() || formatted.ends_with('\n') && !formatted.ends_with("\n\n"),
        "{formatted:?}"
    );
    Some(formatted)
}
