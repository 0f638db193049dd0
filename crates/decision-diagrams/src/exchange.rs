//! Variables and values that change places, in two passes.
//!
//! # The algorithm
//!
//! The first pass exchanges two values of some variables where these stand: the bits of such a variable lie on
//! neighbouring levels, so what follows each of its values is listed, the two entries change places, and the bits are put
//! above the list again. What lies below has been treated before.
//!
//! The second pass exchanges variables. Let `b ↦ p(b)` exchange their bits. The result has at bit `b` what the
//! argument has at `p(b)`, so it is built from the top: for bit `b` the argument is restricted to `p(b)` being zero, and one,
//! whereever that bit is. By the time `b` has been reached all bits are fixed that are exchanged with those above, and no other, so
//! that a restricted argument depends only on bits whose partners are still to come. Each restriction becomes one node of the result
//! (or none), so that the pass is about as long as its result is large, times what lies between a bit and its
//! partner. Where neighbours in the order are exchanged, that is little.
//!
//! # Reference
//!
//! Wang, Schmidt, Yu, Huang, Wang: *BDD-Based Safety-Analysis of Concurrent Software with Pointer Data Structures Using
//! Graph Automorphism Symmetry Reduction*, IEEE Transactions on Software Engineering 30(6), 2004,
//! doi:10.1109/TSE.2004.15 (the procedure `permute`). Departure: there every variable is exchanged by Boolean operations.
//!
//! # Assumes
//!
//! Variables of a pair have bits of the same number, and values exist; others are refused.

use crate::connect::operation;
use crate::image::levels;
use crate::layout::{Field, Layout, beyond};
use crate::store::{Diagram, Link, Work, key};
use state_sets::{Limited, Swap};

/// More values of one variable are not listed.
const WIDEST: u32 = 12;

/// An exchange, in bits.
#[derive(Debug)]
pub(crate) struct Exchanged {
    /// For each bit, the variable whose values are exchanged, by its place in the list.
    of_bit: Vec<Option<u32>>,
    /// These variables, each with two numbers.
    values: Vec<(Field, usize, usize)>,
    /// The first bit behind all of them.
    values_end: u32,
    /// The bit that each bit is exchanged with, itself if it stays; up to the last that moves.
    partner: Vec<u32>,
    /// The first bit that moves.
    first: u32,
    context: u64,
}

impl Exchanged {
    /// The bits of an exchange.
    pub(crate) fn new(layout: &Layout, swap: &Swap, context: u64) -> Limited<Exchanged> {
        let mut exchanged = Exchanged {
            of_bit: vec![None; layout.bits() as usize],
            values: Vec::new(),
            values_end: 0,
            partner: Vec::new(),
            first: layout.bits(),
            context,
        };
        for (variable, one, other) in &swap.values {
            let field = layout.field(*variable)?;
            let missing = || beyond("a value that is exchanged does not exist".into());
            let number = |value: &i128| field.number(*value).ok_or_else(missing);
            if field.width > WIDEST {
                return Err(beyond("a variable has too many values to exchange two of them".into()));
            }
            let place = exchanged.values.len() as u32;
            exchanged.values.push((field, number(one)? as usize, number(other)? as usize));
            let end = field.first.saturating_add(field.width);
            exchanged.of_bit[field.first as usize..end as usize].fill(Some(place));
            exchanged.values_end = exchanged.values_end.max(end);
        }
        for (one, other) in &swap.variables {
            let (one, other) = (layout.field(*one)?, layout.field(*other)?);
            if one.width != other.width || one.last != other.last || one.low != other.low {
                return Err(beyond("two variables with different values cannot be exchanged".into()));
            }
            for ((left, _), (right, _)) in one.places().zip(other.places()) {
                exchanged.pair(left, right);
                exchanged.pair(right, left);
            }
        }
        Ok(exchanged)
    }

    fn pair(&mut self, bit: u32, other: u32) {
        for next in self.partner.len() as u32..=bit {
            self.partner.push(next);
        }
        self.partner[bit as usize] = other;
        self.first = self.first.min(bit);
    }

    fn partners_end(&self) -> u32 {
        self.partner.len() as u32
    }
}

impl<'a, 'id> Work<'a, 'id> {
    /// The states of the set after an exchange.
    pub(crate) fn exchanged(&self, set: Link<'_, 'id>, exchanged: &Exchanged) -> Limited<Diagram<'a, 'id>> {
        let valued = self.with_values(set, exchanged)?;
        self.with_bits(valued.borrowed(), exchanged, 0)
    }

    /// Exchanges values.
    fn with_values(&self, set: Link<'_, 'id>, exchanged: &Exchanged) -> Limited<Diagram<'a, 'id>> {
        if self.is_false(set) || self.is_true(set) {
            return Ok(self.keep(set));
        }
        let level = self.level(set);
        let bit = level / 2;
        if bit >= exchanged.values_end {
            return Ok(self.keep(set));
        }
        let key = key(operation::EXCHANGE_VALUES, exchanged.context, set, set);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        self.step()?;
        let result = match exchanged.of_bit[bit as usize] {
            None => {
                let (zero, one) = self.parts(set, level);
                let zero = self.with_values(zero, exchanged)?;
                self.node(level, zero, self.with_values(one, exchanged)?)?
            }
            Some(place) => {
                let (field, one, other) = exchanged.values[place as usize];
                let mut rests = Vec::with_capacity(1 << field.width);
                self.rests(set, field, 0, exchanged, &mut rests)?;
                rests.swap(one, other);
                self.above(rests, field)?
            }
        };
        self.remember(key, result.borrowed());
        Ok(result)
    }

    /// What follows each number of a variable, some of whose bits have been read, with values exchanged.
    fn rests(
        &self,
        link: Link<'_, 'id>,
        field: Field,
        read: u32,
        exchanged: &Exchanged,
        found: &mut Vec<Diagram<'a, 'id>>,
    ) -> Limited<()> {
        if read == field.width {
            found.push(self.with_values(link, exchanged)?);
            return Ok(());
        }
        let (old, _) = levels(field.first.saturating_add(read));
        let (zero, one) = self.parts(link, old);
        self.rests(zero, field, read.saturating_add(1), exchanged, found)?;
        self.rests(one, field, read.saturating_add(1), exchanged, found)
    }

    /// The bits of a variable above what follows each of its numbers.
    fn above(&self, mut rests: Vec<Diagram<'a, 'id>>, field: Field) -> Limited<Diagram<'a, 'id>> {
        for (bit, _) in field.places().rev() {
            let (old, _) = levels(bit);
            let mut joined = Vec::with_capacity(rests.len() / 2);
            let mut pairs = rests.into_iter();
            while let (Some(zero), Some(one)) = (pairs.next(), pairs.next()) {
                joined.push(self.node(old, zero, one)?);
            }
            rests = joined;
        }
        Ok(rests.pop().unwrap_or_else(|| self.falsity()))
    }

    /// Exchanges bits from this one on.
    fn with_bits(&self, set: Link<'_, 'id>, exchanged: &Exchanged, from: u32) -> Limited<Diagram<'a, 'id>> {
        if self.is_false(set) || self.is_true(set) {
            return Ok(self.keep(set));
        }
        // Above the first bit that moves, and below the last, the bits are those of the set.
        let top = self.level(set) / 2;
        let bit = if from < exchanged.first { top.min(exchanged.first) } else { from };
        if bit >= exchanged.partners_end() {
            return Ok(self.keep(set));
        }
        let key = key(operation::EXCHANGE_BITS, exchanged.context << 16 | u64::from(bit), set, set);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        self.step()?;
        let partner = exchanged.partner[bit as usize];
        let zero = self.cofactor(set, partner, false)?;
        let one = self.cofactor(set, partner, true)?;
        let next = bit.saturating_add(1);
        let result = if zero.raw() == one.raw() {
            self.with_bits(zero.borrowed(), exchanged, next)?
        } else {
            let zero = self.with_bits(zero.borrowed(), exchanged, next)?;
            let one = self.with_bits(one.borrowed(), exchanged, next)?;
            self.node(levels(bit).0, zero, one)?
        };
        self.remember(key, result.borrowed());
        Ok(result)
    }

    /// The set where a bit has a value, as a set that does not depend on it.
    fn cofactor(&self, set: Link<'_, 'id>, bit: u32, value: bool) -> Limited<Diagram<'a, 'id>> {
        let (old, _) = levels(bit);
        let level = self.level(set);
        if level > old {
            return Ok(self.keep(set));
        }
        let (zero, one) = self.parts(set, level);
        if level == old {
            return Ok(self.keep(if value { one } else { zero }));
        }
        let key = key(operation::COFACTOR, u64::from(bit) << 1 | u64::from(value), set, set);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        self.step()?;
        let zero = self.cofactor(zero, bit, value)?;
        let result = self.node(level, zero, self.cofactor(one, bit, value)?)?;
        self.remember(key, result.borrowed());
        Ok(result)
    }
}
