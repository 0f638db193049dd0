//! What names are, where they stand, and new ones.

use serde_json::{Value as Json, json};

use super::{place, uri};
use crate::server::document::Document;
use crate::server::message::Failure;
use crate::server::session::Session;
use crate::server::uri::uri_of;
use crate::{Analysis, Place, definition as declared_at, hover as hovered, references as used_at, renamable};

/// What the word at a position is.
pub(super) fn hover(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let is_markdown = session.client.markdown;
    let (document, analysis, offset) = place(session, params)?;
    Ok(hovered(&analysis, offset).map_or(Json::Null, |hover| {
        let (kind, value) = match is_markdown {
            true => ("markdown", hover.markdown),
            false => ("plaintext", without_fences(&hover.markdown)),
        };
        json!({
            "contents": { "kind": kind, "value": value },
            "range": document.range(hover.span),
        })
    }))
}

/// Markdown as people read it who see it as it is.
fn without_fences(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Where the name at a position is declared.
pub(super) fn definition(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let (document, analysis, offset) = place(session, params)?;
    Ok(locations(document, &analysis, uri(params)?, &declared_at(&analysis, offset)))
}

/// Where the name at a position is used.
pub(super) fn references(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let with_declarations = params.pointer("/context/includeDeclaration").and_then(Json::as_bool);
    let (document, analysis, offset) = place(session, params)?;
    let found = used_at(&analysis, offset, with_declarations.unwrap_or(true));
    Ok(locations(document, &analysis, uri(params)?, &found))
}

/// The same for a client that marks them in the text that is shown.
pub(super) fn highlights(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let (document, analysis, offset) = place(session, params)?;
    let found = used_at(&analysis, offset, true);
    Ok(found.iter().map(|place| json!({ "range": document.range(place.span) })).collect())
}

fn locations(document: &Document, analysis: &Analysis, uri: &str, places: &[Place]) -> Json {
    let location = |place: &Place| match &place.file {
        None => json!({ "uri": uri, "range": document.range(place.span) }),
        Some(file) => {
            let text = analysis.imported_text(file).unwrap_or_default();
            json!({ "uri": uri_of(file), "range": document.range_in(text, place.span) })
        }
    };
    places.iter().map(location).collect()
}

/// Whether the name at a position can get another one.
pub(super) fn prepare_rename(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let (document, analysis, offset) = place(session, params)?;
    let (span, name) = renamable(&analysis, offset).map_err(Failure::refused)?;
    Ok(json!({ "range": document.range(span), "placeholder": name }))
}

/// Gives the name at a position another one.
pub(super) fn rename(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let new = params.get("newName").and_then(Json::as_str).ok_or(Failure::params("newName"))?;
    let (document, analysis, offset) = place(session, params)?;
    let edits = crate::rename(&analysis, offset, new).map_err(Failure::refused)?;
    let mut changes = serde_json::Map::new();
    changes.insert(uri(params)?.to_owned(), document.edits(&edits));
    Ok(json!({ "changes": changes }))
}
