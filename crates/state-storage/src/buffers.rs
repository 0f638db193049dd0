//! Bytes that are written and read in large pieces.

use crate::files::{FileFailure, FileReader, FileWriter, Files};

/// Bytes that are written, and read, at once.
pub(crate) const PIECE: usize = 1 << 18;

/// Writes a file, gathering small pieces.
pub(crate) struct Appender {
    writer: Box<dyn FileWriter>,
    gathered: Vec<u8>,
    written: u64,
}

impl Appender {
    /// Makes a file.
    pub fn create(files: &dyn Files, name: &str) -> Result<Self, FileFailure> {
        Ok(Appender::new(files.create(name)?))
    }

    /// Adds to a file that was made.
    pub fn new(writer: Box<dyn FileWriter>) -> Self {
        Appender { writer, gathered: Vec::new(), written: 0 }
    }

    /// Adds bytes.
    #[inline]
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), FileFailure> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    /// Hands everything over to the file.
    pub fn flush(&mut self) -> Result<(), FileFailure> {
        if !self.gathered.is_empty() {
            self.writer.write(&self.gathered)?;
            self.written += self.gathered.len() as u64;
            self.gathered.clear();
        }
        Ok(())
    }

    /// The same, and makes sure that it is on the disk.
    pub fn sync(&mut self) -> Result<(), FileFailure> {
        self.flush()?;
        self.writer.sync()
    }

    /// How many bytes were added.
    pub fn len(&self) -> u64 {
        self.written + self.gathered.len() as u64
    }
}

/// A part of a file that was read.
#[derive(Debug, Default)]
pub(crate) struct Window {
    bytes: Vec<u8>,
    start: u64,
}

impl Window {
    /// So many bytes from a place on, which must be there, and all that the window happens to have behind them. Where bytes behind the
    /// present window are wanted, a large piece is read, up to the end of what may be read.
    pub fn get(
        &mut self,
        reader: &dyn FileReader,
        from: u64,
        wanted: usize,
        end: u64,
    ) -> Result<&[u8], FileFailure> {
        let window_end = self.start + self.bytes.len() as u64;
        if from < self.start || from + wanted as u64 > window_end {
            let is_next = !self.bytes.is_empty() && from <= window_end && from >= self.start;
            let size = if is_next { wanted.max(PIECE) } else { wanted };
            let size = (size as u64).min(end.saturating_sub(from)).max(wanted as u64) as usize;
            self.bytes.resize(size, 0);
            self.start = from;
            if let Err(failure) = reader.read(from, &mut self.bytes) {
                self.bytes.clear();
                return Err(failure);
            }
        }
        Ok(&self.bytes[(from - self.start) as usize..])
    }

    /// Forgets what was read.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// The bytes that it takes.
    pub fn memory(&self) -> u64 {
        self.bytes.capacity() as u64
    }
}
