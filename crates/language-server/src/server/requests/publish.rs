//! Findings, and in clients that draw no lenses again also verdicts.

use diagnostics::{Code, Diagnostic, Severity};
use serde_json::{Value as Json, json};

use crate::lenses;
use crate::server::checks::{CheckState, VerdictKind};
use crate::server::document::Document;
use crate::server::session::Session;

/// The most findings that are published of a text.
const MOST: usize = 500;

const ERROR: u8 = 1;
const WARNING: u8 = 2;
const INFORMATION: u8 = 3;

/// Publishes what is known of a text.
pub(in crate::server) fn publish(session: &mut Session<'_>, uri: &str) {
    let shows_lenses = session.client.lens_refresh;
    let Some(document) = session.documents.get_mut(uri) else { return };
    let found = document.published.iter().take(MOST).map(|finding| shown(document, uri, finding));
    let mut all: Vec<Json> = found.collect();
    if !shows_lenses {
        all.extend(verdicts(document));
    }
    let version = document.version;
    let params = json!({ "uri": uri, "version": version, "diagnostics": all });
    session.notify("textDocument/publishDiagnostics", params);
}

/// A finding in the form of the protocol.
pub(super) fn shown(document: &Document, uri: &str, finding: &Diagnostic) -> Json {
    let severity = match finding.code.severity() {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    };
    let mut message = finding.message.clone();
    if let Some(help) = &finding.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let mut shown = json!({
        "range": document.range(finding.at),
        "severity": severity,
        "code": finding.code.as_str(),
        "source": "fathom",
        "message": message,
    });
    if !finding.related.is_empty() {
        let related = finding.related.iter().map(|(span, text)| {
            json!({ "location": { "uri": uri, "range": document.range(*span) }, "message": text })
        });
        shown["relatedInformation"] = related.collect();
    }
    // What can never happen is shown faded.
    if matches!(finding.code, Code::UnreachableLocation | Code::NeverEnabled) {
        shown["tags"] = json!([1]);
    }
    shown
}

/// The verdicts that are known of a text.
fn verdicts(document: &mut Document) -> Vec<Json> {
    let analysis = document.analysis();
    let mut shown = Vec::new();
    for lens in lenses(&analysis) {
        let Some(CheckState::Done(verdict)) = document.checks.get(&lens.property) else { continue };
        let severity = match (verdict.kind, verdict.expected) {
            (_, Some(false)) | (VerdictKind::Violated, None) => WARNING,
            _ => INFORMATION,
        };
        shown.push(json!({
            "range": document.range(lens.at),
            "severity": severity,
            "source": "fathom",
            "message": format!("{}: {}", lens.property, verdict.summary),
        }));
    }
    shown
}
