//! The text of a model, which may stand in several files.

use std::fmt;
use std::sync::Arc;

use crate::Span;

/// The texts of all files of a model, one after the other: that of the model itself first, then those that are imported.
///
/// A place is a range of the whole, so that nobody who passes places on needs to know of files; whoever shows a place asks
/// [`crate::LineIndex`] for the file and the line.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Source(Arc<Parts>);

/// What a source holds; copies of the source share it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Parts {
    text: String,
    imported: Vec<ImportedFile>,
    imports: Vec<Import>,
}

/// A file that is imported.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ImportedFile {
    name: String,
    start: usize,
}

/// A path that a file imports, and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Import {
    importer: FileId,
    path: String,
    found: Result<FileId, ImportObstacle>,
}

/// Why a file cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportObstacle {
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// One file of a model, counted from zero: the model's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub usize);

impl FileId {
    /// Whether it is the model's own file.
    pub fn is_main(self) -> bool {
        self.0 == 0
    }
}

impl Source {
    /// All texts, one behind the other.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The text of the model's own file.
    pub fn main(&self) -> &str {
        self.part(FileId::default())
    }

    /// The text of a file.
    pub fn part(&self, file: FileId) -> &str {
        self.0.text.get(self.extent(file).range()).unwrap_or_default()
    }

    /// Where the text of a file stands in the whole. Between two files there is a line break, which belongs to neither.
    pub fn extent(&self, file: FileId) -> Span {
        let start =
            file.0.checked_sub(1).and_then(|index| self.0.imported.get(index)).map_or(0, |file| file.start);
        let end = self.0.imported.get(file.0).map_or(self.0.text.len(), |next| next.start - 1);
        Span::new(start, end)
    }

    /// All files, the model's own first.
    pub fn files(&self) -> impl ExactSizeIterator<Item = FileId> + use<> {
        (0..self.0.imported.len() + 1).map(FileId)
    }

    /// The file that an offset of the whole is in.
    pub fn file_at(&self, offset: u32) -> FileId {
        FileId(self.0.imported.partition_point(|file| file.start <= offset as usize))
    }

    /// The name of an imported file, as people know it; the model's own has none here.
    pub fn name(&self, file: FileId) -> Option<&str> {
        Some(&self.0.imported.get(file.0.checked_sub(1)?)?.name)
    }

    /// What a file imports by a path, if somebody has looked.
    pub fn imported(&self, importer: FileId, path: &str) -> Option<Result<FileId, &ImportObstacle>> {
        let import =
            self.0.imports.iter().find(|import| import.importer == importer && import.path == path)?;
        Some(import.found.as_ref().copied())
    }

    /// Adds a file behind all others.
    pub fn add_file(&mut self, name: impl Into<String>, text: &str) -> FileId {
        let parts = Arc::make_mut(&mut self.0);
        parts.text.push('\n');
        parts.imported.push(ImportedFile { name: name.into(), start: parts.text.len() });
        parts.text.push_str(text);
        FileId(parts.imported.len())
    }

    /// Says what a file imports by a path.
    pub fn add_import(
        &mut self,
        importer: FileId,
        path: impl Into<String>,
        found: Result<FileId, ImportObstacle>,
    ) {
        Arc::make_mut(&mut self.0).imports.push(Import { importer, path: path.into(), found });
    }

    /// The same files with another text of the model's own.
    pub fn with_main(&self, text: &str) -> Source {
        let old = self.extent(FileId::default()).end as usize;
        let mut source = self.clone();
        let parts = Arc::make_mut(&mut source.0);
        parts.text.replace_range(..old, text);
        for file in &mut parts.imported {
            file.start = file.start - old + text.len();
        }
        source
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl From<String> for Source {
    fn from(text: String) -> Source {
        Source(Arc::new(Parts { text, ..Parts::default() }))
    }
}

impl From<&String> for Source {
    fn from(text: &String) -> Source {
        Source::from(text.as_str())
    }
}

impl From<&Source> for Source {
    fn from(source: &Source) -> Source {
        source.clone()
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Source {
        Source::from(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineIndex;

    #[test]
    fn files_have_lines_of_their_own() {
        let mut source = Source::from("import \"b\"\nvar x: int");
        let b = source.add_file("lib/b", "var y: int\nvar z: int\n");
        source.add_import(FileId::default(), "b", Ok(b));
        assert_eq!((source.main(), source.part(b)), ("import \"b\"\nvar x: int", "var y: int\nvar z: int\n"));
        let at = source.text().find('z').expect("it is there");
        let place = Span::new(at, at + 1);
        assert_eq!(source.name(source.file_at(place.start)), Some("lib/b"));
        let lines = LineIndex::new(&source);
        assert_eq!(
            (lines.position(&source, place.start).line, lines.position(&source, place.start).column),
            (2, 5)
        );
        assert_eq!(source.imported(FileId::default(), "b"), Some(Ok(b)));

        let longer = source.with_main(&format!("{}\nbound n: x", source.main()));
        assert_eq!(longer.main(), "import \"b\"\nvar x: int\nbound n: x");
        assert_eq!(longer.part(b), source.part(b));
    }
}
