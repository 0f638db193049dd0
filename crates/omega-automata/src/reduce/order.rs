//! Classes of states and a preorder on them, refined round by round.

use crate::budget::Budgeted;
use crate::decision::{Diagram, Table};
use crate::hashing::FastMap;

/// A partition of the states into classes, with a partial order on the classes.
#[derive(Debug, Clone)]
pub(super) struct Order {
    classes: Vec<usize>,
    /// Whether the second class is above the first one: row by row.
    above: Vec<bool>,
    count: usize,
}

impl Order {
    /// All of so many states in one class.
    pub fn one_class(states: usize) -> Self {
        Order { classes: vec![0; states], above: vec![true], count: 1 }
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of a state.
    pub fn class(&self, state: usize) -> usize {
        self.classes[state]
    }

    /// Whether the class `high` is `low` or above it.
    pub fn is_above(&self, high: usize, low: usize) -> bool {
        self.above[low * self.count + high]
    }

    /// The classes that are this one or above it.
    pub fn above(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.count).filter(move |&high| self.is_above(high, class))
    }

    /// Whether the two have the same classes and as many ordered pairs; enough if one refines the other.
    pub fn is_like(&self, other: &Order) -> bool {
        let pairs = |order: &Order| order.above.iter().filter(|&&related| related).count();
        self.count == other.count && pairs(self) == pairs(other)
    }

    /// The classes of states with equal signatures, ordered by implication; a refinement if the signatures come
    /// from this order.
    pub fn refined(&self, signatures: &[Diagram], table: &mut Table) -> Budgeted<Order> {
        let mut numbers: FastMap<(usize, Diagram), usize> = FastMap::default();
        let mut representatives = Vec::new();
        let mut classes = Vec::with_capacity(signatures.len());
        for (state, &signature) in signatures.iter().enumerate() {
            let next = numbers.len();
            let class = *numbers.entry((self.classes[state], signature)).or_insert(next);
            if class == next {
                representatives.push(state);
            }
            classes.push(class);
        }
        let count = representatives.len();
        let mut above = vec![false; count * count];
        for (low, &lower) in representatives.iter().enumerate() {
            for (high, &higher) in representatives.iter().enumerate() {
                let before = self.is_above(self.classes[higher], self.classes[lower]);
                above[low * count + high] = before && table.implies(signatures[lower], signatures[higher])?;
            }
        }
        Ok(Order { classes, above, count })
    }
}
