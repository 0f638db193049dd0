//! States with their tags as bytes: those bytes of a state that are in use, the lowest of each word first, and eight of its tag.

use crate::batch::Batch;
use crate::shape::Shape;

/// Bytes of a tag.
const TAG: usize = 8;

/// How many bytes a record has.
pub(crate) fn width(shape: Shape) -> usize {
    shape.bytes + TAG
}

/// Adds a state with its tag.
#[inline]
pub(crate) fn push_record(shape: Shape, words: &[u64], tag: u64, out: &mut Vec<u8>) {
    let last = words.len() - 1;
    words[..last].iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    out.extend_from_slice(&words[last].to_le_bytes()[..shape.bytes - 8 * last]);
    out.extend_from_slice(&tag.to_le_bytes());
}

/// Adds the states with these records to a batch.
pub(crate) fn read_records(shape: Shape, records: &[u8], into: &mut Batch) {
    for record in records.chunks_exact(width(shape)) {
        let (state, tag) = record.split_at(shape.bytes);
        for bytes in state.chunks(8) {
            into.words.push(bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
        into.tags.push(u64::from_le_bytes(tag.try_into().expect("eight bytes")));
    }
}
