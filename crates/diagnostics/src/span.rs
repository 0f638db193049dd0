//! Places in a source text, as ranges of bytes.

/// A half-open range of bytes in the [source](crate::Source) of one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset just behind the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to just before `end`, clamped to 4 GiB.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The smallest range that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The range as indices of a string.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
