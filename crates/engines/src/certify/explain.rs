//! Invariants for people: few and short formulas that prove what a large set proves.
//!
//! A set that fixpoints found is a union of many cases. What a person wants to know stands in its atoms: each of them, alone or under the
//! condition that a process is somewhere, is a candidate, and as few of them as are needed are kept ([`certificates::fewest`]).

use super::patience::Patient;
use certificates::{Certificate, Proof, Term, fewest};
use std::collections::{BTreeMap, HashSet};
use system::{Comparison, Role, System, Value, VariableId, Watch};

/// The most candidates.
const MOST: usize = 1200;

/// The most different atoms that are looked at.
const MOST_ATOMS: usize = 24;

/// The most unbounded integers of which all pairs are compared.
const MOST_INTEGERS: usize = 6;

/// Systems with more variables or transitions than these are not explained: it would take long, and nobody would read it.
const LARGEST: (usize, usize) = (24, 60);

/// How often the work asks whether it may go on.
const PATIENCE: u64 = 2_000;

/// An invariant in few words that proves the property, if one is found soon.
pub(super) fn explanation(system: &System, certificate: &Certificate, watch: &dyn Watch) -> Option<Term> {
    let Ok(Proof::Invariant(set)) = &certificate.proof else { return None };
    let question = &system.property(&certificate.property)?.question;
    if system.variables.len() > LARGEST.0 || system.transitions.len() > LARGEST.1 {
        return None;
    }
    let formulas = candidates(system, certificate, set);
    let patient = Patient::new(watch, PATIENCE);
    let kept = fewest(system, question, &formulas, &patient).ok()??;
    let mut kept: Vec<Term> = kept.into_iter().map(|place| formulas[place].clone()).collect();
    Some(match kept.len() {
        0 => Term::bool(true),
        1 => kept.remove(0),
        _ => Term::And(kept),
    })
}

/// Formulas that may be invariants, short ones first.
fn candidates(system: &System, certificate: &Certificate, set: &Term) -> Vec<Term> {
    let mut found = Atoms::default();
    found.collect(set);
    certificate.definitions.iter().for_each(|(_, term)| found.collect(term));
    let mut sums: Vec<Term> = found.sums.into_iter().take(MOST_ATOMS).flat_map(both).collect();
    sums.extend(orders(system, &[Comparison::Le, Comparison::Lt]));
    let plain: Vec<Term> = found.plain.into_iter().take(MOST_ATOMS).collect();
    let plain: Vec<Term> = plain.into_iter().flat_map(|atom| [atom.clone(), atom.negated()]).collect();
    let places = places(system);
    let mut all: Vec<Term> = sums.iter().chain(&plain).cloned().collect();
    let apart = |one: &Place, other: &Place| one.variable < other.variable;
    for one in places.iter().filter(|place| place.is_there) {
        let others = places.iter().filter(|other| other.is_there && apart(one, other));
        all.extend(others.map(|other| Term::And(vec![one.term.clone(), other.term.clone()]).negated()));
    }
    for place in &places {
        let own = sums.iter().chain(&plain).filter(|atom| concerns(system, place.variable, atom));
        all.extend(own.map(|atom| Term::Or(vec![place.term.clone().negated(), atom.clone()])));
    }
    let different = orders(system, &[Comparison::Ne]);
    for one in places.iter().filter(|place| !place.is_there) {
        for other in places.iter().filter(|other| !other.is_there && apart(one, other)) {
            let elsewhere = [one.term.clone().negated(), other.term.clone().negated()];
            let clause = |atom: &Term| Term::Or(elsewhere.iter().cloned().chain([atom.clone()]).collect());
            all.extend(different.iter().map(clause));
        }
    }
    let mut known = HashSet::new();
    all.retain(|term| known.insert(term.clone()));
    all.truncate(MOST);
    all
}

/// How two unbounded integers compare, for all pairs of few of them.
fn orders(system: &System, comparisons: &[Comparison]) -> Vec<Term> {
    let every = (0..system.variables.len()).map(VariableId::from_index);
    let integers: Vec<VariableId> = every.filter(|id| system.variable(*id).ty.is_unbounded()).collect();
    let mut found = Vec::new();
    if integers.len() > MOST_INTEGERS {
        return found;
    }
    for one in &integers {
        for other in integers.iter().filter(|other| *other != one) {
            let compare = |comparison: &Comparison| {
                Term::compare(*comparison, Term::Variable(*one), Term::Variable(*other))
            };
            found.extend(comparisons.iter().map(compare));
        }
    }
    found
}

/// Whether an atom speaks of the process at a location and of what is shared, and not of others.
fn concerns(system: &System, location: VariableId, atom: &Term) -> bool {
    let own = system.variable(location).owner;
    let mut read = Vec::new();
    variables(atom, &mut read);
    read.iter().all(|id| system.variable(*id).owner.is_none_or(|owner| Some(owner) == own))
}

fn variables(term: &Term, found: &mut Vec<VariableId>) {
    match term {
        Term::Variable(id) => found.push(*id),
        Term::Constant(_) | Term::Extra(_) | Term::Name(_) => {}
        Term::Not(inner) | Term::Times(_, inner) | Term::Divide(inner, _) | Term::Modulo(inner, _) => {
            variables(inner, found)
        }
        Term::And(parts) | Term::Or(parts) | Term::Sum(parts) => {
            parts.iter().for_each(|part| variables(part, found))
        }
        Term::Compare(_, left, right) => [left, right].into_iter().for_each(|part| variables(part, found)),
        Term::If(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|part| variables(part, found));
        }
    }
}

/// An atom on integers, its opposite, and what it says from one side.
fn both(atom: Term) -> Vec<Term> {
    let Term::Compare(comparison, left, right) = atom else { return vec![atom] };
    let with = |comparison| Term::Compare(comparison, left.clone(), right.clone());
    match comparison {
        Comparison::Eq | Comparison::Ne => {
            [Comparison::Eq, Comparison::Le, Comparison::Ge].map(with).to_vec()
        }
        Comparison::Le | Comparison::Gt => {
            [Comparison::Le, Comparison::Gt, Comparison::Ge, Comparison::Lt].map(with).to_vec()
        }
        Comparison::Ge | Comparison::Lt => {
            [Comparison::Ge, Comparison::Lt, Comparison::Le, Comparison::Gt].map(with).to_vec()
        }
    }
}

/// That an instance is at a location, or is not.
struct Place {
    /// The variable that holds its location.
    variable: VariableId,
    is_there: bool,
    term: Term,
}

/// All of these that there are.
fn places(system: &System) -> Vec<Place> {
    let mut places = Vec::new();
    for (number, declared) in system.variables.iter().enumerate() {
        if let (Role::Location, system::Type::Location(process)) = (declared.role, declared.ty) {
            let variable = VariableId::from_index(number);
            for location in 0..system.process(process).locations.len() as u32 {
                let there = Term::Constant(Value::Location(location));
                let term = Term::compare(Comparison::Eq, Term::Variable(variable), there);
                places.push(Place { variable, is_there: true, term: term.clone() });
                places.push(Place { variable, is_there: false, term: term.negated() });
            }
        }
    }
    places
}

/// The atoms of formulas: comparisons of integers, and conditions on other variables that are not about locations.
#[derive(Default)]
struct Atoms {
    sums: Vec<Term>,
    plain: Vec<Term>,
    known: BTreeMap<String, ()>,
}

impl Atoms {
    fn collect(&mut self, term: &Term) {
        match term {
            Term::Not(inner) => self.collect(inner),
            Term::And(parts) | Term::Or(parts) => parts.iter().for_each(|part| self.collect(part)),
            Term::If(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| self.collect(part));
            }
            Term::Variable(_) => self.add(term.clone(), false),
            Term::Compare(_, _, right) => match &**right {
                Term::Constant(Value::Location(_)) => {}
                Term::Constant(Value::Member(_) | Value::Reference(_) | Value::Bool(_)) => {
                    self.add(term.clone(), false)
                }
                _ => self.add(term.clone(), true),
            },
            _ => {}
        }
    }

    fn add(&mut self, atom: Term, is_sum: bool) {
        if self.known.insert(format!("{atom:?}"), ()).is_none() {
            if is_sum { self.sums.push(atom) } else { self.plain.push(atom) }
        }
    }
}
