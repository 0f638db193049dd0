//! Fixpoints and paths that go on where they were interrupted, if the model keeps a journal of them.

use crate::journal::{Begins, Entry, Iterate, Journal, Progress, Recorded, Which};
use crate::model::Model;
use crate::steps::Label;
use crate::walk::Walk;
use state_sets::{Bounded, Complement, Limited, Side};
use std::cell::RefCell;
use std::rc::Rc;

/// Notes an iterate, and asks whether to go on.
pub(crate) type Noting<'a, S> = &'a dyn Fn(&Iterate<S>) -> Limited<()>;

/// Sets on the way to a path, or to a value: those that are known from earlier, and those that are added.
pub(crate) struct Trail<'a, D: Complement> {
    model: &'a Model<'a, D>,
    noted: Option<(Rc<Journal<D::Set>>, usize)>,
    known: RefCell<std::vec::IntoIter<(usize, D::Set)>>,
}

impl<D: Complement> Model<'_, D> {
    /// Lets fixpoints go on from what the journal knows of them; what they cost is counted anew, from this on.
    pub fn resume(&self, journal: &Rc<Journal<D::Set>>, (iterations, peak): (u64, usize)) {
        journal.rewind();
        self.journal.replace(Some(journal.clone()));
        self.meter.restart();
        self.meter.count(iterations, peak);
    }

    /// A fixpoint that begins with a set, and depends on others too.
    pub fn resumed(
        &self,
        which: Which,
        start: &D::Set,
        others: &[&D::Set],
        compute: impl FnOnce(Iterate<D::Set>, Noting<'_, D::Set>) -> Limited<D::Set>,
    ) -> Limited<D::Set> {
        let round = |iterate: &Iterate<D::Set>| self.meter.round(self.domain, &iterate.set);
        let Some((journal, place, entry)) = self.entered(which, start, others)? else {
            return compute(Iterate::first(start), &round);
        };
        let first = match entry.state {
            Progress::Finished(known) => return Ok(known.set),
            Progress::Iterate(iterate) => iterate,
            Progress::Begun | Progress::Walked(_) => Iterate::first(start),
        };
        let noting = |iterate: &Iterate<D::Set>| {
            let size = self.domain.weight(&iterate.set);
            journal.note(place, Progress::Iterate(iterate.clone()), Some(size));
            round(iterate)
        };
        let found = compute(first, &noting)?;
        journal.note(place, Progress::Finished(Bounded::exact(found.clone())), None);
        Ok(found)
    }

    /// A path that is looked for from a set, and depends on others too.
    pub fn walked(
        &self,
        which: Which,
        start: &D::Set,
        others: &[&D::Set],
        look: impl FnOnce(&Trail<'_, D>) -> Limited<Option<Walk>>,
    ) -> Limited<Option<Walk>> {
        let before = self.meter.iterations();
        let Some((journal, place, entry)) = self.entered(which, start, others)? else {
            return look(&Trail { model: self, noted: None, known: RefCell::default() });
        };
        if let Progress::Walked(known) = entry.state {
            return Ok(known.map(recalled));
        }
        let known = RefCell::new(entry.trail.into_iter());
        let found = look(&Trail { model: self, noted: Some((journal.clone(), place)), known })?;
        journal.note(place, Progress::Walked(found.as_ref().map(written)), None);
        journal.charge(place, self.meter.iterations() - before, self.meter.peak());
        Ok(found)
    }

    /// The trail of what begins with a set.
    pub fn trail(&self, which: Which, start: &D::Set) -> Limited<Trail<'_, D>> {
        Ok(match self.entered(which, start, &[])? {
            None => Trail { model: self, noted: None, known: RefCell::default() },
            Some((journal, place, entry)) => {
                let known = RefCell::new(entry.trail.into_iter());
                Trail { model: self, noted: Some((journal, place)), known }
            }
        })
    }

    /// The place in the journal, and what is known there; its cost is counted.
    #[expect(clippy::type_complexity, reason = "what the journal is asked for is used at once")]
    fn entered(
        &self,
        which: Which,
        start: &D::Set,
        others: &[&D::Set],
    ) -> Limited<Option<(Rc<Journal<D::Set>>, usize, Entry<D::Set>)>> {
        let Some(journal) = self.journal.borrow().clone() else { return Ok(None) };
        let begins = Begins {
            set: start.clone(),
            others: others.iter().map(|set| (*set).clone()).collect(),
            kind: (which, Side::Exact),
        };
        let (place, entry) = journal.enter(begins, |one, other| self.domain.is_equal(one, other))?;
        self.meter.count(entry.iterations, entry.peak);
        Ok(Some((journal, place, entry)))
    }
}

impl<D: Complement> Trail<'_, D> {
    /// The next set, if it is known from earlier, with its number.
    pub fn known(&self) -> Option<(usize, D::Set)> {
        self.known.borrow_mut().next()
    }

    /// Adds a set, and asks whether to go on; the size of another one counts.
    pub fn add(&self, mark: usize, set: &D::Set, counted: &D::Set) -> Limited<()> {
        if let Some((journal, place)) = &self.noted {
            journal.push(*place, mark, set.clone(), Some(self.model.domain.weight(counted)));
        }
        self.model.meter.round(self.model.domain, counted)
    }
}

/// The number of a repetition.
const REPEAT: usize = usize::MAX;

fn written(walk: &Walk) -> Recorded {
    let number = |label: Label| match label {
        Label::Move(number) => number,
        Label::Repeat => REPEAT,
    };
    let steps = walk.steps.iter().map(|(label, point)| (number(*label), point.clone()));
    (walk.start.clone(), steps.collect())
}

fn recalled((start, steps): Recorded) -> Walk {
    let label = |number: usize| if number == REPEAT { Label::Repeat } else { Label::Move(number) };
    Walk { start, steps: steps.into_iter().map(|(number, point)| (label(number), point)).collect() }
}
