//! Where each variable lies in a packed state.
//!
//! A state is packed into 64-bit words. Each variable has a field of just enough bits for its interval of
//! values, stored as the distance from the interval's low end; no field crosses a word. Fields are placed by
//! first fit, widest first, which leaves little unused, and the emptiest word comes last, so that only the
//! bytes of it that are in use need be stored.
//!
//! Unbounded integers begin with narrow fields. A value that does not fit is a [`Misfit`]: the search then
//! asks for a layout in which that field has twice the bits, and packs all states anew. So small counters cost
//! a byte, large ones at most eight, and none ever wraps.

use crate::value::Domain;
use state_storage::Shape;

/// Bits of the field of an unbounded integer at the beginning.
const NARROW: u32 = 8;

/// A variable's bits in a packed state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    /// The word that holds it.
    pub word: u32,
    /// The position of its lowest bit.
    pub shift: u32,
    /// Its bits, moved down to the lowest.
    pub mask: u64,
    /// The value that is stored as zero.
    pub low: i64,
}

/// A value that does not fit into its variable's field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// The variable.
    pub variable: u32,
    /// The value.
    pub value: i64,
}

/// The fields of all variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    words: usize,
    /// How many bytes hold bits; those of the last word that do not are left out.
    bytes: usize,
    bits: u32,
}

impl Field {
    /// The variable's value in a packed state.
    #[inline]
    pub fn get(&self, words: &[u64]) -> i64 {
        ((words[self.word as usize] >> self.shift) & self.mask).wrapping_add(self.low as u64) as i64
    }

    /// The bits of a value, in place within the word; nothing if it does not fit.
    #[inline]
    pub fn bits(&self, value: i64) -> Option<u64> {
        let distance = value.wrapping_sub(self.low) as u64;
        (distance <= self.mask).then(|| distance << self.shift)
    }

    /// The field's bits within the word.
    #[inline]
    pub fn cover(&self) -> u64 {
        self.mask << self.shift
    }
}

impl Layout {
    /// The first layout for variables with these intervals.
    pub fn new(domains: &[Domain]) -> Self {
        let ranges: Vec<(i64, u32)> = domains
            .iter()
            .map(|domain| {
                let width = bits_for(domain.high.wrapping_sub(domain.low) as u64);
                match (domain.is_listed, domain.low) {
                    (true, _) if domain.high < domain.low => (domain.low, 0),
                    (true, _) => (domain.low, width),
                    (false, i64::MIN) => (-(1 << (NARROW - 1)), NARROW),
                    (false, low) => (low, NARROW.min(width)),
                }
            })
            .collect();
        Layout::place(&ranges)
    }

    /// A layout in which the value fits, too. The field's low end moves only for integers without one.
    pub fn widened(&self, misfit: Misfit, domain: Domain) -> Self {
        let mut ranges: Vec<(i64, u32)> =
            self.fields.iter().map(|field| (field.low, field.mask.count_ones())).collect();
        let (low, bits) = &mut ranges[misfit.variable as usize];
        let fits = |low: i64, bits: u32| {
            let distance = misfit.value.wrapping_sub(low) as u64;
            misfit.value >= low && (bits == 64 || distance >> bits == 0)
        };
        while !fits(*low, *bits) {
            *bits = (*bits * 2).clamp(1, 64);
            if domain.low == i64::MIN {
                *low = (-1i64) << (*bits - 1);
            }
        }
        Layout::place(&ranges)
    }

    /// A layout with twice the bits for each variable without bounds; nothing if there are no more.
    pub fn doubled(&self, domains: &[Domain]) -> Option<Self> {
        let widen = |(field, domain): (&Field, &Domain)| {
            let bits = field.mask.count_ones();
            match (domain.is_listed, domain.low) {
                (true, _) => (field.low, bits),
                (false, i64::MIN) => (-1i64 << ((bits * 2).clamp(1, 64) - 1), (bits * 2).clamp(1, 64)),
                (false, _) => (field.low, (bits * 2).clamp(1, 64)),
            }
        };
        let ranges: Vec<(i64, u32)> = self.fields.iter().zip(domains).map(widen).collect();
        Some(Layout::place(&ranges)).filter(|doubled| doubled != self)
    }

    fn place(ranges: &[(i64, u32)]) -> Self {
        let mut order: Vec<usize> = (0..ranges.len()).collect();
        order.sort_by_key(|&variable| (std::cmp::Reverse(ranges[variable].1), variable));
        let mut used: Vec<u32> = vec![0];
        let mut fields = vec![Field { word: 0, shift: 0, mask: 0, low: 0 }; ranges.len()];
        for variable in order {
            let (low, bits) = ranges[variable];
            let word = used.iter().position(|used| used + bits <= 64).unwrap_or(used.len());
            if word == used.len() {
                used.push(0);
            }
            // A field without bits stays at bit zero: a shift by 64 would be no shift.
            let shift = if bits == 0 { 0 } else { used[word] };
            fields[variable] = Field { word: word as u32, shift, mask: low_bits(bits), low };
            used[word] += bits;
        }
        let last = used.len() - 1;
        let emptiest = (0..=last).min_by_key(|&word| (used[word], std::cmp::Reverse(word))).unwrap_or(last);
        for field in &mut fields {
            let word = field.word as usize;
            field.word = if word == emptiest {
                last
            } else if word == last {
                emptiest
            } else {
                word
            } as u32;
        }
        let bytes = (8 * last + used[emptiest].div_ceil(8) as usize).max(1);
        Layout { fields, words: used.len(), bytes, bits: used.iter().sum() }
    }

    /// The field of a variable.
    #[inline]
    pub fn field(&self, variable: u32) -> &Field {
        &self.fields[variable as usize]
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.fields.len()
    }

    /// How many words a packed state has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How large packed states are, and how much of them must be stored.
    pub fn shape(&self) -> Shape {
        Shape { words: self.words, bytes: self.bytes }
    }

    /// How many bits the variables need.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Packs the values of all variables.
    pub fn pack(&self, values: &[i64], words: &mut [u64]) -> Result<(), Misfit> {
        words.fill(0);
        for (variable, (field, value)) in self.fields.iter().zip(values).enumerate() {
            let misfit = Misfit { variable: variable as u32, value: *value };
            words[field.word as usize] |= field.bits(*value).ok_or(misfit)?;
        }
        Ok(())
    }

    /// Reads the values of all variables.
    #[inline]
    pub fn unpack(&self, words: &[u64], values: &mut [i64]) {
        for (field, value) in self.fields.iter().zip(values) {
            *value = field.get(words);
        }
    }
}

fn bits_for(largest: u64) -> u32 {
    64 - largest.leading_zeros()
}

fn low_bits(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(low: i64, high: i64) -> Domain {
        Domain { low, high, is_listed: true }
    }

    const INT: Domain = Domain { low: i64::MIN, high: i64::MAX, is_listed: false };
    const NAT: Domain = Domain { low: 0, high: i64::MAX, is_listed: false };

    fn round_trip(layout: &Layout, values: &[i64]) {
        let mut words = vec![0; layout.words()];
        layout.pack(values, &mut words).unwrap();
        let mut back = vec![0; values.len()];
        layout.unpack(&words, &mut back);
        assert_eq!(back, values);
    }

    #[test]
    fn fields_are_as_narrow_as_their_intervals() {
        let layout = Layout::new(&[listed(0, 1), listed(-3, 4), listed(7, 7), listed(0, 2)]);
        assert_eq!((layout.bits(), layout.words(), layout.shape().bytes), (6, 1, 1));
        round_trip(&layout, &[1, -3, 7, 2]);
        round_trip(&layout, &[0, 4, 7, 0]);
    }

    #[test]
    fn no_field_crosses_a_word() {
        let domains = vec![listed(0, (1 << 40) - 1); 3];
        let layout = Layout::new(&domains);
        assert_eq!((layout.words(), layout.shape().bytes), (3, 21));
        round_trip(&layout, &[(1 << 40) - 1, 5, 1 << 39]);
    }

    #[test]
    fn the_emptiest_word_is_the_last() {
        let layout = Layout::new(&[listed(0, (1 << 60) - 1), listed(0, 255), listed(0, 15)]);
        assert_eq!((layout.words(), layout.shape().bytes), (2, 9));
        round_trip(&layout, &[(1 << 60) - 1, 200, 9]);
    }

    #[test]
    fn a_whole_word_is_a_field() {
        let layout = Layout::new(&[listed(i64::MIN, i64::MAX), listed(0, 1)]);
        for value in [i64::MIN, -1, 0, i64::MAX] {
            round_trip(&layout, &[value, 1]);
        }
    }

    #[test]
    fn unbounded_integers_widen_until_they_fit() {
        let domains = [INT, NAT, listed(0, 3)];
        let mut layout = Layout::new(&domains);
        round_trip(&layout, &[-128, 255, 3]);
        let mut words = vec![0; layout.words()];
        for values in [[-129, 0, 1], [5, 256, 2], [i64::MIN, 0, 0], [i64::MAX, i64::MAX, 3]] {
            while let Err(misfit) = layout.pack(&values, &mut words) {
                layout = layout.widened(misfit, domains[misfit.variable as usize]);
                words = vec![0; layout.words()];
            }
            round_trip(&layout, &values);
        }
        assert_eq!(layout.bits(), 64 + 64 + 2);
    }
}
