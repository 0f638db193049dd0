//! Random numbers that are the same on every machine and in every version.
//!
//! # The algorithm
//!
//! SplitMix64: a counter that grows by a constant, and a function that mixes its bits. A number below a bound
//! is the upper half of a product; the few products that would favour some numbers are drawn again.
//!
//! # Reference
//!
//! Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014,
//! doi:10.1145/2660193.2660195. Lemire: *Fast Random Integer Generation in an Interval*, ACM Transactions on
//! Modeling and Computer Simulation 29(1), 2019, doi:10.1145/3230636.

/// A sequence of numbers that depends on its seed alone.
#[derive(Debug, Clone)]
pub struct Random {
    counter: u64,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random { counter: seed }
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.counter;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the numbers from zero to just before `bound`, each equally likely.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below zero to choose");
        let bound = bound as u64;
        let favoured = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.number()) * u128::from(bound);
            if product as u64 >= favoured {
                return (product >> 64) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.number()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_below_a_bound_is_drawn_about_equally_often() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..7000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
