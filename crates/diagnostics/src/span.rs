//! Places in a source text.

/// A half-open range of bytes in the source text of one model.
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

/// The line and column of a place, both counted from one, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Where each line of a text begins, so that many places are looked up quickly.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Reads the line breaks of `text` once.
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        LineIndex { starts: std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect() }
    }

    /// The position of the byte at `offset` of the `text` that the index was made from.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let offset = (offset as usize).min(text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let before = text.get(self.starts[line - 1]..offset).unwrap_or("");
        Position { line, column: before.chars().count() + 1 }
    }

    /// The text of a line, counted from one, without its line break.
    pub fn line<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let start = self.starts.get(line - 1).copied().unwrap_or(text.len());
        text[start..].lines().next().unwrap_or("")
    }
}
