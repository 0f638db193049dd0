//! Predicates: conditions on one state that can be found in formulas, each once.

use crate::fraction::common_divisor;
use state_sets::{Cell, Comparison, Formula, Linear, Moment, Term};
use std::collections::HashSet;

/// Formulas that differ, in a normal form in which a condition and its negation are the same.
#[derive(Debug, Default)]
pub(crate) struct Predicates {
    known: HashSet<Formula>,
    /// In the order in which they were found.
    pub all: Vec<Formula>,
}

impl Predicates {
    /// Adds a condition on integers; whether it is new.
    pub fn add(&mut self, formula: &Formula) -> bool {
        let Some(normal) = normal(formula) else { return false };
        let is_new = self.known.insert(normal.clone());
        if is_new {
            self.all.push(normal);
        }
        is_new
    }

    /// Adds the conditions on integers of which a formula about one state consists.
    pub fn add_atoms(&mut self, formula: &Formula) {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| self.add_atoms(part)),
            Formula::Not(inner) => self.add_atoms(inner),
            Formula::Exists(_, body) => self.add_atoms(body),
            Formula::Member(..) | Formula::Same(..) => {}
            Formula::Compare(sum, comparison) => {
                for (_, term) in &sum.terms {
                    if let Term::Indicator(formula) = term {
                        self.add_atoms(formula);
                    }
                }
                if is_plain(sum) {
                    self.add(&Formula::not_positive(sum.clone()));
                    if *comparison == Comparison::Zero
                        && let Some(other) = sum.times(-1)
                    {
                        self.add(&Formula::not_positive(other));
                    }
                }
            }
            Formula::Divides(_, sum) => {
                if is_plain(sum) {
                    self.add(formula);
                }
            }
        }
    }
}

/// Whether a sum speaks of the present values of variables alone.
fn is_plain(sum: &Linear) -> bool {
    sum.terms.iter().all(|(_, term)| matches!(term, Term::Cell(Cell::Variable(_, Moment::Now))))
}

/// The condition with coprime factors, the first of which is positive; nothing if it is always true or never, or not a comparison.
fn normal(formula: &Formula) -> Option<Formula> {
    match formula {
        Formula::Compare(sum, Comparison::NotPositive) => {
            let mut sum = sum.clone();
            sum.terms.sort_by_key(|(_, term)| match term {
                Term::Cell(Cell::Variable(variable, _)) => variable.0,
                _ => u32::MAX,
            });
            let divisor = sum.terms.iter().fold(0, |sum, (factor, _)| common_divisor(sum, *factor));
            if divisor == 0 {
                return None;
            }
            // The sum of the terms is at most a number.
            let terms: Vec<(i128, Term)> =
                sum.terms.iter().map(|(factor, term)| (factor / divisor, term.clone())).collect();
            let most = sum.constant.checked_neg()?.div_euclid(divisor);
            let normal = Linear { terms, constant: most.checked_neg()? };
            match normal.terms.first()?.0 > 0 {
                true => Some(Formula::not_positive(normal)),
                // It is not so that minus the sum is at most minus the number and one.
                false => {
                    let other = normal.times(-1)?.plus(&Linear::constant(1))?;
                    Some(Formula::not_positive(other))
                }
            }
        }
        Formula::Divides(..) => Some(formula.clone()),
        _ => None,
    }
}
