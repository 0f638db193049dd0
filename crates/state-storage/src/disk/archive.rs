//! All states in the order of their numbers, with their tags, in a file that only grows.

use crate::batch::Batch;
use crate::buffers::{Appender, PIECE, Window};
use crate::disk::temporary::Temporary;
use crate::files::{FileFailure, FileReader, Files};
use crate::records::{push_record, read_records, width};
use crate::shape::Shape;
use std::sync::Arc;

/// States and tags, by number.
pub(crate) struct Archive {
    shape: Shape,
    appender: Appender,
    reader: Box<dyn FileReader>,
    _file: Temporary,
    window: Window,
    count: u64,
    /// Room for a record.
    record: Vec<u8>,
}

impl Archive {
    /// An empty one.
    pub fn create(files: Arc<dyn Files>, name: String, shape: Shape) -> Result<Self, FileFailure> {
        let appender = Appender::create(&*files, &name)?;
        let reader = files.open(&name)?;
        let _file = Temporary { files, name };
        let (window, record) = (Window::default(), Vec::new());
        Ok(Archive { shape, appender, reader, _file, window, count: 0, record })
    }

    /// How many states there are.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Adds a state.
    #[inline]
    pub fn push(&mut self, words: &[u64], tag: u64) -> Result<(), FileFailure> {
        self.record.clear();
        push_record(self.shape, words, tag, &mut self.record);
        self.appender.push(&self.record)?;
        self.count += 1;
        Ok(())
    }

    /// Makes everything readable.
    pub fn flush(&mut self) -> Result<(), FileFailure> {
        // The end of the file may be in the window.
        self.window.clear();
        self.appender.flush()
    }

    /// Adds states to a batch, from a number on. They must have been made readable.
    pub fn read(&mut self, from: u64, most: usize, into: &mut Batch) -> Result<(), FileFailure> {
        let width = width(self.shape);
        let mut left = (most as u64).min(self.count.saturating_sub(from)) as usize;
        let mut at = from * width as u64;
        while left > 0 {
            let some = left.min((PIECE / width).max(1));
            let bytes = self.window.get(&*self.reader, at, some * width, self.appender.len())?;
            read_records(self.shape, &bytes[..some * width], into);
            left -= some;
            at += (some * width) as u64;
        }
        Ok(())
    }

    /// Bytes in the file.
    pub fn bytes(&self) -> u64 {
        self.appender.len()
    }

    /// Bytes in memory.
    pub fn memory(&self) -> u64 {
        self.window.memory() + PIECE as u64
    }
}
