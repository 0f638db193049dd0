//! Rules for conjunctions, and by duality for disjunctions.
//!
//! In the patterns `e` is eventual and `u` universal; `f => g` says that the syntax shows it.

use super::{Laws, Rule, is_eventual, is_universal};
use crate::formula::{Formula, Formulas, Node};

/// The rules of this module.
pub(super) const RULES: &[(&str, Rule)] = &[
    ("and_contradiction", and_contradiction),
    ("and_implied", and_implied),
    ("and_next", and_next),
    ("and_globally", and_globally),
    ("and_finally_universal", and_finally_universal),
    ("and_weak_finally", and_weak_finally),
    ("and_until", and_until),
    ("and_release", and_release),
];

fn operands(laws: &Laws<'_>, formula: Formula) -> Option<Vec<Formula>> {
    let Node::And(operands) = laws.formulas.node(formula) else { return None };
    Some(operands.to_vec())
}

/// match: `f & g`, where `f => !g`
/// result: `false`
fn and_contradiction(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let operands = operands(laws, formula)?;
    for &f in &operands {
        for &g in &operands {
            let negation = laws.formulas.not(g);
            if laws.implies(f, negation) {
                return Some(Formulas::FALSE);
            }
        }
    }
    None
}

/// match: `f & g`, where `f => g`
/// result: `f`
fn and_implied(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let operands = operands(laws, formula)?;
    for &g in &operands {
        if operands.iter().any(|&f| f != g && laws.implies(f, g)) {
            let rest: Vec<Formula> = operands.iter().copied().filter(|&operand| operand != g).collect();
            return Some(laws.formulas.and(rest));
        }
    }
    None
}

/// match: `X f & X g`
/// result: `X(f & g)`
fn and_next(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let inner = |formulas: &Formulas, operand| match *formulas.node(operand) {
        Node::Next(f) => Some(f),
        _ => None,
    };
    collect(laws, formula, inner, Formulas::next)
}

/// match: `G f & G g`, neither `f` nor `g` eventual
/// result: `G(f & g)`
fn and_globally(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let inner = |formulas: &Formulas, operand| match *formulas.node(operand) {
        Node::Globally(f) if !is_eventual(formulas, f) => Some(f),
        _ => None,
    };
    collect(laws, formula, inner, Formulas::globally)
}

/// match: `F u & F v`, both `u` and `v` universal
/// result: `F(u & v)`
fn and_finally_universal(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let inner = |formulas: &Formulas, operand| match *formulas.node(operand) {
        Node::Finally(f) if is_universal(formulas, f) => Some(f),
        _ => None,
    };
    collect(laws, formula, inner, Formulas::finally)
}

/// Joins the operands that have an inner formula under one operator, if there are at least two.
fn collect(
    laws: &mut Laws<'_>,
    formula: Formula,
    inner: fn(&Formulas, Formula) -> Option<Formula>,
    operator: fn(&mut Formulas, Formula) -> Formula,
) -> Option<Formula> {
    let operands = operands(laws, formula)?;
    let found: Vec<Formula> = operands.iter().filter_map(|&operand| inner(laws.formulas, operand)).collect();
    if found.len() < 2 {
        return None;
    }
    let mut rest: Vec<Formula> =
        operands.into_iter().filter(|&operand| inner(laws.formulas, operand).is_none()).collect();
    let joined = laws.formulas.and(found);
    rest.push(operator(laws.formulas, joined));
    Some(laws.formulas.and(rest))
}

/// match: `(f W g) & F g`, `(f R g) & F f`
/// result: `f U g`, `f M g`
fn and_weak_finally(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    replace_pair(laws, formula, |formulas, one, other| {
        let &Node::Finally(awaited) = formulas.node(other) else { return None };
        match *formulas.node(one) {
            Node::Weak(f, g) if g == awaited => Some(formulas.until(f, g)),
            Node::Release(f, g) if f == awaited => Some(formulas.strong(f, g)),
            _ => None,
        }
    })
}

/// match: `(f U h) & (g U h)`, `(f W h) & (g W h)`
/// result: `(f & g) U h`, `(f & g) W h`
fn and_until(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    replace_pair(laws, formula, |formulas, one, other| {
        match (formulas.node(one).clone(), formulas.node(other).clone()) {
            (Node::Until(f, h), Node::Until(g, other)) if h == other => {
                let both = formulas.and([f, g]);
                Some(formulas.until(both, h))
            }
            (Node::Weak(f, h), Node::Weak(g, other)) if h == other => {
                let both = formulas.and([f, g]);
                Some(formulas.weak(both, h))
            }
            _ => None,
        }
    })
}

/// match: `(f R g) & (f R h)`, `(f M g) & (f M h)`
/// result: `f R (g & h)`, `f M (g & h)`
fn and_release(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    replace_pair(laws, formula, |formulas, one, other| {
        match (formulas.node(one).clone(), formulas.node(other).clone()) {
            (Node::Release(f, g), Node::Release(other, h)) if f == other => {
                let both = formulas.and([g, h]);
                Some(formulas.release(f, both))
            }
            (Node::Strong(f, g), Node::Strong(other, h)) if f == other => {
                let both = formulas.and([g, h]);
                Some(formulas.strong(f, both))
            }
            _ => None,
        }
    })
}

/// Replaces the first two operands for which there is a replacement.
fn replace_pair(
    laws: &mut Laws<'_>,
    formula: Formula,
    replacement: impl Fn(&mut Formulas, Formula, Formula) -> Option<Formula>,
) -> Option<Formula> {
    let operands = operands(laws, formula)?;
    for &one in &operands {
        for &other in operands.iter().filter(|&&other| other != one) {
            if let Some(joined) = replacement(laws.formulas, one, other) {
                let rest = operands.iter().copied().filter(|&operand| operand != one && operand != other);
                let parts: Vec<Formula> = rest.chain([joined]).collect();
                return Some(laws.formulas.and(parts));
            }
        }
    }
    None
}
