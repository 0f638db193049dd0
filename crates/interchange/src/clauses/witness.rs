//! Whether conditions hold for some values, as far as trying a few of them tells.

use crate::smtlib::term::{Sort, Term, TermKind, Terms, Variable};
use std::collections::HashMap;

/// How many choices of values are tried.
const TRIES: u64 = 300;

/// Whether values were found for which all conditions hold.
pub(super) fn is_possible(terms: &Terms, conditions: &[Term]) -> bool {
    if conditions.is_empty() {
        return true;
    }
    let order = terms.below(conditions, |_| false);
    // Numbers that stand in the conditions, and their neighbours, are where comparisons turn.
    let mut numbers = vec![0];
    for term in &order {
        if let TermKind::Sum(_, constant) = terms.kind(*term) {
            numbers.extend([*constant, -*constant, constant + 1, 1 - *constant, constant - 1, -constant - 1]);
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    let variables = terms.variables(conditions);
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    (0..TRIES).any(|try_number| {
        let mut values: HashMap<Variable, i128> = HashMap::new();
        for variable in &variables {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let random = (state >> 33) as usize;
            let value = match (terms.sort_of(*variable), try_number) {
                (_, 0) => 0,
                (_, 1) => 1,
                (Sort::Bool, _) => (random % 2) as i128,
                (Sort::Int, _) => numbers[random % numbers.len()],
            };
            values.insert(*variable, value);
        }
        holds(terms, &order, conditions, &values).unwrap_or(false)
    })
}

/// Whether all conditions hold for values; none if numbers become too large.
fn holds(
    terms: &Terms,
    order: &[Term],
    conditions: &[Term],
    variables: &HashMap<Variable, i128>,
) -> Option<bool> {
    let mut values: HashMap<Term, i128> = HashMap::new();
    for term in order {
        let is_true = |part: &Term| values[part] != 0;
        let value = match terms.kind(*term) {
            TermKind::Bool(value) => i128::from(*value),
            TermKind::Variable(variable) => variables[variable],
            TermKind::Not(inner) => i128::from(!is_true(inner)),
            TermKind::And(parts) => i128::from(parts.iter().all(is_true)),
            TermKind::Or(parts) => i128::from(parts.iter().any(is_true)),
            TermKind::Iff(a, b) => i128::from(is_true(a) == is_true(b)),
            TermKind::If(c, a, b) => values[if is_true(c) { a } else { b }],
            TermKind::Sum(parts, constant) => parts.iter().try_fold(*constant, |sum, (factor, part)| {
                factor.checked_mul(values[part])?.checked_add(sum)
            })?,
            TermKind::Quotient(a, by) => values[a].div_euclid(*by),
            TermKind::Remainder(a, by) => values[a].rem_euclid(*by),
            TermKind::NotPositive(sum) => i128::from(values[sum] <= 0),
            TermKind::Zero(sum) => i128::from(values[sum] == 0),
            TermKind::Apply(..) | TermKind::Quantified { .. } => return None,
        };
        values.insert(*term, value);
    }
    Some(conditions.iter().all(|condition| values[condition] != 0))
}
