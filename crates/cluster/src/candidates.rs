//! Candidates on their way to their owner: each as few bytes as its state is packed into, behind its tag as the difference to the one before.
//!
//! Most candidates for one owner come from states with neighbouring ranks, so most tags take two bytes.

use crate::tag::{parent, place, tag};
use crate::wire::{Reader, folded, unfolded, write_number};
use state_storage::{Batch, Shape};

/// Candidates for one owner.
#[derive(Debug, Default)]
pub struct Outgoing {
    bytes: Vec<u8>,
    /// The rank of the state that the last one comes from.
    last: u64,
    /// How many there are.
    pub count: u64,
}

impl Outgoing {
    /// Adds one.
    #[inline]
    pub fn push(&mut self, shape: Shape, words: &[u64], tag: u64) {
        let from = parent(tag);
        write_number(folded(from.wrapping_sub(self.last) as i64), &mut self.bytes);
        write_number(place(tag), &mut self.bytes);
        self.last = from;
        let mut left = shape.bytes;
        for word in words {
            let some = left.min(8);
            self.bytes.extend_from_slice(&word.to_le_bytes()[..some]);
            left -= some;
        }
        self.count += 1;
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The contents of a parcel with all of them, which are forgotten here.
    pub fn take(&mut self, room: Vec<u8>) -> Vec<u8> {
        (self.last, self.count) = (0, 0);
        std::mem::replace(&mut self.bytes, room)
    }
}

/// Adds the candidates of a parcel to a batch; nothing if it is none.
pub fn read_candidates(contents: &[u8], shape: Shape, into: &mut Batch) -> Option<()> {
    let mut reader = Reader(contents);
    let mut last: u64 = 0;
    while !reader.is_empty() {
        last = last.wrapping_add(unfolded(reader.number()?) as u64);
        let tag = tag(last, reader.number()?);
        for piece in reader.take(shape.bytes)?.chunks(8) {
            let mut word = [0; 8];
            word[..piece.len()].copy_from_slice(piece);
            into.words.push(u64::from_le_bytes(word));
        }
        into.tags.push(tag);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_come_back() {
        let shape = Shape { words: 2, bytes: 11 };
        let (mut outgoing, mut sent) = (Outgoing::default(), Batch::default());
        for (rank, place) in [(0, 0), (0, 3), (7, 0), (5, 70_000), (1 << 39, 1), (0, 2)] {
            let words = [rank * 31, place & 0xff_ffff];
            outgoing.push(shape, &words, tag(rank, place));
            sent.push(&words, tag(rank, place));
        }
        let contents = outgoing.take(Vec::new());
        let mut received = Batch::default();
        read_candidates(&contents, shape, &mut received).unwrap();
        assert_eq!((received, outgoing.len()), (sent, 0));
        assert!(read_candidates(&contents[..contents.len() - 1], shape, &mut Batch::default()).is_none());
    }
}
