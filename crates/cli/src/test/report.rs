//! What `fathom test` prints.

use super::compare::{Agreement, Compared};
use super::{Failed, Tested};
use crate::certified::{Acceptance, CertificateCounts};
use crate::console::{BAD, GOOD, OPEN};
use crate::report::{Case, CaseResult, SCHEMA, json_certificate, refusal_document};
use crate::{Console, Exit};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// How many models and properties there were, and how they stand.
#[derive(Debug, Default)]
pub struct Summary {
    models: usize,
    wrong: usize,
    broken: usize,
    as_expected: usize,
    open: usize,
    different: usize,
    nothing_expected: usize,
    /// What came of the certificates, if there are any.
    certificates: Option<CertificateCounts>,
    /// Why verdicts have no certificate, with the number of those.
    reasons: BTreeMap<String, usize>,
}

impl Summary {
    /// Counts a model and its properties.
    pub fn count(&mut self, tested: &Tested) {
        self.models += 1;
        match &tested.result {
            Err(Failed::Refused(_)) => self.wrong += 1,
            Err(Failed::Broken(_)) => self.broken += 1,
            Ok(properties) => {
                for property in properties {
                    match property.standing {
                        Agreement::AsExpected => self.as_expected += 1,
                        Agreement::Open => self.open += 1,
                        Agreement::Different => self.different += 1,
                        Agreement::NothingExpected => self.nothing_expected += 1,
                    }
                    self.count_certificate(property);
                }
            }
        }
    }

    fn count_certificate(&mut self, property: &Compared) {
        let Some(certified) = &property.certified else { return };
        self.certificates.get_or_insert_default().add(&certified.acceptance);
        if let Some(reason) = certified.certificate.missing() {
            *self.reasons.entry(reason.clone()).or_default() += 1;
        }
    }

    fn properties(&self) -> usize {
        self.as_expected + self.open + self.different + self.nothing_expected
    }

    /// The exit code: a wrong model differs from what is expected, but if all are wrong, nothing was checked.
    pub fn exit(&self) -> Exit {
        match self {
            _ if self.broken > 0 => Exit::Internal,
            _ if self.wrong > 0 && self.wrong == self.models => Exit::Wrong,
            _ if self.wrong + self.different > 0 => Exit::Violated,
            _ if self.certificates.as_ref().is_some_and(|counts| counts.refused > 0) => Exit::Violated,
            _ => Exit::Success,
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Summary { models, as_expected, open, different, nothing_expected, wrong, broken, .. } = self;
        let properties = self.properties();
        let plural =
            |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
        write!(f, "{models} {}, ", plural(*models, "model", "models"))?;
        write!(f, "{properties} {}: ", plural(properties, "property", "properties"))?;
        write!(f, "{as_expected} as expected, {open} open, {different} different")?;
        for (count, words) in [
            (nothing_expected, "without expectation"),
            (wrong, plural(*wrong, "wrong model", "wrong models")),
            (broken, plural(*broken, "internal error", "internal errors")),
        ] {
            if *count > 0 {
                write!(f, ", {count} {words}")?;
            }
        }
        if let Some(counts) = &self.certificates {
            write!(f, "\ncertificates: {counts}")?;
        }
        for (reason, count) in &self.reasons {
            write!(f, "\n  {count} without certificate: {reason}")?;
        }
        Ok(())
    }
}

/// What came of a model, for build servers.
pub fn cases(tested: &Tested) -> Vec<Case> {
    let broken = |text: String| Case {
        file: tested.file.clone(),
        name: None,
        line: None,
        seconds: 0.0,
        result: CaseResult::Broken(text),
    };
    let compared = match &tested.result {
        Ok(compared) => compared,
        Err(Failed::Refused(refusal)) => return vec![broken(refusal.summary())],
        Err(Failed::Broken(message)) => return vec![broken(message.clone())],
    };
    let case = |compared: &Compared| Case {
        file: tested.file.clone(),
        name: Some(compared.name.clone()),
        line: compared.line,
        seconds: compared.seconds,
        result: match compared.standing {
            _ if let Some(why) = contradiction(compared) => CaseResult::Failed(why),
            Agreement::AsExpected | Agreement::NothingExpected => CaseResult::Passed,
            Agreement::Open => {
                let reason = compared.reason.as_deref().unwrap_or_default();
                CaseResult::Open(format!("unknown: {reason}"))
            }
            Agreement::Different => {
                let expected = compared.expected.unwrap_or("nothing");
                CaseResult::Failed(format!("{}, but {expected} is expected", compared.verdict))
            }
        },
    };
    compared.iter().map(case).collect()
}

/// Prints what is worth knowing about a model: with `-q` only what differs, with `-v` everything.
pub fn print(tested: &Tested, console: &Console) {
    let properties = match &tested.result {
        Ok(properties) => properties,
        Err(Failed::Refused(refusal)) => {
            refusal.report(console);
            console.print(&format!("{}      {}\n", console.paint(BAD, "wrong"), tested.file));
            return;
        }
        Err(Failed::Broken(_)) => {
            console.print(&format!("{}     {}\n", console.paint(BAD, "broken"), tested.file));
            return;
        }
    };
    let has = |standing| properties.iter().any(|property| property.standing == standing);
    let is_refused = properties.iter().any(|property| contradiction(property).is_some());
    let (word, style) = match () {
        () if is_refused => ("refused", BAD),
        () if has(Agreement::Different) => ("different", BAD),
        () if has(Agreement::Open) => ("open", OPEN),
        () => ("ok", GOOD),
    };
    if console.quiet && style != BAD {
        return;
    }
    let padding = " ".repeat(11 - word.len());
    let mut text = format!("{}{padding}{}\n", console.paint(style, word), tested.file);
    text.extend(lines(properties, console).iter().map(|line| format!("           {line}\n")));
    console.print(&text);
}

/// What is worth saying about the properties of a model.
fn lines(properties: &[Compared], console: &Console) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open = Vec::new();
    for property in properties {
        match property.standing {
            _ if console.verbose => lines.push(sentence(property, true)),
            Agreement::Different => lines.push(sentence(property, true)),
            _ if console.quiet => {}
            Agreement::Open => open.push(property.name.as_str()),
            Agreement::AsExpected if !property.is_listed => {}
            Agreement::AsExpected | Agreement::NothingExpected => lines.push(sentence(property, false)),
        }
    }
    lines.extend(properties.iter().filter_map(contradiction));
    if !open.is_empty() {
        lines.push(format!("open: {}", open.join(", ")));
    }
    lines
}

/// Why the certificate of a verdict is refused, if it is.
fn contradiction(property: &Compared) -> Option<String> {
    match &property.certified.as_ref()?.acceptance {
        Acceptance::Refused(why) => {
            let Compared { name, verdict, .. } = property;
            Some(format!("{name}: {verdict}, but its certificate is refused: {why}"))
        }
        _ => None,
    }
}

/// `mutex: expected holds, found violated`
fn sentence(property: &Compared, with_reason: bool) -> String {
    let Compared { name, verdict, .. } = property;
    let reason = property.reason.as_ref().filter(|_| with_reason);
    let reason = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
    match (property.standing, property.expected) {
        (Agreement::AsExpected, _) if property.is_listed => {
            format!("{name}: {verdict}, as expected; it is no longer open")
        }
        (Agreement::AsExpected, _) => format!("{name}: {verdict}, as expected"),
        (Agreement::Open, _) => format!("{name}: open{reason}"),
        (Agreement::Different, Some(_)) if !property.is_stated => {
            format!("{name}: {verdict}, although the model does not say @expect({verdict})")
        }
        (Agreement::Different, Some(expected)) => {
            format!("{name}: expected {expected}, found {verdict}{reason}")
        }
        _ => format!("{name}: {verdict}, no expectation{reason}"),
    }
}

/// What came of a model, as JSON.
pub fn document(tested: &Tested) -> Json {
    match &tested.result {
        Ok(properties) => {
            let properties: Vec<Json> = properties.iter().map(json_property).collect();
            json!({ "file": tested.file, "properties": properties })
        }
        Err(Failed::Refused(refusal)) => {
            json!({ "file": tested.file, "errors": refusal_document(refusal)["errors"] })
        }
        Err(Failed::Broken(message)) => {
            json!({ "file": tested.file, "errors": [{ "message": format!("internal error: {message}") }] })
        }
    }
}

fn json_property(property: &Compared) -> Json {
    let mut json = json!({ "name": property.name, "verdict": property.verdict });
    if let Some(expected) = property.expected {
        json["expected"] = json!(expected);
    }
    json["standing"] = json!(property.standing.words());
    if let Some(certified) = &property.certified {
        json["certificate"] = json_certificate(certified);
    }
    if let Some(reason) = &property.reason {
        json["reason"] = json!(reason);
    }
    json
}

/// The whole document of `fathom test --json`.
pub fn whole_document(models: Vec<Json>, summary: &Summary) -> Json {
    let mut document = json!({
        "schema": SCHEMA,
        "fathom": env!("CARGO_PKG_VERSION"),
        "models": models,
        "summary": {
            "models": summary.models,
            "properties": summary.properties(),
            "as_expected": summary.as_expected,
            "open": summary.open,
            "different": summary.different,
            "without_expectation": summary.nothing_expected,
            "wrong_models": summary.wrong,
        },
    });
    if let Some(counts) = &summary.certificates {
        document["certificates"] = counts.json();
    }
    document
}
