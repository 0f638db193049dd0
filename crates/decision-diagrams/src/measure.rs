//! Counting, picking and membership.

use crate::image::levels;
use crate::layout::{Field, Layout};
use crate::store::{Diagram, Link, Work};
use state_sets::{Limited, Moment, Point, UBig};
use std::collections::HashMap;

impl<'a, 'id> Work<'a, 'id> {
    /// How many states are in the set, of which all numbers stand for values.
    pub(crate) fn count(&self, set: Link<'_, 'id>, bits: u32) -> Limited<UBig> {
        let mut known = HashMap::new();
        let below = self.count_below(set, bits, &mut known)?;
        Ok(below << self.depth(set, bits) as usize)
    }

    /// The bit of the topmost node, or the number of bits if there is none.
    fn depth(&self, link: Link<'_, 'id>, bits: u32) -> u32 {
        (self.level(link) / 2).min(bits)
    }

    /// How many values the bits can have from the topmost node on.
    fn count_below(&self, set: Link<'_, 'id>, bits: u32, known: &mut HashMap<usize, UBig>) -> Limited<UBig> {
        if self.is_false(set) {
            return Ok(UBig::ZERO);
        }
        if self.is_true(set) {
            return Ok(UBig::ONE);
        }
        if let Some(count) = known.get(&set.node_id()) {
            return Ok(count.clone());
        }
        self.step()?;
        let (zero, one) = self.parts(set, self.level(set));
        let depth = self.depth(set, bits) + 1;
        let skipped = |part| (self.depth(part, bits) - depth) as usize;
        let count = (self.count_below(zero, bits, known)? << skipped(zero))
            + (self.count_below(one, bits, known)? << skipped(one));
        known.insert(set.node_id(), count.clone());
        Ok(count)
    }

    /// The state of the set with the smallest numbers, the topmost variables first; nothing if it is empty.
    pub(crate) fn first(&self, set: Link<'_, 'id>, layout: &Layout) -> Limited<Option<Point>> {
        if self.is_false(set) {
            return Ok(None);
        }
        let mut ones = vec![false; layout.bits() as usize];
        let mut at = self.keep(set);
        while !self.is_true(at.borrowed()) {
            let level = self.level(at.borrowed());
            let next = {
                let (zero, one) = self.parts(at.borrowed(), level);
                let is_one = self.is_false(zero);
                ones[(level / 2) as usize] = is_one;
                self.keep(if is_one { one } else { zero })
            };
            at = next;
        }
        let value = |field: Field| {
            let number =
                |sum: i128, (bit, place): (u32, u32)| sum | (i128::from(ones[bit as usize]) << place);
            // No more than the greatest value, since the number stands for one.
            field.low.saturating_add(field.places().fold(0, number))
        };
        let variables = 0..layout.order().len() as u32;
        let values = variables.map(|number| Ok(value(layout.field(state_sets::Variable(number))?)));
        Ok(Some(Point(values.collect::<Limited<_>>()?)))
    }

    /// Whether the state with these numbers is in the set.
    pub(crate) fn has(&self, set: Link<'_, 'id>, layout: &Layout, numbers: &[u64]) -> Limited<bool> {
        let mut ones = vec![false; layout.bits() as usize];
        for (&number, variable) in numbers.iter().zip(0..) {
            for (bit, place) in layout.field(state_sets::Variable(variable))?.places() {
                ones[bit as usize] = number >> place & 1 == 1;
            }
        }
        let mut at = self.keep(set);
        loop {
            let level = self.level(at.borrowed());
            let Some(&is_one) = ones.get((level / 2) as usize) else {
                return Ok(self.is_true(at.borrowed()));
            };
            let next = {
                let (zero, one) = self.parts(at.borrowed(), level);
                self.keep(if is_one { one } else { zero })
            };
            at = next;
        }
    }

    /// The set of the state with these numbers.
    pub(crate) fn only(&self, layout: &Layout, numbers: &[u64]) -> Limited<Diagram<'a, 'id>> {
        let mut result = self.truth();
        for variable in layout.order().iter().rev() {
            for (bit, place) in layout.field(*variable)?.places().rev() {
                let (old, _) = levels(bit);
                result = match numbers[variable.index()] >> place & 1 {
                    0 => self.node(old, result, self.falsity())?,
                    _ => self.node(old, self.falsity(), result)?,
                };
            }
        }
        Ok(result)
    }

    /// All numbers stand for values.
    pub(crate) fn all_valid(&self, layout: &Layout) -> Limited<Diagram<'a, 'id>> {
        let mut result = self.truth();
        for variable in layout.order().iter().rev() {
            let valid = self.valid(layout.field(*variable)?, Moment::Now)?;
            result = self.and(valid.borrowed(), result.borrowed())?;
        }
        Ok(result)
    }
}
