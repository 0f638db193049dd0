//! Findings as the page reads them.

use crate::positions::Positions;
use diagnostics::{Diagnostic, Severity};
use serde_json::{Value as Json, json};

/// The most findings of a text that are shown.
const MOST: usize = 500;

/// What was found in a text.
pub fn findings_json(found: &[Diagnostic], positions: &Positions<'_>) -> Json {
    found.iter().take(MOST).map(|finding| finding_json(finding, positions)).collect()
}

fn finding_json(finding: &Diagnostic, positions: &Positions<'_>) -> Json {
    let mut json = positions.part(finding.at);
    json["severity"] = json!(match finding.code.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    });
    json["code"] = json!(finding.code.as_str());
    json["message"] = json!(finding.message);
    json["label"] = json!(finding.label);
    json["help"] = json!(finding.help);
    let related = finding.related.iter().map(|(span, text)| {
        let mut json = positions.part(*span);
        json["message"] = json!(text);
        json
    });
    json["related"] = related.collect();
    let fixes = finding.fixes.iter().map(|fix| {
        let edits: Json = fix.edits.iter().map(|(span, text)| edit_json(*span, text, positions)).collect();
        json!({ "title": fix.title, "edits": edits })
    });
    json["fixes"] = fixes.collect();
    json
}

/// A part of the text with what it becomes.
pub fn edit_json(span: diagnostics::Span, text: &str, positions: &Positions<'_>) -> Json {
    let range = span.range();
    json!({ "from": positions.unit(range.start), "to": positions.unit(range.end), "insert": text })
}
