//! A sum that falls: found by the domain, checked by images, and used to remove steps.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::piece::{Passes, Piece, Place, places};
use crate::steps::Steps;
use state_sets::{
    Cell, Complement, Descent, Formula, Limited, Linear, Moment, Passage, Rank, Shared, Step, Term,
};

/// A sum that no step of some pieces increases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Measure {
    /// The integer part.
    sum: Linear,
    /// What values of finite variables add to it.
    places: Vec<(Place, i128)>,
    /// Where the integer part is at least this, a step that decreases the sum is one of finitely many.
    least: i128,
}

impl Measure {
    /// A sum that no step of the pieces between states of the set increases and that some decrease.
    pub(super) fn found<D: Complement + Rank>(
        steps: &Steps<'_, D>,
        pieces: &[Piece<D>],
        within: &D::Set,
    ) -> Limited<Option<Measure>> {
        let domain = steps.domain();
        let known = places(pieces, domain.space());
        let passage = |piece: &'_ Piece<D>| -> Vec<(usize, i128)> {
            let times = |(number, place): (usize, &Place)| match shift(piece, place) {
                0 => None,
                times => Some((number, times)),
            };
            known.iter().enumerate().filter_map(times).collect()
        };
        let along = |piece| Passage {
            relation: relation(piece),
            from: from(piece),
            to: within,
            places: passage(piece),
        };
        let passages: Vec<Passage<'_, D>> = pieces.iter().map(along).collect();
        let Some(Descent { sum, places, least }) = domain.descent(&passages, known.len())? else {
            return Ok(None);
        };
        let places = known.into_iter().zip(places).filter(|(_, number)| *number != 0).collect();
        let measure = Measure { sum, places, least };
        for piece in pieces {
            if !measure.never_grows(steps, piece, within)? {
                return Ok(None);
            }
        }
        Ok(Some(measure))
    }

    /// Whether no step of the piece into the set increases the sum: none does that is made to.
    fn never_grows<D: Complement>(
        &self,
        steps: &Steps<'_, D>,
        piece: &Piece<D>,
        within: &D::Set,
    ) -> Limited<bool> {
        let domain = steps.domain();
        let Some(grows) = self.loss(piece).and_then(|loss| loss.plus(&Linear::constant(1))) else {
            return Ok(false);
        };
        let grows = Formula::not_positive(grows);
        if grows.is_falsity() {
            return Ok(true);
        }
        let relation = domain.relation(&restricted(&piece.step, grows))?;
        domain.is_empty(&domain.intersection(&piece.from, &domain.pre(within, &relation)?)?)
    }

    /// The pieces without the steps that decrease the sum while it is not below its least value.
    pub(super) fn removed<D: Complement>(
        &self,
        steps: &Steps<'_, D>,
        pieces: Vec<Piece<D>>,
    ) -> Limited<Vec<Piece<D>>> {
        let domain = steps.domain();
        let mut left = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let below =
                1_i128.checked_sub(self.least).and_then(|least| self.sum.plus(&Linear::constant(least)));
            let (Some(loss), Some(below)) = (self.loss(&piece), below) else {
                left.push(piece);
                continue;
            };
            let kept = Formula::not_positive(loss);
            if kept.is_truth() {
                left.push(piece);
                continue;
            }
            let step = restricted(&piece.step, kept.or(Formula::not_positive(below)));
            let relation = domain.relation(&step)?;
            left.push(Piece { step, relation, ..piece });
        }
        Ok(left)
    }

    /// What the sum loses in a step of the piece.
    fn loss<D: Complement>(&self, piece: &Piece<D>) -> Option<Linear> {
        let after = self.sum.with_cells(&|cell| match cell {
            Cell::Variable(variable, Moment::Now) if piece.step.changed.contains(&variable) => {
                Cell::next(variable)
            }
            other => other,
        });
        let mut loss = self.sum.minus(&after)?;
        for (place, number) in &self.places {
            loss.constant = loss.constant.checked_add(shift(piece, place).checked_mul(*number)?)?;
        }
        Some(loss)
    }

    /// A sum that loses at least as much in every step that is removed, and is positive before it: it falls only finitely often while it
    /// is not below zero. Nothing if a number grows too large.
    pub fn rank(&self) -> Option<Linear> {
        // Where the integer part is at least its least value, the sum is at least that and what places can take away.
        let fewest =
            self.places.iter().try_fold(self.least, |sum, (_, number)| sum.checked_add((*number).min(0)))?;
        let constant = self.sum.constant.checked_add(1)?.checked_sub(fewest)?;
        Some(Linear { constant, ..self.sum() })
    }

    /// The sum as people write it: places are indicators, one or zero.
    pub fn sum(&self) -> Linear {
        let place = |((variable, code), number): &(Place, i128)| {
            (*number, Term::Indicator(Shared::new(Formula::is(Cell::now(*variable), *code))))
        };
        let terms = self.sum.terms.iter().cloned().chain(self.places.iter().map(place));
        Linear { terms: terms.collect(), constant: 0 }
    }
}

fn relation<D: Complement>(piece: &Piece<D>) -> &D::Relation {
    &piece.relation
}

fn from<D: Complement>(piece: &Piece<D>) -> &D::Set {
    &piece.from
}

/// How often the number of a place is lost in a step of the piece.
fn shift<D: Complement>(piece: &Piece<D>, (variable, code): &Place) -> i128 {
    match piece.passes(*variable) {
        Passes::From(before, after) => i128::from(before == *code).saturating_sub(i128::from(after == *code)),
        Passes::Stays | Passes::Anyhow => 0,
    }
}

/// The step under a further condition.
fn restricted(step: &Step, condition: Formula) -> Step {
    Step { changed: step.changed.clone(), relation: step.relation.clone().and(condition) }
}
