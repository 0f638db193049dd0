//! Occurrence nets while they grow: conditions, events, and the past of an event.

use std::ops::Range;

/// A net without circles or backward choices: conditions are tokens that once were on a place, events are transitions that once
/// fired.
#[derive(Debug, Clone, Default)]
pub(crate) struct Occurrence {
    /// The place of each condition.
    pub(crate) place: Vec<u32>,
    /// The event that made each condition, [`START`] if the net starts with it.
    pub(crate) producer: Vec<u32>,
    pub(crate) events: Vec<Happening>,
    /// For each event the events that made what it takes, sorted, all in one list, as pasts are collected all the time.
    causes: Vec<u32>,
    /// For each event where its part of the list ends.
    ends: Vec<usize>,
}

/// In place of an event: the start of the net.
pub(crate) const START: u32 = u32::MAX;

/// A transition that fires with certain tokens.
#[derive(Debug, Clone)]
pub(crate) struct Happening {
    pub(crate) transition: u32,
    /// The conditions that it takes, sorted.
    pub(crate) preset: Box<[u32]>,
    /// The conditions that it makes, once they are there.
    pub(crate) postset: Range<u32>,
    /// The number of events on the longest chain that ends here.
    pub(crate) level: u32,
    /// How many events are in its past, itself included.
    pub(crate) size: u32,
    /// Whether nothing comes after it.
    pub(crate) last: bool,
}

impl Occurrence {
    /// Adds conditions on the places, each so often, made by the event; nothing if there are too many to number.
    pub(crate) fn add_conditions(&mut self, places: &[(u32, u32)], producer: u32) -> Option<Range<u32>> {
        let first = self.place.len();
        let added: u64 = places.iter().map(|(_, tokens)| u64::from(*tokens)).sum();
        let until = u32::try_from(first as u64 + added).ok().filter(|until| *until < START)?;
        for (place, tokens) in places {
            self.place.extend((0..*tokens).map(|_| *place));
        }
        self.producer.resize(until as usize, producer);
        Some(first as u32..until)
    }

    /// Adds an event with a past of that size that has made nothing yet, and gives its number.
    pub(crate) fn add_event(&mut self, transition: u32, preset: Box<[u32]>, size: u32) -> u32 {
        let causes = self.makers(&preset);
        let level = causes.iter().map(|cause| self.events[*cause as usize].level).max().unwrap_or(0) + 1;
        self.causes.extend(causes);
        self.ends.push(self.causes.len());
        self.events.push(Happening { transition, preset, postset: 0..0, level, size, last: true });
        (self.events.len() - 1) as u32
    }

    /// The events that made what an event takes, sorted.
    #[inline]
    fn causes(&self, event: u32) -> &[u32] {
        let from = event.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.causes[from..self.ends[event as usize]]
    }

    /// The events that made the conditions, sorted.
    pub(crate) fn makers(&self, preset: &[u32]) -> Vec<u32> {
        let producers = preset.iter().map(|condition| self.producer[*condition as usize]);
        let mut causes: Vec<u32> = producers.filter(|event| *event != START).collect();
        causes.sort_unstable();
        causes.dedup();
        causes
    }
}

/// Room to collect the past of events, used again and again.
#[derive(Debug, Default)]
pub(crate) struct Past {
    /// For each event, and for each condition that was taken, when it was seen last.
    seen: Vec<u32>,
    taken: Vec<u32>,
    round: u32,
    /// The events collected last, in no order.
    pub(crate) events: Vec<u32>,
}

impl Past {
    /// Collects all events without which the conditions would not be there.
    pub(crate) fn collect(&mut self, occurrence: &Occurrence, preset: &[u32]) {
        self.seen.resize(occurrence.events.len(), 0);
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.taken.fill(0);
            self.round = 1;
        }
        self.events.clear();
        for condition in preset {
            let producer = occurrence.producer[*condition as usize];
            if producer != START {
                self.visit(producer);
            }
        }
        let mut next = 0;
        while next < self.events.len() {
            let event = self.events[next];
            next += 1;
            for cause in occurrence.causes(event) {
                self.visit(*cause);
            }
        }
    }

    #[inline]
    fn visit(&mut self, event: u32) {
        let seen = &mut self.seen[event as usize];
        if *seen != self.round {
            *seen = self.round;
            self.events.push(event);
        }
    }

    /// The conditions that hold after the events collected last and one that takes the preset, without what that one makes.
    pub(crate) fn cut(&mut self, occurrence: &Occurrence, preset: &[u32], start: u32, cut: &mut Vec<u32>) {
        self.taken.resize(occurrence.place.len(), 0);
        let events = || self.events.iter().map(|event| &occurrence.events[*event as usize]);
        for condition in events().flat_map(|event| &event.preset).chain(preset) {
            self.taken[*condition as usize] = self.round;
        }
        cut.clear();
        let made = (0..start).chain(events().flat_map(|event| event.postset.clone()));
        cut.extend(made.filter(|condition| self.taken[*condition as usize] != self.round));
    }

    /// Whether the event is among those collected last.
    pub(crate) fn contains(&self, event: u32) -> bool {
        self.seen.get(event as usize).is_some_and(|round| *round == self.round)
    }
}
