//! Every storage against a plain map, on random searches.

mod support;

use random_numbers::Xorshift;
use state_storage::{InMemory, Shape, StateStorage};
use support::{compare, searches};

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
