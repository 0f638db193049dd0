//! A set of positions that knows how many of its members come before each.
//!
//! One bit for each position, and a count for each word of bits: that takes a fifth of a byte for a position, and a
//! single count of bits for an answer.

/// Positions from zero on, some of which are members.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    bits: Vec<u64>,
    /// For each word, how many members come before its first position.
    before: Vec<u32>,
}

/// How many words the bits of so many positions take, with one to spare, so that the end has a word as well.
pub(crate) fn words_for(positions: usize) -> usize {
    positions / 64 + 1
}

impl Positions {
    /// Makes this the union of sets, each given by its bits in as many words.
    pub fn unite<'b>(&mut self, words: usize, sets: impl Iterator<Item = &'b [u64]>) {
        self.bits.clear();
        self.bits.resize(words, 0);
        for set in sets {
            self.bits.iter_mut().zip(set).for_each(|(all, some)| *all |= some);
        }
        self.before.clear();
        self.before.extend(self.bits.iter().scan(0, |count, word| {
            let before = *count;
            *count += word.count_ones();
            Some(before)
        }));
    }

    /// How many members come before a position.
    #[inline]
    pub fn before(&self, position: usize) -> usize {
        let below = self.bits[position / 64] & ((1 << (position % 64)) - 1);
        self.before[position / 64] as usize + below.count_ones() as usize
    }

    /// The member that so many others come before. There must be more members than that.
    pub fn member(&self, number: usize) -> usize {
        let word = self.before.partition_point(|before| *before as usize <= number) - 1;
        let mut bits = self.bits[word];
        for _ in self.before[word] as usize..number {
            bits &= bits - 1;
        }
        64 * word + bits.trailing_zeros() as usize
    }

    /// The members from a position on, in order.
    pub fn from(&self, position: usize) -> impl Iterator<Item = usize> {
        let mut word = position / 64;
        let mut bits = self.bits[word] & (u64::MAX << (position % 64));
        std::iter::from_fn(move || {
            while bits == 0 {
                word += 1;
                bits = *self.bits.get(word)?;
            }
            let lowest = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(64 * word + lowest)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_counted_and_found() {
        let all: Vec<usize> = (0..1000).filter(|at| at % 7 == 3 || (300..400).contains(at)).collect();
        let mut sets = [vec![0; words_for(1000)], vec![0; words_for(1000)]];
        all.iter().for_each(|at| sets[at % 2][at / 64] |= 1 << (at % 64));
        let mut positions = Positions::default();
        positions.unite(words_for(1000), sets.iter().map(Vec::as_slice));
        for (number, member) in all.iter().enumerate() {
            assert_eq!(positions.member(number), *member);
            assert_eq!(positions.before(*member), number);
            assert_eq!(positions.before(*member + 1), number + 1);
        }
        assert_eq!(positions.before(1000), all.len());
        for start in [0, 3, 4, 64, 350, 990] {
            let behind = all.iter().copied().filter(|at| *at >= start);
            assert!(positions.from(start).eq(behind));
        }
    }
}
