//! Pseudo-random numbers that are the same on every machine and in every version.
//!
//! Each sequence depends on its seed alone. [`SplitMix`] takes any seed, and neighbouring seeds give sequences that have nothing in
//! common; [`Xorshift`] is as small, and wants a seed other than zero.
//!
//! # Reference
//!
//! Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014, doi:10.1145/2660193.2660195.
//! Marsaglia: *Xorshift RNGs*, Journal of Statistical Software 8(14), 2003, doi:10.18637/jss.v008.i14.

/// A counter that grows by a constant, and a function that mixes its bits.
#[derive(Debug, Clone)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// A word that is shifted and added to itself.
#[derive(Debug, Clone)]
pub struct Xorshift(u64);

impl Xorshift {
    /// The sequence of a seed; that of zero is all zeros.
    pub fn new(seed: u64) -> Self {
        Xorshift(seed)
    }

    /// The sequence of a seed that may be any number, and may be next to others.
    pub fn scattered(seed: u64) -> Self {
        Xorshift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below the limit, which must not be zero; from the upper bits, which are the better ones.
    ///
    /// # Panics
    ///
    /// If the limit is zero.
    pub fn below(&mut self, limit: u64) -> u64 {
        (self.bits() >> 11) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_is_the_published_sequence() {
        let mut random = SplitMix::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn xorshift_never_comes_to_zero_and_knows_its_seed() {
        let numbers = |seed| {
            let mut random = Xorshift::scattered(seed);
            (0..1000).map(|_| random.bits()).collect::<Vec<_>>()
        };
        assert!(numbers(0).iter().all(|number| *number != 0));
        assert_eq!(numbers(3), numbers(3));
        assert_ne!(numbers(3), numbers(4));
        // The first number of the seed 1, by hand: 1 ^ 1 << 13 = 8193, shifted down 64 = 8257, and 8257 << 17 beside it.
        assert_eq!(Xorshift::new(1).bits(), 8257 ^ 8257 << 17);
    }
}
