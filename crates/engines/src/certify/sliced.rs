//! Proofs of what single states decide from a slice of the system.
//!
//! A set of states of the slice that no step of the slice leaves is one that no step of the system leaves either: whatever was left out
//! writes nothing that matters. Bounds that made types smaller hold in the whole system too, and become part of the set.

use crate::Use;
use crate::tasks::tasks;
use analysis::{Slice, Values};
use certificates::{Proof, Term};
use std::collections::HashMap;
use symbolic::Proved;
use system::{Comparison, Expr, ExprKind, Question, System, Type, Value, VariableId};

/// The slice of a question that single states decide, if there is one that pays.
pub(super) fn slice(system: &System, question: &Question) -> Option<Slice> {
    let place = system.properties.iter().position(|property| property.question == *question)?;
    match question {
        Question::Invariant(_) | Question::Reachable(_) | Question::NoFaults => {
            tasks(system, &[place], Use::Auto).into_iter().next()?.slice
        }
        _ => None,
    }
}

/// The proof as one of the whole system.
pub(super) fn whole(system: &System, slice: &Slice, mut proved: Proved) -> Proved {
    let Proof::Invariant(mut set) = proved.proof else { return proved };
    let frozen = frozen(slice);
    proved.definitions.iter_mut().for_each(|(_, term)| fix(term, &frozen));
    fix(&mut set, &frozen);
    let mut parts = vec![set];
    let known = analysis::bounds(system);
    for number in 0..system.variables.len() {
        let id = VariableId::from_index(number);
        // Transitions that are never taken may be so because of variables that do not matter.
        let is_narrow =
            slice.variables.contains(&id) && system.variable(id).ty != slice.system.variable(id).ty;
        if is_narrow || !known.dead.is_empty() {
            parts.extend(bounds(system, id, known.values[number]));
        }
    }
    proved.proof = Proof::Invariant(if parts.len() == 1 { parts.remove(0) } else { Term::And(parts) });
    proved
}

/// What bounds say of a variable beyond its type.
fn bounds(system: &System, id: VariableId, values: Values) -> Vec<Term> {
    let ty = system.variable(id).ty;
    let compare = |comparison, value| Term::compare(comparison, Term::Variable(id), Term::Constant(value));
    match (values, ty) {
        (Values::Integers(within), _) => {
            let own = Values::of_type(system, ty).integers();
            let low = within.low.number().filter(|_| within.low != own.low);
            let high = within.high.number().filter(|_| within.high != own.high);
            let low = low.map(|low| compare(Comparison::Ge, Value::Int(low)));
            low.into_iter().chain(high.map(|high| compare(Comparison::Le, Value::Int(high)))).collect()
        }
        (Values::Codes(codes), _) => {
            let every: Vec<Value> = all_values(system, ty);
            let numbered = || every.iter().zip(0..);
            let allowed: Vec<&Value> =
                numbered().filter(|(_, code)| codes.contains(*code)).map(|(value, _)| value).collect();
            match allowed.len() == every.len() {
                true => Vec::new(),
                false => {
                    vec![Term::Or(allowed.into_iter().map(|value| compare(Comparison::Eq, *value)).collect())]
                }
            }
        }
    }
}

/// All values of a type that has no integers, by their numbers.
fn all_values(system: &System, ty: Type) -> Vec<Value> {
    let count = |count: usize| 0..count as u32;
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Enumeration(id) => count(system.enumeration(id).members.len()).map(Value::Member).collect(),
        Type::Location(id) => count(system.process(id).locations.len()).map(Value::Location).collect(),
        Type::Reference(id) => {
            let instances = (0..system.process(id).count).map(Some);
            std::iter::once(None).chain(instances).map(Value::Reference).collect()
        }
        Type::Range { .. } | Type::Nat | Type::Int => Vec::new(),
    }
}

/// The values of what does not matter: those states alone are states of the slice.
fn frozen(slice: &Slice) -> HashMap<VariableId, Value> {
    let value = |condition: &Expr| match &condition.kind {
        ExprKind::Compare(Comparison::Eq, place, constant) => match (&place.kind, constant.constant()) {
            (ExprKind::Read(place), Some(value)) => Some((place.fixed()?, value)),
            _ => None,
        },
        _ => None,
    };
    let all = slice.system.initial.iter().filter_map(value);
    all.filter(|(id, _)| !slice.variables.contains(id)).collect()
}

/// Puts values in place of variables that do not matter, so that nothing is said of them.
fn fix(term: &mut Term, frozen: &HashMap<VariableId, Value>) {
    match term {
        Term::Variable(id) => {
            if let Some(value) = frozen.get(id) {
                *term = Term::Constant(*value);
            }
        }
        Term::Constant(_) | Term::Extra(_) | Term::Name(_) => {}
        Term::Not(inner) | Term::Times(_, inner) | Term::Divide(inner, _) | Term::Modulo(inner, _) => {
            fix(inner, frozen)
        }
        Term::And(parts) | Term::Or(parts) | Term::Sum(parts) => {
            parts.iter_mut().for_each(|part| fix(part, frozen))
        }
        Term::Compare(comparison, left, right) => {
            fix(left, frozen);
            fix(right, frozen);
            if let (Comparison::Eq, Term::Constant(left), Term::Constant(right)) =
                (*comparison, &**left, &**right)
            {
                *term = Term::bool(left == right);
            }
        }
        Term::If(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|part| fix(part, frozen));
        }
    }
}
