//! What shows quickly that one marking is not below another.
//!
//! A marking is below another only if its places with tokens, its places without limit, and its sum of tokens are. Places share the
//! bits of two words, by their numbers; the sum is capped, and is the largest number where some place has no limit. A comparison of
//! signatures never says no where the answer is yes.

use super::omega_marking::OMEGA;
use nets::Place;

/// Bits of the places with tokens and of those without limit, and the sum of the tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// Places with tokens.
    pub marked: u64,
    /// Places without limit.
    pub unlimited: u64,
    /// The sum of the tokens.
    pub weight: u64,
}

impl Signature {
    /// The signature of a marking that has these tokens on these places.
    pub fn of(entries: &[(Place, u64)]) -> Signature {
        let mut signature = Signature { marked: 0, unlimited: 0, weight: 0 };
        for (place, tokens) in entries {
            let bit = 1_u64 << (place & 63);
            signature.marked |= bit;
            if *tokens == OMEGA {
                signature.unlimited |= bit;
            }
            signature.weight = signature.weight.saturating_add(*tokens);
        }
        signature
    }

    /// Whether a marking with this signature may be below one with that signature.
    #[inline]
    pub fn may_be_at_most(&self, other: &Signature) -> bool {
        self.marked & !other.marked == 0
            && self.unlimited & !other.unlimited == 0
            && self.weight <= other.weight
    }

    /// Whether a marking with this signature may be below another one with that signature, not equal to it.
    #[inline]
    pub fn may_be_below(&self, other: &Signature) -> bool {
        self.marked & !other.marked == 0
            && self.unlimited & !other.unlimited == 0
            && (self.weight < other.weight || other.weight == u64::MAX)
    }
}
