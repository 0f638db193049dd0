//! Places in a source text, as lines and columns of files.

use crate::Source;

/// The line and column of a place in its file, both counted from one, columns in characters.
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
    /// For each imported file, the offset at which it begins, and how many lines stand before.
    files: Vec<(usize, usize)>,
}

impl LineIndex {
    /// Reads the line breaks of a text once.
    pub fn new(source: &Source) -> Self {
        let breaks = source.text().bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts: Vec<usize> = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        let files = source.files().skip(1).map(|file| {
            let start = source.extent(file).start as usize;
            (start, starts.partition_point(|line| *line < start))
        });
        LineIndex { files: files.collect(), starts }
    }

    /// The position, in its file, of the byte at `offset` of the `source` that the index was made from.
    pub fn position(&self, source: &Source, offset: u32) -> Position {
        let text = source.text();
        let offset = (offset as usize).min(text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let before = text.get(self.starts[line - 1]..offset).unwrap_or("");
        let above = self.files.partition_point(|(start, _)| *start <= offset);
        let above = above.checked_sub(1).map_or(0, |file| self.files[file].1);
        Position { line: line - above, column: before.chars().count() + 1 }
    }

    /// The whole line around an offset, without its line break.
    pub fn line_around<'t>(&self, source: &'t Source, offset: u32) -> &'t str {
        let text = source.text();
        let line = self.starts.partition_point(|start| *start <= (offset as usize).min(text.len()));
        text[self.starts[line - 1]..].lines().next().unwrap_or("")
    }
}
