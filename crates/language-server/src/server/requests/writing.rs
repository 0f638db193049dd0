//! Help while somebody writes.

use language::names::DeclarationKind;
use serde_json::{Value as Json, json};

use super::{document, place};
use crate::server::message::Failure;
use crate::server::session::Session;
use crate::{Completion, CompletionKind, complete, format_edits, signature as called};

/// What can be written at a position.
pub(super) fn completion(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let snippets = session.client.snippets;
    let (document, analysis, offset) = place(session, params)?;
    let items: Vec<Json> = complete(&analysis, offset)
        .iter()
        // A form without its places to fill in is only its first word.
        .filter(|one| snippets || one.kind != CompletionKind::Form || one.label != "edge")
        .map(|one| {
            let mut item = item(one);
            let snippet = one.snippet.as_ref().filter(|_| snippets);
            let text = snippet.unwrap_or(&one.insert);
            item["textEdit"] = json!({ "range": document.range(one.replaces), "newText": text });
            item["insertTextFormat"] = json!(if snippet.is_some() { 2 } else { 1 });
            item
        })
        .collect();
    Ok(json!({ "isIncomplete": false, "items": items }))
}

fn item(completion: &Completion) -> Json {
    let mut item = json!({
        "label": completion.label,
        "kind": kind(completion.kind),
        "sortText": format!("{:02}{}", completion.rank, completion.label),
    });
    if !completion.detail.is_empty() {
        item["detail"] = json!(completion.detail);
    }
    if !completion.documentation.is_empty() {
        item["documentation"] = json!({ "kind": "markdown", "value": completion.documentation });
    }
    item
}

/// The number of a kind in the protocol.
fn kind(kind: CompletionKind) -> u8 {
    const FUNCTION: u8 = 3;
    const FIELD: u8 = 5;
    const VARIABLE: u8 = 6;
    const CLASS: u8 = 7;
    const VALUE: u8 = 12;
    const ENUMERATION: u8 = 13;
    const KEYWORD: u8 = 14;
    const SNIPPET: u8 = 15;
    const MEMBER: u8 = 20;
    const CONSTANT: u8 = 21;
    const EVENT: u8 = 23;
    match kind {
        CompletionKind::Keyword => KEYWORD,
        CompletionKind::Form => SNIPPET,
        CompletionKind::Function => FUNCTION,
        CompletionKind::Name(kind) => match kind {
            DeclarationKind::Constant | DeclarationKind::Parameter => CONSTANT,
            DeclarationKind::Type => ENUMERATION,
            DeclarationKind::Variable | DeclarationKind::Field => FIELD,
            DeclarationKind::Definition | DeclarationKind::Predicate | DeclarationKind::Property => FUNCTION,
            DeclarationKind::Process | DeclarationKind::ProcessArray | DeclarationKind::Population => CLASS,
            DeclarationKind::Event | DeclarationKind::Rendezvous | DeclarationKind::Broadcast => EVENT,
            DeclarationKind::Location | DeclarationKind::Member => MEMBER,
            DeclarationKind::Label | DeclarationKind::Model => VALUE,
            DeclarationKind::Index | DeclarationKind::BoundName | DeclarationKind::Argument => VARIABLE,
        },
    }
}

/// What the call around a position takes.
pub(super) fn signature(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let (_, analysis, offset) = place(session, params)?;
    Ok(called(&analysis, offset).map_or(Json::Null, |found| {
        let parameters: Vec<Json> = found.parameters.iter().map(|label| json!({ "label": label })).collect();
        json!({
            "signatures": [{
                "label": found.label,
                "documentation": { "kind": "markdown", "value": found.documentation },
                "parameters": parameters,
            }],
            "activeSignature": 0,
            "activeParameter": found.active,
        })
    }))
}

/// The changes that format a text; none while it cannot be parsed, which its findings say already.
pub(super) fn formatting(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let document = document(session, params)?;
    let analysis = document.analysis();
    Ok(format_edits(&analysis).map_or(Json::Null, |edits| document.edits(&edits)))
}
