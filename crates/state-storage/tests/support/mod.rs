//! A storage that is obviously right, and random searches that are done in it and in another one.
#![allow(dead_code, reason = "each test uses what it needs")]

pub mod graph;
pub mod volatile;

use budget::Unlimited;
use random_numbers::Xorshift;
use state_storage::{Batch, Shape, StateStorage};
use std::collections::BTreeMap;

/// States of all levels, with their level and tag.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Plain {
    pub states: BTreeMap<Vec<u64>, (usize, u64)>,
    level: usize,
}

impl Plain {
    pub fn offer(&mut self, words: &[u64], tag: u64) {
        let entry = self.states.entry(words.to_vec()).or_insert((self.level, tag));
        if entry.0 == self.level {
            entry.1 = entry.1.min(tag);
        }
    }

    pub fn close_level(&mut self) -> usize {
        self.level += 1;
        self.states.values().filter(|(level, _)| level + 1 == self.level).count()
    }
}

/// A random search: how many levels, how many candidates in each, out of how many states.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    pub shape: Shape,
    pub levels: usize,
    pub candidates: usize,
    pub states: u64,
}

/// The words of a state that has a number: some bits of each word depend on it, so that neighbours have much in common.
pub fn state(shape: Shape, number: u64) -> Vec<u64> {
    let last = shape.words - 1;
    let word = |at: usize| if at == last { number } else { (number >> (3 * at)) & 0xff_00ff };
    let mut words: Vec<u64> = (0..shape.words).map(word).collect();
    words[last] &= shape.last_mask();
    words
}

/// The candidates of one level.
pub fn candidates(random: &mut Xorshift, search: Search) -> Batch {
    let mut batch = Batch::default();
    for _ in 0..search.candidates {
        batch.push(&state(search.shape, random.below(search.states)), random.below(1 << 40));
    }
    batch
}

/// Does a random search in a storage and in the plain one, and compares them after each level.
#[track_caller]
pub fn compare(storage: &mut dyn StateStorage, random: &mut Xorshift, search: Search) -> Plain {
    let mut plain = Plain::default();
    for _ in 0..search.levels {
        let batch = candidates(random, search);
        for (words, tag) in batch.iter(search.shape) {
            plain.offer(words, tag);
        }
        storage.offer(&batch, &Unlimited).unwrap();
        let new = storage.close_level(&Unlimited).unwrap();
        assert_eq!((new.end - new.start) as usize, plain.close_level(), "{search:?}");
        assert_eq!(new.end, storage.count());
    }
    assert_eq!(contents(storage), plain.states, "{search:?}");
    plain
}

/// Everything that a storage has, read in pieces.
pub fn contents(storage: &mut dyn StateStorage) -> BTreeMap<Vec<u64>, (usize, u64)> {
    let (shape, levels) = (storage.shape(), storage.levels().to_vec());
    let mut found = BTreeMap::new();
    for (level, bounds) in levels.windows(2).enumerate() {
        let mut from = bounds[0];
        while from < bounds[1] {
            let mut batch = Batch::default();
            storage.read(from, ((bounds[1] - from) as usize).min(7), &mut batch).unwrap();
            assert!(!batch.is_empty());
            from += batch.len() as u64;
            for (words, tag) in batch.iter(shape) {
                assert_eq!(found.insert(words.to_vec(), (level, tag)), None, "a state has one number");
            }
        }
    }
    found
}

/// Searches of many shapes.
pub fn searches() -> Vec<Search> {
    let shapes = [1, 3, 8, 9, 16, 24, 61].map(Shape::of_bytes);
    let of = |shape| {
        [(1, 0, 10), (3, 1, 10), (5, 50, 100), (8, 200, 2000), (3, 2000, 60_000), (40, 20, 300)]
            .map(|(levels, candidates, states)| Search { shape, levels, candidates, states })
    };
    shapes.into_iter().flat_map(of).collect()
}
