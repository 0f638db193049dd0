//! How many tokens a net can have on places, which of its transitions can ever fire, and how it grows.
//!
//! The supremum of a sum of places, with weights that are not negative, is the largest sum of a maximal element of the coverability set.
//! Where that is finite, a run reaches it; where it is ω, some acceleration raised one of the places. The sequence that was repeated
//! there is written out as a loop of the net: with as many of the repetitions inside it as it needs not to lose tokens elsewhere. There
//! need not be such a loop, since a place may grow at the expense of another one that grew before; then runs to any number of tokens
//! exist, but each needs the first loop more often ([`Cover::run_to`] finds them).

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::cover::Cover;
use super::unfold::{Unfolding, last_marking};
use super::witness::find_run;
use crate::downward::OMEGA;
use budget::{Budget, Budgeted};
use nets::{Marking, Net, Place, Run};

/// How large a sum of tokens becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bound {
    /// Never larger than that.
    AtMost {
        /// The number; if the cover is exact, this is the maximum.
        most: u128,
        /// A run that reaches it.
        run: Option<Run>,
    },
    /// Larger than any number, if the cover is exact.
    Unlimited {
        /// A loop that shows it, if there is one and it was found. A number that is open at the start needs none.
        growth: Option<Growth>,
    },
}

/// A run, and transitions that can be fired again and again from where it ends, with more tokens each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growth {
    /// The run to the loop.
    pub run: Run,
    /// The loop.
    pub again: Vec<usize>,
}

impl Cover {
    /// Whether every place has a limit. If the cover is not exact, a bounded net may still be said not to be.
    pub fn is_bounded(&self) -> bool {
        self.markings.iter().all(|marking| marking.is_finite())
    }

    /// For each transition, whether it can ever fire. If the cover is not exact, or the net has limits, only the answer no is certain.
    pub fn quasi_live(&self, net: &Net) -> Vec<bool> {
        let fires = |takes: &[(Place, u64)]| self.above(takes).is_some();
        net.transitions.iter().map(|transition| fires(&transition.takes)).collect()
    }

    /// The supremum of a sum of places, each with a weight; sorted by place.
    pub fn bound(&self, net: &Net, weights: &[(Place, u64)], budget: &Budget) -> Budgeted<Bound> {
        let mut largest: (u128, usize) = (0, 0);
        for (number, marking) in self.markings.iter().enumerate() {
            budget.spend(weights.len().saturating_add(1))?;
            match weighted(weights, |place| marking.tokens(place)) {
                None => return Ok(Bound::Unlimited { growth: self.growth(net, weights, budget)? }),
                Some(sum) if sum > largest.0 => largest = (sum, number),
                Some(_) => {}
            }
        }
        let Some(marking) = self.markings.get(largest.1) else {
            return Ok(Bound::AtMost { most: 0, run: None });
        };
        let demand: Vec<(Place, u64)> =
            marking.entries().iter().filter(|(place, _)| is_weighed(weights, *place)).copied().collect();
        let run = self.run_to(net, &demand, budget)?;
        Ok(Bound::AtMost { most: largest.0, run })
    }

    /// A loop that makes the sum larger each time.
    fn growth(&self, net: &Net, weights: &[(Place, u64)], budget: &Budget) -> Budgeted<Option<Growth>> {
        let mut attempts = 0_usize;
        for (number, node) in self.tree.nodes.iter().enumerate() {
            for (index, acceleration) in node.accelerations.iter().enumerate() {
                budget.spend(1)?;
                let raises =
                    |place: &Place| is_weighed(weights, *place) && node.label.tokens(*place) == OMEGA;
                if attempts < 20 && acceleration.raised.iter().any(raises) {
                    attempts = attempts.saturating_add(1);
                    if let Some(growth) = self.loop_at(net, weights, (number, index), budget)? {
                        return Ok(Some(growth));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The sequence that an acceleration repeats, as a loop of the net.
    fn loop_at(
        &self,
        net: &Net,
        weights: &[(Place, u64)],
        (node, index): (usize, usize),
        budget: &Budget,
    ) -> Budgeted<Option<Growth>> {
        let acceleration = &self.tree.nodes[node].accelerations[index];
        let mut needed: Marking = vec![0; net.places.len()];
        // Each round asks that what the loop needs is there again after it.
        for _ in 0..4 {
            let mut unfolding = Unfolding::new(net, &self.tree, needed.clone(), budget);
            if !unfolding.undo_loop(node, index)? {
                return Ok(None);
            }
            let times = acceleration.movement.as_ref().map_or(1, |movement| movement.period());
            let again = unfolding.fired.iter().rev().copied().collect::<Vec<_>>().repeat(times);
            let before = unfolding.demand;
            let demand: Vec<(Place, u64)> =
                before.iter().copied().enumerate().filter(|(_, tokens)| *tokens > 0).collect();
            if !self.tree.nodes[acceleration.ancestor].label.covers(&demand) {
                return Ok(None);
            }
            if let Some(run) = find_run(net, &self.tree, acceleration.ancestor, &demand, budget)?
                && grows(net, weights, &run, &again, budget)?
            {
                return Ok(Some(Growth { run, again }));
            }
            let label = &acceleration.before;
            for (place, tokens) in needed.iter_mut().enumerate() {
                *tokens = before[place].min(label.tokens(place));
            }
        }
        Ok(None)
    }
}

/// Whether the loop leads from the end of the run to at least as many tokens everywhere, and to a larger sum, twice.
fn grows(net: &Net, weights: &[(Place, u64)], run: &Run, again: &[usize], budget: &Budget) -> Budgeted<bool> {
    let mut longer = run.clone();
    let mut markings = Vec::new();
    for _ in 0..3 {
        match last_marking(net, &longer, budget)? {
            Some(marking) => markings.push(marking),
            None => return Ok(false),
        }
        longer.fired.extend_from_slice(again);
    }
    Ok(markings.windows(2).all(|pair| {
        let sum = |marking: &Marking| weighted(weights, |place| marking[place]);
        pair[0].iter().zip(&pair[1]).all(|(before, after)| before <= after) && sum(&pair[0]) < sum(&pair[1])
    }))
}

/// The sum of tokens with their weights; nothing if it is ω.
fn weighted(weights: &[(Place, u64)], tokens: impl Fn(Place) -> u64) -> Option<u128> {
    let mut sum = 0_u128;
    for (place, weight) in weights.iter().filter(|(_, weight)| *weight > 0) {
        let tokens = tokens(*place);
        if tokens == OMEGA {
            return None;
        }
        sum = sum.saturating_add(u128::from(tokens).saturating_mul(u128::from(*weight)));
    }
    Some(sum)
}

fn is_weighed(weights: &[(Place, u64)], place: Place) -> bool {
    weights.iter().any(|(other, weight)| *other == place && *weight > 0)
}
