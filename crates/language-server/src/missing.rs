//! Declarations that are missing, as changes that an editor can offer.

use diagnostics::{Code, Diagnostic, Span};
use language::ast::{ItemKind, Process, ProcessItemKind};
use language::is_plain_name;
use language::names::DeclarationKind;

use crate::Analysis;

/// The same finding; where a name is not declared, with changes that declare it.
pub(crate) fn add_declarations(analysis: &Analysis, finding: Diagnostic) -> Diagnostic {
    let name = analysis.slice(finding.at).trim_matches('`');
    let is_word = !name.is_empty() && !name.contains(['`', '\n', '\r', ' ']);
    match finding.code {
        Code::UnknownName if is_word => declare(analysis, finding),
        Code::NoSuchPart if is_word => declare_location(analysis, finding),
        _ => finding,
    }
}

/// Whether the help of a finding says something else than to declare the name.
fn is_meant_otherwise(finding: &Diagnostic) -> bool {
    finding
        .help
        .as_ref()
        .is_some_and(|help| !help.starts_with("did you mean") && !help.starts_with("declare"))
}

fn declare(analysis: &Analysis, finding: Diagnostic) -> Diagnostic {
    if is_meant_otherwise(&finding) {
        return finding;
    }
    let written = written(analysis.slice(finding.at).trim_matches('`'));
    let Some(item) = analysis
        .inspection()
        .model
        .items
        .iter()
        .find(|item| item.span.start <= finding.at.start && finding.at.end <= item.span.end)
    else {
        return finding;
    };
    let above = line_start(analysis.text(), item.span);
    let before = lexeme_before(analysis, finding.at);
    match before.as_str() {
        "sync" => {
            let behind = analysis.text().get(finding.at.end as usize..).unwrap_or_default().trim_start();
            let word =
                if behind.starts_with("!!") || behind.starts_with("??") { "broadcast" } else { "sync" };
            finding.with_fix(format!("declare `{word} {written}`"), above, format!("{word} {written}\n\n"))
        }
        "ref" => finding,
        ":" | "of" if !matches!(item.kind, ItemKind::Property(_)) => {
            let text = format!("type {written} = {{ A, B }}\n\n");
            finding.with_fix(format!("declare `type {written}`"), above, text)
        }
        _ => {
            let constant = format!("const {written} := 1\n\n");
            let variable = format!("var {written}: int := 0\n\n");
            finding.with_fix(format!("declare `const {written}`"), above, constant).with_fix(
                format!("declare `var {written}`"),
                above,
                variable,
            )
        }
    }
}

/// A location that a process has not, where a location is meant.
fn declare_location(analysis: &Analysis, finding: Diagnostic) -> Diagnostic {
    if !finding.message.contains("has no location") {
        return finding;
    }
    let owner = finding.related.first().and_then(|(span, _)| analysis.names().at(span.start));
    let Some(owner) = owner.and_then(|owner| owner.declarations.first()) else { return finding };
    let owner = analysis.names().declaration(*owner);
    let is_process = matches!(
        owner.kind,
        DeclarationKind::Process | DeclarationKind::ProcessArray | DeclarationKind::Population
    );
    let body = analysis.inspection().model.items.iter().find_map(|item| match &item.kind {
        ItemKind::Process(process) | ItemKind::Population(process) => {
            owner.at.contains(&process.name.span).then_some(process)
        }
        _ => None,
    });
    let (Some(body), true) = (body, is_process) else { return finding };
    let written = written(analysis.slice(finding.at).trim_matches('`'));
    let Some(behind) = last_location(body) else { return finding };
    let title = format!("declare the location `{written}`");
    finding.with_fix(title, behind, format!(", {written}"))
}

/// The place behind the last location of a process.
fn last_location(process: &Process) -> Option<Span> {
    let last = process.items.iter().rev().find_map(|item| match &item.kind {
        ProcessItemKind::Loc(names) => names.last(),
        _ => None,
    })?;
    Some(Span { start: last.span.end, end: last.span.end })
}

/// The beginning of the line on which an item begins, with the doc comments above it.
fn line_start(text: &str, item: Span) -> Span {
    let mut start = text.get(..item.start as usize).and_then(|head| head.rfind('\n')).map_or(0, |at| at + 1);
    loop {
        let above = text.get(..start.saturating_sub(1)).unwrap_or_default();
        let line = above.rfind('\n').map_or(0, |at| at + 1);
        if start == 0 || !above[line..].trim_start().starts_with("///") {
            return Span::new(start, start);
        }
        start = line;
    }
}

fn lexeme_before(analysis: &Analysis, at: Span) -> String {
    analysis.before(at.start).next().map_or(String::new(), |lexeme| analysis.slice(lexeme.span).to_owned())
}

fn written(name: &str) -> String {
    if is_plain_name(name) { name.to_owned() } else { format!("`{name}`") }
}
