//! Sums over variables as sums over places.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::view::{Shape, View};
use crate::Place;
use state_sets::{Cell, Formula, Linear, Moment, Term};
use std::collections::BTreeMap;

/// The weights of places and the constant of a sum; nothing if a weight is negative or the sum speaks of something else.
pub(super) fn weights(view: &View, sum: &Linear) -> Option<(Vec<(Place, u64)>, i128)> {
    let mut weights: BTreeMap<Place, i128> = BTreeMap::new();
    let mut constant = sum.constant;
    let mut add = |place: Place, weight: i128| {
        let own = weights.entry(place).or_insert(0);
        *own = own.checked_add(weight)?;
        Some(())
    };
    for (factor, term) in &sum.terms {
        match term {
            Term::Cell(Cell::Variable(variable, Moment::Now)) => match view.shape(*variable) {
                Shape::Counter { place, low, .. } => {
                    add(*place, *factor)?;
                    constant = constant.checked_add(factor.checked_mul(*low)?)?;
                }
                Shape::Values { first, count, low, .. } => {
                    for code in 0..*count {
                        let number = low.checked_add(i128::from(code))?;
                        add(first.checked_add(usize::try_from(code).ok()?)?, factor.checked_mul(number)?)?;
                    }
                }
            },
            Term::Indicator(formula) => {
                let Formula::Member(Cell::Variable(variable, Moment::Now), codes) = &**formula else {
                    return None;
                };
                let Shape::Values { first, .. } = view.shape(*variable) else { return None };
                for code in codes {
                    add(first.checked_add(usize::try_from(*code).ok()?)?, *factor)?;
                }
            }
            Term::Cell(_) => return None,
        }
    }
    weights.retain(|_, weight| *weight != 0);
    let positive = |(place, weight): (Place, i128)| Some((place, u64::try_from(weight).ok()?));
    Some((weights.into_iter().map(positive).collect::<Option<Vec<_>>>()?, constant))
}
