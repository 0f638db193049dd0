//! Sorted lists as one.

use crate::disk::key::write_key;
use crate::disk::run::RunCursor;
use crate::files::FileFailure;
use crate::shape::Shape;
use crate::storage::StorageFailure;
use crate::store::Store;
use budget::{Progress, Watch};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// States between two questions whether to go on.
const BREATH: u64 = 1 << 14;

/// A sorted list of states that is read once.
pub(crate) trait Sorted {
    /// Goes to the next state, whose key is written; its tag, or nothing at the end.
    fn next(&mut self, key: &mut [u8]) -> Result<Option<u64>, FileFailure>;
}

impl Sorted for RunCursor<'_> {
    fn next(&mut self, key: &mut [u8]) -> Result<Option<u64>, FileFailure> {
        let is_there = self.advance()?;
        if is_there {
            key.copy_from_slice(&self.key);
        }
        Ok(is_there.then_some(self.tag))
    }
}

/// States in memory, in an order.
pub(crate) struct InOrder<'s> {
    shape: Shape,
    store: &'s Store<u64>,
    rest: std::slice::Iter<'s, u32>,
    words: Vec<u64>,
}

impl<'s> InOrder<'s> {
    /// These states.
    pub fn new(shape: Shape, store: &'s Store<u64>, order: &'s [u32]) -> Self {
        InOrder { shape, store, rest: order.iter(), words: vec![0; shape.words] }
    }
}

impl Sorted for InOrder<'_> {
    fn next(&mut self, key: &mut [u8]) -> Result<Option<u64>, FileFailure> {
        let Some(number) = self.rest.next() else { return Ok(None) };
        self.store.read(*number, &mut self.words);
        write_key(self.shape, &self.words, key);
        Ok(Some(self.store.link(*number)))
    }
}

/// Takes states in order, by their keys and tags.
pub(crate) type Out<'o> = dyn FnMut(&[u8], u64) -> Result<(), StorageFailure> + 'o;

/// Hands out the states of all lists in order; each once, with the least of its tags.
pub(crate) fn merge(
    width: usize,
    mut lists: Vec<Box<dyn Sorted + '_>>,
    watch: &dyn Watch,
    out: &mut Out<'_>,
) -> Result<(), StorageFailure> {
    let mut heads = BinaryHeap::new();
    for (at, list) in lists.iter_mut().enumerate() {
        let mut key = vec![0; width];
        if let Some(tag) = list.next(&mut key)? {
            heads.push(Reverse((key, tag, at)));
        }
    }
    let mut last: Option<Vec<u8>> = None;
    let mut done = 0u64;
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((key, tag, at)) = &mut *head;
        match &mut last {
            Some(last) if last == key => {}
            Some(last) => {
                last.copy_from_slice(key);
                out(key, *tag)?;
            }
            None => {
                last = Some(key.clone());
                out(key, *tag)?;
            }
        }
        match lists[*at].next(key)? {
            Some(next) => *tag = next,
            None => {
                PeekMut::pop(head);
            }
        }
        done += 1;
        if done.is_multiple_of(BREATH) {
            watch.check(&Progress { states: done, ..Progress::default() })?;
        }
    }
    Ok(())
}
