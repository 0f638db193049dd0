//! All states found, in the order in which they were found.
//!
//! A state is known by its number. The bytes of its packed words that are in use lie in chunks of equally many
//! states, with the number of the state that it was found from beside them. Chunks never move, so growing costs
//! no second copy, and the frontier of a breadth-first search is just a range of numbers.

use crate::states::layout::Layout;
use std::collections::VecDeque;

/// States in a chunk, as a power of two.
const CHUNK_BITS: u32 = 15;
const CHUNK: usize = 1 << CHUNK_BITS;

/// Bytes behind the last state of a chunk, so that a whole word can be read anywhere.
const PADDING: usize = 8;

/// The predecessor of an initial state.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// The states.
#[derive(Debug)]
pub(crate) struct Store {
    /// How many bytes a state has.
    width: usize,
    /// The bits of a state's last word that are stored.
    last_mask: u64,
    states: Vec<Box<[u8]>>,
    parents: Vec<Box<[u32]>>,
    count: usize,
}

/// Room for states with neighbouring numbers, to be filled in order.
#[derive(Debug)]
pub(crate) struct StoreRoom<'r> {
    width: usize,
    /// For each chunk that it has part of, room for states and for their predecessors.
    pieces: VecDeque<(&'r mut [u8], &'r mut [u32])>,
    /// How many states the first piece has already.
    at: usize,
    len: usize,
}

impl StoreRoom<'_> {
    /// How many states there is room for at all.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Puts the next state there, and the number of the one it was found from. There must be room for it.
    #[inline]
    pub fn push(&mut self, words: &[u64], parent: u32) {
        if self.pieces[0].1.len() == self.at {
            self.pieces.pop_front();
            self.at = 0;
        }
        let (states, parents) = &mut self.pieces[0];
        let start = self.at * self.width;
        if start + 8 * words.len() <= states.len() {
            write(states, start, words);
        } else {
            // What comes next may be somebody else's.
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            states[start..start + self.width].iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        }
        parents[self.at] = parent;
        self.at += 1;
    }
}

impl Store {
    /// No states yet, of this layout.
    pub fn new(layout: &Layout) -> Self {
        let width = layout.bytes();
        let last_bytes = width - 8 * (layout.words() - 1);
        let last_mask = u64::MAX >> (64 - 8 * last_bytes);
        Store { width, last_mask, states: Vec::new(), parents: Vec::new(), count: 0 }
    }

    /// How many states there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    fn chunk_bytes(&self) -> usize {
        CHUNK * (self.width + size_of::<u32>()) + PADDING
    }

    /// The bytes that the next state will add to what is allocated: none, or those of a whole chunk.
    #[inline]
    pub fn next_allocation(&self) -> u64 {
        if self.count.is_multiple_of(CHUNK) { self.chunk_bytes() as u64 } else { 0 }
    }

    /// The bytes allocated.
    pub fn bytes(&self) -> u64 {
        (self.states.len() * self.chunk_bytes()) as u64
    }

    /// Adds a state and the number of the one it was found from; returns its number.
    pub fn push(&mut self, words: &[u64], parent: u32) -> u32 {
        if self.count.is_multiple_of(CHUNK) {
            self.add_chunk();
        }
        let (last, at) = (self.states.len() - 1, self.count & (CHUNK - 1));
        write(&mut self.states[last], at * self.width, words);
        self.parents[last][at] = parent;
        self.count += 1;
        (self.count - 1) as u32
    }

    fn add_chunk(&mut self) {
        self.states.push(new_chunk(self.width));
        self.parents.push(vec![0; CHUNK].into());
    }

    /// How many states find room without a further allocation, or with just one if there is no room left.
    pub fn next_room(&self) -> usize {
        CHUNK - (self.count & (CHUNK - 1))
    }

    /// Adds so many states, which are to be filled in. There must be room as [`Store::next_room`] says.
    pub fn extend(&mut self, more: usize) {
        if self.count.is_multiple_of(CHUNK) && more > 0 {
            self.add_chunk();
        }
        self.count += more;
    }

    /// The room of the states from a number on, cut at these bounds, which are counted from there and rise from zero.
    pub fn rooms(&mut self, first: usize, bounds: &[usize]) -> Vec<StoreRoom<'_>> {
        let width = self.width;
        let cut = bounds.windows(2).map(|pair| StoreRoom {
            width,
            pieces: VecDeque::new(),
            at: 0,
            len: pair[1] - pair[0],
        });
        let mut rooms: Vec<StoreRoom<'_>> = cut.collect();
        let mut room = 0;
        let mut wanted = rooms[0].len;
        let chunk = first >> CHUNK_BITS;
        let mut skipped = first & (CHUNK - 1);
        for (states, parents) in self.states.iter_mut().zip(&mut self.parents).skip(chunk) {
            let mut states = &mut states[skipped * width..CHUNK * width];
            let mut parents = &mut parents[skipped..];
            skipped = 0;
            while !parents.is_empty() {
                while wanted == 0 {
                    room += 1;
                    let Some(next) = rooms.get(room) else { return rooms };
                    wanted = next.len;
                }
                let some = wanted.min(parents.len());
                let (own_states, other_states) = states.split_at_mut(some * width);
                let (own_parents, other_parents) = parents.split_at_mut(some);
                rooms[room].pieces.push_back((own_states, own_parents));
                (states, parents) = (other_states, other_parents);
                wanted -= some;
            }
        }
        rooms
    }

    /// The word with this position, counted from zero, of the state with this number; the last one may have
    /// bits of the next state above its own.
    #[inline]
    fn word(&self, number: u32, position: usize) -> u64 {
        let start = (number as usize & (CHUNK - 1)) * self.width + 8 * position;
        let chunk = &self.states[(number >> CHUNK_BITS) as usize];
        u64::from_le_bytes(chunk[start..start + 8].try_into().expect("eight bytes"))
    }

    /// Whether the first word of the state with this number is that of these.
    #[inline]
    pub fn begins_like(&self, number: u32, words: &[u64]) -> bool {
        let mask = if words.len() == 1 { self.last_mask } else { u64::MAX };
        self.word(number, 0) & mask == words[0]
    }

    /// The packed state with this number, where states have one word.
    #[inline]
    pub fn single(&self, number: u32) -> u64 {
        self.word(number, 0) & self.last_mask
    }

    /// The packed state with this number.
    #[inline]
    pub fn read(&self, number: u32, words: &mut [u64]) {
        for (position, word) in words.iter_mut().enumerate() {
            *word = self.word(number, position);
        }
        if let Some(last) = words.last_mut() {
            *last &= self.last_mask;
        }
    }

    /// Whether the state with this number is this one.
    #[inline]
    pub fn is(&self, number: u32, words: &[u64]) -> bool {
        let last = words.len() - 1;
        self.word(number, last) & self.last_mask == words[last]
            && (0..last).all(|position| self.word(number, position) == words[position])
    }

    /// The state that this one was found from; nothing if it is initial.
    pub fn parent(&self, number: u32) -> Option<u32> {
        let parent = self.parents[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)];
        (parent != NO_PARENT).then_some(parent)
    }

    /// The same states in another layout. Chunks are freed as they are copied.
    pub fn repacked(mut self, from: &Layout, to: &Layout) -> Self {
        let mut new = Store { count: self.count, ..Store::new(to) };
        let mut values = vec![0; from.variables()];
        let (mut old_words, mut new_words) = (vec![0; from.words()], vec![0; to.words()]);
        for chunk in 0..self.states.len() {
            let mut copy = new_chunk(new.width);
            let first = chunk << CHUNK_BITS;
            for number in first..self.count.min(first + CHUNK) {
                let start = (number - first) * new.width;
                self.read(number as u32, &mut old_words);
                from.unpack(&old_words, &mut values);
                to.pack(&values, &mut new_words).expect("a wider layout holds what a narrower one did");
                write(&mut copy, start, &new_words);
            }
            new.states.push(copy);
            self.states[chunk] = Box::default();
        }
        new.parents = self.parents;
        new
    }
}

/// Room for a chunk of states.
fn new_chunk(width: usize) -> Box<[u8]> {
    vec![0; CHUNK * width + PADDING].into()
}

/// Writes the words of a state; of the last one, bytes that are not stored spill into what comes next.
#[inline]
fn write(chunk: &mut [u8], start: usize, words: &[u64]) {
    for (position, word) in words.iter().enumerate() {
        let at = start + 8 * position;
        chunk[at..at + 8].copy_from_slice(&word.to_le_bytes());
    }
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
        let store = store.repacked(&narrow, &wide);
        let (mut words, mut values) = (vec![0; wide.words()], vec![0; 3]);
        for number in 0..1000 {
            store.read(number as u32, &mut words);
            wide.unpack(&words, &mut values);
            assert_eq!(values, [number, 1023 - number, number / 2]);
        }
    }
}
