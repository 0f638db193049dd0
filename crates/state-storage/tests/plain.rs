//! Every storage against a plain map, on random searches.

mod support;

use budget::Unlimited;
use random_numbers::Xorshift;
use state_storage::{Batch, Compressed, Files, InMemory, OnDisk, Shape, StateStorage, StorageFailure};
use std::sync::Arc;
use support::volatile::Volatile;
use support::{Plain, Search, candidates, compare, contents, searches};

#[track_caller]
fn agrees(seed: u64, make: impl Fn(Shape) -> Box<dyn StateStorage>) {
    let mut random = Xorshift::scattered(seed);
    for search in searches() {
        for _ in 0..3 {
            compare(&mut *make(search.shape), &mut random, search);
        }
    }
}

#[test]
fn in_memory() {
    agrees(1, |shape| Box::new(InMemory::new(shape)));
}

#[test]
fn compressed() {
    agrees(4, |shape| Box::new(Compressed::new(shape)));
}

#[test]
fn compression_saves_memory_where_states_are_long() {
    let shape = Shape::of_bytes(64);
    let mut random = Xorshift::scattered(5);
    let mut batch = Batch::default();
    for tag in 0..300_000 {
        let words: Vec<u64> = (0..8).map(|_| random.below(12)).collect();
        batch.push(&words, tag);
    }
    let (mut packed, mut compressed) = (InMemory::new(shape), Compressed::new(shape));
    let storages: [&mut dyn StateStorage; 2] = [&mut packed, &mut compressed];
    for storage in storages {
        storage.offer(&batch, &Unlimited).unwrap();
        storage.close_level(&Unlimited).unwrap();
    }
    assert_eq!(contents(&mut packed), contents(&mut compressed));
    assert!(2 * compressed.usage().memory < packed.usage().memory);
}

/// A disk that is full ends a search with the reason, at whatever moment, and what was found until then was right.
#[test]
fn a_full_disk_is_a_failure_with_its_reason() {
    let mut random = Xorshift::scattered(6);
    let search = Search { shape: Shape::of_bytes(10), levels: 6, candidates: 600, states: 3000 };
    let mut full = 0;
    for room in (0..60_000).step_by(500) {
        let files = Volatile::new();
        files.limit(room);
        let mut storage = OnDisk::new(search.shape, Arc::new(files.clone()), "a", 4000).unwrap();
        match until_full(&mut storage, &mut random, search) {
            Ok(()) => assert!(room > 20_000),
            Err(StorageFailure::Files(failure)) => {
                full += 1;
                assert_eq!(failure.reason, "no space left on device");
            }
            Err(other) => panic!("{other}"),
        }
        drop(storage);
        assert_eq!(files.list().unwrap(), Vec::<String>::new(), "files are removed at the end");
    }
    assert!(full > 50, "{full}");
}

fn until_full(storage: &mut OnDisk, random: &mut Xorshift, search: Search) -> Result<(), StorageFailure> {
    let mut plain = Plain::default();
    for _ in 0..search.levels {
        let batch = candidates(random, search);
        batch.iter(search.shape).for_each(|(words, tag)| plain.offer(words, tag));
        storage.offer(&batch, &Unlimited)?;
        let new = storage.close_level(&Unlimited)?;
        assert_eq!((new.end - new.start) as usize, plain.close_level());
    }
    Ok(())
}

#[test]
fn on_disk_with_room_for_everything() {
    agrees(2, |shape| Box::new(OnDisk::new(shape, Arc::new(Volatile::new()), "a", 1 << 30).unwrap()));
}

#[test]
fn on_disk_with_little_memory() {
    for memory in [0, 5_000, 30_000] {
        agrees(3 + memory, |shape| {
            Box::new(OnDisk::new(shape, Arc::new(Volatile::new()), "a", memory).unwrap())
        });
    }
}
