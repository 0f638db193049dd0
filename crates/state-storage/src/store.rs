//! All states found, in the order in which they were found.
//!
//! A state is known by its number. The bytes of its packed words that are in use lie in chunks of equally many
//! states, with a link beside them, such as the number of the state that it was found from. Chunks never move, so growing costs
//! no second copy, and the frontier of a breadth-first search is just a range of numbers.

use crate::shape::Shape;
use std::collections::VecDeque;

/// States in a chunk, as a power of two.
const CHUNK_BITS: u32 = 15;
const CHUNK: usize = 1 << CHUNK_BITS;

/// Bytes behind the last state of a chunk, so that a whole word can be read anywhere.
const PADDING: usize = 8;

/// The predecessor of an initial state.
pub const NO_PARENT: u32 = u32::MAX;

/// The states.
#[derive(Debug)]
pub struct Store<L = u32> {
    /// How many bytes a state has.
    width: usize,
    /// The bits of a state's last word that are stored.
    last_mask: u64,
    states: Vec<Box<[u8]>>,
    links: Vec<Box<[L]>>,
    count: usize,
}

/// Room for states with neighbouring numbers, to be filled in order.
#[derive(Debug)]
pub struct StoreRoom<'r, L = u32> {
    width: usize,
    /// For each chunk that it has part of, room for states and for their links.
    pieces: VecDeque<(&'r mut [u8], &'r mut [L])>,
    /// How many states the first piece has already.
    at: usize,
    len: usize,
}

impl<L: Copy> StoreRoom<'_, L> {
    /// How many states there is room for at all.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no room at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts the next state there, and its link. There must be room for it.
    #[inline]
    pub fn push(&mut self, words: &[u64], link: L) {
        if self.pieces[0].1.len() == self.at {
            self.pieces.pop_front();
            self.at = 0;
        }
        let (states, links) = &mut self.pieces[0];
        let start = self.at * self.width;
        if start + 8 * words.len() <= states.len() {
            write(states, start, words);
        } else {
            // What comes next may be somebody else's.
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            states[start..start + self.width].iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        }
        links[self.at] = link;
        self.at += 1;
    }
}

impl Store<u32> {
    /// The state that this one was found from; nothing if it is initial.
    pub fn parent(&self, number: u32) -> Option<u32> {
        let parent = self.link(number);
        (parent != NO_PARENT).then_some(parent)
    }
}

impl<L: Copy + Default> Store<L> {
    /// No states yet, of this shape.
    pub fn new(shape: Shape) -> Self {
        let Shape { bytes: width, .. } = shape;
        Store { width, last_mask: shape.last_mask(), states: Vec::new(), links: Vec::new(), count: 0 }
    }

    /// How many states there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn chunk_bytes(&self) -> usize {
        CHUNK * (self.width + size_of::<L>()) + PADDING
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

    /// Adds a state and its link; returns its number.
    #[inline]
    pub fn push(&mut self, words: &[u64], link: L) -> u32 {
        if self.count.is_multiple_of(CHUNK) {
            self.add_chunk();
        }
        let (last, at) = (self.states.len() - 1, self.count & (CHUNK - 1));
        write(&mut self.states[last], at * self.width, words);
        self.links[last][at] = link;
        self.count += 1;
        (self.count - 1) as u32
    }

    fn add_chunk(&mut self) {
        self.states.push(new_chunk(self.width));
        self.links.push(vec![L::default(); CHUNK].into());
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
    pub fn rooms(&mut self, first: usize, bounds: &[usize]) -> Vec<StoreRoom<'_, L>> {
        let width = self.width;
        let cut = bounds.windows(2).map(|pair| StoreRoom {
            width,
            pieces: VecDeque::new(),
            at: 0,
            len: pair[1] - pair[0],
        });
        let mut rooms: Vec<StoreRoom<'_, L>> = cut.collect();
        let mut room = 0;
        let mut wanted = rooms[0].len;
        let chunk = first >> CHUNK_BITS;
        let mut skipped = first & (CHUNK - 1);
        for (states, links) in self.states.iter_mut().zip(&mut self.links).skip(chunk) {
            let mut states = &mut states[skipped * width..CHUNK * width];
            let mut links = &mut links[skipped..];
            skipped = 0;
            while !links.is_empty() {
                while wanted == 0 {
                    room += 1;
                    let Some(next) = rooms.get(room) else { return rooms };
                    wanted = next.len;
                }
                let some = wanted.min(links.len());
                let (own_states, other_states) = states.split_at_mut(some * width);
                let (own_links, other_links) = links.split_at_mut(some);
                rooms[room].pieces.push_back((own_states, own_links));
                (states, links) = (other_states, other_links);
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

    /// Something of the state with this number. Asking for it fetches the state into the cache.
    #[inline]
    pub fn first_word(&self, number: u32) -> u64 {
        self.word(number, 0)
    }

    /// What comes of the words and the link of each state, in order.
    pub fn iter<T>(&self, shape: Shape, mut of_state: impl FnMut(&[u64], L) -> T) -> impl Iterator<Item = T> {
        let mut words = vec![0; shape.words];
        (0..self.count as u32).map(move |number| {
            self.read(number, &mut words);
            of_state(&words, self.link(number))
        })
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

    /// The link of a state.
    #[inline]
    pub fn link(&self, number: u32) -> L {
        self.links[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)]
    }

    /// Changes the link of a state.
    #[inline]
    pub fn set_link(&mut self, number: u32, link: L) {
        self.links[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)] = link;
    }

    /// The same states in another shape: `repack` is given the words of each, and writes the new ones. Chunks are freed as they are copied.
    pub fn repacked(mut self, from: Shape, to: Shape, mut repack: impl FnMut(&[u64], &mut [u64])) -> Self {
        let mut new = Store { count: self.count, ..Store::new(to) };
        let (mut old_words, mut new_words) = (vec![0; from.words], vec![0; to.words]);
        for chunk in 0..self.states.len() {
            let mut copy = new_chunk(new.width);
            let first = chunk << CHUNK_BITS;
            for number in first..self.count.min(first + CHUNK) {
                let start = (number - first) * new.width;
                self.read(number as u32, &mut old_words);
                repack(&old_words, &mut new_words);
                write(&mut copy, start, &new_words);
            }
            new.states.push(copy);
            self.states[chunk] = Box::default();
        }
        new.links = self.links;
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

    #[test]
    fn states_and_parents_are_found_again_across_chunks() {
        for bytes in [3, 7, 8, 10, 16] {
            let shape = Shape::of_bytes(bytes);
            let mut store: Store = Store::new(shape);
            let state = |number: u32| vec![u64::from(number) % (1 << 20); shape.words];
            let state = |number: u32| {
                let mut words = state(number);
                *words.last_mut().unwrap() &= shape.last_mask();
                words
            };
            for number in 0..(CHUNK as u32 + 100) {
                let parent = if number == 0 { NO_PARENT } else { number - 1 };
                assert_eq!(store.push(&state(number), parent), number);
            }
            let mut words = vec![0; shape.words];
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
        let (narrow, wide) = (Shape::of_bytes(2), Shape::of_bytes(10));
        let mut store: Store<u64> = Store::new(narrow);
        for number in 0..1000 {
            store.push(&[number], number * number);
        }
        let store = store.repacked(narrow, wide, |old, new| new.copy_from_slice(&[old[0] << 7, old[0] % 7]));
        let mut words = vec![0; wide.words];
        for number in 0..1000 {
            store.read(number as u32, &mut words);
            assert_eq!(words, [number << 7, number % 7]);
            assert_eq!(store.link(number as u32), number * number);
        }
    }
}
