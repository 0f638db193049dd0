//! Tables and sets of numbers that nobody chooses to our harm, so that a multiplication is hash enough.
//!
//! Keys are numbers of states, or short lists of such: the standard hash, which withstands keys made to collide, takes most of the time of a
//! lookup. Here each word is mixed in by a rotation and a multiplication, and the upper half, which is the better one, is folded into the
//! lower one at the end.
//!
//! # Reference
//! Knuth: *The Art of Computer Programming*, volume 3, section 6.4, on multiplicative hashing.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A table with such a hash.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Multiplication>>;

/// A set with such a hash.
pub(crate) type QuickSet<K> = HashSet<K, BuildHasherDefault<Multiplication>>;

/// 2^64 divided by the golden ratio, made odd.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes words by multiplication.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Multiplication(u64);

impl Hasher for Multiplication {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..piece.len()].copy_from_slice(piece);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(FACTOR);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
