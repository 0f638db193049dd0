//! Tables that remember results within a bounded memory.
//!
//! A [`Memo`] is direct-mapped: each key has one place, and a newcomer drives out whoever sits there. A result that was
//! driven out is computed again, which costs time and never an error. The table grows with its use up to a fixed
//! number of places, so small operations stay small.

/// The largest number of places, 16 bytes each.
const LARGEST: usize = 1 << 20;

/// The key of a place that nobody uses.
const NOBODY: [u32; 3] = [u32::MAX; 3];

#[derive(Clone, Copy)]
struct Entry {
    key: [u32; 3],
    value: u32,
}

/// A direct-mapped table from three numbers to one, for the results of one operation on diagrams.
pub struct Memo {
    places: Vec<Entry>,
    used: usize,
}

/// A well-mixed number made from one that is not.
#[inline]
pub(crate) fn mix(number: u64) -> u64 {
    let product = u128::from(number ^ 0x51A2_3E4F_1D2C_9B75) * 0x9E37_79B9_7F4A_7C15;
    (product >> 64) as u64 ^ product as u64
}

#[inline]
fn hash(key: [u32; 3]) -> usize {
    let pair = u64::from(key[0]) | u64::from(key[1]) << 32;
    mix(pair.wrapping_add(u64::from(key[2]).wrapping_mul(0xD6E8_FEB8_6659_FD93))) as usize
}

impl Default for Memo {
    fn default() -> Memo {
        Memo::new()
    }
}

impl Memo {
    /// A table that remembers nothing yet.
    pub fn new() -> Memo {
        Memo { places: vec![Entry { key: NOBODY, value: 0 }; 1 << 8], used: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, key: [u32; 3]) -> Option<u32> {
        let place = &self.places[hash(key) & (self.places.len() - 1)];
        (place.key == key).then_some(place.value)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: [u32; 3], value: u32) {
        if self.used * 2 > self.places.len() && self.places.len() < LARGEST {
            self.grow();
        }
        let mask = self.places.len() - 1;
        let place = &mut self.places[hash(key) & mask];
        self.used += usize::from(place.key == NOBODY);
        *place = Entry { key, value };
    }

    fn grow(&mut self) {
        let larger = vec![Entry { key: NOBODY, value: 0 }; self.places.len() * 4];
        let old = std::mem::replace(&mut self.places, larger);
        self.used = 0;
        let mask = self.places.len() - 1;
        for place in old.into_iter().filter(|place| place.key != NOBODY) {
            let target = &mut self.places[hash(place.key) & mask];
            self.used += usize::from(target.key == NOBODY);
            *target = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_never_gives_a_wrong_value() {
        let mut memo = Memo::new();
        let value = |i: u32| i.wrapping_mul(2_654_435_761);
        for i in 0..10_000 {
            memo.put([i, i / 3, 7], value(i));
        }
        let found: Vec<u32> = (0..10_000).filter(|&i| memo.get([i, i / 3, 7]).is_some()).collect();
        assert!(found.len() > 5_000, "{}", found.len());
        assert!(found.iter().all(|&i| memo.get([i, i / 3, 7]) == Some(value(i))));
        assert_eq!(memo.get([1, 0, 8]), None);
    }
}
