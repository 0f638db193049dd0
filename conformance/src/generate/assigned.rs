//! Random values for places: mostly within their types, and small where the type is unbounded.

use super::Generator;
use super::node::{bool_node, int_node};
use super::place::Target;
use super::scope::NamesInScope;
use super::world::{PlannedType, Sort};
use crate::parts;
use crate::tree::{Level, Tree};

/// The values that unbounded variables are kept between.
pub(super) const SMALL: (i64, i64) = (0, 2);

/// A value for a place, with a condition on the old state that keeps it in bounds, if it needs one.
pub(super) struct Assigned {
    /// The value.
    pub value: Tree,
    /// The condition.
    pub guard: Option<Tree>,
}

impl Generator {
    /// A value to assign to the place.
    pub(super) fn assigned(&mut self, scope: &NamesInScope, depth: usize, target: &Target) -> Assigned {
        let (low, high) = match target.ty {
            PlannedType::Range(low, high) => {
                if self.dares() {
                    return unguarded(self.integer(scope, depth, Sort::Finite));
                }
                (low, high)
            }
            PlannedType::Nat => SMALL,
            PlannedType::Int => (*self.random.pick(&[-1, 0]), SMALL.1),
            other => {
                let sort = self.sort_of(other);
                return unguarded(self.value(scope, depth, sort));
            }
        };
        match self.random.weighted(&[3, 3, 2, 4]) {
            0 => {
                let value = self.random.between(low, high);
                unguarded(self.literal(value))
            }
            1 => {
                let sort = self.sort_of(target.ty);
                let inner = self.integer(scope, depth, sort);
                unguarded(self.clamped(inner, low, high))
            }
            2 => {
                let fits = |ty| matches!(ty, PlannedType::Range(a, b) if low <= a && b <= high);
                match self.place(scope, depth, fits) {
                    Some(other) => unguarded(int_node(Level::Atom, other.tree)),
                    None => self.stepped(target, low, high),
                }
            }
            _ => self.stepped(target, low, high),
        }
    }

    /// The place's old value, one up or down, where it is not at the bound already.
    fn stepped(&mut self, target: &Target, low: i64, high: i64) -> Assigned {
        let place = || int_node(Level::Atom, target.tree.clone());
        let up = self.random.percent(65);
        let (operator, test) =
            if up { (" + 1", format!(" < {high}")) } else { (" - 1", format!(" > {low}")) };
        let moved = int_node(Level::Additive, parts![place(), operator]);
        let condition = bool_node(Level::Comparison, parts![place(), test]);
        if self.random.percent(40) {
            let other = if up { low } else { high };
            let wrapped = parts!["if ", condition, " then ", moved, " else ", self.literal(other)];
            return unguarded(int_node(Level::Iff, wrapped));
        }
        // A model that dares may leave the guard of a finite place out: the search ends there with a fault.
        let needed = target.ty.is_unbounded() || !self.dares();
        Assigned { value: moved, guard: needed.then_some(condition) }
    }
}

fn unguarded(value: Tree) -> Assigned {
    Assigned { value, guard: None }
}
