//! One step of a relation, forward or backward, in one pass.
//!
//! A set is a diagram of old bits; a relation is a diagram of old and new bits, where the new bit lies directly
//! below its old one. Only the bits of changed variables have new ones. The pass goes down both diagrams, combines
//! what the old bits leave with what the relation allows, forgets them, and puts the new bits in their place: the
//! conjunction, the quantification and the renaming of the usual definition at once. Below the last changed bit the
//! relation is a condition only, and an intersection remains.
//!
//! # Reference
//!
//! Burch, Clarke, McMillan, Dill, Hwang: *Symbolic Model Checking: 10^20 States and Beyond*, Information and
//! Computation 98(2), 1992, doi:10.1016/0890-5401(92)90017-A. Burch, Clarke, Long: *Symbolic Model Checking with
//! Partitioned Transition Relations*, VLSI 1991 (relations kept apart, unchanged variables not mentioned). Departure:
//! conjunction, quantification and renaming are one recursion, which the place of the new bits makes possible.

use crate::connect::operation;
use crate::store::{Diagram, Link, Work, key};
use state_sets::Limited;

/// Which way a relation is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// From the state before to the state after.
    Forward,
    /// From the state after to the state before.
    Backward,
}

/// Which bits a relation changes.
#[derive(Debug)]
pub(crate) struct Changes {
    /// For each bit whether it may change, up to the last that does.
    bits: Vec<bool>,
    /// The first bit that may change.
    pub(crate) first: Option<u32>,
    /// A number that no other list of bits has.
    context: u64,
}

impl Changes {
    /// The changes of these bits.
    pub(crate) fn new(changed: impl IntoIterator<Item = u32>, context: u64) -> Changes {
        let mut bits = Vec::new();
        let mut first: Option<u32> = None;
        for bit in changed {
            let place = bit as usize;
            if bits.len() <= place {
                bits.resize(place + 1, false);
            }
            bits[place] = true;
            first = Some(first.map_or(bit, |first| first.min(bit)));
        }
        Changes { bits, first, context }
    }

    /// Whether no bit from this one on changes.
    pub(crate) fn end_before(&self, bit: u32) -> bool {
        bit as usize >= self.bits.len()
    }

    /// Whether the bit may change.
    pub(crate) fn has(&self, bit: u32) -> bool {
        self.bits.get(bit as usize).is_some_and(|changed| *changed)
    }

    /// The bits that may change.
    pub(crate) fn bits(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.bits).filter_map(|(bit, changed)| changed.then_some(bit))
    }
}

/// The levels of the old and the new version of a bit.
pub(crate) fn levels(bit: u32) -> (u32, u32) {
    (2 * bit, 2 * bit + 1)
}

/// What a relation leaves for the four pairs of an old and a new bit, by the bit of the result and then by that of
/// the argument.
pub(crate) type Quarters<'x, 'id> = [[Link<'x, 'id>; 2]; 2];

impl<'a, 'id> Work<'a, 'id> {
    /// The states that the relation leads to from the set, or from which it leads there.
    pub(crate) fn image(
        &self,
        direction: Direction,
        changes: &Changes,
        set: Link<'_, 'id>,
        relation: Link<'_, 'id>,
    ) -> Limited<Diagram<'a, 'id>> {
        if self.is_false(set) || self.is_false(relation) {
            return Ok(self.falsity());
        }
        let bit = self.level(set).min(self.level(relation)) / 2;
        if changes.end_before(bit) {
            return self.and(set, relation);
        }
        let operation = match direction {
            Direction::Forward => operation::FORWARD,
            Direction::Backward => operation::BACKWARD,
        };
        let key = key(operation, changes.context, set, relation);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        self.step()?;
        let (old, _) = levels(bit);
        let (set_zero, set_one) = self.parts(set, old);
        let (zero, one) = if changes.has(bit) {
            let [to_zero, to_one] = self.quarters(direction, relation, bit);
            let part = |quarters: [Link<'_, 'id>; 2]| {
                let from_zero = self.image(direction, changes, set_zero, quarters[0])?;
                let from_one = self.image(direction, changes, set_one, quarters[1])?;
                self.or(from_zero.borrowed(), from_one.borrowed())
            };
            (part(to_zero)?, part(to_one)?)
        } else {
            let (if_zero, if_one) = self.parts(relation, old);
            let zero = self.image(direction, changes, set_zero, if_zero)?;
            (zero, self.image(direction, changes, set_one, if_one)?)
        };
        let result = self.node(old, zero, one)?;
        self.remember(key, result.borrowed());
        Ok(result)
    }

    /// What the relation leaves for the values of a changed bit.
    pub(crate) fn quarters<'x>(
        &self,
        direction: Direction,
        relation: Link<'x, 'id>,
        bit: u32,
    ) -> Quarters<'x, 'id>
    where
        'a: 'x,
    {
        let (old, new) = levels(bit);
        let (from_zero, from_one) = self.parts(relation, old);
        let (zero_zero, zero_one) = self.parts(from_zero, new);
        let (one_zero, one_one) = self.parts(from_one, new);
        match direction {
            Direction::Forward => [[zero_zero, one_zero], [zero_one, one_one]],
            Direction::Backward => [[zero_zero, zero_one], [one_zero, one_one]],
        }
    }
}
