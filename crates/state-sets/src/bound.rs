//! One-sided bounds: sets of which it is known on which side of the true set they lie.

/// On which side of the set that is meant a computed set lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// It is that set.
    Exact,
    /// It is contained in it.
    Below,
    /// It contains it.
    Above,
}

impl Side {
    /// The side of the complement.
    pub fn flipped(self) -> Side {
        match self {
            Side::Exact => Side::Exact,
            Side::Below => Side::Above,
            Side::Above => Side::Below,
        }
    }

    /// The side of a set made from two others by an operation that grows with both; nothing is known where they
    /// lie on different sides.
    pub fn with(self, other: Side) -> Option<Side> {
        match (self, other) {
            (Side::Exact, side) | (side, Side::Exact) => Some(side),
            (left, right) => (left == right).then_some(left),
        }
    }

    /// Whether every element of the computed set belongs to the set that is meant.
    pub fn is_below(self) -> bool {
        self != Side::Above
    }

    /// Whether every element of the set that is meant belongs to the computed set.
    pub fn is_above(self) -> bool {
        self != Side::Below
    }
}

/// A set and on which side of what is meant it lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounded<S> {
    /// The computed set.
    pub set: S,
    /// Its side.
    pub side: Side,
}

impl<S> Bounded<S> {
    /// The set that is meant.
    pub fn exact(set: S) -> Self {
        Bounded { set, side: Side::Exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_combine_like_inclusions() {
        // The meant set is {1, 2} of a universe of four; every computed set stands for its side.
        let side = |computed: u8| match computed {
            0b0110 => Some(Side::Exact),
            set if set & !0b0110 == 0 => Some(Side::Below),
            set if set & 0b0110 == 0b0110 => Some(Side::Above),
            _ => None,
        };
        let sides: Vec<(u8, Side)> = (0..16).filter_map(|set| Some((set, side(set)?))).collect();
        for &(left, left_side) in &sides {
            for &(right, right_side) in &sides {
                for result in [left | right, left & right] {
                    if let Some(known) = left_side.with(right_side) {
                        assert!(!known.is_below() || result & !0b0110 == 0);
                        assert!(!known.is_above() || result & 0b0110 == 0b0110);
                    }
                }
            }
            assert!(!left_side.flipped().is_below() || !left & 0b0110 == 0);
            assert!(!left_side.flipped().is_above() || !left & 0b1001 == 0b1001);
        }
    }
}
