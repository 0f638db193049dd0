//! What `fathom certify` prints.

use super::Judged;
use super::documents::Claims;
use crate::Console;
use crate::certified::{Acceptance, AnyCertificate, CertificateCounts, Contradiction};
use crate::console::{BAD, FAINT, GOOD, OPEN, STRONG};
use crate::report::{duration, explained, filled, json_size, model_head};
use serde_json::{Value as Json, json};

/// The word for what the checker says.
fn word(acceptance: &Acceptance) -> &'static str {
    match acceptance {
        Acceptance::Accepted => "accepted",
        Acceptance::Refused(_) => "refused",
        Acceptance::Undecided(_) => "undecided",
        Acceptance::Unasked => "no certificate",
    }
}

fn verdict(certificate: &AnyCertificate) -> &'static str {
    if certificate.holds() { "holds" } else { "violated" }
}

/// The verdict, and for which sizes.
fn said(claims: &Claims, certificate: &AnyCertificate) -> String {
    match &claims.open {
        Some(open) if certificate.holds() => {
            format!("holds for every {} >= {}", open.constant.name, open.constant.least)
        }
        _ => verdict(certificate).to_owned(),
    }
}

/// `accepted  mutex  (invariant, holds, 0.01 s)`, and below it why not.
pub fn judged_text(claims: &Claims, number: usize, judged: &Judged, console: &Console) -> String {
    let certificate = claims.certificate(number);
    let style = match judged.acceptance {
        Acceptance::Accepted => GOOD,
        Acceptance::Refused(_) => BAD,
        Acceptance::Undecided(_) | Acceptance::Unasked => OPEN,
    };
    let word = word(&judged.acceptance);
    let padding = " ".repeat(10_usize.saturating_sub(word.len()).max(1));
    let name = console.paint(STRONG, certificate.property());
    let head = format!("{}{padding}{name}", console.paint(style, word));
    let why = match (&judged.acceptance, certificate.missing()) {
        (Acceptance::Refused(Contradiction { obligation, shown: Some(shown) }), _) => {
            let lines = filled(&format!("shown by: {shown}"), "  ").join("\n");
            format!("this fails: {obligation}\n{lines}")
        }
        (Acceptance::Refused(Contradiction { obligation: why, shown: None }), _)
        | (Acceptance::Undecided(why), _)
        | (_, Some(why)) => why.clone(),
        (_, None) if console.quiet => String::new(),
        (_, None) => {
            let seconds = duration(judged.time.as_secs_f64());
            let details = format!("({}, {}, {seconds})", certificate.kind(), said(claims, certificate));
            let words = match certificate.of_model().filter(|_| console.verbose) {
                Some(certificate) => explained(&claims.model.system, certificate),
                None => Vec::new(),
            };
            let words: String = words.iter().map(|line| format!("  {line}\n")).collect();
            let padding = " ".repeat(claims.width().saturating_sub(certificate.property().chars().count()));
            return format!("{head}{padding}  {}\n{words}", console.paint(FAINT, &details));
        }
    };
    if why.is_empty() {
        return format!("{head}\n");
    }
    format!("{head}: {why}\n")
}

/// The document for programs.
pub fn accept_json(claims: &Claims, all: &[Judged], counts: &CertificateCounts) -> Json {
    let one = |(number, judged): (usize, &Judged)| {
        let certificate = claims.certificate(number);
        let mut json = json!({
            "name": certificate.property(),
            "kind": certificate.kind(),
            "verdict": verdict(certificate),
            "result": word(&judged.acceptance),
            "seconds": (judged.time.as_secs_f64() * 1e6).round() / 1e6,
        });
        match (&judged.acceptance, certificate.missing()) {
            (Acceptance::Refused(contradiction), _) => {
                json["reason"] = json!(contradiction.obligation);
                if let Some(shown) = &contradiction.shown {
                    json["shown"] = json!(shown);
                }
            }
            (Acceptance::Undecided(why), _) | (_, Some(why)) => json["reason"] = json!(why),
            (_, None) => {}
        }
        json
    };
    let mut document = head(claims);
    document["certificates"] = all.iter().enumerate().map(one).collect();
    document["summary"] = counts.json();
    document
}

/// The beginning of a document about certificates.
pub fn head(claims: &Claims) -> Json {
    let mut head = model_head(&claims.model, &claims.sizes);
    if let Some(open) = &claims.open {
        head.insert("for_every".into(), json_size(&open.constant, open.constant.least));
    }
    head.insert("document".into(), json!(claims.file));
    Json::Object(head)
}
