//! What the numbers of formulas have in common.

/// The greatest common divisor of two numbers that are not negative; that of a number and zero is the number.
///
/// ```
/// use state_sets::greatest_common_divisor;
/// assert_eq!([greatest_common_divisor(12, 18), greatest_common_divisor(0, 5)], [6, 5]);
/// ```
pub fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    a.checked_rem(b).map_or(a, |rest| greatest_common_divisor(b, rest))
}
