//! Where a sequence of transitions moves the tokens that it does not take.
//!
//! A sequence of transitions with transfers is an affine transformation of markings, x ↦ M·x + b. Since each transition moves all
//! tokens of a place to one place or to nowhere, M is given by a partial function on places. Plain transitions move nothing.
//!
//! If a marking a leads by the sequence to m ≥ a, then repetition leads to a + Σ Mᵏ·(m − a), which never becomes less. The tokens
//! m − a walk along the function: after as many steps as there are places, whatever is left of them walks on cycles, and comes back to
//! each place of its cycle again and again. So the least upper bound of all repetitions has ω on these cycles, and elsewhere the sum
//! of what passed by, which is finite.
//!
//! A number of repetitions that is a multiple of all cycles' lengths, and larger than the number of places, moves tokens by an
//! idempotent function; this one describes the repeated sequence where it is part of longer ones.
//!
//! # Reference
//!
//! Emerson, Namjoshi: *On model checking for non-deterministic infinite-state systems*, LICS 1998, doi:10.1109/LICS.1998.705644.
//! Esparza, Finkel, Mayr: *On the verification of broadcast protocols*, LICS 1999, doi:10.1109/LICS.1999.782630.
//! Finkel, Leroux: *How to compose Presburger-accelerations: applications to broadcast protocols*, FSTTCS 2002,
//! doi:10.1007/3-540-36206-1_14.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::image::{Fidelity, sum};
use crate::downward::{OMEGA, OmegaMarking};
use nets::{Marking, Place, Transition};

/// For each place, where its tokens are afterwards; nothing if they vanish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Movement(Vec<Option<Place>>);

impl Movement {
    pub fn identity(places: usize) -> Movement {
        Movement((0..places).map(Some).collect())
    }

    /// This movement, then that of a transition. Tokens above a limit cannot be relied upon.
    pub fn then_transition(&mut self, transition: &Transition) {
        let limited =
            |place: &Place| transition.limits.binary_search_by_key(place, |(place, _)| *place).is_ok();
        for slot in &mut self.0 {
            let Some(place) = slot.filter(|place| !limited(place)) else {
                *slot = None;
                continue;
            };
            if let Ok(index) = transition.transfers.binary_search_by_key(&place, |(place, _)| *place) {
                *slot = transition.transfers[index].1;
            }
        }
    }

    /// This movement, then that one.
    pub fn then(&mut self, next: &Movement) {
        self.0.iter_mut().for_each(|slot| *slot = slot.and_then(|place| next.0[place]));
    }

    /// The least upper bound of all repetitions of a sequence that moves in this way and leads from `from` up to `to`.
    pub fn limit(&self, from: &OmegaMarking, to: &OmegaMarking, fidelity: &mut Fidelity) -> OmegaMarking {
        let places = self.0.len();
        let mut bound = to.to_dense(places);
        let mut gain: Marking = bound.clone();
        for (place, tokens) in from.entries() {
            let own = &mut gain[*place];
            *own = if *own == OMEGA && *tokens < OMEGA { OMEGA } else { own.saturating_sub(*tokens) };
        }
        for _ in 0..places {
            gain = self.push(&gain, fidelity);
            if gain.iter().all(|tokens| *tokens == 0) {
                return OmegaMarking::dense(&bound);
            }
            for (own, more) in bound.iter_mut().zip(&gain) {
                *own = sum(*own, *more, fidelity);
            }
        }
        for first in (0..places).filter(|place| gain[*place] > 0) {
            let mut place = first;
            for _ in 0..places {
                bound[place] = OMEGA;
                let Some(next) = self.0[place] else { break };
                place = next;
            }
        }
        OmegaMarking::dense(&bound)
    }

    fn push(&self, tokens: &[u64], fidelity: &mut Fidelity) -> Marking {
        let mut moved = vec![0; tokens.len()];
        for (target, tokens) in self.0.iter().zip(tokens) {
            if let Some(target) = target {
                moved[*target] = sum(moved[*target], *tokens, fidelity);
            }
        }
        moved
    }

    /// The movement of many repetitions: idempotent.
    pub fn repeated(&self) -> Movement {
        Movement((0..self.0.len()).map(|place| self.come_to_rest(place)).collect())
    }

    /// Where a place's tokens are after a large number of repetitions that is a multiple of the cycle's length.
    fn come_to_rest(&self, place: Place) -> Option<Place> {
        let mut on_cycle = place;
        for _ in 0..self.0.len() {
            on_cycle = self.0[on_cycle]?;
        }
        // Walk place and a point of the cycle until a whole number of rounds has been made.
        let mut length = 1_usize;
        let mut walker = self.0[on_cycle]?;
        while walker != on_cycle {
            walker = self.0[walker]?;
            length = length.saturating_add(1);
        }
        let rounds = self.0.len().div_ceil(length);
        let mut rest = place;
        for _ in 0..rounds.saturating_mul(length) {
            rest = self.0[rest]?;
        }
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;

    #[test]
    fn limits_are_least_upper_bounds_of_iterations() {
        for seed in 0..500 {
            let mut random = Xorshift::scattered(seed);
            let places = 1 + random.below(5) as usize;
            let movement = Movement(
                (0..places)
                    .map(|_| (random.below(4) > 0).then(|| random.below(places as u64) as usize))
                    .collect(),
            );
            let from: Vec<u64> = (0..places).map(|_| random.below(3)).collect();
            let gain: Vec<u64> = (0..places).map(|_| random.below(5) / 3).collect();
            let to: Vec<u64> = from.iter().zip(&gain).map(|(from, gain)| from + gain).collect();
            let mut fidelity = Fidelity::default();
            let limit = movement
                .limit(&OmegaMarking::dense(&from), &OmegaMarking::dense(&to), &mut fidelity)
                .to_dense(places);
            let (mut reached, mut step) = (to, gain);
            for _ in 0..1000 {
                step = movement.push(&step, &mut fidelity);
                reached.iter_mut().zip(&step).for_each(|(reached, step)| *reached += step);
            }
            for (limit, reached) in limit.iter().zip(&reached) {
                assert!(if *limit == OMEGA { *reached >= 100 } else { limit == reached }, "seed {seed}");
            }
            let repeated = movement.repeated();
            let mut twice = repeated.clone();
            twice.then(&repeated);
            assert_eq!(twice, repeated);
            let mut sixty = Movement::identity(places);
            (0..60).for_each(|_| sixty.then(&movement));
            assert_eq!(sixty, repeated);
        }
    }
}
