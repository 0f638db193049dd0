//! How large packed states are.

/// How many words a packed state has, and how many bytes of them, the lowest first, are in use: those above in the last word are
/// always zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Words of 64 bits.
    pub words: usize,
    /// Bytes of these words that are in use; at least one of the last word, and none where there is no word.
    pub bytes: usize,
}

impl Shape {
    /// States of so many bytes, at least one.
    pub fn of_bytes(bytes: usize) -> Self {
        let bytes = bytes.max(1);
        Shape { words: bytes.div_ceil(8), bytes }
    }

    /// The bits of the last word that may be in use.
    pub fn last_mask(self) -> u64 {
        u64::MAX >> (64 * self.words - 8 * self.bytes)
    }
}
