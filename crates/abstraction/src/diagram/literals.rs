//! The conditions of which a formula about one state consists.

use crate::fraction::common_divisor;
use state_sets::{Cell, Comparison, Formula, Linear, Moment, Term};

/// The comparisons, memberships and divisibilities of a formula that speak of present values of variables alone, each once and in a
/// normal form: a condition and its negation are one.
pub(crate) fn literals(formula: &Formula) -> Vec<Formula> {
    let mut found = Vec::new();
    collect(formula, &mut found);
    found
}

fn collect(formula: &Formula, found: &mut Vec<Formula>) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| collect(part, found)),
        Formula::Not(inner) | Formula::Exists(_, inner) => collect(inner, found),
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => {
            for (_, term) in &sum.terms {
                if let Term::Indicator(inner) = term {
                    collect(inner, found);
                }
            }
            add(formula, found);
        }
        Formula::Member(..) | Formula::Same(..) => add(formula, found),
    }
}

fn add(formula: &Formula, found: &mut Vec<Formula>) {
    if let Some(normal) = normal(formula)
        && !found.contains(&normal)
    {
        found.push(normal);
    }
}

/// The normal form of a condition that is not made of others; nothing if it speaks of anything but present values, or is always true or
/// never.
pub(crate) fn normal(formula: &Formula) -> Option<Formula> {
    match formula {
        Formula::Compare(sum, comparison) => compared(sum, *comparison),
        Formula::Divides(divisor, sum) => {
            (is_plain(sum) && *divisor > 1).then(|| Formula::Divides(*divisor, sorted(sum)))
        }
        Formula::Member(Cell::Variable(_, Moment::Now), _) => Some(formula.clone()),
        Formula::Same(Cell::Variable(_, Moment::Now), Cell::Variable(_, Moment::Now)) => {
            Some(formula.clone())
        }
        Formula::Not(inner) => normal(inner),
        _ => None,
    }
}

fn compared(sum: &Linear, comparison: Comparison) -> Option<Formula> {
    if !is_plain(sum) || sum.terms.is_empty() {
        return None;
    }
    let sum = sorted(sum);
    let divisor = sum.terms.iter().fold(0, |sum, (factor, _)| common_divisor(sum, *factor));
    let sign = if sum.terms.first()?.0 < 0 { -1 } else { 1 };
    let terms = |sum: &Linear| -> Option<Vec<(i128, Term)>> {
        sum.terms
            .iter()
            .map(|(factor, term)| Some((factor.checked_div(divisor)?.checked_mul(sign)?, term.clone())))
            .collect()
    };
    let most = sum.constant.checked_neg()?;
    match comparison {
        Comparison::Zero => {
            if most.checked_rem(divisor)? != 0 {
                return None;
            }
            let constant = sum.constant.checked_div(divisor)?.checked_mul(sign)?;
            Some(Formula::zero(Linear { terms: terms(&sum)?, constant }))
        }
        Comparison::NotPositive => {
            let most = most.checked_div_euclid(divisor)?;
            // Where the first factor is negative, it is the negation that is kept.
            let constant = match sign {
                1 => most.checked_neg()?,
                _ => most.checked_add(1)?,
            };
            Some(Formula::not_positive(Linear { terms: terms(&sum)?, constant }))
        }
    }
}

fn is_plain(sum: &Linear) -> bool {
    sum.terms.iter().all(|(_, term)| matches!(term, Term::Cell(Cell::Variable(_, Moment::Now))))
}

/// The sum with its terms in the order of the variables.
fn sorted(sum: &Linear) -> Linear {
    let mut sum = sum.clone();
    sum.terms.sort_by_key(|(_, term)| match term {
        Term::Cell(Cell::Variable(variable, _)) => variable.0,
        _ => u32::MAX,
    });
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use state_sets::Variable;

    fn sum(terms: &[(i128, u32)], constant: i128) -> Linear {
        let term = |(factor, variable): &(i128, u32)| (*factor, Term::Cell(Cell::now(Variable(*variable))));
        Linear { terms: terms.iter().map(term).collect(), constant }
    }

    #[test]
    fn a_condition_and_its_negation_are_one() {
        // x >= 2 is not x <= 1.
        let at_least = Formula::not_positive(sum(&[(-2, 0)], 4));
        let at_most = Formula::not_positive(sum(&[(3, 0)], -5));
        assert_eq!(literals(&at_least), [Formula::not_positive(sum(&[(1, 0)], -1))]);
        assert_eq!(literals(&at_least.and(at_most.negated())).len(), 1);
    }

    #[test]
    fn what_speaks_of_the_state_after_a_step_is_left_out() {
        let later = Linear { terms: vec![(1, Term::Cell(Cell::next(Variable(0))))], constant: 0 };
        assert!(literals(&Formula::zero(later)).is_empty());
        assert!(literals(&Formula::zero(sum(&[(2, 0)], 1))).is_empty(), "no number is half of one");
    }
}
