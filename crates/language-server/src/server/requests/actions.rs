//! Changes that mend findings, and checks for clients without lenses.

use diagnostics::Span;
use serde_json::{Value as Json, json};

use super::lifecycle::{CHECK, REPORT};
use super::{document, publish, uri};
use crate::server::message::Failure;
use crate::server::session::Session;
use crate::{Edit, lenses};

/// What can be done about a range.
pub(super) fn actions(session: &mut Session<'_>, params: &Json) -> Result<Json, Failure> {
    let uri = uri(params)?;
    let has_lenses = session.client.lens_refresh;
    let document = document(session, params)?;
    let range = params.get("range").and_then(|range| document.span(range));
    let range = range.ok_or(Failure::params("range"))?;
    let mut actions = Vec::new();
    for finding in document.published.iter().filter(|finding| touches(finding.at, range)) {
        for (number, fix) in finding.fixes.iter().enumerate() {
            let edits = fix.edits.iter().map(|(span, text)| Edit { span: *span, text: text.clone() });
            let edits: Vec<Edit> = edits.collect();
            let mut changes = serde_json::Map::new();
            changes.insert(uri.to_owned(), document.edits(&edits));
            actions.push(json!({
                "title": fix.title,
                "kind": "quickfix",
                "diagnostics": [publish::shown(document, uri, finding)],
                "isPreferred": number == 0,
                "edit": { "changes": changes },
            }));
        }
    }
    if !has_lenses {
        for lens in lenses(&document.analysis()).into_iter().filter(|lens| touches(lens.item, range)) {
            let (check, report) = (format!("Check `{0}`", lens.property), "Show what came of it");
            actions.push(command(&check, CHECK, uri, &lens.property));
            if document.checks.contains_key(&lens.property) {
                actions.push(command(report, REPORT, uri, &lens.property));
            }
        }
    }
    Ok(Json::Array(actions))
}

fn command(title: &str, command: &str, uri: &str, property: &str) -> Json {
    let command = json!({ "title": title, "command": command, "arguments": [uri, property] });
    json!({ "title": title, "command": command })
}

fn touches(place: Span, range: Span) -> bool {
    place.start <= range.end && range.start <= place.end
}
