//! A filter that says of most new states at once that they are in no file.
//!
//! Each state sets a few bits within one line of the cache. A state some of whose bits are not set was never added; one whose bits are all
//! set was added, or others have set them by chance. The filter never grows: with more states it errs more often, and asks for a look at
//! the files in vain.
//!
//! # Reference
//! Putze, Sanders, Singler: *Cache-, hash- and space-efficient Bloom filters*, WEA 2007, doi:10.1007/978-3-540-72845-0_9 (blocked filters).

use crate::hash::{home_in, mix};
use crate::lines::{Line, Lines};

/// Bits that a state sets.
const BITS: u32 = 6;

/// Bits of a position within a line.
const POSITION: u32 = 9;

/// Which states may have been added.
#[derive(Debug)]
pub(crate) struct Filter {
    lines: Lines,
}

impl Filter {
    /// An empty filter of about so many bytes.
    pub fn new(bytes: u64) -> Self {
        let lines = (bytes / size_of::<Line>() as u64).clamp(1, 1 << 40);
        Filter { lines: Lines::new(lines as usize) }
    }

    /// The bytes that it takes.
    pub fn memory(&self) -> u64 {
        (self.lines.len() * size_of::<Line>()) as u64
    }

    /// Adds a state with this hash.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        let home = home_in(self.lines.len(), hash);
        let line = &mut self.lines[home];
        positions(hash).for_each(|position| line[(position >> 5) as usize] |= 1 << (position & 31));
    }

    /// Whether a state with this hash may have been added.
    #[inline]
    pub fn may_have(&self, hash: u64) -> bool {
        let line = &self.lines[home_in(self.lines.len(), hash)];
        positions(hash).all(|position| line[(position >> 5) as usize] >> (position & 31) & 1 == 1)
    }
}

/// The positions of the bits of a hash. Its line is found by the upper bits of the hash, and its owner by those of the mixed one.
#[inline]
fn positions(hash: u64) -> impl Iterator<Item = u64> {
    let mixed = mix(hash);
    (0..BITS).map(move |at| mixed >> (POSITION * at) & ((1 << POSITION) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;

    #[test]
    fn what_was_added_is_there_and_little_else() {
        let mut filter = Filter::new(20_000);
        (0..16_000).for_each(|state| filter.add(hash(&[state])));
        assert!((0..16_000).all(|state| filter.may_have(hash(&[state]))));
        let wrong = (16_000..116_000).filter(|state| filter.may_have(hash(&[*state]))).count();
        assert!(wrong < 3000, "{wrong} of 100000, with ten bits a state");
    }
}
