//! Checksums of bytes.

use crate::hash::mix;

/// The checksum of some bytes: of their words, one after the other, and of their number.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(0x5851_F42D_4C95_7F2D, |sum, word| mix(sum ^ u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(mix(sum ^ u64::from_le_bytes(last)) ^ bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_and_every_byte_counts() {
        let bytes: Vec<u8> = (0..61u8).map(|at| at.wrapping_mul(37)).collect();
        let sum = checksum(&bytes);
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&changed), sum);
        }
        for len in 0..bytes.len() {
            assert_ne!(checksum(&bytes[..len]), sum);
        }
        assert_ne!(checksum(&[0; 8]), checksum(&[0; 9]));
    }
}
