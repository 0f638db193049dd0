//! Least and greatest fixpoints, exact or bounded on one side.

use super::{Bounds, Enough};
use crate::journal::{Begins, Iterate, Kind, Progress, Which};
use state_sets::{Bounded, Complement, Limited, Side, Widen};

/// The rounds in which an upper bound is improved.
const NARROWING: usize = 2;

/// A monotone function of sets whose value is visited piece by piece: what is not needed of a piece can be left out before
/// it is united with the others. That of a least fixpoint maps a union to the union of its parts' images.
pub(super) type Image<'a, S> = &'a dyn Fn(&S, Visit<'_, S>) -> Limited<()>;

/// What is done with each piece.
pub(super) type Visit<'a, S> = &'a mut dyn FnMut(S) -> Limited<()>;

/// Computes fixpoints until they are stable, bounded or enough.
pub(super) struct Fixpoint<'b, 's, D: Complement> {
    /// Where, and with which settings.
    pub bounds: &'b Bounds<'s, D>,
    /// When to stop early.
    pub enough: &'b Enough<'b, D::Set>,
}

/// Where a fixpoint begins, or goes on.
struct From<'a, S> {
    start: &'a S,
    iterate: Iterate<S>,
}

impl<D: Complement + Widen> Fixpoint<'_, '_, D> {
    /// The least set that contains `start` and its own image.
    ///
    /// The image of a union is the union of the images, so that only what is new needs one.
    pub fn least(&self, start: D::Set, image: Image<'_, D::Set>, side: Side) -> Limited<Bounded<D::Set>> {
        let compute = |first: From<'_, D::Set>, place| self.least_from(first, place, image, side);
        self.journaled(start, (Which::Least, side), compute)
    }

    /// Takes a fixpoint from the journal, or lets it go on from where it was; notes what comes of it.
    fn journaled(
        &self,
        start: D::Set,
        kind: Kind,
        compute: impl FnOnce(From<'_, D::Set>, usize) -> Limited<Bounded<D::Set>>,
    ) -> Limited<Bounded<D::Set>> {
        let journal = self.bounds.journal;
        let meter = &self.bounds.steps.model.meter;
        let domain = self.bounds.steps.domain();
        let begins = Begins { set: start.clone(), others: Vec::new(), kind };
        let (place, entry) = journal.enter(begins, |one, other| domain.is_equal(one, other))?;
        meter.count(entry.iterations, entry.peak);
        meter.lead(entry.trend());
        let iterate = match entry.state {
            Progress::Finished(known) => return Ok(known),
            Progress::Iterate(iterate) => iterate,
            Progress::Begun | Progress::Walked(_) => {
                meter.begin(domain, &start);
                Iterate::first(&start)
            }
        };
        let found = compute(From { start: &start, iterate }, place)?;
        journal.note(place, Progress::Finished(found.clone()), None);
        Ok(found)
    }

    /// Notes an iterate, and asks whether to go on.
    fn iterated(&self, place: usize, iterate: &Iterate<D::Set>) -> Limited<()> {
        let domain = self.bounds.steps.domain();
        let meter = &self.bounds.steps.model.meter;
        let (size, fresh) = (domain.weight(&iterate.set), domain.weight(&iterate.frontier));
        self.bounds.journal.note(place, Progress::Iterate(iterate.clone()), Some(size));
        meter.lead(self.bounds.journal.lead(place, fresh));
        meter.round(domain, &iterate.set)
    }

    fn least_from(
        &self,
        first: From<'_, D::Set>,
        place: usize,
        image: Image<'_, D::Set>,
        side: Side,
    ) -> Limited<Bounded<D::Set>> {
        let domain = self.bounds.steps.domain();
        let settings = self.bounds.settings;
        let From {
            start,
            iterate: Iterate { set: mut reached, mut frontier, round: first, mut widened, .. },
        } = first;
        for round in first.. {
            if side.is_below() && self.enough.is_met(&reached, Side::Below)? {
                return Ok(Bounded { set: reached, side: Side::Below });
            }
            if side == Side::Below && round >= settings.rounds {
                return Ok(Bounded { set: reached, side: Side::Below });
            }
            frontier = gathered(domain, &frontier, image, |piece| domain.fresh(&piece, &reached))?;
            if domain.is_empty(&frontier)? {
                break;
            }
            let mut grown = domain.union(&reached, &frontier)?;
            if side == Side::Above && settings.seed.is_some_and(|seed| round >= seed) {
                let before = domain.weight(&grown);
                grown = domain.widen(&reached, &grown, settings.width)?;
                self.note_widening(before, domain.weight(&grown));
                frontier = domain.fresh(&grown, &reached)?;
                widened = true;
            }
            let iterate = Iterate { set: grown, frontier, round: round + 1, widened, is_last: false };
            self.iterated(place, &iterate)?;
            Iterate { set: reached, frontier, .. } = iterate;
        }
        if !widened {
            return Ok(Bounded::exact(reached));
        }
        Ok(Bounded { set: self.narrowed(start, reached, image)?, side: Side::Above })
    }

    fn note_widening(&self, before: usize, after: usize) {
        self.bounds.steps.model.meter.note(format_args!("widened from size {before} to {after}"));
    }

    /// A smaller set that still contains the least fixpoint: images of a set that contains its image do.
    fn narrowed(&self, start: &D::Set, bound: D::Set, image: Image<'_, D::Set>) -> Limited<D::Set> {
        let domain = self.bounds.steps.domain();
        let mut bound = bound;
        for _ in 0..NARROWING {
            let next = domain.union(start, &gathered(domain, &bound, image, Ok)?)?;
            if domain.is_subset(&bound, &next)? {
                break;
            }
            bound = domain.intersection(&bound, &next)?;
        }
        Ok(bound)
    }

    /// The greatest subset of `start` that is contained in its own image.
    pub fn greatest(&self, start: D::Set, image: Image<'_, D::Set>, side: Side) -> Limited<Bounded<D::Set>> {
        let compute = |first: From<'_, D::Set>, place| self.greatest_from(first, place, image, side);
        self.journaled(start, (Which::Greatest, side), compute)
    }

    fn greatest_from(
        &self,
        first: From<'_, D::Set>,
        place: usize,
        image: Image<'_, D::Set>,
        side: Side,
    ) -> Limited<Bounded<D::Set>> {
        let domain = self.bounds.steps.domain();
        let settings = self.bounds.settings;
        let states = &self.bounds.steps.states;
        let Iterate { set: mut left, round: first, mut widened, .. } = first.iterate;
        for round in first.. {
            if side.is_above() && self.enough.is_met(&left, Side::Above)? {
                return Ok(Bounded { set: left, side: Side::Above });
            }
            if side == Side::Above && round >= settings.rounds {
                return Ok(Bounded { set: left, side: Side::Above });
            }
            let mut next = gathered(domain, &left, image, |piece| domain.intersection(&left, &piece))?;
            if domain.is_subset(&left, &next)? {
                break;
            }
            if side == Side::Below && settings.seed.is_some_and(|seed| round >= seed) {
                let outside = |set: &D::Set| domain.difference(states, set);
                let removed = domain.widen(&outside(&left)?, &outside(&next)?, settings.width)?;
                let before = domain.weight(&next);
                next = domain.difference(&next, &removed)?;
                self.note_widening(before, domain.weight(&next));
                widened = true;
            }
            let iterate =
                Iterate { frontier: next.clone(), set: next, round: round + 1, widened, is_last: false };
            self.iterated(place, &iterate)?;
            left = iterate.set;
        }
        Ok(Bounded { set: left, side: if widened { Side::Below } else { Side::Exact } })
    }
}

/// The union of what is wanted of the pieces of an image.
fn gathered<D: Complement>(
    domain: &D,
    set: &D::Set,
    image: Image<'_, D::Set>,
    wanted: impl Fn(D::Set) -> Limited<D::Set>,
) -> Limited<D::Set> {
    let mut sum = domain.empty();
    image(set, &mut |piece| {
        if !domain.is_empty(&piece)? {
            sum = domain.union(&sum, &wanted(piece)?)?;
        }
        Ok(())
    })?;
    Ok(sum)
}
