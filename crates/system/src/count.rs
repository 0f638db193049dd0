//! Counts of any size: the states of a system can be more than any machine word can say.

use std::fmt;

/// A number of things, as large as it may be. Numbers that fit into 128 bits are kept as such, so that equal counts are
/// equal values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Count(Kept);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Kept {
    Word(u128),
    /// Decimal digits, more than a word can hold, the first of them not zero.
    Digits(String),
}

impl Count {
    /// The count with these decimal digits; nothing if they are none.
    pub fn from_digits(digits: &str) -> Option<Count> {
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        Some(match digits.parse::<u128>() {
            Ok(word) => Count::from(word),
            Err(_) => Count(Kept::Digits(digits.trim_start_matches('0').to_owned())),
        })
    }

    /// The count, if it fits into 128 bits.
    pub fn word(&self) -> Option<u128> {
        match self.0 {
            Kept::Word(word) => Some(word),
            Kept::Digits(_) => None,
        }
    }
}

impl From<u128> for Count {
    fn from(word: u128) -> Count {
        Count(Kept::Word(word))
    }
}

impl From<u64> for Count {
    fn from(word: u64) -> Count {
        Count::from(u128::from(word))
    }
}

impl From<u32> for Count {
    fn from(word: u32) -> Count {
        Count::from(u128::from(word))
    }
}

impl From<usize> for Count {
    fn from(word: usize) -> Count {
        Count::from(word as u128)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kept::Word(word) => word.fmt(formatter),
            Kept::Digits(digits) => formatter.write_str(digits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_equal_counts() {
        let count = |digits: &str| Count::from_digits(digits).unwrap();
        assert_eq!(count("0042"), Count::from(42u32));
        assert_eq!(count(&u128::MAX.to_string()), Count::from(u128::MAX));
        let large = format!("1{}", "0".repeat(60));
        assert_eq!(count(&format!("00{large}")), count(&large));
        assert_eq!((count(&large).to_string(), count(&large).word()), (large, None));
    }

    #[test]
    fn only_digits_are_numbers() {
        assert_eq!(["", "-1", "1 000", "x"].map(Count::from_digits), [const { None }; 4]);
    }
}
