//! Random numbers that are the same on every machine and in every version.
//!
//! # The algorithm
//!
//! A number below a bound is the upper half of a product; the few products that would favour some numbers are drawn again.
//!
//! # Reference
//!
//! Lemire: *Fast Random Integer Generation in an Interval*, ACM Transactions on Modeling and Computer Simulation 29(1),
//! 2019, doi:10.1145/3230636.

use random_numbers::SplitMix;

/// A sequence of numbers that depends on its seed alone.
#[derive(Debug, Clone)]
pub struct Random {
    bits: SplitMix,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random { bits: SplitMix::new(seed) }
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
            let product = u128::from(self.bits.bits()) * u128::from(bound);
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
    fn every_number_below_a_bound_is_drawn_about_equally_often() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..7000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
