//! Weighted sums of tokens that never become larger.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::flows::Flows;
use crate::sets::Demand;
use nets::Place;

/// A weighted sum of tokens that is at most a number in all markings that can be reached.
///
/// Why: let `z` be the weights and for each trap its weight on each of its places. No transition, and no transfer of a token,
/// makes the sum of tokens weighted by `z` larger; at the start it is at most `most` plus the weights of all traps. And each
/// trap, which has a token at the start and never loses its last one, holds at least one token.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LinearBound {
    /// The weights of places; sorted by place, all positive.
    pub weights: Vec<(Place, u64)>,
    /// The largest value of the sum.
    pub most: u64,
    /// The traps that the bound rests on, each with its weight.
    pub traps: Vec<(Vec<Place>, u64)>,
}

impl LinearBound {
    /// Whether no marking of the demand meets the bound.
    pub fn excludes(&self, demand: &Demand) -> bool {
        let mut sum = 0u64;
        for (place, weight) in &self.weights {
            let amount = demand.amount(*place);
            sum = sum.saturating_add(weight.saturating_mul(amount));
        }
        sum > self.most
    }

    /// Whether the marking is one of those that the bound rests on, which no step leaves: the sum weighted by `z` is not larger
    /// than at the start, and all traps are marked.
    pub fn holds(&self, marking: &[u64]) -> bool {
        let mut sum = 0u64;
        for (place, weight) in &self.weights {
            sum = sum.saturating_add(weight.saturating_mul(marking[*place]));
        }
        let mut most = self.most;
        for (places, weight) in &self.traps {
            let held = places.iter().fold(0u64, |held, place| held.saturating_add(marking[*place]));
            if held == 0 {
                return false;
            }
            sum = sum.saturating_add(weight.saturating_mul(held));
            most = most.saturating_add(*weight);
        }
        sum <= most
    }

    /// The bound of these weights and traps over a net's flows; nothing if some effect makes the sum larger, if it has no largest
    /// value at the start, or if a number is too large.
    pub fn of(
        flows: &Flows,
        weights: Vec<(Place, u64)>,
        traps: Vec<(Vec<Place>, u64)>,
    ) -> Option<LinearBound> {
        let mut all = vec![0u64; flows.unbounded.len()];
        for (place, weight) in &weights {
            all[*place] = all[*place].checked_add(*weight)?;
        }
        let mut held = 0u64;
        for (places, weight) in &traps {
            held = held.checked_add(*weight)?;
            for place in places {
                all[*place] = all[*place].checked_add(*weight)?;
            }
        }
        let gain = |effect: &[(Place, i64)]| {
            effect.iter().try_fold(0i128, |sum, (place, gained)| {
                sum.checked_add(i128::from(*gained).checked_mul(i128::from(all[*place]))?)
            })
        };
        for (effect, _) in &flows.effects {
            if gain(effect)? > 0 {
                return None;
            }
        }
        if all.iter().zip(&flows.unbounded).any(|(weight, unbounded)| *unbounded && *weight > 0) {
            return None;
        }
        let mut most = 0u64;
        for start in &flows.starts {
            let sum = start
                .iter()
                .zip(&all)
                .try_fold(0u64, |sum, (tokens, weight)| sum.checked_add(tokens.checked_mul(*weight)?))?;
            most = most.max(sum);
        }
        Some(LinearBound { weights, most: most.checked_sub(held)?, traps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_an_effect_makes_larger_are_no_bound() {
        let flows = Flows {
            effects: vec![(vec![(0, -1), (1, 2)], Vec::new())],
            unbounded: vec![false, false, true],
            starts: vec![vec![3, 0, 0], vec![0, 5, 0]],
        };
        assert_eq!(LinearBound::of(&flows, vec![(0, 1), (1, 1)], Vec::new()), None);
        assert_eq!(LinearBound::of(&flows, vec![(0, 2), (1, 1), (2, 1)], Vec::new()), None);
        let bound = LinearBound::of(&flows, vec![(0, 2), (1, 1)], Vec::new()).unwrap();
        assert_eq!(bound.most, 6);
        assert!(bound.excludes(&Demand::new(vec![(0, 2), (1, 3)])));
        assert!(!bound.excludes(&Demand::new(vec![(0, 2), (1, 2), (2, 9)])));
    }
}
