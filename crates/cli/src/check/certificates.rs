//! Certificates for the answers to the properties of a model: made, checked where that is wished, and written.

use crate::Interrupt;
use crate::certified::{Acceptance, Certified};
use crate::outcome::{Checked, Outcome};
use crate::progress::ProgressLine;
use crate::source::Model;
use crate::supervise::{Limits, Lost, Monitor, supervise_telling};
use certificates::{Certificate, Document};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use system::{Answer, Progress, Stop, Verdict};

/// How certificates are made.
pub struct Certifying<'a> {
    /// Whether each one is checked.
    pub check: bool,
    /// The limits of the work on all certificates of a model.
    pub limits: &'a Limits,
    /// The user may have enough.
    pub interrupt: &'a Interrupt,
    /// Where progress is shown.
    pub progress: &'a RefCell<ProgressLine>,
}

impl Certifying<'_> {
    /// Makes the certificates of a model; `hear` gets each answer as soon as its certificate is there, or cannot be had.
    ///
    /// # Errors
    /// In words, if Fathom turns out to be wrong.
    pub fn certify(
        &self,
        outcome: &mut Outcome,
        hear: &mut dyn FnMut(&Outcome, &Checked),
    ) -> Result<(), String> {
        let model = Arc::clone(&outcome.model);
        let answers: Vec<(usize, Answer)> =
            outcome.results.iter().map(|result| (result.property, result.answer.clone())).collect();
        let (shared, check) = (Arc::clone(&model), self.check);
        let work = move |monitor: &Monitor, tell: &dyn Fn(Option<Certified>)| {
            for (property, answer) in &answers {
                tell(certified(&shared, *property, answer, check, monitor));
            }
        };
        let mut heard = 0;
        let mut take = |certified: Option<Certified>| {
            self.progress.borrow_mut().clear();
            outcome.results[heard].certified = certified.map(Box::new);
            hear(outcome, &outcome.results[heard]);
            heard += 1;
        };
        let mut show = |at: &Progress, time: Duration| self.progress.borrow_mut().show(&model.file, at, time);
        let stop = match supervise_telling(self.limits, self.interrupt, &mut show, &mut take, work) {
            Ok(()) => return Ok(()),
            Err(Lost::Panicked) => return Err("a panic; the message is on standard error".into()),
            Err(Lost::Unresponsive(stop)) => stop,
        };
        while heard < outcome.results.len() {
            outcome.results[heard].certified = unfinished(outcome, &outcome.results[heard], &stop);
            hear(outcome, &outcome.results[heard]);
            heard += 1;
        }
        Ok(())
    }
}

/// The certificate of an answer, checked if that is wished.
fn certified(
    model: &Model,
    property: usize,
    answer: &Answer,
    check: bool,
    monitor: &Monitor,
) -> Option<Certified> {
    let start = Instant::now();
    let certificate = engines::certificate(&model.system, property, answer, monitor)?;
    let making = start.elapsed();
    let mut certified = bare(certificate, making);
    if check && certified.certificate.proof.is_ok() {
        let start = Instant::now();
        certified.acceptance = certificates::check(&model.system, &certified.certificate, monitor).into();
        certified.checking = Some(start.elapsed());
    }
    Some(certified)
}

fn bare(certificate: Certificate, making: Duration) -> Certified {
    let acceptance = Acceptance::Unasked;
    Certified { certificate, acceptance, written: false, making, checking: None, bytes: None }
}

/// What stands for a certificate that was given up.
fn unfinished(outcome: &Outcome, result: &Checked, stop: &Stop) -> Option<Box<Certified>> {
    let holds = match result.answer.verdict() {
        Verdict::Holds => true,
        Verdict::Violated => false,
        Verdict::Unknown(_) => return None,
    };
    let property = outcome.property(result);
    let certificate = Certificate {
        property: property.name.clone(),
        kind: property.question.kind().into(),
        holds,
        extras: Vec::new(),
        order: Vec::new(),
        definitions: Vec::new(),
        proof: Err(stop.to_string()),
    };
    Some(Box::new(bare(certificate, Duration::ZERO)))
}

/// The document with the certificates of a model; their sizes are noted.
pub fn document(outcome: &mut Outcome) -> String {
    let system = &outcome.model.system;
    let certified = || outcome.results.iter().filter_map(|result| result.certified.as_ref());
    let document = Document {
        header: certificates::header(system, env!("CARGO_PKG_VERSION")),
        certificates: certified().map(|certified| certified.certificate.clone()).collect(),
    };
    let json = certificates::write(system, &document);
    let texts = json["certificates"].as_array().map(Vec::as_slice).unwrap_or_default();
    let sizes: Vec<usize> = texts.iter().map(|json: &Json| certificates::layout(json).len()).collect();
    let certified = outcome.results.iter_mut().filter_map(|result| result.certified.as_mut());
    for (certified, size) in certified.zip(sizes) {
        certified.bytes = certified.certificate.proof.is_ok().then_some(size);
    }
    certificates::layout(&json)
}
