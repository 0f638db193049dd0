//! States in memory, packed.
//!
//! Lookups miss the cache nearly always. So candidates of a batch are looked up together, in passes: the first touches their buckets
//! in the table, the second guesses from these which states they are, the third compares with the states. Within a pass the
//! processor overlaps the misses.

use crate::batch::Batch;
use crate::hash::hash;
use crate::shape::Shape;
use crate::storage::{StateStorage, StorageFailure, Usage, may_allocate};
use crate::store::Store;
use crate::table::{Guess, MOST_STATES, Table};
use budget::Watch;
use std::ops::Range;

/// Candidates that are looked up together.
const TOGETHER: usize = 512;

/// Packed states in memory.
#[derive(Debug)]
pub struct InMemory {
    shape: Shape,
    store: Store<u64>,
    table: Table,
    levels: Vec<u64>,
    hashes: Vec<u64>,
    guesses: Vec<Guess>,
}

impl InMemory {
    /// None yet.
    pub fn new(shape: Shape) -> Self {
        let (hashes, guesses) = (Vec::new(), Vec::new());
        InMemory {
            shape,
            store: Store::new(shape),
            table: Table::default(),
            levels: vec![0],
            hashes,
            guesses,
        }
    }

    /// The states, those of the level at hand included.
    pub(crate) fn store(&self) -> &Store<u64> {
        &self.store
    }

    /// Offers some of the candidates of a batch.
    pub(crate) fn offer_some(
        &mut self,
        candidates: &Batch,
        some: Range<usize>,
        watch: &dyn Watch,
    ) -> Result<(), StorageFailure> {
        let mut start = some.start;
        while start < some.end {
            let end = some.end.min(start + TOGETHER);
            self.look_up(candidates, start..end, watch)?;
            start = end;
        }
        Ok(())
    }

    fn look_up(
        &mut self,
        candidates: &Batch,
        some: Range<usize>,
        watch: &dyn Watch,
    ) -> Result<(), StorageFailure> {
        let words = &candidates.words[some.start * self.shape.words..some.end * self.shape.words];
        self.hashes.clear();
        self.hashes.extend(words.chunks_exact(self.shape.words).map(hash));
        let view = self.table.view();
        std::hint::black_box(self.hashes.iter().fold(0, |sum, hash| sum ^ view.first_slot(*hash)));
        self.guesses.clear();
        self.guesses.extend(self.hashes.iter().map(|hash| view.guess(*hash)));
        if !self.store.is_empty() {
            let states = self.guesses.iter().filter_map(|guess| guess.number());
            std::hint::black_box(states.fold(0, |sum, number| sum ^ self.store.first_word(number)));
        }
        for at in 0..some.len() {
            let words = &words[at * self.shape.words..(at + 1) * self.shape.words];
            let tag = candidates.tags[some.start + at];
            match self.find(self.hashes[at], words, self.guesses[at]) {
                Some(number) => self.keep_least(number, tag),
                None => self.add(self.hashes[at], words, tag, watch)?,
            }
        }
        Ok(())
    }

    /// The number of a state, of which this was guessed before others of its batch came.
    #[inline]
    fn find(&self, of_words: u64, words: &[u64], guess: Guess) -> Option<u32> {
        let is_state = |number: u32| self.store.is(number, words);
        let guessed = guess.number().filter(|number| is_state(*number));
        guessed.or_else(|| self.table.find(of_words, is_state))
    }

    #[inline]
    fn keep_least(&mut self, number: u32, tag: u64) {
        let is_of_level = u64::from(number) >= self.count();
        if is_of_level && tag < self.store.link(number) {
            self.store.set_link(number, tag);
        }
    }

    #[inline]
    fn add(
        &mut self,
        of_words: u64,
        words: &[u64],
        tag: u64,
        watch: &dyn Watch,
    ) -> Result<(), StorageFailure> {
        if self.store.next_allocation() > 0 || self.table.is_full() {
            self.make_room(watch)?;
        }
        let number = self.store.push(words, tag);
        self.table.insert(of_words, number);
        Ok(())
    }

    fn make_room(&mut self, watch: &dyn Watch) -> Result<(), StorageFailure> {
        if self.store.len() >= MOST_STATES {
            return Err(StorageFailure::Numbers);
        }
        let more = self.store.next_allocation();
        may_allocate(watch, self.store.len() as u64, self.usage(), more)?;
        if self.table.is_full() {
            let more = self.table.grown_bytes() - self.table.bytes();
            may_allocate(watch, self.store.len() as u64, self.usage(), more)?;
            self.table.grow(self.store.iter(self.shape, |words, _| hash(words)));
        }
        Ok(())
    }
}

impl StateStorage for InMemory {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn offer(&mut self, candidates: &Batch, watch: &dyn Watch) -> Result<(), StorageFailure> {
        self.offer_some(candidates, 0..candidates.len(), watch)
    }

    fn close_level(&mut self, _: &dyn Watch) -> Result<Range<u64>, StorageFailure> {
        let new = self.count()..self.store.len() as u64;
        self.levels.push(new.end);
        Ok(new)
    }

    fn read(&mut self, from: u64, most: usize, into: &mut Batch) -> Result<(), StorageFailure> {
        let mut words = vec![0; self.shape.words];
        for number in from..self.count().min(from + most as u64) {
            self.store.read(number as u32, &mut words);
            into.push(&words, self.store.link(number as u32));
        }
        Ok(())
    }

    fn levels(&self) -> &[u64] {
        &self.levels
    }

    fn usage(&self) -> Usage {
        Usage { memory: self.store.bytes() + self.table.bytes(), disk: 0 }
    }
}
