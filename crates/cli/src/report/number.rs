//! Numbers as people read them.

use system::Count;

/// A number with its digits in groups of three: `1,234,567`.
pub fn grouped(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A sentence with the digits of its numbers in groups; names, fractions and what is quoted stay as they are.
pub fn with_groups(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let is_word = |letter: char| letter.is_alphanumeric() || "_.`'[(-".contains(letter);
        let after = rest[digits..].chars().next().unwrap_or(' ');
        let is_number = digits > 4 && !is_word(before) && (after == ' ' || ",.;".contains(after));
        let end = if digits > 0 { digits } else { first.len_utf8() };
        match is_number {
            true => result.push_str(&grouped(&rest[..end])),
            false => result.push_str(&rest[..end]),
        }
        before = rest[..end].chars().next_back().unwrap_or(' ');
        rest = &rest[end..];
    }
    result
}

/// Counts with more digits than this are rounded where there is little room.
const MOST_DIGITS: usize = 24;

/// A count of things whose name, in the plural, may have underscores: `1 state`, `1,234 stored bytes`, and
/// `1.26e30 states` where the number is too long for a line.
pub fn counted(count: &Count, name: &str) -> String {
    let name = name.replace('_', " ");
    let name = if *count == Count::from(1u32) { name.strip_suffix('s').unwrap_or(&name) } else { &name };
    let digits = count.to_string();
    match digits.len() {
        0..=MOST_DIGITS => format!("{} {name}", grouped(digits)),
        length => format!("{}.{}e{} {name}", &digits[..1], &digits[1..3], length - 1),
    }
}

/// A time in seconds: `0.01 s`, `12.3 s`, `1234 s`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 10.0 => format!("{seconds:.2} s"),
        _ if seconds < 100.0 => format!("{seconds:.1} s"),
        _ => format!("{seconds:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        let shown: Vec<String> = [0, 12, 123, 1234, 123456, 1234567].into_iter().map(grouped).collect();
        assert_eq!(shown, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }

    #[test]
    fn sentences_keep_their_names() {
        let text = "after 1234567 states, x12345 = 12345; 12.34567 s; 100000.";
        assert_eq!(with_groups(text), "after 1,234,567 states, x12345 = 12,345; 12.34567 s; 100,000.");
    }

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(&Count::from(1u32), "states"), "1 state");
        assert_eq!(counted(&Count::from(1234u32), "stored_bytes"), "1,234 stored bytes");
    }

    #[test]
    fn long_counts_are_cut() {
        assert_eq!(counted(&Count::from(1u128 << 100), "states"), "1.26e30 states");
    }

    #[test]
    fn times_have_three_digits_or_so() {
        assert_eq!([0.004, 1.5, 12.34, 1234.5].map(duration), ["0.00 s", "1.50 s", "12.3 s", "1234 s"]);
    }
}
