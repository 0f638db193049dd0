//! Certificates from beginning to end: what engines answer is certified, written down, read again and checked.

use crate::auto::answers_within;
use crate::models::load;
use certificates::{Certificate, Document, Refusal};
use engines::{Certifier, Choice, Options};
use std::collections::BTreeMap;
use std::time::Duration;
use system::{Answer, System};

/// How many certificates were what.
#[derive(Debug, Default, Clone)]
pub struct Certified {
    /// Accepted by the checker, by kind and verdict of the property.
    pub accepted: BTreeMap<String, usize>,
    /// Not made, by the reason.
    pub without: BTreeMap<String, usize>,
    /// Not decided by the checker, by the reason.
    pub undecided: BTreeMap<String, usize>,
    /// Refused, in words.
    pub refused: Vec<String>,
}

impl Certified {
    /// Adds the counts of another.
    pub fn add(&mut self, other: Certified) {
        let sum = |own: &mut BTreeMap<String, usize>, other: BTreeMap<String, usize>| {
            for (reason, count) in other {
                *own.entry(reason).or_default() += count;
            }
        };
        sum(&mut self.accepted, other.accepted);
        sum(&mut self.without, other.without);
        sum(&mut self.undecided, other.undecided);
        self.refused.extend(other.refused);
    }

    /// How many verdicts have a certificate that was accepted, and how many there are.
    pub fn share(&self) -> (usize, usize) {
        let accepted: usize = self.accepted.values().sum();
        let others: usize = self.without.values().chain(self.undecided.values()).sum();
        (accepted, accepted + others + self.refused.len())
    }
}

/// Certifies what `auto` answers about a model within a time for each of the three: answers, certificates, checks.
///
/// # Errors
/// What an engine does wrong, or that the model is not right.
pub fn certify_model(text: &str, limit: Duration) -> Result<Certified, String> {
    let Some(system) = load(text).system else { return Err("the model is not right".into()) };
    certify_system(&system, Choice::Auto, &Options::default(), limit)
}

/// The same with an engine and options.
///
/// # Errors
/// What an engine does wrong.
pub fn certify_system(
    system: &System,
    choice: Choice,
    options: &Options,
    limit: Duration,
) -> Result<Certified, String> {
    let properties: Vec<usize> = (0..system.properties.len()).collect();
    let answers = answers_within(system, &properties, choice, options, limit)?;
    let (mut tally, certifier) = (Certified::default(), Certifier::new(system));
    for (property, answer) in answers {
        tally.add(certify_with(&certifier, system, (property, &answer), limit));
    }
    Ok(tally)
}

/// Certifies one answer.
pub fn certify_answer(system: &System, property: usize, answer: &Answer, limit: Duration) -> Certified {
    certify_with(&Certifier::new(system), system, (property, answer), limit)
}

fn certify_with(
    certifier: &Certifier<'_>,
    system: &System,
    (property, answer): (usize, &Answer),
    limit: Duration,
) -> Certified {
    let mut tally = Certified::default();
    let clock = crate::auto::Clock::new(limit);
    let Some(certificate) = certifier.certificate(property, answer, &clock) else { return tally };
    let name = format!("{} {}", certificate.kind, if certificate.holds { "holds" } else { "violated" });
    match round_trip(system, &certificate) {
        Err(refusal) => tally.refused.push(format!("{} is not read again: {refusal}", certificate.property)),
        Ok(certificate) => match &certificate.proof {
            Err(reason) => {
                tally.without.insert(format!("{name}: {reason}"), 1);
            }
            Ok(_) => match certificates::check(system, &certificate, &crate::auto::Clock::new(limit)) {
                Ok(()) => {
                    tally.accepted.insert(name, 1);
                }
                Err(Refusal::Undecided(reason)) => {
                    tally.undecided.insert(format!("{name}: {reason}"), 1);
                }
                Err(Refusal::Overflow) => {
                    tally.undecided.insert(format!("{name}: {}", Refusal::Overflow), 1);
                }
                Err(refusal) => tally.refused.push(format!(
                    "{name}, '{}', {} {}: {refusal}",
                    certificate.property, answer.engine, answer.strategy
                )),
            },
        },
    }
    tally
}

/// The certificate as it is read again.
///
/// # Errors
/// Why it is not.
pub fn round_trip(system: &System, certificate: &Certificate) -> Result<Certificate, Refusal> {
    let header = certificates::header(system, "test");
    let document = Document { header, certificates: vec![certificate.clone()] };
    let text = certificates::write(system, &document).to_string();
    let read = certificates::read(system, &text)?;
    certificates::concerns(&read, system)?;
    read.certificates.into_iter().next().ok_or_else(|| Refusal::Malformed("there is none".into()))
}

/// The certificates of what `auto` answers within a time, as far as they have proofs; the same time for each of them.
///
/// # Errors
/// What an engine does wrong.
pub fn certificates_of(system: &System, limit: Duration) -> Result<Vec<Certificate>, String> {
    let properties: Vec<usize> = (0..system.properties.len()).collect();
    let answers = answers_within(system, &properties, Choice::Auto, &Options::default(), limit)?;
    let certifier = Certifier::new(system);
    let certified = answers.iter().filter_map(|(property, answer)| {
        certifier.certificate(*property, answer, &crate::auto::Clock::new(limit))
    });
    Ok(certified.filter(|certificate| certificate.proof.is_ok()).collect())
}
