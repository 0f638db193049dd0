//! A verdict beside the one that the model states.

use super::open::OpenList;
use crate::certified::Certified;
use crate::outcome::Checked;
use std::path::Path;
use system::{Expectation, Property, Question, Verdict};

/// A property of a model that was tested.
pub struct Compared {
    /// Its name.
    pub name: String,
    /// The line where it is stated, counted from one.
    pub line: Option<usize>,
    /// How long engines worked on it.
    pub seconds: f64,
    /// The verdict that was found: `holds`, `violated` or `unknown`.
    pub verdict: &'static str,
    /// Why the verdict is `unknown`, if it is.
    pub reason: Option<String>,
    /// The verdict that is expected, if there is one.
    pub expected: Option<&'static str>,
    /// Whether the model states what is expected.
    pub is_stated: bool,
    /// Whether the list of open properties names it.
    pub is_listed: bool,
    /// What came of the certificate, if one was asked for.
    pub certified: Option<Box<Certified>>,
    /// What follows from all that.
    pub standing: Agreement,
}

/// How a verdict stands to what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// It is the same.
    AsExpected,
    /// It is not known yet, and may be so: the list says so, or the model does not state it.
    Open,
    /// It is another one.
    Different,
    /// Nothing is expected.
    NothingExpected,
}

impl Agreement {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Agreement::AsExpected => "as expected",
            Agreement::Open => "open",
            Agreement::Different => "different",
            Agreement::NothingExpected => "nothing expected",
        }
    }
}

/// Compares a verdict with what the model states; `no_faults` is expected to hold unless it states otherwise.
pub fn compare(property: &Property, result: &Checked, model: &Path, open: &OpenList) -> Compared {
    let (verdict, reason) = match result.answer.verdict() {
        Verdict::Holds => ("holds", None),
        Verdict::Violated => ("violated", None),
        Verdict::Unknown(reason) => ("unknown", Some(reason.clone())),
    };
    let expected = expected(property);
    let is_listed = open.contains(model, &property.name);
    let standing = match expected {
        None => Agreement::NothingExpected,
        Some(expected) if expected == verdict => Agreement::AsExpected,
        // Nobody wrote down that there are no faults, so not knowing it is no failure; but a fault is.
        Some(_) if verdict == "unknown" && (is_listed || property.expect.is_none()) => Agreement::Open,
        Some(_) => Agreement::Different,
    };
    Compared {
        name: property.name.clone(),
        line: None,
        seconds: result.seconds,
        verdict,
        reason,
        expected,
        is_stated: property.expect.is_some(),
        is_listed,
        certified: result.certified.clone(),
        standing,
    }
}

fn expected(property: &Property) -> Option<&'static str> {
    match property.expect {
        Some(Expectation::Holds) => Some("holds"),
        Some(Expectation::Violated) => Some("violated"),
        Some(Expectation::Unknown) => Some("unknown"),
        None if property.question == Question::NoFaults => Some("holds"),
        None => None,
    }
}
