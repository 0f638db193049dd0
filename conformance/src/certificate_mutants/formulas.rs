//! Changes of formulas: constants, variables, operators, and what is negated or left out.

use super::aim::{Aim, Part};
use super::proofs::formulas_of;
use certificates::{Certificate, Term};
use system::{Comparison, Sort, System, Value, VariableId};

const COMPARISONS: [Comparison; 6] =
    [Comparison::Eq, Comparison::Ne, Comparison::Lt, Comparison::Le, Comparison::Gt, Comparison::Ge];

/// What formulas may mention beside the variables of the system.
#[derive(Clone, Copy)]
struct Mentionable {
    extras: usize,
    names: usize,
}

/// Changes a formula of the certificate, in a definition or in the proof.
pub(super) fn change_formulas(aim: &mut Aim<'_>, certificate: &mut Certificate) {
    let scope = Mentionable { extras: certificate.extras.len(), names: certificate.definitions.len() };
    for (place, (_, term)) in certificate.definitions.iter_mut().enumerate() {
        change(aim, Mentionable { names: place, ..scope }, term);
    }
    if let Ok(proof) = &mut certificate.proof {
        formulas_of(proof, &mut |term| change(aim, scope, term));
    }
}

fn change(aim: &mut Aim<'_>, scope: Mentionable, term: &mut Term) {
    if aim.hits(Part::Formula) {
        let alternatives = alternatives(aim.system, scope, term);
        return aim.put(term, alternatives);
    }
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Extra(_) | Term::Name(_) => {}
        Term::Not(a) | Term::Times(_, a) | Term::Divide(a, _) | Term::Modulo(a, _) => change(aim, scope, a),
        Term::And(all) | Term::Or(all) | Term::Sum(all) => {
            all.iter_mut().for_each(|one| change(aim, scope, one));
        }
        Term::Compare(_, a, b) => [a, b].into_iter().for_each(|one| change(aim, scope, one)),
        Term::If(a, b, c) => [a, b, c].into_iter().for_each(|one| change(aim, scope, one)),
    }
}

/// What may stand in the place of a formula.
fn alternatives(system: &System, scope: Mentionable, term: &Term) -> Vec<Term> {
    let mut others = match term {
        Term::Constant(value) => constants(*value).into_iter().map(Term::Constant).collect(),
        Term::Variable(id) => variables(system, *id),
        Term::Extra(own) => (0..=scope.extras).filter(|other| other != own).map(Term::Extra).collect(),
        Term::Name(own) => (0..scope.names).filter(|other| other != own).map(Term::Name).collect(),
        Term::Not(a) => vec![(**a).clone()],
        Term::And(all) => without_one(all).map(Term::And).chain([Term::Or(all.clone())]).collect(),
        Term::Or(all) => without_one(all).map(Term::Or).chain([Term::And(all.clone())]).collect(),
        Term::Compare(comparison, a, b) => compared(system, *comparison, a, b),
        Term::Sum(all) => without_one(all).map(Term::Sum).collect(),
        Term::Times(factor, a) => near(*factor).into_iter().map(|own| Term::Times(own, a.clone())).collect(),
        Term::Divide(a, divisor) => {
            let near = near(*divisor).into_iter().map(|own| Term::Divide(a.clone(), own));
            near.chain([Term::Modulo(a.clone(), *divisor)]).collect()
        }
        Term::Modulo(a, divisor) => {
            let near = near(*divisor).into_iter().map(|own| Term::Modulo(a.clone(), own));
            near.chain([Term::Divide(a.clone(), *divisor)]).collect()
        }
        Term::If(condition, a, b) => vec![Term::If(condition.clone(), b.clone(), a.clone())],
    };
    if is_boolean(system, term) && !matches!(term, Term::Not(_)) {
        others.push(Term::Not(Box::new(term.clone())));
    }
    others
}

/// The numbers beside this one, and its opposite.
pub(super) fn near(number: i128) -> Vec<i128> {
    [number.checked_add(1), number.checked_sub(1), number.checked_neg()].into_iter().flatten().collect()
}

/// Constants beside this one.
pub(super) fn constants(value: Value) -> Vec<Value> {
    let beside = |code: u32| [code.checked_add(1), code.checked_sub(1)].into_iter().flatten();
    match value {
        Value::Bool(value) => vec![Value::Bool(!value)],
        Value::Int(value) => near(value).into_iter().map(Value::Int).collect(),
        Value::Member(code) => beside(code).map(Value::Member).collect(),
        Value::Location(code) => beside(code).map(Value::Location).collect(),
        Value::Reference(None) => vec![Value::Reference(Some(0)), Value::Reference(Some(1))],
        Value::Reference(Some(code)) => beside(code).map(Some).chain([None]).map(Value::Reference).collect(),
    }
}

/// The other variables of the same sort.
fn variables(system: &System, own: VariableId) -> Vec<Term> {
    let sort = |id: VariableId| system.variables.get(id.index()).map(|variable| variable.ty.sort());
    let all = (0..system.variables.len()).map(VariableId::from_index);
    all.filter(|other| *other != own && sort(*other) == sort(own)).map(Term::Variable).collect()
}

/// The lists with one part left out.
pub(super) fn without_one<T: Clone>(all: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..all.len()).map(|left_out| [&all[..left_out], &all[left_out + 1..]].concat())
}

fn compared(system: &System, own: Comparison, a: &Term, b: &Term) -> Vec<Term> {
    let is_ordered = [a, b].into_iter().all(|side| is_integer(system, side));
    let others = COMPARISONS.into_iter().filter(|other| {
        let fits = is_ordered || matches!(other, Comparison::Eq | Comparison::Ne);
        *other != own && fits
    });
    others.map(|other| Term::compare(other, a.clone(), b.clone())).collect()
}

fn is_boolean(system: &System, term: &Term) -> bool {
    match term {
        Term::Constant(Value::Bool(_)) | Term::Not(_) | Term::And(_) | Term::Or(_) | Term::Compare(..) => {
            true
        }
        Term::Variable(id) => system.variables[id.index()].ty.sort() == Sort::Bool,
        _ => false,
    }
}

fn is_integer(system: &System, term: &Term) -> bool {
    match term {
        Term::Variable(id) => system.variables[id.index()].ty.sort() == Sort::Int,
        Term::Constant(Value::Int(_)) | Term::Extra(_) => true,
        Term::Sum(_) | Term::Times(..) | Term::Divide(..) | Term::Modulo(..) => true,
        Term::If(_, a, b) => is_integer(system, a) && is_integer(system, b),
        _ => false,
    }
}
