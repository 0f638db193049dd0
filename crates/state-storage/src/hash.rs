//! Hashes of packed states, and what they decide: where a state stands in a table, and who owns it.

/// The hash of a packed state.
#[inline]
pub fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0x243F_6A88_85A3_08D3, |sum, word| mix(sum ^ word))
}

/// Multiplies to 128 bits and folds the halves, so that every bit reaches both ends. The factors are odd and
/// without pattern.
#[inline]
pub fn mix(word: u64) -> u64 {
    let product = u128::from(word) * 0x9E37_79B9_7F4A_7C15;
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// The place for a hash, of so many, by its upper bits.
#[inline]
pub fn home_in(buckets: usize, hash: u64) -> usize {
    ((u128::from(hash) * buckets as u128) >> 64) as usize
}

/// Which of so many owners states with this hash belong to. The hash is mixed once more: the table of an owner looks at its upper
/// bits, which must not be the same in all of its states.
#[inline]
pub fn owner(owners: usize, hash: u64) -> usize {
    home_in(owners, mix(hash))
}
