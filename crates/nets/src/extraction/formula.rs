//! Sets of markings as formulas over the variables of the system.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::SystemNet;
use super::view::Shape;
use crate::Place;
use state_sets::{Cell, Formula, Linear, Shared, Term, Variable};

impl SystemNet {
    /// The states with at least so many tokens on these places; nothing if a number is too large.
    pub fn at_least(&self, demand: &[(Place, u64)]) -> Option<Formula> {
        let parts: Option<Vec<Formula>> =
            demand.iter().map(|(place, tokens)| self.place_at_least(*place, *tokens)).collect();
        Some(Formula::all(parts?))
    }

    /// The states in which a weighted sum of tokens is at most a number; nothing if a number is too large.
    pub fn at_most(&self, weights: &[(Place, u64)], most: u64) -> Option<Formula> {
        Some(Formula::not_positive(self.sum(weights)?.minus(&Linear::constant(i128::from(most)))?))
    }

    /// The states in which some of these places hold a token; nothing if a number is too large.
    pub fn some_token(&self, places: &[Place]) -> Option<Formula> {
        let weights: Vec<(Place, u64)> = places.iter().map(|place| (*place, 1)).collect();
        Some(Formula::not_positive(Linear::constant(1).minus(&self.sum(&weights)?)?))
    }

    fn place_at_least(&self, place: Place, tokens: u64) -> Option<Formula> {
        if let Some(is_there) = self.value(place) {
            return Some(match tokens {
                0 => Formula::truth(),
                1 => is_there,
                _ => Formula::falsity(),
            });
        }
        let wanted = Linear::constant(i128::from(tokens));
        Some(Formula::not_positive(wanted.minus(&self.tokens(place)?)?))
    }

    fn sum(&self, weights: &[(Place, u64)]) -> Option<Linear> {
        let mut sum = Linear::constant(0);
        for (place, weight) in weights {
            sum = sum.plus(&self.tokens(*place)?.times(i128::from(*weight))?)?;
        }
        Some(sum)
    }

    /// The tokens on a place.
    fn tokens(&self, place: Place) -> Option<Linear> {
        if let Some(is_there) = self.value(place) {
            return Some(Linear { terms: vec![(1, Term::Indicator(Shared::new(is_there)))], constant: 0 });
        }
        if let Some((other, (_, most))) = self.complements.iter().find(|(_, (own, _))| *own == place) {
            return Linear::constant(i128::from(*most)).minus(&self.tokens(*other)?);
        }
        let (number, low) = self.view.shapes.iter().enumerate().find_map(|(number, shape)| match shape {
            Shape::Counter { place: own, low, .. } if *own == place => Some((number, *low)),
            _ => None,
        })?;
        Linear::cell(Cell::now(Variable(u32::try_from(number).ok()?))).minus(&Linear::constant(low))
    }

    /// That a variable has the value that a place stands for, if it stands for one.
    fn value(&self, place: Place) -> Option<Formula> {
        self.view.shapes.iter().enumerate().find_map(|(number, shape)| match shape {
            Shape::Values { first, count, low, is_integer } => {
                let code = u64::try_from(place.checked_sub(*first)?).ok().filter(|code| code < count)?;
                let cell = Cell::now(Variable(u32::try_from(number).ok()?));
                if !is_integer {
                    return Some(Formula::is(cell, code));
                }
                let value = Linear::constant(low.checked_add(i128::from(code))?);
                Some(Formula::zero(Linear::cell(cell).minus(&value)?))
            }
            Shape::Counter { .. } => None,
        })
    }
}
