//! New names that change nothing else.
//!
//! What a name stands for is known from the checker. Whether a new name is harmless is not foreseen by rules but tried: the
//! changed text is looked at anew, and every name in it must stand for what it stood for before.

use diagnostics::{Diagnostic, Source, Span};
use language::names::{DeclarationId, DeclarationKind, Occurrence};
use language::{Overrides, is_plain_name, load_source};

use crate::{Analysis, Edit, apply};

/// The name at an offset that can get another one, with its text; or why there is none.
///
/// # Errors
///
/// A sentence that says why nothing can be renamed there.
pub fn renamable(analysis: &Analysis, offset: usize) -> Result<(Span, String), String> {
    let found = analysis.name_at(offset).ok_or("there is no name here")?;
    let names = analysis.names();
    let first = found.declarations.first().ok_or("there is no name here")?;
    let declaration = names.declaration(*first);
    if let Some(error) = analysis.inspection().diagnostics.iter().find(|finding| is_unreadable(finding)) {
        return Err(format!("parts of the text cannot be read, so uses may be missed: {}", error.message));
    }
    let is_predefined = matches!(declaration.name.as_str(), "deadlock_free" | "no_faults");
    if declaration.kind == DeclarationKind::Property && is_predefined {
        return Err(format!("`{}` is predefined: its name is its meaning", declaration.name));
    }
    if let Some(elsewhere) = declaration.at.iter().find(|at| !analysis.is_own(**at)) {
        let file = analysis.place(*elsewhere).file.unwrap_or_default();
        return Err(format!("`{}` is declared in {file}, which others may import, too", declaration.name));
    }
    Ok((found.span, declaration.name.clone()))
}

/// Errors of text and grammar: what stands there is in no tree.
fn is_unreadable(finding: &Diagnostic) -> bool {
    finding.code.as_str().starts_with("E0")
}

/// Gives what the name at an offset stands for another name, everywhere.
///
/// # Errors
///
/// A sentence that says why the name cannot be changed, or why the new one would change the model.
pub fn rename(analysis: &Analysis, offset: usize, new: &str) -> Result<Vec<Edit>, String> {
    let (span, old) = renamable(analysis, offset)?;
    let new = new.trim();
    let new = new.strip_prefix('`').and_then(|inner| inner.strip_suffix('`')).unwrap_or(new);
    if new.is_empty() || new.contains(['`', '"', '\n', '\r']) {
        return Err("a name has at least one character, and no quotation marks or line breaks".to_owned());
    }
    let found = analysis.names().at(span.start).ok_or("there is no name here")?;
    let places = places(analysis, found)?;
    let edits: Vec<Edit> = places
        .iter()
        .map(|at| Edit { span: *at, text: written(analysis.slice(*at), &old, new) })
        .filter(|edit| analysis.slice(edit.span) != edit.text)
        .collect();
    if !edits.is_empty() {
        compare(analysis, &edits, new)?;
    }
    Ok(edits)
}

/// The places where the name stands. Those where it also stands for something else are followed, but only a label, or a
/// member, can be declared twice and be one thing.
fn places(analysis: &Analysis, found: &Occurrence) -> Result<Vec<Span>, String> {
    let names = analysis.names();
    let [only] = found.declarations[..] else { return Err(several(analysis, &found.declarations)) };
    let all: Vec<&Occurrence> = names.places(only).collect();
    match all.iter().find(|occurrence| occurrence.declarations.len() > 1) {
        Some(mixed) => Err(several(analysis, &mixed.declarations)),
        None => Ok(all.iter().map(|occurrence| occurrence.span).collect()),
    }
}

fn several(analysis: &Analysis, all: &[DeclarationId]) -> String {
    let names = analysis.names();
    let shown: Vec<String> = all
        .iter()
        .map(|id| {
            let declaration = names.declaration(*id);
            match declaration.owner {
                Some(owner) => format!("`{}.{}`", names.declaration(owner).name, declaration.name),
                None => format!("`{}`", declaration.name),
            }
        })
        .collect();
    let shown = shown.join(" and ");
    format!("in some definition this name stands for {shown}, so that one of them cannot be renamed alone")
}

/// The new name in the way in which the old one is written: bare, between backquotes, or as text.
fn written(old_text: &str, old: &str, new: &str) -> String {
    let is_plain = is_plain_name(new);
    let keeps_quotes = old_text.starts_with('`') && is_plain_name(old);
    match is_plain {
        _ if old_text.starts_with('"') => format!("\"{new}\""),
        true if !keeps_quotes => new.to_owned(),
        _ => format!("`{new}`"),
    }
}

/// Whether every name of the changed text stands for what it stood for.
fn compare(analysis: &Analysis, edits: &[Edit], new: &str) -> Result<(), String> {
    let changed = apply(analysis.text(), edits);
    let source = analysis.source().with_main(&changed);
    let (before, other) = (analysis.inspection(), Analysis::of(source));
    let after = other.inspection();
    let errors = |all: &[Diagnostic]| all.iter().filter(|finding| finding.is_error()).count();
    if errors(&after.diagnostics) > errors(&before.diagnostics) {
        let is_new = |finding: &&Diagnostic| {
            finding.is_error() && before.diagnostics.iter().all(|old| old.message != finding.message)
        };
        let reason = after.diagnostics.iter().find(is_new).map(|finding| finding.message.as_str());
        return Err(format!("`{new}` is not possible: {}", reason.unwrap_or("the model would be wrong")));
    }
    let same = before.names.occurrences.len() == after.names.occurrences.len()
        && before.names.declarations.len() == after.names.declarations.len()
        && before.names.occurrences.iter().zip(&after.names.occurrences).all(|(old, new)| {
            moved(old.span, edits) == new.span
                && old.declares == new.declares
                && old.declarations == new.declarations
        });
    if !same {
        return Err(format!("`{new}` is taken: some name would stand for something else"));
    }
    // Only names between backquotes can look like those of instances, which is found when the model is read as a whole.
    let is_odd = !is_plain_name(new);
    if is_odd && is_refused(other.source()) && !is_refused(analysis.source()) {
        return Err(format!("`{new}` is not possible: it looks like the name of something else in traces"));
    }
    Ok(())
}

fn is_refused(source: &Source) -> bool {
    load_source(source, &Overrides::default()).diagnostics.iter().any(Diagnostic::is_error)
}

/// Where a place is after the edits.
fn moved(span: Span, edits: &[Edit]) -> Span {
    let (mut start, mut end) = (i64::from(span.start), i64::from(span.end));
    for edit in edits {
        let growth = edit.text.len() as i64 - edit.span.range().len() as i64;
        if edit.span.end <= span.start && edit.span != span {
            start += growth;
        }
        if edit.span.end <= span.end {
            end += growth;
        }
    }
    let clamp = |offset: i64| usize::try_from(offset).unwrap_or(0);
    Span::new(clamp(start), clamp(end))
}
