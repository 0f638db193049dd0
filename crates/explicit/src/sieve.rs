//! Which of the states that lanes did not find are new, found out side by side.
//!
//! Lanes look up successors in the table as it was when their block began, so what they miss may have been missed
//! before, by themselves or by a lane with earlier states. Of equal ones the first in the order of the
//! states counts, as if one lane had done all the work. Who decides about a state depends on its hash: each worker goes
//! through everything that was missed, and takes care of its own share. What the monitors would say of new states is
//! found out on the way, so that only states that decide something need to be shown to them later.

use crate::monitor::Monitors;
use crate::table::home_in;
use crate::visited::{Missing, Visited};
use std::sync::Mutex;
use system::Workers;

/// Sorts out missing states.
#[derive(Debug, Default)]
pub(crate) struct Sieve {
    shares: Vec<Mutex<Share>>,
    /// For each list of missing states, what each of them is.
    pub marks: Vec<Vec<Mark>>,
}

/// What a missing state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The same as an earlier one, or known.
    Known,
    /// New.
    New,
    /// New, and a monitor must see it.
    Notable,
}

/// What one worker decides about.
#[derive(Debug, Default)]
struct Share {
    /// The lists and positions of new states, in order, with their marks.
    new: Vec<(u32, u32, Mark)>,
    /// A hash table of these: the position in `new`, plus one.
    slots: Vec<u32>,
    values: Vec<i64>,
}

impl Sieve {
    /// Marks the states of these lists, which stand in the order in which they count.
    pub fn mark(
        &mut self,
        workers: &dyn Workers,
        visited: &Visited,
        monitors: &Monitors,
        lists: &[&Missing],
    ) {
        self.shares.resize_with(workers.count().max(1), Mutex::default);
        let shares = &self.shares;
        workers.run(&|number| {
            let mut share = shares[number].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            share.fill(number, shares.len(), visited, monitors, lists);
        });
        self.marks.resize_with(lists.len(), Vec::new);
        for (marks, list) in self.marks.iter_mut().zip(lists) {
            marks.clear();
            marks.resize(list.len(), Mark::Known);
        }
        for share in &mut self.shares {
            let share = share.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
            for (list, at, mark) in &share.new {
                self.marks[*list as usize][*at as usize] = *mark;
            }
        }
    }
}

impl Share {
    fn fill(
        &mut self,
        number: usize,
        count: usize,
        visited: &Visited,
        monitors: &Monitors,
        lists: &[&Missing],
    ) {
        let most: usize = lists.iter().map(|list| list.len()).sum();
        self.new.clear();
        self.slots.clear();
        self.slots.resize((4 * most / count + 16).max(most + 1), 0);
        self.values.resize(visited.layout.variables(), 0);
        for (list, missing) in (0u32..).zip(lists) {
            let mut unsure = missing.unsure().iter().copied().peekable();
            for at in 0..missing.len() {
                let is_unsure = unsure.next_if_eq(&(at as u32)).is_some();
                let hash = missing.hash(at);
                let is_own = share_of(hash, count) == number;
                if is_own && !(is_unsure && visited.has(hash, missing.words(at))) {
                    self.add(list, at, monitors, lists);
                }
            }
        }
    }

    /// Adds a state that is not among the states that were there before, if it is the first of its kind.
    fn add(&mut self, list: u32, at: usize, monitors: &Monitors, lists: &[&Missing]) {
        let missing = lists[list as usize];
        let (hash, words) = (missing.hash(at), missing.words(at));
        let mut slot = home_in(self.slots.len(), hash);
        while let Some(earlier) = self.slots[slot].checked_sub(1) {
            let (list, at, _) = self.new[earlier as usize];
            if lists[list as usize].is(at as usize, hash, words) {
                return;
            }
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
        let mark = if monitors.is_notable(words, &mut self.values) { Mark::Notable } else { Mark::New };
        self.new.push((list, at as u32, mark));
        self.slots[slot] = self.new.len() as u32;
    }
}

/// Who decides about a state with this hash.
fn share_of(hash: u64, count: usize) -> usize {
    (((hash & 0xFFFF_FFFF) * count as u64) >> 32) as usize
}
