//! The order in which configurations are compared: their sizes, then what fires in them, then how early.
//!
//! An event need not be continued if an event before it leads to the same marking. For that to be right the order has to be
//! adequate: no configuration has infinitely many before it, parts come before the whole, and if two configurations reach the same
//! marking, then the same continuation of both keeps their order. Sizes alone are adequate; but the finer the order, the more
//! events need no continuation. Here configurations of one size are compared by their transitions, as sorted lists, and those with
//! the same transitions by their levels (Foata's normal form: the transitions that fire first, in one step, as many as can, then
//! those of the second step, ...), each a sorted list.
//!
//! **Nets with at most one token per place.** The order is total and adequate. Let C and D have the same marking and the same
//! transitions, and let their levels differ first at level i; the events before are the same ones. Let the continuation be one
//! event, e after C and f after D. A condition b that e takes, made before level i, is taken by f too: otherwise some event of D
//! takes b, at level i or later. C has the same transitions as D from level i on, so one of its events takes from the place of b,
//! where b itself stays until the end: there were two tokens on it. So either e = f, with the same level, which is at most i; or
//! both come later than level i. In the first case both lists of that level gain the same transition, in the second the difference
//! stays as it was.
//!
//! **Other nets.** The argument breaks where a second token is on the place of b, and equal levels do not make equal
//! configurations. Here sizes and transitions are compared only; that is adequate for every net, as a continuation adds the same
//! transitions to both, but it is not total: of events with the same transitions none stands for the other.
//!
//! # Reference
//!
//! Esparza, Römer, Vogler: *An Improvement of McMillan's Unfolding Algorithm*, Formal Methods in System Design 20(3), 2002,
//! doi:10.1023/A:1014746130920.

use crate::occurrence::{Occurrence, Past};

/// Room to count transitions.
#[derive(Debug)]
pub(crate) struct Tally {
    counts: Vec<u32>,
    fired: Vec<u32>,
}

/// A transition and how often it fires; ordered by transitions, and for one transition those first that fire it more often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fired {
    pub(crate) transition: u32,
    times: std::cmp::Reverse<u32>,
}

impl Fired {
    /// How often it fires.
    pub(crate) fn times(self) -> u32 {
        self.times.0
    }
}

impl Tally {
    /// For nets with so many transitions.
    pub(crate) fn new(transitions: usize) -> Tally {
        Tally { counts: vec![0; transitions], fired: Vec::new() }
    }

    /// The transitions that fire in the past of an event and in itself.
    ///
    /// Lists of configurations of one size are compared as they are: the one that has more of the first transition in which they
    /// differ is the smaller, as for the sorted lists with all repetitions.
    pub(crate) fn transitions(&mut self, occurrence: &Occurrence, past: &Past, own: u32) -> Box<[Fired]> {
        let before = past.events.iter().map(|event| occurrence.events[*event as usize].transition);
        for transition in before.chain([own]) {
            let count = &mut self.counts[transition as usize];
            if *count == 0 {
                self.fired.push(transition);
            }
            *count += 1;
        }
        self.fired.sort_unstable();
        let Tally { counts, fired } = self;
        let counted = fired.drain(..).map(|transition| {
            let times = std::mem::take(&mut counts[transition as usize]);
            Fired { transition, times: std::cmp::Reverse(times) }
        });
        counted.collect()
    }
}

/// The same transitions, each with its level, sorted by levels first.
pub(crate) fn levels(occurrence: &Occurrence, past: &Past, own: u32) -> Box<[(u32, u32)]> {
    let events = past.events.iter().map(|event| &occurrence.events[*event as usize]);
    let mut all: Vec<(u32, u32)> = events.map(|event| (event.level, event.transition)).collect();
    let last = all.iter().map(|(level, _)| *level).max().unwrap_or(0) + 1;
    all.push((last, own));
    all.sort_unstable();
    all.into_boxed_slice()
}
