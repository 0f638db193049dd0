//! What a certificate rests on, in words, where it is short.

use certificates::{Certificate, Names, Proof, Region, Term, write_term};
use system::System;

/// Longer formulas help nobody.
const LONGEST: usize = 300;

/// The invariant and the measures of a certificate, as expressions; nothing where they are long or need definitions.
pub fn explained(system: &System, certificate: &Certificate) -> Vec<String> {
    let mut names = Names::new(system);
    let extras = certificate.extras.iter().map(|(name, _)| name.as_str());
    if !certificate.definitions.is_empty() || names.begin(extras).is_err() {
        return Vec::new();
    }
    let mut terms = Vec::new();
    if let Ok(proof) = &certificate.proof {
        gather(proof, &mut terms);
    }
    let lines = terms.into_iter().map(|(word, term)| (word, write_term(&names, term)));
    let mut kept: Vec<String> = Vec::new();
    for (word, text) in lines.filter(|(_, text)| text.chars().count() < LONGEST) {
        let line = format!("{word}: {text}");
        if !kept.contains(&line) {
            kept.push(line);
        }
    }
    kept
}

/// The formulas of a proof that say something to people.
fn gather<'p>(proof: &'p Proof, terms: &mut Vec<(&'static str, &'p Term)>) {
    match proof {
        Proof::Invariant(invariant) | Proof::Largest { invariant, .. } => terms.push(("always", invariant)),
        Proof::Linear { invariant, region, .. } => {
            terms.push(("always", invariant));
            measures(region, terms);
        }
        Proof::Branching { invariant, .. } => terms.push(("always", invariant)),
        Proof::Parts(proofs) => proofs.iter().for_each(|proof| gather(proof, terms)),
        Proof::Path(_) | Proof::Unbounded(_) | Proof::Endless { .. } => {}
    }
}

fn measures<'p>(region: &'p Region, terms: &mut Vec<(&'static str, &'p Term)>) {
    match region {
        Region::Rank(term, rest) => {
            terms.push(("decreases", term));
            measures(rest, terms);
        }
        Region::Avoided(_, rest) => measures(rest, terms),
        Region::Classes(classes) => classes.iter().for_each(|(_, rest)| measures(rest, terms)),
        Region::Steps(classes) => classes.iter().for_each(|(_, rest)| measures(rest, terms)),
        Region::Nothing | Region::Never(_) => {}
    }
}
