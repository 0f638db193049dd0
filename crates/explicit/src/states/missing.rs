//! Candidates that were not found among the states.

use crate::states::layout::Layout;
use state_storage::hash;
use state_storage::table::Cut;
use std::ops::Range;

/// Candidates that were not found, in order.
#[derive(Debug)]
pub(crate) struct Missing {
    words: Vec<u64>,
    hashes: Vec<u64>,
    parents: Vec<u32>,
    /// The positions of those that may be among the states nevertheless.
    unsure: Vec<u32>,
    width: usize,
    /// For each part of the table, those that belong there, if they were shared out.
    shares: Vec<Shared>,
}

/// Copies of those that belong to the same part of the table, in order. They lie close together since another worker is
/// going to read them, whose cache does not have them.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    members: Vec<Member>,
    hashes: Vec<u64>,
    words: Vec<u64>,
}

impl Shared {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Each with its hash and its words, of which there are so many.
    pub fn iter(&self, width: usize) -> impl Iterator<Item = (Member, u64, &[u64])> {
        let numbered = self.members.iter().zip(&self.hashes).zip(self.words.chunks_exact(width));
        numbered.map(|((member, hash), words)| (*member, *hash, words))
    }

    fn clear(&mut self) {
        self.members.clear();
        self.hashes.clear();
        self.words.clear();
    }
}

/// One of those that belong to the same part of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Member(u32);

impl Member {
    /// Its position.
    #[inline]
    pub fn at(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it may have been among the states when it was looked up.
    #[inline]
    pub fn is_unsure(self) -> bool {
        self.0 & 1 != 0
    }
}

impl Missing {
    /// None yet, of states with this many words.
    pub fn new(width: usize) -> Self {
        let (words, hashes, parents, unsure) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Missing { words, hashes, parents, unsure, width, shares: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The hash of one.
    #[inline]
    pub fn hash(&self, at: usize) -> u64 {
        self.hashes[at]
    }

    /// The words of one.
    #[inline]
    pub fn words(&self, at: usize) -> &[u64] {
        &self.words[at * self.width..(at + 1) * self.width]
    }

    /// The state that one was found from.
    #[inline]
    pub fn parent(&self, at: usize) -> u32 {
        self.parents[at]
    }

    /// The states that those behind the first few were found from.
    pub fn parents_behind(&self, few: usize) -> &[u32] {
        &self.parents[few..]
    }

    /// Adds one, which may be unsure.
    #[inline]
    pub fn push(&mut self, words: &[u64], hash: u64, parent: u32, is_unsure: bool) {
        if is_unsure {
            self.unsure.push(self.len() as u32);
        }
        self.words.extend_from_slice(words);
        self.hashes.push(hash);
        self.parents.push(parent);
    }

    /// Adds one of others.
    pub fn add(&mut self, other: &Missing, at: usize) {
        self.extend(other, at..at + 1);
    }

    /// Adds some of others. They may have become states since they were looked up.
    pub fn extend(&mut self, other: &Missing, some: Range<usize>) {
        self.unsure.extend((self.len() as u32..).take(some.len()));
        self.words.extend_from_slice(&other.words[some.start * other.width..some.end * other.width]);
        self.hashes.extend_from_slice(&other.hashes[some.clone()]);
        self.parents.extend_from_slice(&other.parents[some]);
    }

    /// The same in another layout.
    pub fn repacked(&self, from: &Layout, to: &Layout) -> Self {
        let mut new = Missing::new(to.words());
        let mut values = vec![0; from.variables()];
        let mut words = vec![0; to.words()];
        for (old, parent) in self.words.chunks_exact(self.width).zip(&self.parents) {
            from.unpack(old, &mut values);
            to.pack(&values, &mut words).expect("a wider layout holds what a narrower one did");
            new.push(&words, hash(&words), *parent, true);
        }
        new
    }

    /// Sorts them by the parts of the table that they belong to.
    pub fn share_out(&mut self, cut: Cut) {
        self.shares.resize_with(cut.parts(), Shared::default);
        self.shares.iter_mut().for_each(Shared::clear);
        let mut unsure = self.unsure.iter().copied().peekable();
        let all = self.hashes.iter().zip(self.words.chunks_exact(self.width));
        for (at, (hash, words)) in (0u32..).zip(all) {
            let is_unsure = unsure.next_if_eq(&at).is_some();
            let share = &mut self.shares[cut.part(*hash)];
            share.members.push(Member(at << 1 | u32::from(is_unsure)));
            share.hashes.push(*hash);
            share.words.extend(words);
        }
    }

    /// Those that belong to a part of the table; nothing if there is no such part.
    pub fn share(&self, part: usize) -> Option<&Shared> {
        self.shares.get(part)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.clear();
        self.hashes.clear();
        self.parents.clear();
        self.unsure.clear();
        self.shares.iter_mut().for_each(Shared::clear);
    }
}
