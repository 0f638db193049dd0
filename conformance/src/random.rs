//! Random numbers that are the same on every machine and in every version.

use random_numbers::SplitMix;

/// A source of random choices, determined by its seed.
#[derive(Debug, Clone)]
pub struct Random {
    source: SplitMix,
}

impl Random {
    /// The source with this seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random { source: SplitMix::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)) };
        random.bits();
        random
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.source.bits()
    }

    /// A number below `end`, or zero if `end` is zero.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.bits() % end as u64) as usize }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(usize::try_from(high - low + 1).unwrap_or(1)) as i64
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of these.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        assert!(!all.is_empty(), "there must be something to pick from");
        &all[self.below(all.len())]
    }

    /// The number of one of these weights, the heavier the more often.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (number, weight) in weights.iter().enumerate() {
            if left < *weight {
                return number;
            }
            left -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }

    #[test]
    fn weights_of_zero_are_never_drawn() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.weighted(&[0, 3, 0, 1]) % 2 == 1));
    }
}
