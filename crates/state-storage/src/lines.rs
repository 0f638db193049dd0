//! Lines of the cache, zero at first.
//!
//! The system hands out large pieces of memory page by page as they are touched, and zero; so it would be a waste to write
//! zeros there, above all where several workers are about to touch them side by side. The standard library knows that of
//! vectors of plain numbers, but not of types that are aligned to lines. So the lines are laid into a vector of
//! numbers, from the first place on where one begins.

use std::ops::{Deref, DerefMut};

/// Numbers in a line.
pub const SLOTS: usize = 16;

/// The numbers of one line.
pub type Line = [u32; SLOTS];

/// Lines in the smallest page that is in use.
const PAGE: usize = 4096 / size_of::<Line>();

/// Writes to each page of these lines, which have nothing but zeros. What is read before it is written costs two faults
/// instead of one, and the second one interrupts all threads.
pub fn touch(lines: &mut [Line]) {
    lines.iter_mut().step_by(PAGE).for_each(|line| line[0] = std::hint::black_box(0));
}

/// Some lines.
#[derive(Debug, Default)]
pub struct Lines {
    /// Ends with the last line.
    slots: Vec<u32>,
    /// Where the first line begins.
    skipped: usize,
}

impl Lines {
    /// So many, with nothing but zeros. They should be touched before they are used.
    pub fn new(count: usize) -> Self {
        let mut slots = vec![0; (count + 1) * SLOTS];
        let skipped = (slots.as_ptr().align_offset(size_of::<Line>())).min(SLOTS);
        slots.truncate(skipped + count * SLOTS);
        Lines { slots, skipped }
    }
}

impl Deref for Lines {
    type Target = [Line];

    #[inline]
    fn deref(&self) -> &[Line] {
        self.slots[self.skipped..].as_chunks().0
    }
}

impl DerefMut for Lines {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Line] {
        self.slots[self.skipped..].as_chunks_mut().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_aligned_and_zero() {
        for count in [1, 2, 100, 100_000] {
            let mut lines = Lines::new(count);
            assert_eq!(lines.len(), count);
            assert_eq!(lines.as_ptr() as usize % 64, 0);
            assert!(lines.iter().flatten().all(|slot| *slot == 0));
            lines[count - 1] = [7; SLOTS];
            assert_eq!(lines[count - 1][SLOTS - 1], 7);
        }
    }
}
