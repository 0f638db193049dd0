//! Sums that compare with zero, and sums that a number divides.
//!
//! A sum is a constant plus factors of diagrams that count one where they hold: a number in bits is a sum of powers of
//! two. The terms are taken one by one, and after each it matters only which partial sum was reached. For a
//! comparison the large factors come first: a partial sum from which the remaining terms cannot reach zero, or cannot leave
//! one side of it, is decided, and between numbers in bits only a few sums (the carries) remain open. For
//! divisibility sums count modulo the divisor. The sums are found from the first term to the last, and their
//! diagrams are made from the last to the first.
//!
//! # Reference
//!
//! Eén, Sörensson: *Translating Pseudo-Boolean Constraints into SAT*, Journal on Satisfiability, Boolean Modeling
//! and Computation 2, 2006, doi:10.3233/SAT190014 (the diagram of a constraint by its partial sums).

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::layout::beyond;
use crate::store::{Diagram, Work};
use state_sets::{Halt, Limited};
use std::collections::BTreeMap;

/// What is asked of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Is it zero?
    Zero,
    /// Is it zero or less?
    NotPositive,
    /// Is it a multiple of this, which is at least one?
    Multiple(i128),
}

/// What the rest of the terms can add to a partial sum.
#[derive(Clone, Copy)]
struct Rest {
    least: i128,
    most: i128,
}

/// What is known of a partial sum.
enum Outlook {
    Decided(bool),
    Open(i128),
}

impl<'a, 'id> Work<'a, 'id> {
    /// Where the constant plus the factors of those terms that hold is as asked.
    pub(crate) fn sum(
        &self,
        question: Question,
        constant: i128,
        terms: Vec<(i128, Diagram<'a, 'id>)>,
    ) -> Limited<Diagram<'a, 'id>> {
        let terms = self.sorted(question, merged(terms)?);
        let rests = rests(&terms)?;
        let outlook = |place: usize, sum: i128| question.outlook(sum, rests[place]);
        // The open sums before each term.
        let mut open: Vec<BTreeMap<i128, Option<Diagram<'a, 'id>>>> = vec![BTreeMap::new()];
        match outlook(0, constant)? {
            Outlook::Decided(value) => return Ok(self.constant(value)),
            Outlook::Open(sum) => open[0].insert(sum, None),
        };
        let mut count = 0;
        for (place, (factor, _)) in terms.iter().enumerate() {
            let mut next = BTreeMap::new();
            for &sum in open[place].keys() {
                self.step()?;
                for sum in [Some(sum), sum.checked_add(*factor)] {
                    let sum = sum.ok_or_else(too_large)?;
                    if let Outlook::Open(sum) = outlook(place.saturating_add(1), sum)? {
                        next.insert(sum, None);
                    }
                }
            }
            count = next.len().saturating_add(count);
            if count > self.capacity() {
                return Err(Halt::Memory);
            }
            open.push(next);
        }
        let mut below: BTreeMap<i128, Option<Diagram<'a, 'id>>> = open.pop().unwrap_or_default();
        for (place, (factor, condition)) in terms.iter().enumerate().rev() {
            let mut own = open.pop().unwrap_or_default();
            for (&sum, diagram) in &mut own {
                let value = |sum: i128| match outlook(place.saturating_add(1), sum)? {
                    Outlook::Decided(value) => Ok(self.constant(value)),
                    Outlook::Open(sum) => {
                        let known = below.get(&sum).and_then(Option::as_ref);
                        Ok(self.keep(known.expect("open sums were found forwards").borrowed()))
                    }
                };
                let with = sum.checked_add(*factor).ok_or_else(too_large)?;
                let (yes, no) = (value(with)?, value(sum)?);
                *diagram = Some(self.choice(condition.borrowed(), yes.borrowed(), no.borrowed())?);
            }
            below = own;
        }
        let result = below.into_values().next().flatten();
        Ok(result.expect("the first sum is open"))
    }

    fn constant(&self, value: bool) -> Diagram<'a, 'id> {
        if value { self.truth() } else { self.falsity() }
    }

    fn sorted(
        &self,
        question: Question,
        mut terms: Vec<(i128, Diagram<'a, 'id>)>,
    ) -> Vec<(i128, Diagram<'a, 'id>)> {
        match question {
            Question::Multiple(divisor) => {
                for (factor, _) in &mut terms {
                    *factor = factor.rem_euclid(divisor);
                }
                terms.retain(|(factor, _)| *factor != 0);
                terms.sort_by_key(|(_, diagram)| self.level(diagram.borrowed()));
            }
            _ => terms.sort_by_key(|(factor, diagram)| {
                (std::cmp::Reverse(factor.unsigned_abs()), self.level(diagram.borrowed()))
            }),
        }
        terms
    }
}

/// The terms with the factors of equal diagrams added.
fn merged<'a, 'id>(terms: Vec<(i128, Diagram<'a, 'id>)>) -> Limited<Vec<(i128, Diagram<'a, 'id>)>> {
    let mut merged: BTreeMap<usize, (i128, Diagram<'a, 'id>)> = BTreeMap::new();
    for (factor, diagram) in terms {
        let entry = merged.entry(diagram.node_id()).or_insert((0, diagram));
        entry.0 = entry.0.checked_add(factor).ok_or_else(too_large)?;
    }
    Ok(merged.into_values().filter(|(factor, _)| *factor != 0).collect())
}

/// What the terms from each place on can add.
fn rests(terms: &[(i128, Diagram<'_, '_>)]) -> Limited<Vec<Rest>> {
    let mut rests = vec![Rest { least: 0, most: 0 }];
    let mut last = rests[0];
    for (factor, _) in terms.iter().rev() {
        let least = last.least.checked_add((*factor).min(0)).ok_or_else(too_large)?;
        let most = last.most.checked_add((*factor).max(0)).ok_or_else(too_large)?;
        last = Rest { least, most };
        rests.push(last);
    }
    rests.reverse();
    Ok(rests)
}

impl Question {
    fn outlook(self, sum: i128, rest: Rest) -> Limited<Outlook> {
        let least = sum.checked_add(rest.least).ok_or_else(too_large)?;
        let most = sum.checked_add(rest.most).ok_or_else(too_large)?;
        Ok(match self {
            Question::Zero if least > 0 || most < 0 => Outlook::Decided(false),
            Question::Zero if least == 0 && most == 0 => Outlook::Decided(true),
            Question::NotPositive if least > 0 => Outlook::Decided(false),
            Question::NotPositive if most <= 0 => Outlook::Decided(true),
            Question::Multiple(divisor) if least == most => Outlook::Decided(sum.rem_euclid(divisor) == 0),
            Question::Multiple(divisor) => Outlook::Open(sum.rem_euclid(divisor)),
            _ => Outlook::Open(sum),
        })
    }
}

fn too_large() -> Halt {
    beyond("a number in a sum is too large".into())
}
