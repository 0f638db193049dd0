//! What a certificate rests on, in words, where it is short.

use certificates::{Certificate, Names, Proof, Region, Term, write_term};
use system::{System, Value};

/// Longer formulas help nobody.
const LONGEST: usize = 120;

/// And more of them neither.
const MOST: usize = 12;

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
    let mut kept: Vec<String> = Vec::new();
    for (word, term) in terms {
        let parts: Vec<String> = conjuncts(term).iter().map(|part| clause(&names, part)).collect();
        if parts.len() > MOST || parts.iter().any(|part| part.chars().count() > LONGEST) {
            continue;
        }
        for part in parts {
            let line = format!("{word}: {part}");
            if !kept.contains(&line) {
                kept.push(line);
            }
        }
    }
    kept
}

/// A disjunction with opposites in it reads better as an implication.
fn clause(names: &Names<'_>, term: &Term) -> String {
    let Term::Or(parts) = term else { return write_term(names, term) };
    let (given, shown): (Vec<&Term>, Vec<&Term>) =
        parts.iter().partition(|part| matches!(part, Term::Not(_)));
    let given: Vec<Term> = given.into_iter().cloned().map(Term::negated).collect();
    let shown: Vec<Term> = shown.into_iter().cloned().collect();
    match (given.len(), shown.len()) {
        (0, _) | (_, 0) => write_term(names, term),
        (1, 1) => format!("{} => {}", write_term(names, &given[0]), write_term(names, &shown[0])),
        _ => format!("{} => {}", write_term(names, &Term::And(given)), write_term(names, &Term::Or(shown))),
    }
}

/// The parts of a conjunction that say something.
fn conjuncts(term: &Term) -> Vec<Term> {
    match term {
        Term::And(all) => all.iter().flat_map(conjuncts).collect(),
        Term::Constant(Value::Bool(true)) => Vec::new(),
        other => vec![other.clone()],
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{LAMP, model};
    use system::VariableId;

    fn certificate(invariant: Term) -> Certificate {
        Certificate {
            property: "dark".into(),
            kind: "invariant".into(),
            holds: true,
            extras: Vec::new(),
            order: Vec::new(),
            definitions: Vec::new(),
            proof: Ok(Proof::Invariant(invariant)),
        }
    }

    #[test]
    fn what_is_always_true_is_said_without_what_says_nothing() {
        let system = model(LAMP).system;
        let truth = || Term::Constant(Value::Bool(true));
        let lit = Term::Variable(VariableId::from_index(0));
        let both = Term::And(vec![Term::And(vec![truth(), lit.clone()]), truth()]);
        assert_eq!(explained(&system, &certificate(both)), ["always: on"]);
        assert_eq!(explained(&system, &certificate(truth())), [""; 0]);
        let long = Term::Or(vec![lit; 100]);
        assert_eq!(explained(&system, &certificate(long)), [""; 0]);
    }
}
