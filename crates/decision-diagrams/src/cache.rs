//! Results of earlier operations, so that shared parts of diagrams are worked on once.
//!
//! The memory is lossy: a result goes to the one place that its key selects, and displaces what was there. It
//! starts small and grows with use, up to a share of the memory that the domain may have.
//!
//! Keys name nodes by number, and a number can name another node after nodes were collected. So results are only
//! valid until the next collection, and whoever asks says how many there have been.

use oxidd::bdd::BDDFunction;

/// What was asked: an operation, two diagrams by number, and what else the result depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    /// The operation in the lowest byte, and above it a third diagram or the number of a relation.
    pub(crate) operation: u64,
    /// The number of the first diagram.
    pub(crate) first: u32,
    /// The number of the second diagram.
    pub(crate) second: u32,
}

struct Entry {
    key: Key,
    result: Option<BDDFunction>,
}

pub(crate) struct Cache {
    entries: Vec<Entry>,
    displaced: usize,
    most: usize,
    collections: u64,
}

const VACANT: Key = Key { operation: u64::MAX, first: 0, second: 0 };
const FEWEST: usize = 1 << 10;

impl Cache {
    /// A memory of at most so many bytes.
    pub(crate) fn new(bytes: u64) -> Cache {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Entry>();
        let most = if most < FEWEST { FEWEST } else { 1 << most.ilog2() };
        Cache { entries: vacant(FEWEST), displaced: 0, most, collections: 0 }
    }

    /// What was remembered for the key, if nodes were collected so often.
    pub(crate) fn get(&mut self, key: Key, collections: u64) -> Option<&BDDFunction> {
        self.follow(collections);
        let entry = &self.entries[place(key, self.entries.len())];
        if entry.key == key { entry.result.as_ref() } else { None }
    }

    /// Remembers a result.
    pub(crate) fn put(&mut self, key: Key, result: BDDFunction, collections: u64) {
        self.follow(collections);
        if self.displaced > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let place = place(key, self.entries.len());
        let entry = &mut self.entries[place];
        self.displaced += usize::from(entry.result.is_some());
        *entry = Entry { key, result: Some(result) };
    }

    /// Forgets everything, so that nodes are free that only results held.
    pub(crate) fn clear(&mut self) {
        for entry in &mut self.entries {
            *entry = Entry { key: VACANT, result: None };
        }
        self.displaced = 0;
    }

    /// The bytes that the memory holds.
    pub(crate) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    fn follow(&mut self, collections: u64) {
        if self.collections != collections {
            self.clear();
            self.collections = collections;
        }
    }

    fn grow(&mut self) {
        let larger = vacant(self.entries.len() * 4);
        for entry in std::mem::replace(&mut self.entries, larger) {
            if entry.result.is_some() {
                let place = place(entry.key, self.entries.len());
                self.entries[place] = entry;
            }
        }
        self.displaced = 0;
    }
}

fn vacant(count: usize) -> Vec<Entry> {
    (0..count).map(|_| Entry { key: VACANT, result: None }).collect()
}

/// The place of a key among so many, which are a power of two.
fn place(key: Key, places: usize) -> usize {
    let mut hash = key.operation.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash.rotate_left(23) ^ u64::from(key.first)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash.rotate_left(29) ^ u64::from(key.second)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash >> 32) as usize & (places - 1)
}
