//! The files that a storage works with.
//!
//! The library itself touches none: whoever runs it hands over something that keeps files, in a folder on disk or, for tests, in
//! memory with whatever can go wrong.

use std::fmt;

/// Files in one folder, by name.
pub trait Files: Send + Sync {
    /// Makes a file, or empties it, to write it from its beginning on.
    fn create(&self, name: &str) -> Result<Box<dyn FileWriter>, FileFailure>;

    /// Makes a file of a name that no file has, to write it; nothing if there is one of that name, which stays as it is.
    fn create_new(&self, name: &str) -> Result<Option<Box<dyn FileWriter>>, FileFailure>;

    /// Opens a file that is there, to read it.
    fn open(&self, name: &str) -> Result<Box<dyn FileReader>, FileFailure>;

    /// Gives a file another name; a file of that name is gone afterwards. Whoever looks sees the one or the other.
    fn rename(&self, from: &str, to: &str) -> Result<(), FileFailure>;

    /// Removes a file; it is no failure if there is none.
    fn remove(&self, name: &str) -> Result<(), FileFailure>;

    /// The names of all files.
    fn list(&self) -> Result<Vec<String>, FileFailure>;

    /// Makes sure that new names, and names that are gone, are on the disk.
    fn sync_names(&self) -> Result<(), FileFailure>;
}

/// A file that is written.
pub trait FileWriter: Send {
    /// Adds bytes at its end.
    fn write(&mut self, bytes: &[u8]) -> Result<(), FileFailure>;

    /// Makes sure that everything that was written is on the disk.
    fn sync(&mut self) -> Result<(), FileFailure>;
}

/// A file that is read.
pub trait FileReader: Send + Sync {
    /// How many bytes it has.
    fn len(&self) -> Result<u64, FileFailure>;

    /// Whether it has none.
    fn is_empty(&self) -> Result<bool, FileFailure> {
        Ok(self.len()? == 0)
    }

    /// Reads bytes from a place on; they must be there.
    fn read(&self, from: u64, into: &mut [u8]) -> Result<(), FileFailure>;
}

/// Why something could not be done with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFailure {
    /// What was being done: `writing`, `reading`.
    pub doing: &'static str,
    /// The name of the file, or that of the folder.
    pub file: String,
    /// The reason: what the system says.
    pub reason: String,
}

impl fmt::Display for FileFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} while {} `{}`", self.reason, self.doing, self.file)
    }
}

impl std::error::Error for FileFailure {}
