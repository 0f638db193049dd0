//! Some states of an owner, with neighbouring numbers, and their tags, in a file.
//!
//! The file has a head and pieces, each with a checksum: `magic, version, owner, shape, first number, end, checksum`, and then for
//! each piece `count, states and tags, checksum`. The manifest repeats what the head says.

use crate::batch::Batch;
use crate::buffers::{Appender, Window};
use crate::checkpoint::checksum::checksum;
use crate::checkpoint::failure::CheckpointFailure;
use crate::checkpoint::fields::FieldsOut;
use crate::files::{FileReader, Files};
use crate::records::{push_record, read_records, width};
use crate::shape::Shape;
use crate::storage::{StateStorage, StorageFailure};
use budget::{Progress, Watch};
use std::ops::Range;

/// What segments begin with.
const MAGIC: &[u8; 8] = b"FthmStat";

/// The version of the format, of segments and of manifests.
pub(crate) const VERSION: u32 = 1;

/// Bytes of the head.
const HEAD: usize = 8 * 8;

/// States in a piece.
const PIECE: usize = 1 << 14;

/// What a manifest says of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    /// The name of its file.
    pub name: String,
    /// The numbers of its states.
    pub numbers: Range<u64>,
    /// How many bytes it has.
    pub bytes: u64,
}

/// The head of a segment.
fn head(owner: u64, shape: Shape, numbers: &Range<u64>) -> Vec<u8> {
    let mut head = FieldsOut(MAGIC.to_vec());
    let [words, bytes] = [shape.words as u64, shape.bytes as u64];
    head.numbers(&[u64::from(VERSION), owner, words, bytes, numbers.start, numbers.end]);
    let sum = checksum(&head.0);
    head.number(sum);
    head.0
}

/// Writes a segment into a new file of this name, and makes sure that it is on the disk.
pub(crate) fn write(
    mut appender: Appender,
    name: &str,
    owner: u64,
    storage: &mut dyn StateStorage,
    numbers: Range<u64>,
    watch: &dyn Watch,
) -> Result<Segment, StorageFailure> {
    let shape = storage.shape();
    appender.push(&head(owner, shape, &numbers))?;
    let (mut batch, mut from) = (Batch::default(), numbers.start);
    while from < numbers.end {
        batch.clear();
        let most = (numbers.end - from).min(PIECE as u64) as usize;
        storage.read(from, most, &mut batch)?;
        let mut piece = FieldsOut::default();
        piece.number(batch.len() as u64);
        for (words, tag) in batch.iter(shape) {
            push_record(shape, words, tag, &mut piece.0);
        }
        let sum = checksum(&piece.0);
        piece.number(sum);
        appender.push(&piece.0)?;
        from += batch.len() as u64;
        watch.check(&Progress { states: from, ..Progress::default() })?;
    }
    appender.sync()?;
    Ok(Segment { name: name.to_owned(), numbers, bytes: appender.len() })
}

/// Reads a segment from its first state to its last.
pub(crate) struct SegmentReader<'s> {
    segment: &'s Segment,
    shape: Shape,
    reader: Box<dyn FileReader>,
    window: Window,
    at: u64,
    next: u64,
}

impl<'s> SegmentReader<'s> {
    /// Opens the segment of an owner, and looks at its head.
    pub fn open(
        files: &dyn Files,
        owner: u64,
        shape: Shape,
        segment: &'s Segment,
    ) -> Result<Self, CheckpointFailure> {
        let reader = files.open(&segment.name)?;
        let (mut window, at, next) = (Window::default(), HEAD as u64, segment.numbers.start);
        let found = reader.len()?;
        if found != segment.bytes {
            return Err(damaged(segment, &format!("it has {found} bytes instead of {}", segment.bytes)));
        }
        if found < at {
            return Err(damaged(segment, "it is shorter than its head"));
        }
        let bytes = window.get(&*reader, 0, HEAD, segment.bytes)?;
        if bytes[..HEAD] != head(owner, shape, &segment.numbers) {
            return Err(damaged(segment, "its head is not the one that was written"));
        }
        Ok(SegmentReader { segment, shape, reader, window, at, next })
    }

    /// Adds the next states to a batch, and says how many there are; none at the end.
    pub fn next(&mut self, into: &mut Batch) -> Result<u64, CheckpointFailure> {
        let left = self.segment.numbers.end - self.next;
        let count = left.min(PIECE as u64) as usize;
        if count == 0 {
            return Ok(0);
        }
        let size = 8 + count * width(self.shape) + 8;
        if self.segment.bytes - self.at < size as u64 {
            return Err(damaged(self.segment, "it ends before its last state"));
        }
        let bytes = &self.window.get(&*self.reader, self.at, size, self.segment.bytes)?[..size];
        let (piece, sum) = bytes.split_at(size - 8);
        if checksum(piece).to_le_bytes() != *sum || piece[..8] != (count as u64).to_le_bytes() {
            let what = format!("the checksum of the states from number {} on does not fit", self.next);
            return Err(damaged(self.segment, &what));
        }
        read_records(self.shape, &piece[8..], into);
        self.at += size as u64;
        self.next += count as u64;
        Ok(count as u64)
    }
}

fn damaged(segment: &Segment, what: &str) -> CheckpointFailure {
    CheckpointFailure::Damaged { file: segment.name.clone(), what: what.to_owned() }
}
