//! A hash table of state numbers, which says quickly whether a state has been seen.
//!
//! Open addressing over 32-bit slots in buckets of sixteen, one line of the cache each. A slot holds the number
//! of a state plus one, in as many bits as the numbers need at the present size; the bits left over hold a
//! piece of the state's hash, so that different states are almost never fetched from the store just to be
//! told apart. A bucket is filled from its first slot on, and when it is full, the next one is used. Buckets
//! are found by the upper bits of the hash (multiplied into the number of buckets, which need not be a power
//! of two), the piece is taken from the lower ones.
//!
//! A lookup usually ends with a [`Table::guess`]: all slots of one bucket are compared at once, without a
//! branch, which compilers turn into a few vector instructions.
//!
//! When the table is four fifths full it is thrown away and built anew from the states, half as large again:
//! the old and the new one never exist together, so the peak is the table itself, between 5 and 7.5 bytes a
//! state.
//!
//! # Reference
//! Comparing a piece of the hash of all slots of a bucket at once follows Abseil's "Swiss tables" (Benzaquen,
//! Evlogimenos, Kulukundis, Perepelitsa, 2018, abseil.io/about/design/swisstables). Departure: piece and number
//! share one slot, since the numbers leave bits over.

use crate::hash::home_in;
use crate::lines::{Line, Lines, SLOTS, touch};
use crate::pieces::Apart;
use budget::Workers;
use std::ops::Range;

/// A table of state numbers.
#[derive(Debug)]
pub struct Table {
    buckets: Lines,
    /// The bits of a slot that hold a number; the others hold a piece of the hash.
    number_mask: u32,
    count: usize,
    limit: usize,
}

/// What a look at one bucket says of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guess(u32);

impl Guess {
    /// It has not been seen.
    pub const ABSENT: Guess = Guess(0);
    /// It may be in another bucket.
    const ELSEWHERE: Guess = Guess(u32::MAX);

    /// The number that the state probably has.
    #[inline]
    pub fn number(self) -> Option<u32> {
        if self == Guess::ELSEWHERE { None } else { self.0.checked_sub(1) }
    }
}

/// The most states that numbers of 32 bits can tell apart, leaving zero to empty slots.
pub const MOST_STATES: usize = u32::MAX as usize - 2;

const FIRST_BUCKETS: usize = 256;

/// Numbers that are inserted together when the table is built anew.
const TOGETHER: usize = 256;

/// Parts of the table for each of several workers.
const PARTS: usize = 4;

impl Default for Table {
    /// An empty table.
    fn default() -> Self {
        Table::untouched(FIRST_BUCKETS)
    }
}

impl Table {
    /// An empty table with so many buckets, which should be touched.
    fn untouched(buckets: usize) -> Self {
        let limit = buckets * SLOTS / 5 * 4;
        let number_bits = usize::BITS - (limit + 1).leading_zeros();
        let number_mask = if number_bits >= 32 { u32::MAX } else { (1 << number_bits) - 1 };
        Table { buckets: Lines::new(buckets), number_mask, count: 0, limit }
    }

    /// The bytes allocated.
    pub fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Line>()) as u64
    }

    /// Whether another number needs a larger table first.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.count >= self.limit
    }

    /// How many numbers it has room for.
    #[inline]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Whether it has no number.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bytes of the table that the next growth makes.
    pub fn grown_bytes(&self) -> u64 {
        (grown(self.buckets.len()) * size_of::<Line>()) as u64
    }

    /// Makes the table half as large again. The numbers are those of `hashes`, in order.
    pub fn grow(&mut self, hashes: impl Iterator<Item = u64>) {
        let buckets = grown(self.buckets.len());
        self.rebuild(buckets, hashes);
    }

    /// Makes the table half as large again, and empty.
    pub fn grow_emptied(&mut self) {
        let buckets = grown(self.buckets.len());
        self.buckets = Lines::default();
        *self = Table::untouched(buckets);
    }

    /// How the table is cut into so many parts, or fewer.
    #[inline]
    pub fn cut(&self, parts: usize) -> Cut {
        let all = self.buckets.len();
        Cut { all, size: all.div_ceil(parts) }
    }

    /// So many parts of the table.
    pub fn parts(&mut self, parts: usize) -> Vec<TablePart<'_>> {
        let (cut, number_mask) = (self.cut(parts), self.number_mask);
        let part = |buckets| TablePart {
            cut,
            number_mask,
            buckets,
            added: 0,
            gathered: Vec::new(),
            left_over: Vec::new(),
        };
        self.buckets.chunks_mut(cut.size).map(part).collect()
    }

    /// Takes note of what was added to the parts of the table.
    pub fn finish(&mut self, done: Vec<Done>) {
        for Done { added, left_over } in done {
            self.count += added;
            left_over.into_iter().for_each(|(hash, number)| self.insert(hash, number));
        }
    }

    /// Adds so many numbers to the empty table, side by side; the hashes of some are asked for. There must be room for them.
    ///
    /// The table is cut into parts. Each worker sorts its numbers by the parts that they belong to, and adds to a part
    /// when some have gathered, while nobody else does. What must go on into the next part is added at last.
    pub fn fill_side_by_side<I: Iterator<Item = u64>>(
        &mut self,
        workers: &dyn Workers,
        count: usize,
        hashes: &(dyn Fn(Range<usize>) -> I + Sync),
    ) {
        let crew = workers.count().max(1);
        let cut = self.cut(PARTS * crew);
        let parts: Vec<_> = self.parts(PARTS * crew).into_iter().map(Apart::new).collect();
        workers.run(&|worker| {
            let some = parts.iter().skip(worker).step_by(crew);
            some.for_each(|part| touch(part.lock().buckets));
        });
        workers.run(&|worker| {
            let mut gathered = vec![Vec::with_capacity(TOGETHER); parts.len()];
            let add = |number: usize, some: &mut Vec<(u64, u32)>| {
                let mut part = parts[number].lock();
                part.add_all(some.drain(..));
            };
            let own = count * worker / crew..count * (worker + 1) / crew;
            for (hash, number) in hashes(own.clone()).zip(own.start as u32..) {
                let part = cut.part(hash);
                gathered[part].push((hash, number));
                if gathered[part].len() == TOGETHER {
                    add(part, &mut gathered[part]);
                }
            }
            gathered.iter_mut().enumerate().for_each(|(part, some)| add(part, some));
        });
        let parts = parts.into_iter().map(Apart::into_inner);
        let done = parts.map(TablePart::finish).collect();
        self.finish(done);
    }

    /// Makes the table anew after all hashes have changed.
    pub fn rehash(&mut self, hashes: impl Iterator<Item = u64>) {
        self.rebuild(self.buckets.len(), hashes);
    }

    fn rebuild(&mut self, buckets: usize, hashes: impl Iterator<Item = u64>) {
        self.buckets = Lines::default();
        *self = Table::untouched(buckets);
        touch(&mut self.buckets);
        let mut some = Vec::with_capacity(TOGETHER);
        let mut hashes = hashes.fuse();
        loop {
            some.clear();
            some.extend(hashes.by_ref().take(TOGETHER));
            if some.is_empty() {
                return;
            }
            // The buckets are fetched into the cache together before they are used one by one.
            let view = self.view();
            std::hint::black_box(some.iter().fold(0, |sum, hash| sum ^ view.first_slot(*hash)));
            for hash in &some {
                self.insert(*hash, self.count as u32);
            }
        }
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        home_in(self.buckets.len(), hash)
    }

    #[inline]
    fn after(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets.len() { 0 } else { bucket + 1 }
    }

    /// The same as [`View::guess`], for one.
    #[inline]
    pub fn guess(&self, hash: u64) -> Guess {
        self.view().guess(hash)
    }

    /// What is needed for looking up many.
    #[inline]
    pub fn view(&self) -> View<'_> {
        View { buckets: &self.buckets, number_mask: self.number_mask, count: self.count }
    }

    /// The first number whose piece of hash agrees and that is `wanted`.
    #[inline]
    pub fn find(&self, hash: u64, mut wanted: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut bucket = self.home(hash);
        let piece_mask = !self.number_mask;
        loop {
            for slot in &self.buckets[bucket] {
                if *slot == 0 {
                    return None;
                }
                if (slot ^ hash as u32) & piece_mask == 0 {
                    let number = (slot & self.number_mask) - 1;
                    if wanted(number) {
                        return Some(number);
                    }
                }
            }
            bucket = self.after(bucket);
        }
    }

    /// Adds a number that is not there yet. The table must not be full.
    #[inline]
    pub fn insert(&mut self, hash: u64, number: u32) {
        let mut bucket = self.home(hash);
        while !add(&mut self.buckets[bucket], hash, number, self.number_mask) {
            bucket = self.after(bucket);
        }
        self.count += 1;
    }
}

/// A table that nobody changes while many are looked up.
#[derive(Debug, Clone, Copy)]
pub struct View<'t> {
    buckets: &'t [Line],
    number_mask: u32,
    count: usize,
}

impl View<'_> {
    /// A slot of the first bucket. Asking for it fetches the bucket into the cache.
    #[inline]
    pub fn first_slot(&self, hash: u64) -> u32 {
        self.buckets[home_in(self.buckets.len(), hash)][0]
    }

    /// What the first bucket says. The number is wrong if pieces of different hashes agree.
    #[inline(always)]
    pub fn guess(&self, hash: u64) -> Guess {
        let slots = &self.buckets[home_in(self.buckets.len(), hash)];
        let piece_mask = !self.number_mask;
        // At most one slot is expected to agree, so that their union is that one.
        let agreeing = slots
            .iter()
            .fold(0, |union, slot| union | if (slot ^ hash as u32) & piece_mask == 0 { *slot } else { 0 });
        let number = agreeing & self.number_mask;
        let is_elsewhere = number == 0 && slots[SLOTS - 1] != 0;
        let is_union = number as usize > self.count;
        if is_elsewhere || is_union { Guess::ELSEWHERE } else { Guess(number) }
    }
}

/// Adds a number to a bucket; false if it is full.
#[inline]
fn add(bucket: &mut Line, hash: u64, number: u32, number_mask: u32) -> bool {
    let used: usize = bucket.iter().map(|slot| usize::from(*slot != 0)).sum();
    let Some(free) = bucket.get_mut(used) else { return false };
    *free = (hash as u32 & !number_mask) | (number + 1);
    true
}

/// How a table is cut into parts.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    all: usize,
    size: usize,
}

impl Cut {
    /// The part that a hash belongs to.
    #[inline]
    pub fn part(self, hash: u64) -> usize {
        // Buckets are fewer than numbers of states, which have 32 bits.
        (home_in(self.all, hash) as u32 / self.size as u32) as usize
    }

    /// How many parts there are.
    pub fn parts(self) -> usize {
        self.all.div_ceil(self.size)
    }
}

/// A part of the table that one worker at a time adds to.
#[derive(Debug)]
pub struct TablePart<'t> {
    cut: Cut,
    number_mask: u32,
    buckets: &'t mut [Line],
    added: usize,
    gathered: Vec<(u32, u64, u32)>,
    left_over: Vec<(u64, u32)>,
}

/// What was done to a part of the table.
#[derive(Debug)]
pub struct Done {
    added: usize,
    /// What did not find room from its first bucket on.
    left_over: Vec<(u64, u32)>,
}

impl TablePart<'_> {
    /// Adds numbers with their hashes, which must belong to this part.
    pub fn add_all(&mut self, mut numbers: impl Iterator<Item = (u64, u32)>) {
        loop {
            self.gathered.clear();
            for (hash, number) in numbers.by_ref().take(TOGETHER) {
                let home = home_in(self.cut.all, hash) as u32 % self.cut.size as u32;
                self.gathered.push((home, hash, number));
            }
            if self.gathered.is_empty() {
                return;
            }
            self.add_gathered();
        }
    }

    fn add_gathered(&mut self) {
        let TablePart { number_mask, buckets, added, gathered, left_over, .. } = self;
        // The buckets are fetched into the cache together before they are used one by one.
        std::hint::black_box(gathered.iter().fold(0, |sum, (home, ..)| sum ^ buckets[*home as usize][0]));
        for (home, hash, number) in gathered {
            let mut room = buckets[*home as usize..].iter_mut();
            match room.any(|bucket| add(bucket, *hash, *number, *number_mask)) {
                true => *added += 1,
                false => left_over.push((*hash, *number)),
            }
        }
    }

    /// Ends the work on this part.
    pub fn finish(self) -> Done {
        Done { added: self.added, left_over: self.left_over }
    }
}

fn grown(buckets: usize) -> usize {
    buckets + buckets / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;

    #[test]
    fn every_number_is_found_while_the_table_grows() {
        let states: Vec<u64> = (0..20_000u64).map(|number| number * 4096).collect();
        let hashes = || states.iter().map(|state| hash(&[*state]));
        let mut table = Table::default();
        for (number, of_state) in hashes().enumerate() {
            assert_eq!(table.find(of_state, |other| states[other as usize] == states[number]), None);
            if table.is_full() {
                table.grow(hashes().take(number));
            }
            table.insert(of_state, number as u32);
        }
        for (number, of_state) in hashes().enumerate() {
            let found = table.find(of_state, |other| states[other as usize] == states[number]);
            assert_eq!(found, Some(number as u32));
            assert!(table.guess(of_state) != Guess::ABSENT);
        }
        assert!(table.bytes() <= 20_000 * 8);
    }

    #[test]
    fn pieces_of_hashes_spare_comparisons() {
        let mut table = Table::default();
        for number in 0..3000u32 {
            table.insert(hash(&[u64::from(number)]), number);
        }
        let mut compared = 0;
        for number in 3000..13_000u64 {
            table.find(hash(&[number]), |_| {
                compared += 1;
                false
            });
        }
        assert!(compared < 100, "{compared} comparisons for 10000 unsuccessful searches");
    }
}
