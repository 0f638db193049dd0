//! Where the search for infinite runs ends: events whose marking is a repetition.
//!
//! An infinite run that passes an accepting state again and again is found as two events with the same marking, one in the past of
//! the other, and an accepting event between them: what is between them can happen again and again. The unfolding need not go on
//! behind an event *e* if an event *f* has the same marking, and
//!
//! * f is in the past of e: with an accepting event between them that is the answer; without one nothing is gained by e;
//! * or f is before e in the order of configurations, and its past has at least as many accepting events.
//!
//! That is complete. The accepting events of a configuration are ordered, as each moves the control. Take the least configuration
//! with more accepting events than there are markings; two of these have the same marking. If it held an event that ends the
//! unfolding for one of the two reasons, then the same continuation of f would have as many accepting events and be less. So the
//! later of the two is there.
//!
//! For runs that go on without anything visible, all events count. They are not ordered, but a configuration with many events has a
//! long chain. Markings from which such a search has found nothing are remembered: no other search goes on behind them.
//!
//! # Reference
//!
//! Esparza, Heljanko: *Implementing LTL Model Checking with Net Unfoldings*, SPIN 2001, doi:10.1007/3-540-45139-0_4; and *Unfoldings.
//! A Partial-Order Approach to Model Checking*, Springer 2008, doi:10.1007/978-3-540-77426-6.

use crate::occurrence::{Occurrence, Past, START};
use crate::unfold::{Arrival, Judge, Judgement};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Looks for runs with accepting events again and again.
#[derive(Debug)]
pub(crate) struct Repeats<'a, F: Fn(u32) -> bool> {
    /// Which transitions count.
    counts: F,
    /// Markings from which nothing is to be found.
    hopeless: &'a HashSet<Rc<[u32]>>,
    seen: HashMap<Rc<[u32]>, Vec<Seen>>,
    /// The events that the net is unfolded behind, with their markings.
    pub(crate) kept: Vec<(u32, Rc<[u32]>)>,
    /// Two events with the same marking, the first in the past of the second and maybe [`START`], and something counted between.
    pub(crate) found: Option<(u32, u32)>,
}

#[derive(Debug)]
struct Seen {
    event: u32,
    rank: u32,
    /// How many events of its past count, itself included.
    counted: usize,
}

impl<'a, F: Fn(u32) -> bool> Repeats<'a, F> {
    /// A search from that marking for runs with infinitely many of the transitions that count.
    pub(crate) fn new(start: Rc<[u32]>, counts: F, hopeless: &'a HashSet<Rc<[u32]>>) -> Repeats<'a, F> {
        let seen = HashMap::from([(start, vec![Seen { event: START, rank: 0, counted: 0 }])]);
        Repeats { counts, hopeless, seen, kept: Vec::new(), found: None }
    }

    /// The markings that were seen; none leads to a run that was looked for, if none was found.
    pub(crate) fn into_markings(self) -> impl Iterator<Item = Rc<[u32]>> {
        self.seen.into_keys()
    }
}

impl<F: Fn(u32) -> bool> Judge for Repeats<'_, F> {
    fn judge(&mut self, arrival: &Arrival<'_>, occurrence: &Occurrence, past: &mut Past) -> Judgement {
        if self.hopeless.contains(arrival.marking) {
            return Judgement::End;
        }
        past.collect(occurrence, arrival.preset);
        let fired = past.events.iter().map(|event| occurrence.events[*event as usize].transition);
        let counted = fired.chain([arrival.transition]).filter(|one| (self.counts)(*one)).count();
        let seen = self.seen.entry(arrival.marking.clone()).or_default();
        let before = |seen: &Seen| seen.event == START || past.contains(seen.event);
        if let Some(first) = seen.iter().find(|seen| before(seen) && seen.counted < counted) {
            self.found = Some((first.event, arrival.event));
            return Judgement::Stop;
        }
        if seen.iter().any(|seen| before(seen) || seen.rank < arrival.rank && seen.counted >= counted) {
            return Judgement::End;
        }
        seen.push(Seen { event: arrival.event, rank: arrival.rank, counted });
        self.kept.push((arrival.event, arrival.marking.clone()));
        Judgement::Continue
    }
}
