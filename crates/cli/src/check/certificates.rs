//! Certificates for the answers to the properties of a model: made, checked where that is wished, and written.

use super::first_turn::FirstTurn;
use crate::Interrupt;
use crate::certified::{Acceptance, AnyCertificate, Certified};
use crate::outcome::{Checked, Outcome};
use crate::progress::ProgressDisplay;
use crate::source::Model;
use crate::supervise::{Limits, Lost, Monitor, supervise_telling};
use certificates::{Certificate, Document};
use engines::Certifier;
use serde_json::Value as Json;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use system::{Answer, Progress, Stop, Verdict, Watch};

/// How certificates are made.
pub struct Certifying<'a> {
    /// Whether each one is checked.
    pub check: bool,
    /// The limits of the work on all certificates of a model.
    pub limits: &'a Limits,
    /// The user may have enough.
    pub interrupt: &'a Interrupt,
    /// Where progress is shown.
    pub progress: &'a RefCell<dyn ProgressDisplay>,
}

/// What came of an answer, with its place in the list; nothing of one that is `unknown`.
type Placed = (usize, Option<Certified>);

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
        let work = self.work(Arc::clone(&model), answers);
        let mut waiting: Vec<usize> = (0..outcome.results.len()).collect();
        let mut take = |(place, certified): Placed| {
            self.progress.borrow_mut().clear();
            waiting.retain(|other| *other != place);
            outcome.results[place].certified = certified.map(Box::new);
            hear(outcome, &outcome.results[place]);
        };
        let mut show = |at: &Progress, time: Duration| self.progress.borrow_mut().show(&model.file, at, time);
        match supervise_telling(self.limits, self.interrupt, &mut show, &mut take, work) {
            Ok(()) => Ok(()),
            Err(Lost::Panicked) => Err("a panic; the message is on standard error".into()),
            Err(Lost::Unresponsive(stop)) => {
                for place in waiting {
                    outcome.results[place].certified = unfinished(outcome, &outcome.results[place], &stop);
                    hear(outcome, &outcome.results[place]);
                }
                Ok(())
            }
        }
    }

    /// The work on the certificates of some answers, each of which is told with its place in the list.
    fn work(
        &self,
        model: Arc<Model>,
        answers: Vec<(usize, Answer)>,
    ) -> impl FnOnce(&Monitor, &dyn Fn(Placed)) + use<> {
        let check = self.check;
        let count = u32::try_from(answers.len().max(1)).unwrap_or(u32::MAX);
        let share = self.limits.time.map_or(FIRST_TURN, |limit| FIRST_TURN.min(limit.0 / 2 / count));
        move |monitor, tell| {
            let certifier = Certifier::new(&model.system);
            let certified = |property: usize, answer: &Answer, watch: &dyn Watch| {
                certified(&certifier, &model, property, answer, check, watch)
            };
            let mut waiting = Vec::new();
            for (place, (property, answer)) in answers.iter().enumerate() {
                let turn = FirstTurn::new(monitor, share);
                let certified = certified(*property, answer, &turn);
                match turn.is_over() && !certified.as_ref().is_some_and(Certified::is_settled) {
                    true => waiting.push(place),
                    false => tell((place, certified)),
                }
            }
            for place in waiting {
                let (property, answer) = &answers[place];
                tell((place, certified(*property, answer, monitor)));
            }
        }
    }
}

/// How long work on a certificate may take before the others have their turns.
const FIRST_TURN: Duration = Duration::from_secs(3);

/// The certificate of an answer, checked if that is wished.
fn certified(
    certifier: &Certifier<'_>,
    model: &Model,
    property: usize,
    answer: &Answer,
    check: bool,
    watch: &dyn Watch,
) -> Option<Certified> {
    let start = Instant::now();
    let certificate = certifier.certificate(property, answer, watch)?;
    let making = start.elapsed();
    let checked = (check && certificate.proof.is_ok()).then(|| {
        let start = Instant::now();
        (certificates::check(&model.system, &certificate, watch).into(), start.elapsed())
    });
    Some(with_check(AnyCertificate::OfModel(Box::new(certificate)), making, checked))
}

/// A certificate, with what the checker says of it and how long that took, if it was asked.
pub(super) fn with_check(
    certificate: AnyCertificate,
    making: Duration,
    checked: Option<(Acceptance, Duration)>,
) -> Certified {
    let (acceptance, checking) =
        checked.map_or((Acceptance::Unasked, None), |(said, time)| (said, Some(time)));
    Certified { certificate, acceptance, written: false, making, checking, bytes: None }
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
    Some(Box::new(with_check(AnyCertificate::OfModel(Box::new(certificate)), Duration::ZERO, None)))
}

/// The document with the certificates of a model; their sizes are noted.
pub fn document(outcome: &mut Outcome) -> String {
    let system = &outcome.model.system;
    let certified = || outcome.results.iter().filter_map(|result| result.certified.as_ref());
    let document = Document {
        header: certificates::header(system, env!("CARGO_PKG_VERSION")),
        certificates: certified().filter_map(|certified| certified.certificate.of_model().cloned()).collect(),
    };
    sized(outcome, certificates::write(system, &document))
}

/// The text of a document; the size of each certificate is noted.
pub(super) fn sized(outcome: &mut Outcome, json: Json) -> String {
    let texts = json["certificates"].as_array().map(Vec::as_slice).unwrap_or_default();
    let sizes: Vec<usize> = texts.iter().map(|json: &Json| certificates::layout(json).len()).collect();
    let certified = outcome.results.iter_mut().filter_map(|result| result.certified.as_mut());
    for (certified, size) in certified.zip(sizes) {
        certified.bytes = certified.certificate.missing().is_none().then_some(size);
    }
    certificates::layout(&json)
}
