//! Which conditions can hold at the same time.
//!
//! Two conditions are concurrent if neither is in the past of the other and no condition was taken by different events of their
//! pasts. A set of conditions is part of a reachable marking exactly if they are pairwise concurrent. The relation grows with each
//! event: what is concurrent with a condition that it makes is what is concurrent with every condition that it takes.
//!
//! **It is kept between events.** Where two events are concurrent, so are all conditions that they make. Else a condition can be
//! concurrent with those of a later event only if it lies in the cut of that event: the conditions that hold when the event has
//! just happened, after its past and nothing else. So there is one set of events for each event, and for each condition the
//! later events in whose cut it is; together these are the events that a condition is concurrent with.
//!
//! **Columns come in batches.** The events before it that are concurrent with a new one are one intersection. That it is
//! concurrent with them has to be written at each of these, which are nearly all events of a net whose parts do not meet; done
//! event by event that would take most of the time. So 32 events are collected, and the square blocks of their rows turned over at once:
//! a block of 32 events is one word for each of the others. What is not turned over yet is looked up in the rows.
//!
//! Only events behind which the net is unfolded are numbered here; there is no condition of others.
//!
//! # Reference
//!
//! Römer: *Theorie und Praxis der Netzentfaltungen als Grundlage für die Verifikation nebenläufiger Systeme*, dissertation,
//! Technische Universität München, 2000. Esparza, Römer: *An Unfolding Algorithm for Synchronous Products of Transition Systems*,
//! CONCUR 1999, doi:10.1007/3-540-48320-9_2. They keep pairs of conditions.

use crate::blocks::{BLOCK, Blocks};
use crate::occurrence::{Occurrence, START};
use crate::turned::Turned;

/// The pairs of conditions that can hold at the same time.
#[derive(Debug, Default)]
pub(crate) struct Concurrency {
    /// The number of each event, [`START`] for those behind which nothing is unfolded.
    number: Vec<u32>,
    /// The event of each number.
    event: Vec<u32>,
    /// For each number the events that are concurrent: all older ones, and the younger ones but for those of the last batch.
    rows: Vec<Blocks>,
    /// For each condition the events after the one that made it in whose cut it is.
    later: Vec<Blocks>,
    nothing: Blocks,
    turned: Turned,
    bytes: u64,
}

/// What is concurrent with the conditions that an event makes.
#[derive(Debug, Default)]
pub(crate) struct Common {
    /// The numbers of the older events all of whose conditions are.
    pub(crate) events: Blocks,
    /// The other ones: those that hold when the event has happened and that are not its own.
    pub(crate) cut: Vec<u32>,
}

impl Concurrency {
    /// About how many bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The event of this number.
    #[inline]
    pub(crate) fn event(&self, number: u32) -> u32 {
        self.event[number as usize]
    }

    /// The number of the event that made a condition, [`START`] if none did.
    #[inline]
    pub(crate) fn maker(&self, occurrence: &Occurrence, condition: u32) -> u32 {
        match occurrence.producer[condition as usize] {
            START => START,
            event => self.number[event as usize],
        }
    }

    /// Whether both conditions can hold at the same time; they must not be the same.
    #[inline]
    pub(crate) fn contains(&self, occurrence: &Occurrence, a: u32, b: u32) -> bool {
        let (old, young) = if a < b { (a, b) } else { (b, a) };
        let (first, second) = (self.maker(occurrence, old), self.maker(occurrence, young));
        first == second
            || self.later[old as usize].contains(second)
            || (first != START && self.rows[second as usize].contains(first))
    }

    /// The older events all of whose conditions can hold at the same time as each of these.
    pub(crate) fn common(&mut self, occurrence: &Occurrence, preset: &[u32], common: &mut Blocks) {
        common.clear();
        let mut sets: Vec<(u32, &Blocks, &Blocks)> = preset
            .iter()
            .map(|condition| {
                let maker = self.maker(occurrence, *condition);
                let row = if maker == START { &self.nothing } else { &self.rows[maker as usize] };
                (maker, row, &self.later[*condition as usize])
            })
            .collect();
        sets.sort_by_key(|(_, row, later)| row.len() + later.len());
        let Some(((_, row, later), others)) = sets.split_first() else { return };
        common.unite(row, later);
        for (_, row, later) in others {
            common.keep_common(row, later);
        }
        // What the rows do not say of the last batch.
        let first = self.rows.len() as u32 / BLOCK * BLOCK;
        let last = sets.iter().fold(u32::MAX, |members, (maker, row, later)| {
            members & (row.block_at(first) | later.block_at(first) | self.pending(*maker, first, members))
        });
        common.replace_last(first, last);
    }

    /// The events of the last batch, from this one on, whose rows have the event; only these members are looked at.
    fn pending(&self, maker: u32, first: u32, members: u32) -> u32 {
        if maker == START {
            return 0;
        }
        let from = first.max(maker + 1);
        let has = |number: &u32| {
            members >> (number - first) & 1 == 1 && self.rows[*number as usize].contains(maker)
        };
        (from..self.rows.len() as u32).filter(has).fold(0, |found, number| found | 1 << (number - first))
    }

    /// Adds the start, which has made so many conditions.
    pub(crate) fn add_start(&mut self, made: usize) {
        self.later.resize_with(self.later.len() + made, Blocks::default);
    }

    /// Adds an event that has made so many conditions, with what is concurrent with it.
    pub(crate) fn add(&mut self, event: u32, made: usize, common: &Common) {
        let number = self.rows.len() as u32;
        self.number.resize(event as usize, START);
        self.number.push(number);
        self.event.push(event);
        for condition in &common.cut {
            let later = &mut self.later[*condition as usize];
            let before = later.bytes();
            later.push(number);
            self.bytes += later.bytes() - before;
        }
        self.later.resize_with(self.later.len() + made, Blocks::default);
        self.rows.push(common.events.compact());
        self.bytes += common.events.bytes() + 32 + 24 * made as u64;
        if (number + 1).is_multiple_of(BLOCK) {
            self.turn_over(number + 1 - BLOCK);
        }
    }

    /// Writes the last batch of events at those that they are concurrent with.
    fn turn_over(&mut self, first: u32) {
        for row in &self.rows[first as usize..] {
            self.turned.push(row);
        }
        let (rows, bytes) = (&mut self.rows, &mut self.bytes);
        self.turned.drain(|number, members| {
            let row = &mut rows[number as usize];
            let before = row.bytes();
            row.push_members(first, members);
            *bytes += row.bytes() - before;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occurrence::Past;
    use crate::shape::{Move, Shape};
    use crate::unfold::{Arrival, Judge, Judgement, Tokens, unfold};
    use budget::Budget;
    use random_numbers::Xorshift;
    use std::collections::HashSet;

    /// Lets an unfolding have so many events.
    struct UpTo(u32);

    impl Judge for UpTo {
        fn judge(&mut self, arrival: &Arrival<'_>, _: &Occurrence, _: &mut Past) -> Judgement {
            match arrival.event {
                event if event >= self.0 => Judgement::Stop,
                event if event % 7 == 3 => Judgement::End,
                _ => Judgement::Continue,
            }
        }
    }

    /// Machines of four states each that take steps alone or in pairs, beside some tokens on a common place.
    fn machines(count: usize, random: &mut Xorshift) -> Shape {
        let pool = 4 * count;
        let mut start = vec![0; pool + 1];
        (0..count).for_each(|machine| start[4 * machine] = 1);
        start[pool] = 2;
        let mut moves = Vec::new();
        for _ in 0..6 * count {
            let mut one = Move::default();
            let first = random.below(count as u64) as u32;
            let second = random.below(count as u64) as u32;
            let machines =
                if first == second || random.below(3) > 0 { vec![first] } else { vec![first, second] };
            for machine in machines {
                one.takes.push((4 * machine + random.below(4) as u32, 1));
                one.gives.push((4 * machine + random.below(4) as u32, 1));
            }
            if random.below(5) == 0 {
                one.takes.push((pool as u32, 1));
                one.gives.push((pool as u32, 1));
            }
            one.takes.sort_unstable();
            one.gives.sort_unstable();
            moves.push(one);
        }
        let mut shape = Shape { start, moves, ..Shape::default() };
        shape.link();
        shape
    }

    /// The events that must have happened before a condition, and what they took.
    fn history(occurrence: &Occurrence, condition: u32) -> (HashSet<u32>, HashSet<u32>) {
        let (mut events, mut taken, mut stack) = (HashSet::new(), HashSet::new(), vec![condition]);
        while let Some(condition) = stack.pop() {
            let event = occurrence.producer[condition as usize];
            if event != START && events.insert(event) {
                let preset = &occurrence.events[event as usize].preset;
                taken.extend(preset.iter().copied());
                stack.extend(preset.iter().copied());
            }
        }
        (events, taken)
    }

    #[test]
    fn pairs_are_concurrent_as_defined() {
        let mut random = Xorshift::scattered(11);
        for round in 0..10 {
            let shape = machines(2 + round % 7, &mut random);
            let (occurrence, _) =
                unfold(&shape, Tokens::Several, &mut UpTo(150), &Budget::unlimited()).expect("no limit");
            let first = occurrence.producer.iter().filter(|producer| **producer == START).count();
            let (mut relation, mut past, mut common) =
                (Concurrency::default(), Past::default(), Common::default());
            relation.add_start(first);
            for (event, happening) in (0_u32..).zip(&occurrence.events).filter(|(_, event)| !event.last) {
                past.collect(&occurrence, &happening.preset);
                past.cut(&occurrence, &happening.preset, first as u32, &mut common.cut);
                relation.common(&occurrence, &happening.preset, &mut common.events);
                relation.add(event, happening.postset.len(), &common);
            }
            let histories: Vec<_> =
                (0..occurrence.place.len() as u32).map(|condition| history(&occurrence, condition)).collect();
            for a in 0..histories.len() as u32 {
                for b in 0..a {
                    let ((before, taken), (others, taken_by_others)) =
                        (&histories[a as usize], &histories[b as usize]);
                    let in_conflict = || {
                        let all: HashSet<u32> = before.union(others).copied().collect();
                        let presets = all.iter().flat_map(|event| &occurrence.events[*event as usize].preset);
                        let mut seen = HashSet::new();
                        !presets.into_iter().all(|condition| seen.insert(*condition))
                    };
                    let expected = !taken.contains(&b) && !taken_by_others.contains(&a) && !in_conflict();
                    assert_eq!(relation.contains(&occurrence, a, b), expected, "{a} {b} {shape:?}");
                }
            }
        }
    }
}
