//! Writes formulas: expressions of the language over the names of a system and a certificate.
//!
//! What is read again means the same, and is the same term but for this: rows of one operand are that operand, empty ones are `true`,
//! `false` and `0`, and what [`crate::parse()`] computes of constants is computed; `-1` times a term is written with `-`, which joins
//! the sign of a multiple; `!=` on locations is a negated `at`, with the location on the right; a comparison with a conditional
//! member, reference or location is a conditional comparison, since the name of a value needs a variable beside it.

use crate::names::Denoted;
use crate::{Names, Term};
use system::{Comparison, Sort, Value};

/// How tightly a text binds, from loose to tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    If,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Times,
    Negate,
    Atom,
}

type Text = (String, Binding);

/// A formula as text.
pub fn write_term(names: &Names<'_>, term: &Term) -> String {
    text(names, term, None).0
}

/// The text, in parentheses if it binds less tightly than is needed.
fn inside(names: &Names<'_>, term: &Term, sort: Option<Sort>, needed: Binding) -> String {
    let (text, binding) = text(names, term, sort);
    if binding < needed { format!("({text})") } else { text }
}

fn joined(names: &Names<'_>, all: &[Term], between: &str, needed: Binding) -> String {
    all.iter().map(|one| inside(names, one, None, needed)).collect::<Vec<_>>().join(between)
}

/// The text of a term; the sort says what the names of values are names of.
fn text(names: &Names<'_>, term: &Term, sort: Option<Sort>) -> Text {
    let atom = |text: String| (text, Binding::Atom);
    let named = |denoted| (names.text(denoted), Binding::Atom);
    match term {
        Term::Constant(Value::Int(value)) if *value < 0 => (value.to_string(), Binding::Negate),
        Term::Constant(value) => atom(names.constant_text(sort, *value)),
        Term::Variable(id) => named(Denoted::Variable(*id)),
        Term::Extra(index) => named(Denoted::Extra(*index)),
        Term::Name(index) => named(Denoted::Definition(*index)),
        // Negations bind less tightly than comparisons, which people do not expect.
        Term::Not(inner) => match &**inner {
            Term::Not(_) => (format!("!{}", text(names, inner, None).0), Binding::Not),
            _ => (format!("!{}", inside(names, inner, None, Binding::Atom)), Binding::Not),
        },
        Term::And(all) | Term::Or(all) | Term::Sum(all) if all.len() == 1 => text(names, &all[0], sort),
        Term::And(all) if all.is_empty() => atom("true".into()),
        Term::Or(all) if all.is_empty() => atom("false".into()),
        Term::Sum(all) if all.is_empty() => atom("0".into()),
        Term::And(all) => (joined(names, all, " && ", Binding::Not), Binding::And),
        Term::Or(all) => match one_of(names, all) {
            Some(text) => (text, Binding::Compare),
            None => (joined(names, all, " || ", Binding::And), Binding::Or),
        },
        Term::Compare(comparison, a, b) => compare(names, *comparison, a, b),
        Term::Sum(all) => (sum(names, all), Binding::Sum),
        Term::Times(-1, a) => (format!("-{}", inside(names, a, None, Binding::Atom)), Binding::Negate),
        Term::Times(factor, a) => {
            (format!("{factor} * {}", inside(names, a, None, Binding::Negate)), Binding::Times)
        }
        Term::Divide(a, by) => (format!("{} / {by}", inside(names, a, None, Binding::Times)), Binding::Times),
        Term::Modulo(a, by) => (format!("{} % {by}", inside(names, a, None, Binding::Times)), Binding::Times),
        Term::If(condition, a, b) => {
            let sort = names.sort_of(term).or(sort);
            let [condition, a, b] =
                [(condition, None), (a, sort), (b, sort)].map(|(e, sort)| text(names, e, sort).0);
            (format!("if {condition} then {a} else {b}"), Binding::If)
        }
    }
}

/// `a + b - c`
fn sum(names: &Names<'_>, all: &[Term]) -> String {
    let mut sum = String::new();
    for one in all {
        let positive = match one {
            _ if sum.is_empty() => None,
            Term::Constant(Value::Int(value)) if *value < 0 => value.checked_neg().map(Term::int),
            Term::Times(-1, inner) if !matches!(**inner, Term::Constant(_) | Term::Times(..)) => {
                Some((**inner).clone())
            }
            Term::Times(factor, inner) if *factor < -1 => {
                factor.checked_neg().map(|factor| Term::Times(factor, inner.clone()))
            }
            _ => None,
        };
        if !sum.is_empty() {
            sum.push_str(if positive.is_some() { " - " } else { " + " });
        }
        sum.push_str(&inside(names, positive.as_ref().unwrap_or(one), None, Binding::Times));
    }
    sum
}

/// `x in {a, b}` or `P at {a, b}`, if all say what one variable is.
fn one_of(names: &Names<'_>, all: &[Term]) -> Option<String> {
    let mut variable = None;
    let mut values = Vec::with_capacity(all.len());
    for one in all {
        let Term::Compare(Comparison::Eq, left, right) = one else { return None };
        let Term::Constant(value) = **right else { return None };
        let is_leaf = matches!(**left, Term::Variable(_) | Term::Extra(_) | Term::Name(_));
        if !is_leaf || *variable.get_or_insert(left) != left {
            return None;
        }
        values.push(names.constant_text(names.sort_of(left), value));
    }
    let variable = variable?;
    let word = if matches!(names.sort_of(variable), Some(Sort::Location(_))) { "at" } else { "in" };
    Some(format!("{} {word} {{{}}}", text(names, variable, None).0, values.join(", ")))
}

fn compare(names: &Names<'_>, comparison: Comparison, a: &Term, b: &Term) -> Text {
    let sort = names.sort_of(a).or_else(|| names.sort_of(b));
    let is_named = !matches!(sort, Some(Sort::Bool | Sort::Int));
    match (a, b) {
        (Term::Constant(a), Term::Constant(b)) if is_named => {
            (((a == b) == (comparison == Comparison::Eq)).to_string(), Binding::Atom)
        }
        (Term::If(condition, then, otherwise), other) if is_named => {
            let [then, otherwise] = [then, otherwise].map(|one| compare(names, comparison, one, other).0);
            (format!("if {} then {then} else {otherwise}", text(names, condition, None).0), Binding::If)
        }
        (other, Term::If(..)) if is_named => compare(names, comparison, b, other),
        (Term::Constant(_), other) if matches!(sort, Some(Sort::Location(_))) => {
            compare(names, comparison, other, a)
        }
        (other, Term::Constant(_)) if matches!(sort, Some(Sort::Location(_))) => {
            let text = format!("{} at {}", text(names, other, sort).0, text(names, b, sort).0);
            match comparison {
                Comparison::Eq => (text, Binding::Compare),
                _ => (format!("!({text})"), Binding::Not),
            }
        }
        _ => {
            let [left, right] = [a, b].map(|one| inside(names, one, sort, Binding::Sum));
            (format!("{left} {} {right}", operator(comparison)), Binding::Compare)
        }
    }
}

fn operator(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "=",
        Comparison::Ne => "!=",
        Comparison::Lt => "<",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ge => ">=",
    }
}
