//! The unfolding of a net, as far as a judge lets it grow.
//!
//! Events are added in the order of [`crate::order`]: those whose past has the fewest events first. An extension of an event has
//! more events in its past than the event, so all that wait with one size are known when the first of them is due; they are sorted
//! then, and nothing is compared twice. With each event a judge says whether the net is unfolded behind it.
//!
//! The order that is total for nets with one token per place is used until a second token is seen, see [`Growth::Crowded`]. That
//! is in time: take the least configuration, in that order, of all whose marking has two tokens on a place while those of its
//! parts do not. It holds no event that ends the prefix, as the same marking is then reached by a lesser one; so it is there, with
//! two concurrent conditions on that place.

use crate::concurrency::{Common, Concurrency};
use crate::extensions::{Extension, Extensions};
use crate::marking::Counter;
use crate::occurrence::{Occurrence, Past, START};
use crate::order::{self, Fired, Tally};
use crate::shape::Shape;
use budget::{Budget, Budgeted, OutOfBudget};
use std::collections::BTreeMap;
use std::rc::Rc;

/// An event that is about to be added.
pub(crate) struct Arrival<'a> {
    /// The number that it gets.
    pub(crate) event: u32,
    pub(crate) transition: u32,
    pub(crate) preset: &'a [u32],
    /// The places that hold a token after its past and itself, sorted, each as often as it has tokens.
    pub(crate) marking: &'a Rc<[u32]>,
    /// Those that the order does not tell apart have the same rank, and those that it does have increasing ones.
    pub(crate) rank: u32,
}

/// What happens to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// The net is unfolded behind it.
    Continue,
    /// It is there, and nothing behind it.
    End,
    /// It is there, and the unfolding is at its end.
    Stop,
}

/// Who says where the unfolding ends.
pub(crate) trait Judge {
    /// What happens to the event; `past` can be filled with the events before it.
    fn judge(&mut self, arrival: &Arrival<'_>, occurrence: &Occurrence, past: &mut Past) -> Judgement;
}

/// How an unfolding ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Growth {
    /// There are no more events.
    Complete,
    /// The judge stopped it.
    Stopped,
    /// Two tokens can be on one place, while the order in use is right for nets without that only.
    Crowded,
}

/// Which order is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tokens {
    /// The net is thought to have at most one token on each place.
    Single,
    /// Places may have several.
    Several,
}

/// Unfolds the net.
pub(crate) fn unfold(
    shape: &Shape,
    tokens: Tokens,
    judge: &mut impl Judge,
    budget: &Budget<'_>,
) -> Budgeted<(Occurrence, Growth)> {
    let mut unfolding = Unfolding {
        shape,
        tokens,
        counter: Counter::new(shape),
        tally: Tally::new(shape.moves.len()),
        occurrence: Occurrence::default(),
        concurrency: Concurrency::default(),
        extensions: Extensions::default(),
        past: Past::default(),
        waiting: BTreeMap::new(),
        common: Common::default(),
        first: 0,
        rank: 0,
        bytes: 0,
        budget,
    };
    let growth = unfolding.run(judge)?;
    Ok((unfolding.occurrence, growth))
}

/// An unfolding in the making.
struct Unfolding<'a, 'w> {
    shape: &'a Shape,
    tokens: Tokens,
    counter: Counter,
    tally: Tally,
    occurrence: Occurrence,
    concurrency: Concurrency,
    extensions: Extensions,
    past: Past,
    /// The extensions that are not added yet, by the number of events in their pasts.
    waiting: BTreeMap<u32, Vec<Extension>>,
    common: Common,
    /// How many conditions the net starts with; they have the first numbers.
    first: u32,
    rank: u32,
    /// About how many bytes the events and extensions hold.
    bytes: u64,
    budget: &'a Budget<'w>,
}

/// An extension with all that it is compared by.
struct Ranked {
    transition: u32,
    preset: Box<[u32]>,
    marking: Rc<[u32]>,
    fired: Box<[Fired]>,
    levels: Box<[(u32, u32)]>,
}

impl Unfolding<'_, '_> {
    fn run(&mut self, judge: &mut impl Judge) -> Budgeted<Growth> {
        let start: Vec<(u32, u32)> = (0..).zip(self.shape.start.iter().copied()).collect();
        self.budget.spend(start.iter().map(|(_, tokens)| *tokens as usize).sum())?;
        self.grow(START, &start)?;
        while let Some((size, waiting)) = self.waiting.pop_first() {
            let mut last: Option<Ranked> = None;
            for ranked in self.sorted(waiting)? {
                if last
                    .as_ref()
                    .is_none_or(|last| (&last.fired, &last.levels) != (&ranked.fired, &ranked.levels))
                {
                    self.rank += 1;
                }
                match self.add(&ranked, size, judge)? {
                    Growth::Complete => last = Some(ranked),
                    ended => return Ok(ended),
                }
            }
        }
        Ok(Growth::Complete)
    }

    /// Adds an event, and unfolds the net behind it if the judge says so.
    fn add(&mut self, ranked: &Ranked, size: u32, judge: &mut impl Judge) -> Budgeted<Growth> {
        let event = u32::try_from(self.occurrence.events.len()).ok().filter(|event| *event < START);
        let Ranked { transition, preset, marking, .. } = ranked;
        let arrival = Arrival {
            event: event.ok_or(OutOfBudget)?,
            transition: *transition,
            preset,
            marking,
            rank: self.rank,
        };
        let judgement = judge.judge(&arrival, &self.occurrence, &mut self.past);
        let event = self.occurrence.add_event(*transition, preset.clone(), size);
        match judgement {
            Judgement::End => return Ok(Growth::Complete),
            Judgement::Stop => return Ok(Growth::Stopped),
            Judgement::Continue => {}
        }
        // The judge keeps the marking.
        self.bytes += 100 + 4 * marking.len() as u64;
        let shape = self.shape;
        self.grow(event, &shape.moves[*transition as usize].gives)?;
        if self.tokens == Tokens::Single && self.extensions.crowded {
            return Ok(Growth::Crowded);
        }
        self.budget.iterate(u64::from(size), u64::from(event));
        Ok(Growth::Complete)
    }

    /// Adds what an event, or the start, makes, and finds what can happen then.
    fn grow(&mut self, event: u32, gives: &[(u32, u32)]) -> Budgeted<()> {
        if event != START {
            self.find_common(event)?;
        }
        let made = self.occurrence.add_conditions(gives, event).ok_or(OutOfBudget)?;
        if event == START {
            self.first = made.end;
            self.concurrency.add_start(made.len());
        } else {
            let added = &mut self.occurrence.events[event as usize];
            (added.postset, added.last) = (made.clone(), false);
            self.concurrency.add(event, made.len(), &self.common);
        }
        self.budget.hold(self.concurrency.bytes() + self.bytes);
        let seen = (self.shape, &self.occurrence, &self.concurrency);
        self.extensions.find(seen, made, &self.common, self.budget)?;
        let mut found = std::mem::take(&mut self.extensions.found);
        for (transition, preset) in found.drain(..) {
            self.bytes += 200 + 8 * preset.len() as u64;
            let size = match *self.occurrence.makers(&preset) {
                [] => 1,
                [only] => self.occurrence.events[only as usize].size + 1,
                _ => {
                    self.past.collect(&self.occurrence, &preset);
                    self.budget.spend(self.past.events.len())?;
                    self.past.events.len() as u32 + 1
                }
            };
            self.waiting.entry(size).or_default().push((transition, preset));
        }
        self.extensions.found = found;
        Ok(())
    }

    /// Finds the older conditions that are concurrent with those that an event is about to make.
    fn find_common(&mut self, event: u32) -> Budgeted<()> {
        let preset = &self.occurrence.events[event as usize].preset;
        self.past.collect(&self.occurrence, preset);
        self.budget.spend(1 + self.past.events.len() + self.first as usize / 8)?;
        self.past.cut(&self.occurrence, preset, self.first, &mut self.common.cut);
        self.concurrency.common(&self.occurrence, preset, &mut self.common.events);
        self.budget.spend(self.common.events.len() + self.common.cut.len() / 4)
    }

    /// The extensions in the order in which they are added.
    fn sorted(&mut self, waiting: Vec<Extension>) -> Budgeted<Vec<Ranked>> {
        let mut all = Vec::with_capacity(waiting.len());
        for (transition, preset) in waiting {
            self.past.collect(&self.occurrence, &preset);
            self.budget.spend(2 * self.past.events.len() + self.shape.start.len() / 8)?;
            let fired = self.tally.transitions(&self.occurrence, &self.past, transition);
            let marking = self.counter.marking(self.shape, &fired).ok_or(OutOfBudget)?;
            all.push(Ranked { transition, preset, marking, fired, levels: Box::default() });
        }
        all.sort_by(|a, b| a.fired.cmp(&b.fired));
        if self.tokens == Tokens::Single {
            for same in all.chunk_by_mut(|a, b| a.fired == b.fired).filter(|same| same.len() > 1) {
                for ranked in same.iter_mut() {
                    self.past.collect(&self.occurrence, &ranked.preset);
                    self.budget.spend(2 * self.past.events.len())?;
                    ranked.levels = order::levels(&self.occurrence, &self.past, ranked.transition);
                }
                same.sort_by(|a, b| a.levels.cmp(&b.levels));
            }
        }
        Ok(all)
    }
}
