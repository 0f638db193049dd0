//! Saturation: all reachable states, from the bottom of the diagram upwards.
//!
//! # The algorithm
//!
//! A relation that neither reads nor changes anything above a bit can be applied to every node at that bit alone,
//! wherever the node occurs. So the relations are grouped by their topmost bit, and a node is *saturated* if no
//! relation of its group or of a deeper one leads out of it. A diagram is saturated from the bottom: first by the deeper
//! groups, then by its own group, and whatever a relation adds on its way down is saturated before it is used.
//! Nodes that are not final never become part of a larger diagram, which keeps the diagrams on the way small where
//! breadth-first search makes huge ones.
//!
//! Why it is right: `saturate(s, g)` is the least set that contains `s` and is closed under the groups from `g` on.
//! Above the topmost bit of these groups closure goes through to both parts. Otherwise the loop ends only if the set
//! is closed under the deeper groups (its last operation) and under each relation of the group (nothing was added).
//! `fire` returns a set between the image and its closure under deeper groups, all of which belongs to the result.
//! It ends since every call is for a deeper group or a deeper bit, and sets only grow.
//!
//! # Reference
//!
//! Ciardo, Lüttgen, Siminiceanu: *Saturation: An Efficient Iteration Strategy for Symbolic State-Space Generation*,
//! TACAS 2001, doi:10.1007/3-540-45319-9_23. Ciardo, Yu: *Saturation-Based Symbolic Reachability Analysis Using
//! Conjunctive and Disjunctive Partitioning*, CHARME 2005, doi:10.1007/11560548_13 (relations as diagrams of pairs).
//! Departures: binary diagrams in which bits can be skipped, and the same algorithm against the direction of the
//! relations.

use crate::connect::operation;
use crate::image::{Changes, Direction, levels};
use crate::store::{Diagram, Link, Work, key};
use oxidd::bdd::BDDFunction;
use state_sets::Limited;

/// Relations grouped by their topmost bit.
pub(crate) struct Groups<'r> {
    direction: Direction,
    groups: Vec<Group<'r>>,
    /// For each bit the first group at it or below.
    first_from: Vec<usize>,
    /// The number of the first group and the first relation in the memory of results.
    context: u64,
}

struct Group<'r> {
    bit: u32,
    relations: Vec<Firing<'r>>,
}

struct Firing<'r> {
    diagram: &'r BDDFunction,
    changes: &'r Changes,
    context: u64,
}

impl<'r> Groups<'r> {
    /// The groups of relations, each with its topmost bit, over so many bits. The context numbers are as many as
    /// there are relations, twice.
    pub(crate) fn new(
        direction: Direction,
        mut relations: Vec<(u32, &'r BDDFunction, &'r Changes)>,
        bits: u32,
        context: u64,
    ) -> Groups<'r> {
        relations.sort_by_key(|(bit, ..)| *bit);
        let firings = context + relations.len() as u64;
        let mut groups: Vec<Group<'r>> = Vec::new();
        for (number, (bit, diagram, changes)) in (firings..).zip(relations) {
            let firing = Firing { diagram, changes, context: number };
            match groups.last_mut().filter(|group| group.bit == bit) {
                Some(group) => group.relations.push(firing),
                None => groups.push(Group { bit, relations: vec![firing] }),
            }
        }
        let first = |bit: u32| groups.partition_point(|group| group.bit < bit);
        let first_from = (0..bits).map(first).collect();
        Groups { direction, groups, first_from, context }
    }

    fn first_from(&self, bit: u32) -> usize {
        self.first_from.get(bit as usize).copied().unwrap_or(self.groups.len())
    }
}

impl<'a, 'id> Work<'a, 'id> {
    /// The least set that contains this one and is closed under all groups.
    pub(crate) fn saturated(&self, set: Link<'_, 'id>, groups: &Groups<'_>) -> Limited<Diagram<'a, 'id>> {
        self.saturate(set, groups, 0)
    }

    fn saturate(&self, set: Link<'_, 'id>, groups: &Groups<'_>, from: usize) -> Limited<Diagram<'a, 'id>> {
        let Some(group) = groups.groups.get(from) else {
            return Ok(self.keep(set));
        };
        if self.is_false(set) || self.is_true(set) {
            return Ok(self.keep(set));
        }
        let key = |set| key(operation::SATURATE, groups.context + from as u64, set, set);
        if let Some(known) = self.recall(key(set)) {
            return Ok(known);
        }
        self.step()?;
        let bit = self.level(set) / 2;
        let result = if bit < group.bit {
            let (old, _) = levels(bit);
            let (zero, one) = self.parts(set, old);
            let zero = self.saturate(zero, groups, from)?;
            self.node(old, zero, self.saturate(one, groups, from)?)?
        } else {
            self.close(set, groups, from)?
        };
        self.remember(key(set), result.borrowed());
        self.remember(key(result.borrowed()), result.borrowed());
        Ok(result)
    }

    /// Applies the relations of a group, and all deeper ones, until nothing is added.
    fn close(&self, set: Link<'_, 'id>, groups: &Groups<'_>, own: usize) -> Limited<Diagram<'a, 'id>> {
        let mut result = self.saturate(set, groups, own + 1)?;
        loop {
            let before = self.keep(result.borrowed());
            for firing in &groups.groups[own].relations {
                let relation = self.import(firing.diagram);
                let added = self.fire(result.borrowed(), relation, firing, groups, own + 1)?;
                let both = self.or(result.borrowed(), added.borrowed())?;
                if both.raw() != result.raw() {
                    result = self.saturate(both.borrowed(), groups, own + 1)?;
                }
            }
            if result.raw() == before.raw() {
                return Ok(result);
            }
        }
    }

    /// The image of the set, and perhaps more of what deeper groups lead to from it.
    fn fire(
        &self,
        set: Link<'_, 'id>,
        relation: Link<'_, 'id>,
        firing: &Firing<'_>,
        groups: &Groups<'_>,
        deeper: usize,
    ) -> Limited<Diagram<'a, 'id>> {
        if self.is_false(set) || self.is_false(relation) {
            return Ok(self.falsity());
        }
        let bit = self.level(set).min(self.level(relation)) / 2;
        if firing.changes.end_before(bit) && self.is_true(relation) {
            return Ok(self.keep(set));
        }
        let key = key(operation::FIRE, firing.context, set, relation);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        self.step()?;
        let image = if firing.changes.end_before(bit) {
            self.and(set, relation)?
        } else {
            self.fire_parts(set, relation, firing, groups, deeper, bit)?
        };
        let result = self.saturate(image.borrowed(), groups, deeper.max(groups.first_from(bit)))?;
        self.remember(key, result.borrowed());
        Ok(result)
    }

    fn fire_parts(
        &self,
        set: Link<'_, 'id>,
        relation: Link<'_, 'id>,
        firing: &Firing<'_>,
        groups: &Groups<'_>,
        deeper: usize,
        bit: u32,
    ) -> Limited<Diagram<'a, 'id>> {
        let (old, _) = levels(bit);
        let (set_zero, set_one) = self.parts(set, old);
        let fire =
            |set: Link<'_, 'id>, relation: Link<'_, 'id>| self.fire(set, relation, firing, groups, deeper);
        let (zero, one) = if firing.changes.has(bit) {
            let [to_zero, to_one] = self.quarters(groups.direction, relation, bit);
            let part = |quarters: [Link<'_, 'id>; 2]| {
                let from_zero = fire(set_zero, quarters[0])?;
                let from_one = fire(set_one, quarters[1])?;
                self.or(from_zero.borrowed(), from_one.borrowed())
            };
            (part(to_zero)?, part(to_one)?)
        } else {
            let (if_zero, if_one) = self.parts(relation, old);
            (fire(set_zero, if_zero)?, fire(set_one, if_one)?)
        };
        self.node(old, zero, one)
    }
}
