//! What came of the certificate of a verdict, for people and as JSON.

use super::explained::explained;
use super::number::grouped;
use super::place::filled;
use crate::certified::{Acceptance, Certified};
use crate::outcome::{Checked, Outcome};
use certificates::Certificate;
use serde_json::{Map, Value as Json, json};
use std::time::Duration;
use system::System;

/// What stands below a verdict whose certificate was made before it was told.
pub fn certificate_lines(system: &System, certified: &Certified, verbose: bool) -> Vec<String> {
    let mut lines = match problem(certified) {
        Some(problem) => vec![problem],
        None => Vec::new(),
    };
    if verbose {
        lines.extend(certified.certificate.of_model().iter().flat_map(|model| explained(system, model)));
    }
    lines
}

/// The notes on certificates below the verdicts of a model.
pub fn certificate_notes(outcome: &Outcome, verbose: bool) -> Vec<String> {
    let mut notes = Vec::new();
    for (result, certified) in certified_results(outcome) {
        let name = &outcome.property(result).name;
        if let Some(reason) = certified.certificate.missing() {
            notes.push(filled(&format!("no certificate for '{name}': {reason}"), "").join("\n  "));
        }
        if verbose {
            let explain = |model: &Certificate| explained(&outcome.model.system, model);
            let lines = certified.certificate.of_model().map(explain).unwrap_or_default();
            let notice = |line: String| filled(&format!("{name}, {line}"), "").join("\n  ");
            notes.extend(lines.into_iter().map(notice));
        }
    }
    notes
}

/// What is missing of a certificate.
fn problem(certified: &Certified) -> Option<String> {
    match (certified.certificate.missing(), &certified.acceptance) {
        (Some(reason), _) => Some(format!("no certificate: {reason}")),
        (None, Acceptance::Undecided(why)) => Some(format!("the certificate could not be checked: {why}")),
        (None, Acceptance::Refused(why)) => Some(format!("the certificate is refused: {why}")),
        (None, Acceptance::Unasked | Acceptance::Accepted) => None,
    }
}

/// The same for programs.
pub fn json_certificate(certified: &Certified) -> Json {
    let accepted = match certified.acceptance {
        Acceptance::Accepted => json!(true),
        Acceptance::Refused(_) => json!(false),
        Acceptance::Unasked | Acceptance::Undecided(_) => Json::Null,
    };
    let mut json = json!({ "written": certified.written, "accepted": accepted });
    let reason = match (certified.certificate.missing(), &certified.acceptance) {
        (Some(reason), _) | (None, Acceptance::Undecided(reason)) => Some(reason.clone()),
        (None, Acceptance::Refused(why)) => Some(why.to_string()),
        (None, Acceptance::Unasked | Acceptance::Accepted) => None,
    };
    if let Some(reason) = reason {
        json["reason"] = json!(reason);
    }
    json
}

/// Adds times and sizes to the counts of a property.
pub fn add_certificate_statistics(statistics: &mut Map<String, Json>, certified: &Certified) {
    let seconds = |time: Duration| json!((time.as_secs_f64() * 1e6).round() / 1e6);
    statistics.insert("certificate_seconds".into(), seconds(certified.making));
    if let Some(checking) = certified.checking {
        statistics.insert("check_seconds".into(), seconds(checking));
    }
    if let Some(bytes) = certified.bytes {
        statistics.insert("certificate_bytes".into(), json!(bytes));
    }
}

/// The rows of `--stats` about certificates.
pub fn certificate_rows(outcome: &Outcome) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    for (result, certified) in certified_results(outcome) {
        let name = &outcome.property(result).name;
        rows.push((format!("certificate of {name}: time to make"), seconds(certified.making)));
        if let Some(checking) = certified.checking {
            rows.push((format!("certificate of {name}: time to check"), seconds(checking)));
        }
        if let Some(bytes) = certified.bytes {
            rows.push((format!("certificate of {name}: size"), format!("{} bytes", grouped(bytes))));
        }
    }
    rows
}

fn certified_results(outcome: &Outcome) -> impl Iterator<Item = (&Checked, &Certified)> {
    outcome.results.iter().filter_map(|result| Some((result, result.certified.as_deref()?)))
}
