//! The literals of a conjunction, to be compared with others by their constants only.
//!
//! Sums that differ in the constant only are bounds in the same *direction*; a sum and its opposite are opposite directions, which have
//! an even number and the odd one behind it. A bound `sum + constant <= 0` is a direction and a constant.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

/// The number of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Leaf(pub(crate) u32);

impl Leaf {
    /// True: the conjunction of nothing.
    pub(crate) const TRUE: Leaf = Leaf(0);
    /// False.
    pub(crate) const FALSE: Leaf = Leaf(1);

    /// The opposite.
    pub(crate) fn opposite(self) -> Leaf {
        Leaf(self.0 ^ 1)
    }

    /// Whether this is the opposite of what is stored.
    pub(crate) fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }

    /// Where it is stored, if this is not the opposite, or else its opposite.
    pub(crate) fn place(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// A literal: a bound, with its direction and its constant, or another formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compared {
    /// A bound.
    Bound(u32, i128),
    /// Something else.
    Other(Leaf),
}

/// Literals that do not contradict each other: of the bounds the tightest in each direction. Each has a mark that tells where it comes
/// from.
pub(crate) struct Bounds {
    tightest: Vec<(u32, i128, u128)>,
    others: Vec<(Leaf, u128)>,
}

impl Bounds {
    /// These literals with their marks; the marks of two bounds that contradict each other, if there are such.
    pub(crate) fn of(literals: impl Iterator<Item = (Compared, u128)>) -> Result<Bounds, u128> {
        let mut bounds = Bounds { tightest: Vec::new(), others: Vec::new() };
        for (literal, mark) in literals {
            match literal {
                Compared::Bound(direction, constant) => bounds.tightest.push((direction, constant, mark)),
                Compared::Other(leaf) => bounds.others.push((leaf, mark)),
            }
        }
        // Of the same direction the one with the largest constant comes first: it is the tightest.
        bounds.tightest.sort_unstable_by(|left, right| left.0.cmp(&right.0).then(right.1.cmp(&left.1)));
        bounds.tightest.dedup_by_key(|bound| bound.0);
        bounds.others.sort_unstable();
        for (direction, constant, mark) in &bounds.tightest {
            if let Some(other) = bounds.contradict(Compared::Bound(*direction, *constant)) {
                return Err(mark | other);
            }
        }
        Ok(bounds)
    }

    /// The constant of the tightest bound in a direction, and its mark.
    fn constant(&self, direction: u32) -> Option<(i128, u128)> {
        let place = self.tightest.binary_search_by_key(&direction, |bound| bound.0).ok()?;
        self.tightest.get(place).map(|bound| (bound.1, bound.2))
    }

    fn other(&self, leaf: Leaf) -> Option<u128> {
        let place = self.others.binary_search_by_key(&leaf, |other| other.0).ok()?;
        self.others.get(place).map(|other| other.1)
    }

    /// Whether a bound is looser than another one of these.
    pub(crate) fn is_loose(&self, literal: Compared) -> bool {
        match literal {
            Compared::Bound(direction, constant) => {
                self.constant(direction).is_some_and(|(own, _)| own > constant)
            }
            Compared::Other(_) => false,
        }
    }

    /// Whether they plainly imply a literal.
    pub(crate) fn imply(&self, literal: Compared) -> bool {
        match literal {
            Compared::Bound(direction, constant) => {
                self.constant(direction).is_some_and(|(own, _)| own >= constant)
            }
            Compared::Other(leaf) => self.other(leaf).is_some(),
        }
    }

    /// The mark of what plainly contradicts a literal: its opposite, or for a bound `sum + constant <= 0` one in the opposite direction,
    /// `-sum + other <= 0`.
    pub(crate) fn contradict(&self, literal: Compared) -> Option<u128> {
        match literal {
            Compared::Bound(direction, constant) => {
                let (other, mark) = self.constant(direction ^ 1)?;
                (other.saturating_add(constant) > 0).then_some(mark)
            }
            Compared::Other(leaf) => self.other(leaf.opposite()),
        }
    }
}
