//! Which of the states that lanes did not find are new, found out side by side.
//!
//! Lanes look up successors in the table as it was when their block began, so what they miss may have been missed
//! before, by themselves or by a lane with earlier states. Of equal ones the first in the order of the
//! states counts, as if one lane had done all the work. Who decides about a state depends on its hash: each worker takes
//! care of those that belong into its part of the table. What the observer would say of new states is
//! found out on the way, so that only states that decide something need to be shown to them later.
//!
//! The lists of what was missed are thought of as one: a position counts from the beginning of the first list. Which positions
//! are new says what numbers the new states get, so that all workers can then put them into the store, and each into its part
//! of the table, without waiting for another ([`Visited::fill_in`]).
//!
//! # Reference
//! That a state's hash says who takes care of it follows Stern, Dill: *Parallelizing the Murφ Verifier*, CAV 1997,
//! doi:10.1007/3-540-63166-6_26. Departure: only new states are sent to whom they belong, in blocks, and numbers do not depend on
//! the number of workers.

use crate::states::missing::Missing;
use crate::states::positions::{Positions, words_for};
use crate::states::visited::Visited;
use state_storage::pieces::Apart;
use std::sync::MutexGuard;
use system::Workers;

/// What looks at new states, and may have something to say of them.
pub(crate) trait Observer: Sync {
    /// Whether it must see a state, given by its words. `values` has room for all variables.
    fn is_notable(&self, words: &[u64], values: &mut [i64]) -> bool;
}

/// Sorts out missing states.
#[derive(Debug, Default)]
pub(crate) struct Sieve {
    shares: Vec<Apart<Share>>,
    /// Where each list begins, and where the last one ends.
    starts: Vec<usize>,
    /// The positions of those that are new.
    pub new: Positions,
    /// The positions of those that are new and that the observer must see, in order.
    notable: Vec<usize>,
}

/// What one worker decides about.
#[derive(Debug, Default)]
pub(crate) struct Share {
    /// Those that are new, in order.
    pub new: Vec<NewState>,
    /// Their words, one after the other.
    words: Vec<u64>,
    /// The same as bits, by position.
    bits: Vec<u64>,
    notable: Vec<usize>,
    /// A hash table of what is new: its place in `new`, plus one.
    slots: Vec<u32>,
    values: Vec<i64>,
}

/// A new state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewState {
    /// Its hash.
    pub hash: u64,
    /// Its position.
    pub position: u32,
}

impl Sieve {
    /// Sorts out the states of these lists, which stand in the order in which they count, and were shared out among so
    /// many workers as there are.
    pub fn sort_out(
        &mut self,
        workers: &dyn Workers,
        visited: &Visited,
        observer: &impl Observer,
        lists: &[&Missing],
    ) {
        self.starts.clear();
        self.starts.push(0);
        self.starts.extend(lists.iter().scan(0, |end, list| {
            *end += list.len();
            Some(*end)
        }));
        self.shares.resize_with(workers.count().max(1), Apart::default);
        workers.run(&|number| self.share(number).fill(number, visited, observer, lists, &self.starts));
        let words = words_for(self.starts[lists.len()]);
        let shares: Vec<&Share> = self.shares.iter_mut().map(|share| &*share.owned()).collect();
        self.new.unite(words, shares.iter().map(|share| share.bits.as_slice()));
        self.notable.clear();
        shares.iter().for_each(|share| self.notable.extend_from_slice(&share.notable));
        self.notable.sort_unstable();
    }

    /// What a worker has decided about.
    pub fn share(&self, number: usize) -> MutexGuard<'_, Share> {
        self.shares[number].lock()
    }

    /// The position of a place in a list.
    pub fn position(&self, list: usize, at: usize) -> usize {
        self.starts[list] + at
    }

    /// The list and the place in it that have a position.
    #[inline]
    pub fn place(&self, position: usize) -> (usize, usize) {
        let mut list = 0;
        while self.starts[list + 1] <= position {
            list += 1;
        }
        (list, position - self.starts[list])
    }

    /// The positions within bounds of states that the observer must see, in order.
    pub fn notable(&self, start: usize, end: usize) -> &[usize] {
        let until = |bound: usize| self.notable.partition_point(|position| *position < bound);
        &self.notable[until(start)..until(end)]
    }
}

impl Share {
    fn fill(
        &mut self,
        number: usize,
        visited: &Visited,
        observer: &impl Observer,
        lists: &[&Missing],
        starts: &[usize],
    ) {
        let shared: Vec<_> = lists.iter().map(|list| list.share(number)).collect();
        let most: usize = shared.iter().flatten().map(|shared| shared.len()).sum();
        self.new.clear();
        self.words.clear();
        self.notable.clear();
        self.bits.clear();
        self.bits.resize(words_for(starts[lists.len()]), 0);
        self.slots.clear();
        self.slots.resize(2 * most + 1, 0);
        self.values.resize(visited.layout.variables(), 0);
        for (start, shared) in starts.iter().zip(shared) {
            for (member, hash, words) in shared.iter().flat_map(|shared| shared.iter(visited.layout.words()))
            {
                if !(member.is_unsure() && visited.has(hash, words)) {
                    let position = (start + member.at()) as u32;
                    self.add(NewState { hash, position }, words, observer);
                }
            }
        }
    }

    /// Adds a state that is not among the states that were there before, if it is the first of its kind.
    #[inline]
    fn add(&mut self, found: NewState, words: &[u64], observer: &impl Observer) {
        let mut slot = slot_in(self.slots.len(), found.hash);
        while let Some(earlier) = self.slots[slot].checked_sub(1) {
            let earlier = earlier as usize;
            if self.new[earlier].hash == found.hash {
                let others = &self.words[earlier * words.len()..(earlier + 1) * words.len()];
                if others.iter().zip(words).all(|(a, b)| a == b) {
                    return;
                }
            }
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
        if observer.is_notable(words, &mut self.values) {
            self.notable.push(found.position as usize);
        }
        self.bits[found.position as usize / 64] |= 1 << (found.position % 64);
        self.words.extend(words);
        self.new.push(found);
        self.slots[slot] = self.new.len() as u32;
    }
}

/// The first slot for a hash, of so many, by its lower half: the upper bits are much the same within a share.
#[inline]
fn slot_in(slots: usize, hash: u64) -> usize {
    (((hash & 0xFFFF_FFFF) * slots as u64) >> 32) as usize
}
