//! Rules for `U` and `W`, and by duality for `R` and `M`.
//!
//! In the patterns `e` is eventual, `u` universal, and `q` both; `f => g` says that the syntax shows it.

use super::{Laws, Rule, is_eventual, is_suspendable, is_universal, partition};
use crate::formula::{Formula, Formulas, Node};

/// The rules of this module.
pub(super) const RULES: &[(&str, Rule)] = &[
    ("until_of_eventual", until_of_eventual),
    ("weak_of_universal", weak_of_universal),
    ("until_of_universal", until_of_universal),
    ("until_next", until_next),
    ("until_implied", until_implied),
    ("until_covering", until_covering),
    ("until_until", until_until),
    ("until_left_until", until_left_until),
    ("until_or_globally", until_or_globally),
    ("until_or_eventual", until_or_eventual),
    ("until_with_suspendable", until_with_suspendable),
];

/// Whether an until is the weak one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Until,
    Weak,
}

fn split(formulas: &Formulas, formula: Formula) -> Option<(Kind, Formula, Formula)> {
    match *formulas.node(formula) {
        Node::Until(f, g) => Some((Kind::Until, f, g)),
        Node::Weak(f, g) => Some((Kind::Weak, f, g)),
        _ => None,
    }
}

fn join(formulas: &mut Formulas, kind: Kind, f: Formula, g: Formula) -> Formula {
    match kind {
        Kind::Until => formulas.until(f, g),
        Kind::Weak => formulas.weak(f, g),
    }
}

/// match: `f U e`
/// result: `e`
fn until_of_eventual(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Until(_, g) = laws.formulas.node(formula) else { return None };
    is_eventual(laws.formulas, g).then_some(g)
}

/// match: `u W g`
/// result: `u | g`
fn weak_of_universal(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Weak(f, g) = laws.formulas.node(formula) else { return None };
    is_universal(laws.formulas, f).then(|| laws.formulas.or([f, g]))
}

/// match: `u U g`
/// result: `g | u & F g`
fn until_of_universal(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Until(f, g) = laws.formulas.node(formula) else { return None };
    if !is_universal(laws.formulas, f) {
        return None;
    }
    let finally = laws.formulas.finally(g);
    let later = laws.formulas.and([f, finally]);
    Some(laws.formulas.or([g, later]))
}

/// match: `X f U X g`, `X f W X g`
/// result: `X(f U g)`, `X(f W g)`
fn until_next(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let (kind, left, right) = split(laws.formulas, formula)?;
    let (&Node::Next(f), &Node::Next(g)) = (laws.formulas.node(left), laws.formulas.node(right)) else {
        return None;
    };
    let until = join(laws.formulas, kind, f, g);
    Some(laws.formulas.next(until))
}

/// match: `f U g`, `f W g`, where `f => g`
/// result: `g`
fn until_implied(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let (_, f, g) = split(laws.formulas, formula)?;
    laws.implies(f, g).then_some(g)
}

/// match: `f U g`, `f W g`, where `!g => f`
/// result: `F g`, `true`
fn until_covering(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let (kind, f, g) = split(laws.formulas, formula)?;
    let negation = laws.formulas.not(g);
    laws.implies(negation, f).then(|| match kind {
        Kind::Until => laws.formulas.finally(g),
        Kind::Weak => Formulas::TRUE,
    })
}

/// match: `f U (g U h)`, `f U (g W h)`, `f W (g W h)`, where `f => g`
/// result: the inner one
fn until_until(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let (outer, f, inner) = split(laws.formulas, formula)?;
    let (kind, g, _) = split(laws.formulas, inner)?;
    let fits = outer == Kind::Until || kind == Kind::Weak;
    (fits && laws.implies(f, g)).then_some(inner)
}

/// match: `(f U g) U h`, `(f U g) W h`, `(f W g) W h`, where `g => h`
/// result: the inner one `| h`
fn until_left_until(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let (outer, inner, h) = split(laws.formulas, formula)?;
    let (kind, _, g) = split(laws.formulas, inner)?;
    let fits = outer == Kind::Weak || kind == Kind::Until;
    (fits && laws.implies(g, h)).then(|| laws.formulas.or([inner, h]))
}

/// match: `f U (g | G f)`, `f W (g | G f)`
/// result: `f W g`
fn until_or_globally(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let (_, f, right) = split(laws.formulas, formula)?;
    let globally = laws.formulas.globally(f);
    let Node::Or(operands) = laws.formulas.node(right) else { return None };
    if !operands.contains(&globally) {
        return None;
    }
    let rest: Vec<Formula> = operands.iter().copied().filter(|&operand| operand != globally).collect();
    let rest = laws.formulas.or(rest);
    Some(laws.formulas.weak(f, rest))
}

/// match: `f U (g | e)`, `f W (g | e)`
/// result: `(f U g) | e`, `(f W g) | e`
fn until_or_eventual(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let (kind, f, right) = split(laws.formulas, formula)?;
    let Node::Or(operands) = laws.formulas.node(right).clone() else { return None };
    let (mut eventual, rest) = partition(laws.formulas, &operands, is_eventual);
    if eventual.is_empty() {
        return None;
    }
    let rest = laws.formulas.or(rest);
    eventual.push(join(laws.formulas, kind, f, rest));
    Some(laws.formulas.or(eventual))
}

/// match: `f U (g & q)`
/// result: `(f U g) & q`
fn until_with_suspendable(laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let &Node::Until(f, right) = laws.formulas.node(formula) else { return None };
    let Node::And(operands) = laws.formulas.node(right).clone() else { return None };
    let (mut outside, inside) = partition(laws.formulas, &operands, is_suspendable);
    if outside.is_empty() {
        return None;
    }
    let inside = laws.formulas.and(inside);
    outside.push(laws.formulas.until(f, inside));
    Some(laws.formulas.and(outside))
}
