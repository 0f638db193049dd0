//! Least and greatest fixpoints, exact or bounded on one side.

use super::{Bounds, Enough};
use state_sets::{Bounded, Complement, Limited, Side, Widen};

/// The rounds in which an upper bound is improved.
const NARROWING: usize = 2;

/// A monotone function of sets.
type Image<'a, S> = &'a dyn Fn(&S) -> Limited<S>;

/// Computes fixpoints until they are stable, bounded or enough.
pub(super) struct Fixpoint<'b, 's, D: Complement> {
    /// Where, and with which settings.
    pub bounds: &'b Bounds<'s, D>,
    /// When to stop early.
    pub enough: &'b Enough<'b, D::Set>,
}

impl<D: Complement + Widen> Fixpoint<'_, '_, D> {
    /// The least set that contains `start` and its own image.
    pub fn least(&self, start: D::Set, image: Image<'_, D::Set>, side: Side) -> Limited<Bounded<D::Set>> {
        let domain = self.bounds.steps.domain();
        let settings = self.bounds.settings;
        let mut reached = start.clone();
        let mut widened = false;
        for round in 0.. {
            if side.is_below() && self.enough.is_met(&reached, Side::Below)? {
                return Ok(Bounded { set: reached, side: Side::Below });
            }
            if side == Side::Below && round >= settings.rounds {
                return Ok(Bounded { set: reached, side: Side::Below });
            }
            let new = image(&reached)?;
            if domain.is_subset(&new, &reached)? {
                break;
            }
            let mut grown = domain.union(&reached, &new)?;
            if side == Side::Above && settings.seed.is_some_and(|seed| round >= seed) {
                grown = domain.widen(&reached, &grown, settings.width)?;
                widened = true;
            }
            reached = grown;
            self.bounds.steps.model.meter.round(domain, &reached)?;
        }
        if !widened {
            return Ok(Bounded::exact(reached));
        }
        Ok(Bounded { set: self.narrowed(&start, reached, image)?, side: Side::Above })
    }

    /// A smaller set that still contains the least fixpoint: images of a set that contains its image do.
    fn narrowed(&self, start: &D::Set, bound: D::Set, image: Image<'_, D::Set>) -> Limited<D::Set> {
        let domain = self.bounds.steps.domain();
        let mut bound = bound;
        for _ in 0..NARROWING {
            let next = domain.union(start, &image(&bound)?)?;
            if domain.is_subset(&bound, &next)? {
                break;
            }
            bound = domain.intersection(&bound, &next)?;
        }
        Ok(bound)
    }

    /// The greatest subset of `start` that is contained in its own image.
    pub fn greatest(&self, start: D::Set, image: Image<'_, D::Set>, side: Side) -> Limited<Bounded<D::Set>> {
        let domain = self.bounds.steps.domain();
        let settings = self.bounds.settings;
        let states = &self.bounds.steps.states;
        let mut left = start;
        let mut widened = false;
        for round in 0.. {
            if side.is_above() && self.enough.is_met(&left, Side::Above)? {
                return Ok(Bounded { set: left, side: Side::Above });
            }
            if side == Side::Above && round >= settings.rounds {
                return Ok(Bounded { set: left, side: Side::Above });
            }
            let image = image(&left)?;
            if domain.is_subset(&left, &image)? {
                break;
            }
            let mut next = domain.intersection(&left, &image)?;
            if side == Side::Below && settings.seed.is_some_and(|seed| round >= seed) {
                let outside = |set: &D::Set| domain.difference(states, set);
                let removed = domain.widen(&outside(&left)?, &outside(&next)?, settings.width)?;
                next = domain.difference(&next, &removed)?;
                widened = true;
            }
            left = next;
            self.bounds.steps.model.meter.round(domain, &left)?;
        }
        Ok(Bounded { set: left, side: if widened { Side::Below } else { Side::Exact } })
    }
}
