//! Certificates for every size: what engines have kept, checked where that is wished, and written.

use super::certificates::{Certifying, sized, with_check};
use super::every::{open_system, without_open};
use crate::args::ModelArgs;
use crate::certified::{Acceptance, AnyCertificate, Certified};
use crate::outcome::{Checked, OpenConstant, Outcome};
use crate::supervise::{Lost, Monitor, supervise_telling};
use certificates::{SizesCertificate, SizesDocument};
use std::sync::Arc;
use std::time::{Duration, Instant};
use system::{Progress, Verdict};

/// What the checker says of a certificate with its place in the list, and how long it took.
type CheckedAt = (usize, Acceptance, Duration);

impl Certifying<'_> {
    /// Takes the certificates of a model of which a constant stays open, and has them checked where that is wished; `hear` gets each
    /// answer when that is done.
    ///
    /// # Errors
    /// In words, if Fathom turns out to be wrong.
    pub fn certify_sizes(
        &self,
        outcome: &mut Outcome,
        arguments: &ModelArgs,
        hear: &mut dyn FnMut(&Outcome, &Checked),
    ) -> Result<(), String> {
        let Some(open) = outcome.every.clone() else { return Ok(()) };
        let certificates: Vec<Option<SizesCertificate>> =
            outcome.results.iter().map(|result| certificate(outcome, result, &open)).collect();
        for (result, certificate) in outcome.results.iter_mut().zip(&certificates) {
            let certificate = certificate.clone().map(AnyCertificate::OfSizes);
            result.certified = certificate.map(|one| Box::new(with_check(one, Duration::ZERO, None)));
        }
        let is_checked =
            |place: &usize| self.check && certificates[*place].as_ref().is_some_and(|one| one.proof.is_ok());
        let (checked, settled): (Vec<usize>, Vec<usize>) = (0..certificates.len()).partition(is_checked);
        settled.iter().for_each(|place| hear(outcome, &outcome.results[*place]));
        let wanted: Vec<(usize, SizesCertificate)> =
            checked.iter().filter_map(|place| Some((*place, certificates[*place].clone()?))).collect();
        self.judge(outcome, &open, arguments, wanted, hear)
    }

    /// Has certificates checked.
    fn judge(
        &self,
        outcome: &mut Outcome,
        open: &OpenConstant,
        arguments: &ModelArgs,
        wanted: Vec<(usize, SizesCertificate)>,
        hear: &mut dyn FnMut(&Outcome, &Checked),
    ) -> Result<(), String> {
        if wanted.is_empty() {
            return Ok(());
        }
        let model = Arc::clone(&outcome.model);
        let mut waiting: Vec<usize> = wanted.iter().map(|(place, _)| *place).collect();
        let (shared, open, arguments) = (Arc::clone(&model), open.clone(), arguments.clone());
        let work = move |monitor: &Monitor, tell: &dyn Fn(CheckedAt)| {
            let system = open_system(&shared, &open.name, open.least, &arguments);
            for (place, certificate) in wanted {
                let start = Instant::now();
                let acceptance = match (&system, &certificate.proof) {
                    (Ok(system), Ok(proof)) => {
                        certificates::check_sizes(system, &certificate.property, proof, monitor).into()
                    }
                    (Err(reason), _) => Acceptance::Undecided(reason.clone()),
                    (_, Err(_)) => Acceptance::Unasked,
                };
                tell((place, acceptance, start.elapsed()));
            }
        };
        let mut take = |(place, acceptance, time): CheckedAt| {
            self.progress.borrow_mut().clear();
            waiting.retain(|other| *other != place);
            note(outcome, place, acceptance, Some(time));
            hear(outcome, &outcome.results[place]);
        };
        let mut show = |at: &Progress, time: Duration| self.progress.borrow_mut().show(&model.file, at, time);
        match supervise_telling(self.limits, self.interrupt, &mut show, &mut take, work) {
            Ok(()) => {}
            Err(Lost::Panicked) => return Err("a panic; the message is on standard error".into()),
            Err(Lost::Unresponsive(stop)) => {
                for place in waiting {
                    note(outcome, place, Acceptance::Undecided(stop.to_string()), None);
                    hear(outcome, &outcome.results[place]);
                }
            }
        }
        Ok(())
    }
}

/// Notes what the checker says of the certificate of an answer.
fn note(outcome: &mut Outcome, place: usize, acceptance: Acceptance, checking: Option<Duration>) {
    if let Some(certified) = &mut outcome.results[place].certified {
        **certified = Certified { acceptance, checking, ..(**certified).clone() };
    }
}

/// The certificate of an answer, or why there is none; nothing of one that is `unknown`.
fn certificate(outcome: &Outcome, result: &Checked, open: &OpenConstant) -> Option<SizesCertificate> {
    let property = outcome.property(result);
    let size = result.at.as_ref().and_then(|model| open.value_in(&model.system));
    let proof = match (result.answer.verdict(), &result.shown, size) {
        (Verdict::Unknown(_), _, _) => return None,
        (Verdict::Holds, Some(shown), _) => (**shown).clone(),
        (Verdict::Holds, None, _) => Err("nothing was kept that could be written down".into()),
        (Verdict::Violated, _, Some(size)) => {
            let name = &open.name;
            Err(format!(
                "it is violated for {name} = {size}; a check with --set {name}={size} certifies that"
            ))
        }
        (Verdict::Violated, _, None) => Err("a violated property has none for every size".into()),
    };
    Some(SizesCertificate {
        property: property.name.clone(),
        kind: property.question.kind().into(),
        holds: *result.answer.verdict() == Verdict::Holds,
        proof,
    })
}

/// The document with the certificates of a model of which a constant stays open; their sizes are noted.
pub fn sizes_document(outcome: &mut Outcome, arguments: &ModelArgs) -> String {
    let open = outcome.every.clone().unwrap_or(OpenConstant { name: String::new(), least: 0 });
    let closed = without_open(&outcome.model, &open, arguments);
    let certified = outcome.results.iter().filter_map(|result| result.certified.as_ref());
    let document = SizesDocument {
        header: certificates::header(&closed, env!("CARGO_PKG_VERSION")),
        constant: open.name,
        least: open.least,
        certificates: certified
            .filter_map(|certified| match &certified.certificate {
                AnyCertificate::OfSizes(certificate) => Some(certificate.clone()),
                AnyCertificate::OfModel(_) => None,
            })
            .collect(),
    };
    sized(outcome, certificates::write_sizes(&document))
}
