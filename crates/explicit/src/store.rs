//! All states found, in the order in which they were found.
//!
//! A state is known by its number. Its packed words lie in chunks of equally many states, at the granularity
//! of 32 bits, with the number of the state that it was found from beside them. Chunks never move, so growing
//! costs no second copy, and the frontier of a breadth-first search is just a range of numbers.

use crate::layout::Layout;

/// States in a chunk, as a power of two.
const CHUNK_BITS: u32 = 15;
const CHUNK: usize = 1 << CHUNK_BITS;

/// The predecessor of an initial state.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// The states.
#[derive(Debug)]
pub(crate) struct Store {
    halves: usize,
    states: Vec<Vec<u32>>,
    parents: Vec<Vec<u32>>,
    count: usize,
}

impl Store {
    /// No states yet, of this layout.
    pub fn new(layout: &Layout) -> Self {
        Store { halves: layout.halves(), states: Vec::new(), parents: Vec::new(), count: 0 }
    }

    /// How many states there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The bytes that the next state will add to what is allocated: none, or those of a whole chunk.
    #[inline]
    pub fn next_allocation(&self) -> u64 {
        if self.count.is_multiple_of(CHUNK) {
            ((self.halves + 1) * CHUNK * size_of::<u32>()) as u64
        } else {
            0
        }
    }

    /// The bytes allocated.
    pub fn bytes(&self) -> u64 {
        (self.states.len() * (self.halves + 1) * CHUNK * size_of::<u32>()) as u64
    }

    /// Adds a state and the number of the one it was found from; returns its number.
    pub fn push(&mut self, words: &[u64], parent: u32) -> u32 {
        if self.count.is_multiple_of(CHUNK) {
            self.states.push(Vec::with_capacity(self.halves * CHUNK));
            self.parents.push(Vec::with_capacity(CHUNK));
        }
        let chunk = self.states.last_mut().expect("a chunk has just been added if there was none");
        match self.halves {
            1 => chunk.push(words[0] as u32),
            2 => chunk.extend_from_slice(&[words[0] as u32, (words[0] >> 32) as u32]),
            halves => chunk.extend((0..halves).map(|half| half_of(words, half))),
        }
        self.parents.last_mut().expect("chunks of parents keep pace with those of states").push(parent);
        self.count += 1;
        (self.count - 1) as u32
    }

    #[inline]
    fn halves_of(&self, number: u32) -> &[u32] {
        let start = (number as usize & (CHUNK - 1)) * self.halves;
        &self.states[(number >> CHUNK_BITS) as usize][start..start + self.halves]
    }

    /// A part of the state with this number. Asking for it fetches the state into the cache.
    #[inline]
    pub fn first_half(&self, number: u32) -> u32 {
        let start = (number as usize & (CHUNK - 1)) * self.halves;
        self.states[(number >> CHUNK_BITS) as usize].get(start).copied().unwrap_or(0)
    }

    /// The packed state with this number.
    #[inline]
    pub fn read(&self, number: u32, words: &mut [u64]) {
        let halves = self.halves_of(number);
        for (word, pair) in words.iter_mut().zip(halves.chunks(2)) {
            *word = u64::from(pair[0]) | pair.get(1).map_or(0, |high| u64::from(*high) << 32);
        }
    }

    /// Whether the state with this number is this one.
    #[inline]
    pub fn is(&self, number: u32, words: &[u64]) -> bool {
        match (self.halves_of(number), words) {
            ([low], [word]) => u64::from(*low) == *word,
            ([low, high], [word]) => (u64::from(*low) | u64::from(*high) << 32) == *word,
            (halves, words) => halves.iter().enumerate().all(|(at, half)| *half == half_of(words, at)),
        }
    }

    /// The state that this one was found from; nothing if it is initial.
    pub fn parent(&self, number: u32) -> Option<u32> {
        let parent = self.parents[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)];
        (parent != NO_PARENT).then_some(parent)
    }

    /// The same states in another layout. Chunks are freed as they are copied.
    pub fn repacked(self, from: &Layout, to: &Layout, variables: usize) -> Self {
        let mut new =
            Store { halves: to.halves(), states: Vec::new(), parents: self.parents, count: self.count };
        let mut values = vec![0; variables];
        let (mut old_words, mut new_words) = (vec![0; from.words()], vec![0; to.words()]);
        for chunk in self.states {
            let mut copy = Vec::with_capacity(to.halves() * CHUNK);
            for halves in chunk.chunks_exact(from.halves()) {
                for (word, pair) in old_words.iter_mut().zip(halves.chunks(2)) {
                    *word = u64::from(pair[0]) | pair.get(1).map_or(0, |high| u64::from(*high) << 32);
                }
                from.unpack(&old_words, &mut values);
                to.pack(&values, &mut new_words).expect("a wider layout holds what a narrower one did");
                copy.extend((0..to.halves()).map(|half| half_of(&new_words, half)));
            }
            new.states.push(copy);
        }
        new
    }
}

#[inline]
fn half_of(words: &[u64], half: usize) -> u32 {
    (words[half / 2] >> (32 * (half % 2))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Domain;

    fn layout(bits: u32, count: usize) -> Layout {
        Layout::new(&vec![Domain { low: 0, high: (1 << bits) - 1, is_listed: true }; count])
    }

    #[test]
    fn states_and_parents_are_found_again_across_chunks() {
        for (bits, count) in [(20, 1), (50, 1), (60, 2), (20, 4)] {
            let layout = layout(bits, count);
            let mut store = Store::new(&layout);
            let state = |number: u32| vec![u64::from(number) % (1 << 20); layout.words()];
            for number in 0..(CHUNK as u32 + 100) {
                let parent = if number == 0 { NO_PARENT } else { number - 1 };
                assert_eq!(store.push(&state(number), parent), number);
            }
            let mut words = vec![0; layout.words()];
            for number in [0, 1, CHUNK as u32 - 1, CHUNK as u32, CHUNK as u32 + 99] {
                store.read(number, &mut words);
                assert_eq!(words, state(number));
                assert!(store.is(number, &words) && !store.is(number, &state(number + 1)));
                assert_eq!(store.parent(number), number.checked_sub(1));
            }
        }
    }

    #[test]
    fn repacking_keeps_every_state() {
        let (narrow, wide) = (layout(10, 3), layout(40, 3));
        let mut store = Store::new(&narrow);
        let mut words = vec![0; narrow.words()];
        for number in 0..1000 {
            narrow.pack(&[number, 1023 - number, number / 2], &mut words).unwrap();
            store.push(&words, NO_PARENT);
        }
        let store = store.repacked(&narrow, &wide, 3);
        let (mut words, mut values) = (vec![0; wide.words()], vec![0; 3]);
        for number in 0..1000 {
            store.read(number as u32, &mut words);
            wide.unpack(&words, &mut values);
            assert_eq!(values, [number, 1023 - number, number / 2]);
        }
    }
}
