//! States as strings of bytes that are ordered like them.
//!
//! Words are compared one after the other. Written with their highest byte first, and without what the last word does not use, they
//! are compared byte by byte with the same result, and neighbours in this order begin alike.

use crate::shape::Shape;

/// Writes the key of a state, which has as many bytes as the state uses.
#[inline]
pub(crate) fn write_key(shape: Shape, words: &[u64], key: &mut [u8]) {
    let last = words.len() - 1;
    for (bytes, word) in key.chunks_exact_mut(8).zip(&words[..last]) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    let used = shape.bytes - 8 * last;
    key[8 * last..].copy_from_slice(&words[last].to_be_bytes()[8 - used..]);
}

/// The state with this key.
#[inline]
pub(crate) fn read_key(key: &[u8], words: &mut [u64]) {
    for (word, bytes) in words.iter_mut().zip(key.chunks(8)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
}

/// How many bytes two keys begin with alike, as far as a byte can say.
#[inline]
pub(crate) fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take(usize::from(u8::MAX)).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;

    #[test]
    fn keys_are_ordered_like_states() {
        let mut random = Xorshift::scattered(5);
        for bytes in [1, 7, 8, 9, 16, 19, 24] {
            let shape = Shape::of_bytes(bytes);
            let mut state = || {
                let mut words: Vec<u64> =
                    (0..shape.words).map(|_| random.below(3) << (56 * random.below(2))).collect();
                words[shape.words - 1] &= shape.last_mask();
                words
            };
            for _ in 0..500 {
                let (a, b) = (state(), state());
                let (mut key_a, mut key_b) = (vec![0; bytes], vec![0; bytes]);
                write_key(shape, &a, &mut key_a);
                write_key(shape, &b, &mut key_b);
                assert_eq!(key_a.cmp(&key_b), a.cmp(&b));
                let mut back = vec![0; shape.words];
                read_key(&key_a, &mut back);
                assert_eq!(back, a);
            }
        }
    }
}
