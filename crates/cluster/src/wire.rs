//! Numbers as bytes: seven bits a byte, the lowest first, and lists of bytes behind their length.
//!
//! What is read may come from anywhere: reading says `None` where there is not what should be there, and never takes more than there is.

/// Adds a number.
#[inline]
pub fn write_number(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Adds bytes behind their length.
pub fn write_bytes(bytes: &[u8], into: &mut Vec<u8>) {
    write_number(bytes.len() as u64, into);
    into.extend_from_slice(bytes);
}

/// Adds words behind their number.
pub fn write_words(words: &[u64], into: &mut Vec<u8>) {
    write_number(words.len() as u64, into);
    words.iter().for_each(|word| into.extend_from_slice(&word.to_le_bytes()));
}

/// A signed difference as a number that is small where the difference is.
#[inline]
pub fn folded(difference: i64) -> u64 {
    ((difference << 1) ^ (difference >> 63)) as u64
}

/// The difference again.
#[inline]
pub fn unfolded(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Reads what was written, from the front.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// The next number.
    #[inline]
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            // The tenth byte has one bit.
            if shift == 63 && bits > 1 {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// So many bytes.
    #[inline]
    pub fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Bytes behind their length.
    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    /// A text behind its length.
    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    /// Words behind their number.
    pub fn words(&mut self) -> Option<Vec<u64>> {
        let count = usize::try_from(self.number()?).ok()?;
        let bytes = self.take(count.checked_mul(8)?)?;
        let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or_default();
        Some(bytes.chunks_exact(8).map(word).collect())
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, 1 << 35, u64::MAX - 1, u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| write_number(*number, &mut bytes));
        let mut reader = Reader(&bytes);
        assert_eq!(numbers.map(|_| reader.number().unwrap()), numbers);
        assert!(reader.is_empty() && reader.number().is_none());
        for difference in [0, 1, -1, 77, -78, i64::MAX, i64::MIN] {
            assert_eq!(unfolded(folded(difference)), difference);
        }
    }

    #[test]
    fn lists_come_back_and_broken_ones_are_none() {
        let mut bytes = Vec::new();
        write_bytes(b"abc", &mut bytes);
        write_words(&[7, u64::MAX], &mut bytes);
        let mut reader = Reader(&bytes);
        assert_eq!((reader.text().unwrap(), reader.words().unwrap()), ("abc".to_owned(), vec![7, u64::MAX]));
        for length in 0..bytes.len() {
            let mut reader = Reader(&bytes[..length]);
            assert!(reader.bytes().is_none() || reader.words().is_none());
        }
        assert!(Reader(&[0xff; 10]).number().is_none());
        assert!(Reader(&[0xff; 9]).number().is_none());
        let mut huge = Vec::new();
        write_number(u64::MAX, &mut huge);
        assert!(Reader(&huge).words().is_none() && Reader(&huge).bytes().is_none());
    }
}
