//! A preorder on states, refined from above until it is a simulation.
//!
//! All pairs that the caller allows start as related. A pair is dropped when an edge of the lower state is not matched
//! by edges of the higher one; rounds over all pairs are repeated until nothing changes, which gives the greatest
//! simulation. Different letters of one guard may be matched by different edges, and so guards are compared with the
//! disjunction of all that match.

use crate::automaton::Marks;
use crate::decision::{Diagram, Table};
use crate::limits::Refusable;

/// An edge as one of its two ends sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    /// The letters that it reads.
    pub guard: Diagram,
    /// The acceptance sets that it is in.
    pub marks: Marks,
    /// The state at the other end.
    pub other: usize,
}

/// A preorder on states, and the classes of states that are above each other.
#[derive(Debug, Clone)]
pub(super) struct Order {
    states: usize,
    /// Whether the second state is above the first one: row by row.
    above: Vec<bool>,
    /// For each state the number of its class.
    classes: Vec<usize>,
    /// For each class one of its states.
    representatives: Vec<usize>,
}

impl Order {
    /// The greatest simulation within the pairs that `allowed(low, high)` admits, which must be a preorder.
    pub fn greatest(
        arcs: &[Vec<Arc>],
        allowed: impl Fn(usize, usize) -> bool,
        guards: &mut Table,
    ) -> Refusable<Order> {
        let states = arcs.len();
        let mut above: Vec<bool> =
            (0..states * states).map(|pair| allowed(pair / states, pair % states)).collect();
        for round in 0.. {
            let mut changed = false;
            for place in 0..states {
                // Numbers mostly grow along edges. Going up and down in turn lets one round follow long paths.
                let low = if round % 2 == 0 { states - 1 - place } else { place };
                for high in 0..states {
                    let pair = low * states + high;
                    if low != high && above[pair] && !is_matched(&arcs[low], &arcs[high], &above, guards)? {
                        above[pair] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Ok(Order::with_classes(states, above))
    }

    fn with_classes(states: usize, above: Vec<bool>) -> Order {
        let mut classes = Vec::with_capacity(states);
        let mut representatives: Vec<usize> = Vec::new();
        for state in 0..states {
            let equal = |&other: &usize| above[state * states + other] && above[other * states + state];
            let class = representatives.iter().position(equal).unwrap_or(representatives.len());
            if class == representatives.len() {
                representatives.push(state);
            }
            classes.push(class);
        }
        Order { states, above, classes, representatives }
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a state.
    pub fn class(&self, state: usize) -> usize {
        self.classes[state]
    }

    /// Whether the class `high` is `low` or above it.
    pub fn is_above(&self, high: usize, low: usize) -> bool {
        self.above[self.representatives[low] * self.states + self.representatives[high]]
    }
}

/// Whether all arcs of one state are matched by arcs of another, as far as the states at their ends are related.
fn is_matched(low: &[Arc], high: &[Arc], above: &[bool], guards: &mut Table) -> Refusable<bool> {
    let states = above.len().isqrt();
    guards.step()?;
    for arc in low {
        guards.step()?;
        let mut unmatched = arc.guard;
        for better in high {
            if arc.marks & !better.marks == 0 && above[arc.other * states + better.other] {
                unmatched = guards.minus(unmatched, better.guard)?;
                if unmatched == Table::FALSE {
                    break;
                }
            }
        }
        if unmatched != Table::FALSE {
            return Ok(false);
        }
    }
    Ok(true)
}
