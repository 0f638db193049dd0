//! Gates: literals that are defined by others, simplified and made once.
//!
//! ```text
//! match:  and(…, true, …)          result:  and(…, …)          match:  and(…, false, …)    result:  false
//! match:  and(…, a, …, !a, …)      result:  false              match:  and(a, a)           result:  a
//! match:  or(a, …)                 result:  !and(!a, …)        match:  iff(!a, b)          result:  !iff(a, b)
//! match:  choose(!c, a, b)         result:  choose(c, b, a)    match:  choose(c, !a, !b)   result:  !choose(c, a, b)
//! match:  choose(c, a, a)          result:  a                  match:  choose(c, a, !a)    result:  iff(c, a)
//! match:  choose(c, true, b)       result:  or(c, b)           match:  choose(c, a, false) result:  and(c, a)
//! match:  iff(a, a)                result:  true               match:  iff(a, true)        result:  a
//! ```
//!
//! # Reference
//!
//! Tseitin: *On the Complexity of Derivation in Propositional Calculus*, 1968, doi:10.1007/978-3-642-81955-1_28. Both directions of
//! each definition are written, so that the value of a gate follows from those of its parts, and conversely.

use crate::linear::Terms;
use crate::literal::Literal;
use presburger::Integer as Number;

/// What a literal is defined by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Gate {
    /// All parts hold; they are sorted, and there are two at least.
    All(Vec<Literal>),
    /// Both hold or neither does; neither is negated, and the first is the smaller.
    Same(Literal, Literal),
    /// The second holds if the first does, the third if not; neither of the first two is negated.
    Choice(Literal, Literal, Literal),
    /// The modulus divides the terms less the remainder.
    Remainder { modulus: Number, terms: Terms, remainder: Number },
}

/// A gate after simplification.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Simplified {
    Literal(Literal),
    /// The gate, and whether its negation is meant.
    Gate(Gate, bool),
}

/// All parts hold.
pub(crate) fn all(parts: &[Literal], fixed: impl Fn(Literal) -> Option<bool>) -> Simplified {
    let mut kept = Vec::with_capacity(parts.len());
    for &part in parts {
        match fixed(part) {
            Some(true) => {}
            Some(false) => return Simplified::Literal(Literal::FALSE),
            None => kept.push(part),
        }
    }
    kept.sort_unstable();
    kept.dedup();
    if kept.windows(2).any(|pair| pair[0] == !pair[1]) {
        return Simplified::Literal(Literal::FALSE);
    }
    match kept.as_slice() {
        [] => Simplified::Literal(Literal::TRUE),
        [only] => Simplified::Literal(*only),
        _ => Simplified::Gate(Gate::All(kept), false),
    }
}

/// Both hold or neither does.
pub(crate) fn same(a: Literal, b: Literal, fixed: impl Fn(Literal) -> Option<bool>) -> Simplified {
    let literal = |value: Literal, positive: bool| Simplified::Literal(if positive { value } else { !value });
    if let Some(value) = fixed(a) {
        return literal(b, value);
    }
    if let Some(value) = fixed(b) {
        return literal(a, value);
    }
    if a == b || a == !b {
        return literal(Literal::TRUE, a == b);
    }
    let negated = a.is_negated() != b.is_negated();
    let (a, b) = (Literal::positive(a.variable()), Literal::positive(b.variable()));
    Simplified::Gate(Gate::Same(a.min(b), a.max(b)), negated)
}

/// The second if the first holds, and else the third.
pub(crate) fn choice(
    condition: Literal,
    then: Literal,
    otherwise: Literal,
    fixed: impl Fn(Literal) -> Option<bool> + Copy,
) -> Simplified {
    if let Some(value) = fixed(condition) {
        return Simplified::Literal(if value { then } else { otherwise });
    }
    let (condition, then, otherwise) = match condition.is_negated() {
        true => (!condition, otherwise, then),
        false => (condition, then, otherwise),
    };
    if then == otherwise {
        return Simplified::Literal(then);
    }
    if then == !otherwise {
        return same(condition, then, fixed);
    }
    // A branch that says what the condition says is a constant.
    let known = |branch: Literal, holds: bool| match branch {
        _ if branch == condition => Some(holds),
        _ if branch == !condition => Some(!holds),
        _ => fixed(branch),
    };
    let any = |a: Literal, b: Literal| negation(all(&[!a, !b], fixed));
    match (known(then, true), known(otherwise, false)) {
        (Some(true), _) => any(condition, otherwise),
        (Some(false), _) => all(&[!condition, otherwise], fixed),
        (_, Some(true)) => any(!condition, then),
        (_, Some(false)) => all(&[condition, then], fixed),
        (None, None) if then.is_negated() => {
            Simplified::Gate(Gate::Choice(condition, !then, !otherwise), true)
        }
        (None, None) => Simplified::Gate(Gate::Choice(condition, then, otherwise), false),
    }
}

/// The opposite.
pub(crate) fn negation(simplified: Simplified) -> Simplified {
    match simplified {
        Simplified::Literal(literal) => Simplified::Literal(!literal),
        Simplified::Gate(gate, negated) => Simplified::Gate(gate, !negated),
    }
}

/// The clauses that define the literal as the gate; those of remainders are made elsewhere.
pub(crate) fn clauses(literal: Literal, gate: &Gate) -> Vec<Vec<Literal>> {
    match gate {
        Gate::All(parts) => {
            let mut clauses: Vec<Vec<Literal>> = parts.iter().map(|&part| vec![!literal, part]).collect();
            clauses.push(parts.iter().map(|&part| !part).chain([literal]).collect());
            clauses
        }
        &Gate::Same(a, b) => {
            vec![vec![!literal, !a, b], vec![!literal, a, !b], vec![literal, a, b], vec![literal, !a, !b]]
        }
        &Gate::Choice(condition, then, otherwise) => vec![
            vec![!condition, !literal, then],
            vec![!condition, literal, !then],
            vec![condition, !literal, otherwise],
            vec![condition, literal, !otherwise],
            vec![literal, !then, !otherwise],
            vec![!literal, then, otherwise],
        ],
        Gate::Remainder { .. } => Vec::new(),
    }
}
