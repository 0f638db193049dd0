//! A hash table of state numbers, which says quickly whether a state has been seen.
//!
//! Open addressing with linear probing over 32-bit slots. A slot holds the number of a state plus one, in as
//! many bits as the numbers need at the present size; the bits left over hold a piece of the state's hash, so
//! that different states are almost never fetched from the store just to be told apart. Slots are found by
//! the upper bits of the hash (multiplied into the number of slots, which need not be a power of two), the
//! piece is taken from the lower ones.
//!
//! When the table is four fifths full it is thrown away and built anew from the states, half as large again:
//! the old and the new one never exist together, so the peak is the table itself, between 5 and 7.5 bytes a
//! state.

/// A table of state numbers.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<u32>,
    /// The bits of a slot that hold a number; the others hold a piece of the hash.
    number_mask: u32,
    count: usize,
    limit: usize,
}

/// The most states that numbers of 32 bits can tell apart, leaving zero to empty slots.
pub(crate) const MOST_STATES: usize = u32::MAX as usize - 1;

const FIRST_SLOTS: usize = 1 << 12;

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        Table::with_slots(FIRST_SLOTS)
    }

    fn with_slots(slots: usize) -> Self {
        let limit = slots / 5 * 4;
        let number_bits = usize::BITS - (limit + 1).leading_zeros();
        let number_mask = if number_bits >= 32 { u32::MAX } else { (1 << number_bits) - 1 };
        Table { slots: vec![0; slots], number_mask, count: 0, limit }
    }

    /// The bytes allocated.
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<u32>()) as u64
    }

    /// Whether another number needs a larger table first.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.count >= self.limit
    }

    /// The bytes of the table that the next growth makes.
    pub fn grown_bytes(&self) -> u64 {
        (grown(self.slots.len()) * size_of::<u32>()) as u64
    }

    /// Makes the table half as large again. The numbers are those of `hashes`, in order.
    pub fn grow(&mut self, hashes: impl Iterator<Item = u64>) {
        let slots = grown(self.slots.len());
        self.rebuild(slots, hashes);
    }

    /// Makes the table anew after all hashes have changed.
    pub fn rehash(&mut self, hashes: impl Iterator<Item = u64>) {
        self.rebuild(self.slots.len(), hashes);
    }

    fn rebuild(&mut self, slots: usize, hashes: impl Iterator<Item = u64>) {
        self.slots = Vec::new();
        *self = Table::with_slots(slots);
        for (number, hash) in hashes.enumerate() {
            self.insert(hash, number as u32);
        }
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// The slot where a search for this hash begins. Asking for it fetches it into the cache.
    #[inline]
    pub fn first_slot(&self, hash: u64) -> u32 {
        self.slots[self.home(hash)]
    }

    /// The first number, from the left, whose piece of hash agrees and that is `wanted`.
    #[inline]
    pub fn find(&self, hash: u64, mut wanted: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut at = self.home(hash);
        let piece_mask = !self.number_mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if (slot ^ hash as u32) & piece_mask == 0 {
                let number = (slot & self.number_mask) - 1;
                if wanted(number) {
                    return Some(number);
                }
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    /// Adds a number that is not there yet. The table must not be full.
    #[inline]
    pub fn insert(&mut self, hash: u64, number: u32) {
        let mut at = self.home(hash);
        while self.slots[at] != 0 {
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        self.slots[at] = (hash as u32 & !self.number_mask) | (number + 1);
        self.count += 1;
    }
}

fn grown(slots: usize) -> usize {
    slots + slots / 2
}

/// The hash of a packed state.
#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0x243F_6A88_85A3_08D3, |sum, word| mix(sum ^ word))
}

/// Multiplies to 128 bits and folds the halves, so that every bit reaches both ends.
#[inline]
fn mix(word: u64) -> u64 {
    let product = u128::from(word) * 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835_u128 as u64 as u128;
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_found_while_the_table_grows() {
        let states: Vec<u64> = (0..20_000u64).map(|number| number * 4096).collect();
        let hashes = || states.iter().map(|state| hash(&[*state]));
        let mut table = Table::new();
        for (number, of_state) in hashes().enumerate() {
            assert_eq!(table.find(of_state, |other| states[other as usize] == states[number]), None);
            if table.is_full() {
                table.grow(hashes().take(number));
            }
            table.insert(of_state, number as u32);
        }
        for (number, of_state) in hashes().enumerate() {
            let found = table.find(of_state, |other| states[other as usize] == states[number]);
            assert_eq!(found, Some(number as u32));
        }
        assert!(table.bytes() <= 20_000 * 8);
    }

    #[test]
    fn pieces_of_hashes_spare_comparisons() {
        let mut table = Table::new();
        for number in 0..3000u32 {
            table.insert(hash(&[u64::from(number)]), number);
        }
        let mut compared = 0;
        for number in 3000..13_000u64 {
            table.find(hash(&[number]), |_| {
                compared += 1;
                false
            });
        }
        assert!(compared < 100, "{compared} comparisons for 10000 unsuccessful searches");
    }
}
