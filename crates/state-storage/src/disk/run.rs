//! Sorted lists of states in files.
//!
//! A state is written as what it does not have in common with the one before: how many bytes of its key are the same, then the others,
//! and its tag where tags are kept. Every few kilobytes a block begins anew with a whole key; the first keys of all blocks are kept in
//! memory, so that blocks in which nothing is sought are passed over.

use crate::buffers::{Appender, PIECE, Window};
use crate::disk::key::common;
use crate::disk::temporary::Temporary;
use crate::files::{FileFailure, FileReader, Files};
use std::sync::Arc;

/// About how many bytes a block has.
const BLOCK: u64 = 4096;

/// Bytes of a tag.
const TAG: usize = 8;

/// What all runs of a storage have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RunForm {
    /// How many bytes a key has.
    pub key: usize,
    /// Whether there are tags.
    pub has_tags: bool,
}

/// A sorted list of different states in a file, which is removed with it.
pub(crate) struct Run {
    form: RunForm,
    reader: Box<dyn FileReader>,
    _file: Temporary,
    /// The first keys of the blocks, one after the other.
    first_keys: Vec<u8>,
    /// Where each block begins, and where the last one ends.
    bounds: Vec<u64>,
    /// How many states there are.
    pub count: u64,
}

/// Writes a run.
pub(crate) struct RunWriter {
    form: RunForm,
    appender: Appender,
    file: Temporary,
    first_keys: Vec<u8>,
    bounds: Vec<u64>,
    last: Vec<u8>,
    count: u64,
}

impl RunWriter {
    /// Begins a run.
    pub fn create(files: Arc<dyn Files>, name: String, form: RunForm) -> Result<Self, FileFailure> {
        let appender = Appender::create(&*files, &name)?;
        let file = Temporary { files, name };
        let (first_keys, bounds, last) = (Vec::new(), Vec::new(), vec![0; form.key]);
        Ok(RunWriter { form, appender, file, first_keys, bounds, last, count: 0 })
    }

    /// Adds a state, which must be greater than the last one.
    #[inline]
    pub fn push(&mut self, key: &[u8], tag: u64) -> Result<(), FileFailure> {
        let is_first = self.bounds.last().is_none_or(|start| self.appender.len() - start >= BLOCK);
        let same = if is_first { 0 } else { common(&self.last, key) };
        if is_first {
            self.bounds.push(self.appender.len());
            self.first_keys.extend_from_slice(key);
        }
        self.appender.push(&[same as u8])?;
        self.appender.push(&key[same..])?;
        if self.form.has_tags {
            self.appender.push(&tag.to_le_bytes())?;
        }
        self.last[same..].copy_from_slice(&key[same..]);
        self.count += 1;
        Ok(())
    }

    /// Ends the run.
    pub fn finish(mut self) -> Result<Run, FileFailure> {
        self.appender.flush()?;
        self.bounds.push(self.appender.len());
        let reader = self.file.files.open(&self.file.name)?;
        let RunWriter { form, file, first_keys, bounds, count, .. } = self;
        Ok(Run { form, reader, _file: file, first_keys, bounds, count })
    }
}

impl Run {
    /// How many bytes its file has.
    pub fn bytes(&self) -> u64 {
        self.bounds.last().copied().unwrap_or(0)
    }

    /// Bytes in memory, without those of cursors.
    pub fn memory(&self) -> u64 {
        (self.first_keys.capacity() + 8 * self.bounds.capacity()) as u64
    }

    /// Begins to read it.
    pub fn cursor(&self) -> RunCursor<'_> {
        let (window, key) = (Window::default(), vec![0; self.form.key]);
        RunCursor { run: self, window, next_block: 0, at: 0, end: 0, key, tag: 0 }
    }

    fn blocks(&self) -> usize {
        self.bounds.len() - 1
    }

    fn first_key(&self, block: usize) -> &[u8] {
        &self.first_keys[block * self.form.key..(block + 1) * self.form.key]
    }
}

/// Reads a run from its beginning to its end.
pub(crate) struct RunCursor<'r> {
    run: &'r Run,
    window: Window,
    next_block: usize,
    /// Where in the file the next state stands, and where its block ends.
    at: u64,
    end: u64,
    /// The state at hand.
    pub key: Vec<u8>,
    /// Its tag.
    pub tag: u64,
}

impl RunCursor<'_> {
    /// Goes to the next state; false at the end.
    #[inline]
    pub fn advance(&mut self) -> Result<bool, FileFailure> {
        if self.at == self.end {
            if self.next_block == self.run.blocks() {
                return Ok(false);
            }
            (self.at, self.end) = (self.run.bounds[self.next_block], self.run.bounds[self.next_block + 1]);
            self.next_block += 1;
        }
        let form = self.run.form;
        let block =
            self.window.get(&*self.run.reader, self.at, (self.end - self.at) as usize, self.run.bytes())?;
        let same = usize::from(block[0]);
        let used = 1 + form.key - same;
        self.key[same..].copy_from_slice(&block[1..used]);
        self.at += used as u64;
        if form.has_tags {
            self.tag = u64::from_le_bytes(block[used..used + TAG].try_into().expect("eight bytes"));
            self.at += TAG as u64;
        }
        Ok(true)
    }

    /// Goes on to the first state, from the one at hand on, that is not less than a key; false if there is none. Keys must not fall
    /// from call to call, and before the first one the cursor must not have been moved.
    #[inline]
    pub fn seek(&mut self, key: &[u8]) -> Result<bool, FileFailure> {
        let is_before_first = self.next_block == 0;
        if !is_before_first && *self.key >= *key {
            return Ok(true);
        }
        let run = self.run;
        if self.next_block < run.blocks() && run.first_key(self.next_block) <= key {
            self.enter(last_not_greater(run, self.next_block, key));
        } else if is_before_first {
            return self.advance();
        }
        while self.advance()? {
            if *self.key >= *key {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn enter(&mut self, block: usize) {
        (self.at, self.end) = (self.run.bounds[block], self.run.bounds[block + 1]);
        self.next_block = block + 1;
    }
}

/// The last block that begins with a key that is not greater, from one on of which that is true.
fn last_not_greater(run: &Run, from: usize, key: &[u8]) -> usize {
    let mut step = 1;
    // Mostly the next block is the one, so it is sought in steps that double.
    while from + step < run.blocks() && run.first_key(from + step) <= key {
        step *= 2;
    }
    let (mut low, mut high) = (from + step / 2, (from + step).min(run.blocks()));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if run.first_key(middle) <= key { low = middle } else { high = middle }
    }
    low
}

/// The bytes that a cursor and a writer take.
pub(crate) const BUFFERS: u64 = 2 * PIECE as u64;
