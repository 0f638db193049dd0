//! States in memory, compressed as trees.
//!
//! The words of a state are the leaves of a tree. Each different word of a leaf gets a number of 32 bits, each different pair of
//! numbers at an inner node gets one too, and so on up to the root, whose pair stands for the whole state: eight bytes, however
//! long it is. Neighbouring states differ in few words, so that the lists of the other nodes stay short.
//!
//! # Reference
//! Laarman, van de Pol, Weber: *Parallel recursive state compression for free*, SPIN 2011, doi:10.1007/978-3-642-22306-8_4.
//! Departure: leaves are words, since several variables are packed into each; every list is a table of its own.

use crate::batch::Batch;
use crate::hash::hash;
use crate::shape::Shape;
use crate::storage::{StateStorage, StorageFailure, Usage, may_allocate};
use crate::store::Store;
use crate::table::{MOST_STATES, Table};
use budget::Watch;
use std::ops::Range;

/// Different words, each with a number and something beside it.
#[derive(Debug)]
struct Numbered<L> {
    store: Store<L>,
    table: Table,
}

impl<L: Copy + Default> Numbered<L> {
    fn new() -> Self {
        Numbered { store: Store::new(ONE_WORD), table: Table::default() }
    }

    /// The number of a word, and whether it is new.
    #[inline]
    fn number(&mut self, word: u64, link: L, watch: &dyn Watch) -> Result<(u32, bool), StorageFailure> {
        let of_word = hash(&[word]);
        if let Some(number) = self.table.find(of_word, |number| self.store.single(number) == word) {
            return Ok((number, false));
        }
        if self.store.next_allocation() > 0 || self.table.is_full() {
            self.make_room(watch)?;
        }
        let number = self.store.push(&[word], link);
        self.table.insert(of_word, number);
        Ok((number, true))
    }

    fn make_room(&mut self, watch: &dyn Watch) -> Result<(), StorageFailure> {
        let count = self.store.len();
        if count >= MOST_STATES {
            return Err(StorageFailure::Numbers);
        }
        let now = Usage { memory: self.bytes(), disk: 0 };
        may_allocate(watch, count as u64, now, self.store.next_allocation())?;
        if self.table.is_full() {
            may_allocate(watch, count as u64, now, self.table.grown_bytes() - self.table.bytes())?;
            self.table.grow(self.store.iter(ONE_WORD, |words, _| hash(words)));
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.table.bytes()
    }
}

/// What a list has as its entries.
const ONE_WORD: Shape = Shape { words: 1, bytes: 8 };

/// States in memory, compressed.
#[derive(Debug)]
pub struct Compressed {
    shape: Shape,
    /// The lists of all nodes but the root: first those of the leaves, then those of each level of the tree above.
    nodes: Vec<Numbered<()>>,
    /// The list of the root, with the tags.
    states: Numbered<u64>,
    levels: Vec<u64>,
    /// Room for the entries of one level of the tree.
    entries: Vec<u64>,
}

impl Compressed {
    /// None yet.
    pub fn new(shape: Shape) -> Self {
        let mut nodes = 0;
        let mut width = shape.words;
        while width > 1 {
            nodes += width;
            width = width.div_ceil(2);
        }
        Compressed {
            shape,
            nodes: (0..nodes).map(|_| Numbered::new()).collect(),
            states: Numbered::new(),
            levels: vec![0],
            entries: Vec::new(),
        }
    }

    /// The entry of a state at the root.
    #[inline]
    fn fold(&mut self, words: &[u64], watch: &dyn Watch) -> Result<u64, StorageFailure> {
        self.entries.clear();
        self.entries.extend_from_slice(words);
        let mut node = 0;
        while self.entries.len() > 1 {
            let width = self.entries.len();
            for at in 0..width {
                let (number, _) = self.nodes[node + at].number(self.entries[at], (), watch)?;
                let pair = u64::from(number) << (32 * (at & 1));
                self.entries[at / 2] = if at & 1 == 0 { pair } else { self.entries[at / 2] | pair };
            }
            self.entries.truncate(width.div_ceil(2));
            node += width;
        }
        Ok(self.entries[0])
    }

    /// The words of the state with this entry at the root.
    fn unfold(&self, entry: u64, words: &mut Vec<u64>) {
        words.clear();
        words.push(entry);
        let mut node = self.nodes.len();
        let mut widths = Vec::new();
        let mut width = self.shape.words;
        while width > 1 {
            widths.push(width);
            width = width.div_ceil(2);
        }
        for width in widths.into_iter().rev() {
            node -= width;
            let pairs = std::mem::take(words);
            for at in 0..width {
                let number = (pairs[at / 2] >> (32 * (at & 1))) as u32;
                words.push(self.nodes[node + at].store.single(number));
            }
        }
    }
}

impl StateStorage for Compressed {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn offer(&mut self, candidates: &Batch, watch: &dyn Watch) -> Result<(), StorageFailure> {
        let closed = self.count();
        for (words, tag) in candidates.iter(self.shape) {
            let entry = self.fold(words, watch)?;
            let (number, is_new) = self.states.number(entry, tag, watch)?;
            let is_of_level = u64::from(number) >= closed;
            if !is_new && is_of_level && tag < self.states.store.link(number) {
                self.states.store.set_link(number, tag);
            }
        }
        Ok(())
    }

    fn close_level(&mut self, _: &dyn Watch) -> Result<Range<u64>, StorageFailure> {
        let new = self.count()..self.states.store.len() as u64;
        self.levels.push(new.end);
        Ok(new)
    }

    fn read(&mut self, from: u64, most: usize, into: &mut Batch) -> Result<(), StorageFailure> {
        let mut words = Vec::with_capacity(self.shape.words);
        for number in from..self.count().min(from + most as u64) {
            self.unfold(self.states.store.single(number as u32), &mut words);
            into.push(&words, self.states.store.link(number as u32));
        }
        Ok(())
    }

    fn levels(&self) -> &[u64] {
        &self.levels
    }

    fn usage(&self) -> Usage {
        let nodes: u64 = self.nodes.iter().map(Numbered::bytes).sum();
        Usage { memory: nodes + self.states.bytes(), disk: 0 }
    }
}
