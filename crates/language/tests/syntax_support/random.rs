//! Random numbers with a fixed beginning, so that every run is the same.

use random_numbers::Xorshift;

/// A sequence of numbers.
pub struct Random(Xorshift);

impl Random {
    /// The sequence that belongs to a seed other than 0.
    pub fn new(seed: u64) -> Self {
        Random(Xorshift::new(seed))
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// One of the words.
    pub fn word<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    /// One of the choices.
    pub fn choose<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }
}
