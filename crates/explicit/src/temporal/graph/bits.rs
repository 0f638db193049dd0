//! Sets of numbered things, one bit each.

/// A set of numbers below a fixed limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    /// The empty set of numbers below `len`.
    pub fn new(len: usize) -> Self {
        Bits { words: vec![0; len.div_ceil(64)], len }
    }

    /// All numbers below `len`.
    pub fn full(len: usize) -> Self {
        let mut bits = Bits { words: vec![u64::MAX; len.div_ceil(64)], len };
        bits.clear_tail();
        bits
    }

    /// The numbers below `len` that satisfy a condition.
    pub fn of(len: usize, condition: impl Fn(usize) -> bool) -> Self {
        let mut bits = Bits::new(len);
        (0..len).filter(|number| condition(*number)).for_each(|number| bits.insert(number));
        bits
    }

    /// Whether the number is in the set.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// Puts the number into the set.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Takes the number out of the set.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Puts the number into the set; false if it was there already.
    #[inline]
    pub fn add(&mut self, number: usize) -> bool {
        let is_new = !self.contains(number);
        self.insert(number);
        is_new
    }

    /// The numbers that are not in the set.
    pub fn complement(&self) -> Self {
        let mut bits = Bits { words: self.words.iter().map(|word| !word).collect(), len: self.len };
        bits.clear_tail();
        bits
    }

    /// How many numbers there are in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers in both.
    pub fn and(&self, other: &Bits) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The numbers in one or both.
    pub fn or(&self, other: &Bits) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(at * 64 + bit)
            })
        })
    }

    fn zip(&self, other: &Bits, combine: impl Fn(u64, u64) -> u64) -> Self {
        debug_assert_eq!(self.len, other.len, "sets of the same things");
        let words = self.words.iter().zip(&other.words).map(|(a, b)| combine(*a, *b)).collect();
        Bits { words, len: self.len }
    }

    fn clear_tail(&mut self) {
        if let (Some(last), tail @ 1..) = (self.words.last_mut(), self.len % 64) {
            *last &= (1 << tail) - 1;
        }
    }
}
