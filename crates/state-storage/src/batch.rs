//! Packed states on their way, each with its tag.

use crate::shape::Shape;

/// Some states, one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The words of all of them.
    pub words: Vec<u64>,
    /// Their tags.
    pub tags: Vec<u64>,
}

impl Batch {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    /// Adds one.
    #[inline]
    pub fn push(&mut self, words: &[u64], tag: u64) {
        self.words.extend_from_slice(words);
        self.tags.push(tag);
    }

    /// Each with its tag.
    pub fn iter(&self, shape: Shape) -> impl Iterator<Item = (&[u64], u64)> {
        self.words.chunks_exact(shape.words).zip(self.tags.iter().copied())
    }

    /// The words of one.
    #[inline]
    pub fn get(&self, shape: Shape, at: usize) -> &[u64] {
        &self.words[at * shape.words..(at + 1) * shape.words]
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.words.clear();
        self.tags.clear();
    }
}
