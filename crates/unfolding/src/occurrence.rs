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
}

/// In place of an event: the start of the net.
pub(crate) const START: u32 = u32::MAX;

/// A transition that fires with certain tokens.
#[derive(Debug, Clone)]
pub(crate) struct Happening {
    pub(crate) transition: u32,
    /// The conditions that it takes, sorted.
    pub(crate) preset: Box<[u32]>,
    /// The events that made them, sorted.
    pub(crate) causes: Box<[u32]>,
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
        let causes = self.causes(&preset);
        let level = causes.iter().map(|cause| self.events[*cause as usize].level).max().unwrap_or(0) + 1;
        self.events.push(Happening { transition, preset, causes, postset: 0..0, level, size, last: true });
        (self.events.len() - 1) as u32
    }

    /// The events that made the conditions, sorted.
    pub(crate) fn causes(&self, preset: &[u32]) -> Box<[u32]> {
        let producers = preset.iter().map(|condition| self.producer[*condition as usize]);
        let mut causes: Vec<u32> = producers.filter(|event| *event != START).collect();
        causes.sort_unstable();
        causes.dedup();
        causes.into_boxed_slice()
    }
}

/// Room to collect the past of events, used again and again.
#[derive(Debug, Default)]
pub(crate) struct Past {
    seen: Vec<u32>,
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
            for cause in &occurrence.events[event as usize].causes {
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

    /// Whether the event is among those collected last.
    pub(crate) fn contains(&self, event: u32) -> bool {
        self.seen.get(event as usize).is_some_and(|round| *round == self.round)
    }
}
