//! Rules for `X` and `F`, and by duality for `G`.
//!
//! In the patterns `e` is eventual, `u` universal, and `q` both.

use super::{Laws, Rule, is_eventual, is_suspendable, is_universal, partition};
use crate::formula::{Formula, Node};

/// The rules of this module.
pub(super) const RULES: &[(&str, Rule)] = &[
    ("next_of_suspendable", next_of_suspendable),
    ("next_with_suspendable", next_with_suspendable),
    ("finally_of_eventual", finally_of_eventual),
    ("finally_next", finally_next),
    ("finally_until", finally_until),
    ("finally_weak", finally_weak),
    ("finally_release", finally_release),
    ("finally_strong", finally_strong),
    ("finally_or", finally_or),
    ("finally_with_suspendable", finally_with_suspendable),
    ("globally_finally_with_eventual", globally_finally_with_eventual),
];

/// match: `X q`
/// result: `q`
fn next_of_suspendable(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Next(f) = laws.formulas.node(formula) else { return None };
    is_suspendable(laws.formulas, f).then_some(f)
}

/// match: `X(f & q)`
/// result: `X f & q`
fn next_with_suspendable(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Next(f) = laws.formulas.node(formula) else { return None };
    let (mut outside, inside) = split_conjunction(laws, f, is_suspendable)?;
    let inside = laws.formulas.and(inside);
    outside.push(laws.formulas.next(inside));
    Some(laws.formulas.and(outside))
}

/// match: `F e`
/// result: `e`
fn finally_of_eventual(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(f) = laws.formulas.node(formula) else { return None };
    is_eventual(laws.formulas, f).then_some(f)
}

/// match: `F X f`
/// result: `X F f`
fn finally_next(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(next) = laws.formulas.node(formula) else { return None };
    let &Node::Next(f) = laws.formulas.node(next) else { return None };
    let finally = laws.formulas.finally(f);
    Some(laws.formulas.next(finally))
}

/// match: `F(f U g)`
/// result: `F g`
fn finally_until(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(until) = laws.formulas.node(formula) else { return None };
    let &Node::Until(_, g) = laws.formulas.node(until) else { return None };
    Some(laws.formulas.finally(g))
}

/// match: `F(f W g)`
/// result: `F(g | G f)`
fn finally_weak(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(weak) = laws.formulas.node(formula) else { return None };
    let &Node::Weak(f, g) = laws.formulas.node(weak) else { return None };
    let globally = laws.formulas.globally(f);
    let either = laws.formulas.or([g, globally]);
    Some(laws.formulas.finally(either))
}

/// match: `F(f R g)`
/// result: `F((f & g) | G g)`
fn finally_release(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(release) = laws.formulas.node(formula) else { return None };
    let &Node::Release(f, g) = laws.formulas.node(release) else { return None };
    let both = laws.formulas.and([f, g]);
    let globally = laws.formulas.globally(g);
    let either = laws.formulas.or([both, globally]);
    Some(laws.formulas.finally(either))
}

/// match: `F(f M g)`
/// result: `F(f & g)`
fn finally_strong(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(strong) = laws.formulas.node(formula) else { return None };
    let &Node::Strong(f, g) = laws.formulas.node(strong) else { return None };
    let both = laws.formulas.and([f, g]);
    Some(laws.formulas.finally(both))
}

/// match: `F(f | e | u)`
/// result: `F f | e | F u`
fn finally_or(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(f) = laws.formulas.node(formula) else { return None };
    let Node::Or(operands) = laws.formulas.node(f).clone() else { return None };
    let (special, rest) = partition(laws.formulas, &operands, |formulas, operand| {
        is_eventual(formulas, operand) || is_universal(formulas, operand)
    });
    if special.is_empty() {
        return None;
    }
    let rest = laws.formulas.or(rest);
    let mut parts = vec![laws.formulas.finally(rest)];
    parts.extend(special.iter().map(|&operand| laws.formulas.finally(operand)));
    Some(laws.formulas.or(parts))
}

/// match: `F(f & q)`
/// result: `F f & q`
fn finally_with_suspendable(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Finally(f) = laws.formulas.node(formula) else { return None };
    let (mut outside, inside) = split_conjunction(laws, f, is_suspendable)?;
    let inside = laws.formulas.and(inside);
    outside.push(laws.formulas.finally(inside));
    Some(laws.formulas.and(outside))
}

/// match: `G F(f & e)`
/// result: `G F f & G e`
fn globally_finally_with_eventual(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Globally(finally) = laws.formulas.node(formula) else { return None };
    let &Node::Finally(f) = laws.formulas.node(finally) else { return None };
    let (eventual, inside) = split_conjunction(laws, f, is_eventual)?;
    let inside = laws.formulas.and(inside);
    let finally = laws.formulas.finally(inside);
    let mut parts = vec![laws.formulas.globally(finally)];
    parts.extend(eventual.iter().map(|&operand| laws.formulas.globally(operand)));
    Some(laws.formulas.and(parts))
}

/// The operands of a conjunction with a property, and the others; `None` if it is no conjunction or none has it.
fn split_conjunction(
    laws: &Laws<'_>,
    formula: Formula,
    property: fn(&crate::formula::Formulas, Formula) -> bool,
) -> Option<(Vec<Formula>, Vec<Formula>)> {
    let Node::And(operands) = laws.formulas.node(formula) else { return None };
    let (with, without) = partition(laws.formulas, operands, property);
    (!with.is_empty()).then_some((with, without))
}
