//! Definitions by cases, where they are written as implications.
//!
//! # Rule
//!
//! match: `r || a || x = s` and `r || b || x = t`, where `b` is the opposite of `a`;
//! result: `r || x = (if a then t else s)`.

use crate::smtlib::term::{Sort, Term, Terms, Variable};
use std::collections::BTreeMap;

/// The most conditions with equations for one variable that are compared with each other.
const MOST: usize = 64;

/// Conditions in which pairs of cases are one. Where they may define several variables, it is one of the lowest rank.
pub(super) fn merged(
    terms: &mut Terms,
    mut conditions: Vec<Term>,
    rank: impl Fn(Variable) -> u8,
) -> Vec<Term> {
    while let Some((first, second, result)) = pair(terms, &conditions, &rank) {
        conditions[first] = result;
        conditions.remove(second);
    }
    conditions
}

/// Two conditions that are cases of one, with what they become.
fn pair(
    terms: &mut Terms,
    conditions: &[Term],
    rank: &impl Fn(Variable) -> u8,
) -> Option<(usize, usize, Term)> {
    // For each variable the conditions in which an equation may define it, with that equation.
    let mut cases: BTreeMap<(u8, Variable), Vec<(usize, Term)>> = BTreeMap::new();
    for (at, condition) in conditions.iter().enumerate() {
        let parts = terms.disjuncts(*condition);
        if parts.len() < 2 {
            continue;
        }
        for part in parts {
            for variable in terms.candidates(part) {
                cases.entry((rank(variable), variable)).or_default().push((at, part));
            }
        }
    }
    for ((_, variable), cases) in cases {
        let cases = &cases[..cases.len().min(MOST)];
        for (number, first) in cases.iter().enumerate() {
            for second in &cases[number + 1..] {
                if first.0 != second.0
                    && let Some(result) = merge(terms, conditions, variable, *first, *second)
                {
                    return Some((first.0, second.0, result));
                }
            }
        }
    }
    None
}

fn merge(
    terms: &mut Terms,
    conditions: &[Term],
    variable: Variable,
    first: (usize, Term),
    second: (usize, Term),
) -> Option<Term> {
    let others = |terms: &Terms, (at, equation): (usize, Term)| -> Vec<Term> {
        terms.disjuncts(conditions[at]).into_iter().filter(|part| *part != equation).collect()
    };
    let (a, b) = (others(terms, first), others(terms, second));
    let common: Vec<Term> = a.iter().copied().filter(|part| b.contains(part)).collect();
    let own =
        |parts: Vec<Term>| parts.into_iter().filter(|part| !common.contains(part)).collect::<Vec<Term>>();
    let (a, b) = (terms.or(own(a)), terms.or(own(b)));
    if terms.as_bool(a).is_some() || terms.not(a) != b {
        return None;
    }
    let (s, t) = (terms.solved(first.1, variable)?, terms.solved(second.1, variable)?);
    if terms.contains(a, variable) {
        return None;
    }
    let own = terms.read(variable);
    let equation = match terms.sort_of(variable) {
        Sort::Int => {
            let value = terms.if_integer(a, t, s);
            terms.equal(own, value)
        }
        Sort::Bool => {
            let value = terms.if_formula(a, t, s);
            terms.iff(own, value)
        }
    };
    let mut parts = common;
    parts.push(equation);
    Some(terms.or(parts))
}
