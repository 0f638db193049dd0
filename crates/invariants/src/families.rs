//! Candidates that stand or fall together: what says the same of different instances.
//!
//! Where instances of a process array can be exchanged, a candidate stands for all that permutations map it to. It is proved once, from
//! whole families, and then all of them are.

use crate::generated::Generated;
use crate::rows::Literal;
use crate::symmetry::{Class, Symmetry};
use certificates::Term;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use system::System;

/// More instances of one array than this in one formula are not exchanged.
const MOST_SLOTS: usize = 3;
/// Families with more members are left out.
const MOST_MEMBERS: usize = 2_000;

/// What permutations of instances map onto each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Different formulas; what is proved of the first one holds of all.
    pub members: Vec<Generated>,
    /// For each transition, whether it is to be looked at: what the others do to the first member, one of these does too.
    pub transitions: Vec<bool>,
}

impl Family {
    /// The one that stands for all.
    pub fn first(&self) -> &Generated {
        &self.members[0]
    }
}

/// Each candidate by itself.
pub fn singles(system: &System, candidates: Vec<Generated>) -> Vec<Family> {
    let alone = |one| Family { members: vec![one], transitions: vec![true; system.transitions.len()] };
    candidates.into_iter().map(alone).collect()
}

/// The families of the candidates, each once; those left out of which nothing is known under permutations.
pub fn families(system: &System, symmetry: &Symmetry, candidates: Vec<Generated>) -> Vec<Family> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for one in candidates {
        let Some(first) = representative(system, symmetry, one) else { continue };
        if !seen.insert(wording(&first)) {
            continue;
        }
        if let Some(members) = orbit(system, symmetry, &first) {
            let transitions = symmetry.foremost(system, &first, &wording);
            found.push(Family { members, transitions });
        }
    }
    found
}

/// What says the same of the first instances; of all that does, the first one.
fn representative(system: &System, symmetry: &Symmetry, one: Generated) -> Option<Generated> {
    let mut found = one;
    for class in &symmetry.classes {
        let mentioned = class.mentioned(system, &found);
        if mentioned.len() > MOST_SLOTS {
            continue;
        }
        let count = u32::try_from(mentioned.len()).ok()?;
        let images = images(system, class, &found, &mentioned, count)?;
        found = images.into_values().next()?;
    }
    Some(found)
}

/// All that the candidate is mapped to, itself first; nothing if that is too much.
fn orbit(system: &System, symmetry: &Symmetry, first: &Generated) -> Option<Vec<Generated>> {
    let mut members = vec![first.clone()];
    for class in &symmetry.classes {
        let mentioned = class.mentioned(system, first);
        if mentioned.len() > MOST_SLOTS {
            if !class.fixes(system, first, &wording) {
                return None;
            }
            continue;
        }
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for member in members {
            let images = images(system, class, &member, &mentioned, class.count())?;
            let itself = [(wording(&member), member)];
            all.extend(itself.into_iter().chain(images).filter(|(text, _)| seen.insert(text.clone())));
            if all.len() > MOST_MEMBERS {
                return None;
            }
        }
        members = all.into_iter().map(|(_, member)| member).collect();
    }
    Some(members)
}

/// What the candidate is mapped to if the mentioned instances take the places of some of the first ones, by their wordings.
fn images(
    system: &System,
    class: &Class,
    one: &Generated,
    mentioned: &BTreeSet<u32>,
    first: u32,
) -> Option<BTreeMap<String, Generated>> {
    let mut choices: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in mentioned {
        let longer = choices.iter().flat_map(|chosen| {
            let free = (0..first).filter(|next| !chosen.contains(next));
            free.map(|next| chosen.iter().copied().chain([next]).collect()).collect::<Vec<_>>()
        });
        choices = longer.collect();
    }
    let mut found = BTreeMap::new();
    for choice in choices {
        let moves = mentioned.iter().copied().zip(choice).collect();
        let image = class.moving(&moves).generated(system, one)?;
        found.insert(wording(&image), image);
    }
    Some(found)
}

/// A text that is equal for formulas that differ in the order of their parts only.
fn wording(one: &Generated) -> String {
    text(&one.term())
}

fn text(term: &Term) -> String {
    let sorted = |name: &str, all: &[Term]| {
        let mut parts: Vec<String> = all.iter().map(text).collect();
        parts.sort_unstable();
        format!("{name}({})", parts.join(","))
    };
    if let Some(literal) = Literal::of(term) {
        return format!("{literal:?}");
    }
    match term {
        Term::And(all) => sorted("and", all),
        Term::Or(all) => sorted("or", all),
        Term::Sum(all) => sorted("sum", all),
        Term::Not(a) => format!("not({})", text(a)),
        Term::Times(factor, a) => format!("times({factor},{})", text(a)),
        Term::Divide(a, by) => format!("divide({},{by})", text(a)),
        Term::Modulo(a, by) => format!("modulo({},{by})", text(a)),
        Term::Compare(comparison, a, b) => format!("({} {comparison:?} {})", text(a), text(b)),
        Term::If(a, b, c) => format!("if({},{},{})", text(a), text(b), text(c)),
        Term::Variable(_) | Term::Constant(_) | Term::Extra(_) | Term::Name(_) => format!("{term:?}"),
    }
}
