//! Instances that know the one before and the one after.
//!
//! In a ring the last instance comes before the first; a line has ends. Whoever comes next is a pointer that
//! every instance has and that never changes. So what is known of some instances also says which of them are
//! neighbours, and a step that reads or writes a neighbour asks for it as for any other target of a pointer.
//! What is known must be part of one ring or line of all instances ([`is_arranged`]): whoever comes next is
//! preceded by the instance that it follows, nobody follows two, and no cycle leaves anybody out.

use super::configuration::{BELOW, ConfigurationShape, NULL, OTHER};
use super::data::{Domain, IndexRole, ParameterizedSystem};
use crate::Comparison;

/// Which neighbour a variable of an instance leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    /// Whether it is the one after, and not the one before.
    pub is_next: bool,
    /// Whether the last instance comes before the first. If not, nobody comes after the last one (`null` stands
    /// for its index), and the index of whoever comes before the first is the one just below.
    pub is_ring: bool,
}

impl Neighbour {
    /// The values of such a variable.
    pub fn domain(self) -> Domain {
        Domain::Pointer {
            null: self.is_next && !self.is_ring,
            below: i16::from(!self.is_next && !self.is_ring),
        }
    }

    /// The value of the variable where all instances are known.
    pub fn of(self, instance: usize, instances: usize) -> i16 {
        let to = |instance: usize| i16::try_from(instance).unwrap_or(OTHER);
        match (self.is_next, self.is_ring) {
            (true, _) if instance + 1 < instances => to(instance + 1),
            (true, true) => 0,
            (true, false) => NULL,
            (false, _) if instance > 0 => to(instance - 1),
            (false, true) => to(instances.saturating_sub(1)),
            (false, false) => BELOW,
        }
    }
}

/// Whether what is known of some instances' neighbours can be so in a ring or line of all instances.
pub fn is_arranged(system: &ParameterizedSystem, shape: &ConfigurationShape, data: &[i16]) -> bool {
    [true, false].into_iter().all(|is_ring| {
        let variable = |is_next| {
            let wanted = Some(Neighbour { is_next, is_ring });
            system.locals.iter().position(|local| local.neighbour == wanted)
        };
        let known = KnownNeighbours { shape, data, next: variable(true), previous: variable(false), is_ring };
        known.next.is_none() && known.previous.is_none()
            || known.agrees() && known.fits_together(system.instances(system.least)) && known.ends(system)
    })
}

/// What is known of neighbours.
struct KnownNeighbours<'k> {
    shape: &'k ConfigurationShape,
    data: &'k [i16],
    next: Option<usize>,
    previous: Option<usize>,
    is_ring: bool,
}

impl KnownNeighbours<'_> {
    fn count(&self) -> usize {
        self.shape.instances(self.data)
    }

    fn value(&self, instance: usize, variable: Option<usize>) -> Option<i16> {
        variable.map(|variable| self.data[self.shape.start(instance) + variable])
    }

    /// Whether each says of each other known instance that they are neighbours if this one says so, and nobody has two.
    fn agrees(&self) -> bool {
        let leads = |from: usize, variable: Option<usize>, to: usize| {
            self.value(from, variable).map(|value| usize::try_from(value) == Ok(to))
        };
        (0..self.count()).all(|to| {
            let follow = |variable| {
                (0..self.count()).filter(|from| leads(*from, variable, to) == Some(true)).count() <= 1
            };
            let both = |from: usize| match (leads(from, self.next, to), leads(to, self.previous, from)) {
                (Some(forth), Some(back)) => forth == back,
                _ => true,
            };
            follow(self.next) && follow(self.previous) && (0..self.count()).all(both)
        })
    }

    /// Whoever comes after an instance, if that is known to be a known one.
    fn after(&self, instance: usize) -> Option<usize> {
        match self.next {
            Some(_) => self.value(instance, self.next).and_then(|value| usize::try_from(value).ok()),
            None => (0..self.count()).find(|to| {
                self.value(*to, self.previous).is_some_and(|value| usize::try_from(value) == Ok(instance))
            }),
        }
    }

    /// Whether a cycle, if there is one, is a ring of all instances, so that nobody is outside, and not of too few.
    fn fits_together(&self, least: Option<usize>) -> bool {
        let count = self.count();
        (0..count).all(|start| {
            let mut length = 1;
            let mut at = self.after(start);
            while let Some(next) = at.filter(|next| *next != start && length <= count) {
                length += 1;
                at = self.after(next);
            }
            let is_whole = || {
                length == count
                    && least.is_none_or(|least| least <= count)
                    && self.shape.pointers(self.data).iter().all(|at| self.data[*at] != OTHER)
            };
            at != Some(start) || self.is_ring && is_whole()
        })
    }

    /// Whether the ends are where the indices say, as far as these are known.
    fn ends(&self, system: &ParameterizedSystem) -> bool {
        let role = |factor, offset| {
            let wanted = Some(IndexRole { comparison: Comparison::Eq, factor, offset });
            system.locals.iter().position(|local| local.role == wanted)
        };
        let (first, last) = (role(0, system.first_index), role(1, system.last_offset));
        let is = |instance: usize, role: Option<usize>| self.value(instance, role).map(|value| value == 1);
        let agree =
            |left: Option<bool>, right: Option<bool>| left.is_none() || right.is_none() || left == right;
        if self.is_ring {
            return (0..self.count())
                .all(|one| self.after(one).is_none_or(|next| agree(is(one, last), is(next, first))));
        }
        let at = |value: Option<i16>, end: i16| value.map(|value| value == end);
        let ends = |variable: Option<usize>, end: i16| {
            (0..self.count()).filter(|one| at(self.value(*one, variable), end) == Some(true)).count()
        };
        let stands = |one: usize| {
            let next = self.after(one);
            agree(at(self.value(one, self.next), NULL), is(one, last))
                && agree(at(self.value(one, self.previous), BELOW), is(one, first))
                && next.is_none_or(|next| is(one, last) != Some(true) && is(next, first) != Some(true))
        };
        ends(self.next, NULL) <= 1 && ends(self.previous, BELOW) <= 1 && (0..self.count()).all(stands)
    }
}
