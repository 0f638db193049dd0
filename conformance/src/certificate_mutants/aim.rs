//! One random change of a certificate: first all places where something can be changed are counted, by their parts; then one part is
//! drawn, and one of its places is changed.

use super::formulas::change_formulas;
use super::proofs::{change_frame, change_proof};
use super::regions::change_list;
use crate::random::Random;
use certificates::Certificate;
use std::collections::BTreeMap;
use system::System;

/// What is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Part {
    Formula,
    Path,
    Automaton,
    Region,
    Layers,
    Claim,
    Number,
    Verdict,
    Frame,
}

/// Counts the places where something can be changed, until the wanted one is found.
pub(super) struct Aim<'a> {
    /// The model of the certificate.
    pub system: &'a System,
    /// Where what is put there is drawn from.
    pub random: &'a mut Random,
    wanted: Option<(Part, usize)>,
    counts: BTreeMap<Part, usize>,
    /// What was changed.
    changed: Option<String>,
}

impl Aim<'_> {
    /// Whether the change is to be made here, where a part can be changed.
    pub fn hits(&mut self, part: Part) -> bool {
        if self.changed.is_some() {
            return false;
        }
        let count = self.counts.entry(part).or_default();
        *count += 1;
        self.wanted == Some((part, *count - 1))
    }

    /// Notes what has been changed.
    pub fn note(&mut self, what: impl Into<String>) {
        self.changed = Some(what.into());
    }

    /// One of the alternatives to something, if there is any.
    pub fn put<T: std::fmt::Debug>(&mut self, place: &mut T, alternatives: Vec<T>) {
        let count = alternatives.len();
        let chosen = self.random.below(count);
        if let Some(other) = alternatives.into_iter().nth(chosen) {
            self.note(format!("{} becomes {}", shown(place), shown(&other)));
            *place = other;
        }
    }
}

/// A text for people, cut off if it is long.
fn shown(thing: &impl std::fmt::Debug) -> String {
    let text = format!("{thing:?}");
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The certificate with one random change, and what that is; nothing if no change was found.
pub fn mutant(
    system: &System,
    certificate: &Certificate,
    random: &mut Random,
) -> Option<(Certificate, Part, String)> {
    let mut aim = Aim { system, random, wanted: None, counts: BTreeMap::new(), changed: None };
    change(&mut aim, &mut certificate.clone());
    let counts: Vec<(Part, usize)> = std::mem::take(&mut aim.counts).into_iter().collect();
    for _ in 0..10 {
        // There are few wrong verdicts, which are soon refused, beside many wrong proofs.
        let weights: Vec<usize> =
            counts.iter().map(|(part, _)| if *part == Part::Verdict { 1 } else { 4 }).collect();
        let (part, count) = counts[aim.random.weighted(&weights)];
        aim.wanted = Some((part, aim.random.below(count)));
        aim.counts.clear();
        let mut changed = certificate.clone();
        change(&mut aim, &mut changed);
        if let Some(what) = aim.changed.take()
            && changed != *certificate
        {
            return Some((changed, part, what));
        }
    }
    None
}

fn change(aim: &mut Aim<'_>, certificate: &mut Certificate) {
    change_frame(aim, certificate);
    change_list(aim, Part::Frame, &mut certificate.order);
    change_list(aim, Part::Frame, &mut certificate.definitions);
    change_formulas(aim, certificate);
    if let Ok(proof) = &mut certificate.proof {
        change_proof(aim, proof);
    }
}
