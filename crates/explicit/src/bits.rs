//! Sets of numbered things, one bit each.

/// A set of numbers below a fixed limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
        let word = &mut self.words[number / 64];
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// The same for any number, for which room is made.
    #[inline]
    pub fn add_growing(&mut self, number: usize) -> bool {
        if number >= self.len {
            self.grow((number + 1).max(2 * self.len));
        }
        self.add(number)
    }

    /// Puts all numbers of another set into this one, and says which were new, in order.
    #[inline]
    pub fn add_all(&mut self, other: &Bits, mut added: impl FnMut(usize)) {
        for (at, (own, other)) in self.words.iter_mut().zip(&other.words).enumerate() {
            let new = other & !*own;
            *own |= new;
            ones(at, new).for_each(&mut added);
        }
    }

    /// Makes room for numbers below `len`.
    pub fn grow(&mut self, len: usize) {
        if len > self.len {
            self.words.resize(len.div_ceil(64), 0);
            self.len = len;
        }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Copies another set of the same things.
    pub fn copy_from(&mut self, other: &Bits) {
        self.words.copy_from_slice(&other.words);
    }

    /// Whether all of another set are in this one.
    pub fn covers(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).all(|(own, other)| other & !own == 0)
    }

    /// The words that hold the bits: number `n` is bit `n % 64` of word `n / 64`.
    pub fn words(&self) -> &[u64] {
        &self.words
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

    /// Whether there is none in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
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
        self.words.iter().enumerate().flat_map(|(at, word)| ones(at, *word))
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

/// The numbers of the bits of the word at this place.
fn ones(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(at * 64 + bit)
    })
}
