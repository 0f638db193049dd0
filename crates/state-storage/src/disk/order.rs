//! The order of states in memory.
//!
//! Sorting numbers of states would fetch a state from anywhere for each comparison. So the words are copied beside the numbers, as
//! many as four of them; states that agree in these are compared where they are.

use crate::shape::Shape;
use crate::store::Store;

/// The numbers of some states, in the order of the states.
pub(crate) fn order(shape: Shape, store: &Store<u64>, some: &[u32]) -> Vec<u32> {
    match shape.words {
        1 => sort::<1>(shape, store, some),
        2 => sort::<2>(shape, store, some),
        3 => sort::<3>(shape, store, some),
        _ => sort::<4>(shape, store, some),
    }
}

/// Bytes that are needed beside each state while it is sorted.
pub(crate) fn bytes_to_sort(shape: Shape) -> u64 {
    8 * shape.words.min(4) as u64 + 8 + 2 * size_of::<u32>() as u64
}

fn sort<const COPIED: usize>(shape: Shape, store: &Store<u64>, some: &[u32]) -> Vec<u32> {
    let mut words = vec![0; shape.words];
    let mut copies: Vec<([u64; COPIED], u32)> = Vec::with_capacity(some.len());
    for number in some {
        store.read(*number, &mut words);
        let mut copy = [0; COPIED];
        copy.copy_from_slice(&words[..COPIED]);
        copies.push((copy, *number));
    }
    if shape.words == COPIED {
        copies.sort_unstable();
    } else {
        let (mut left, mut right) = (vec![0; shape.words], vec![0; shape.words]);
        copies.sort_unstable_by(|(a, at), (b, other)| {
            a.cmp(b).then_with(|| {
                store.read(*at, &mut left);
                store.read(*other, &mut right);
                left.cmp(&right)
            })
        });
    }
    copies.into_iter().map(|(_, number)| number).collect()
}
