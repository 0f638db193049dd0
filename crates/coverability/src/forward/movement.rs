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
pub(crate) struct Movement {
    targets: Vec<Option<Place>>,
    /// For a repeated movement, how often it was repeated at least.
    period: usize,
}

impl Movement {
    pub fn identity(places: usize) -> Movement {
        Movement { targets: (0..places).map(Some).collect(), period: 1 }
    }

    /// This movement, then that of a transition. Tokens above a limit cannot be relied upon.
    pub fn then_transition(&mut self, transition: &Transition) {
        let limited =
            |place: &Place| transition.limits.binary_search_by_key(place, |(place, _)| *place).is_ok();
        for slot in &mut self.targets {
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
        self.targets.iter_mut().for_each(|slot| *slot = slot.and_then(|place| next.targets[place]));
    }

    /// The least upper bound of all repetitions of a sequence that moves in this way and leads from `from` up to `to`.
    pub fn limit(&self, from: &OmegaMarking, to: &OmegaMarking, fidelity: &mut Fidelity) -> OmegaMarking {
        let places = self.targets.len();
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
                let Some(next) = self.targets[place] else { break };
                place = next;
            }
        }
        OmegaMarking::dense(&bound)
    }

    fn push(&self, tokens: &[u64], fidelity: &mut Fidelity) -> Marking {
        let mut moved = vec![0; tokens.len()];
        for (target, tokens) in self.targets.iter().zip(tokens) {
            if let Some(target) = target {
                moved[*target] = sum(moved[*target], *tokens, fidelity);
            }
        }
        moved
    }

    /// Where the tokens of a place are afterwards.
    pub fn target(&self, place: Place) -> Option<Place> {
        self.targets[place]
    }

    /// How often a sequence is repeated to move tokens in this way, or a multiple of it; one where that is a very large number.
    pub fn period(&self) -> usize {
        self.period
    }

    /// The movement of many repetitions: idempotent.
    pub fn repeated(&self) -> Movement {
        let (mut targets, mut period, mut longest_tail) = (Vec::new(), 1_usize, 1_usize);
        for place in 0..self.targets.len() {
            let rest = self.come_to_rest(place);
            targets.push(rest.map(|(place, _, _)| place));
            let (_, length, tail) = rest.unwrap_or((place, 1, self.vanishes_after(place)));
            let step = length.checked_div(gcd(period, length)).unwrap_or(1);
            period = period.saturating_mul(step).min(LONGEST_PERIOD);
            longest_tail = longest_tail.max(tail);
        }
        period = period.saturating_mul(longest_tail.div_ceil(period));
        Movement { targets, period: if period >= LONGEST_PERIOD { 1 } else { period } }
    }

    /// Where a place's tokens are after a large number of repetitions that is a multiple of the cycle's length; that length, and after
    /// how many repetitions they are on the cycle.
    fn come_to_rest(&self, place: Place) -> Option<(Place, usize, usize)> {
        let mut on_cycle = place;
        for _ in 0..self.targets.len() {
            on_cycle = self.targets[on_cycle]?;
        }
        let mut cycle = vec![on_cycle];
        let mut walker = self.targets[on_cycle]?;
        while walker != on_cycle {
            cycle.push(walker);
            walker = self.targets[walker]?;
        }
        let (mut tail, mut entry) = (0_usize, place);
        while !cycle.contains(&entry) {
            entry = self.targets[entry]?;
            tail = tail.saturating_add(1);
        }
        let length = cycle.len();
        let rounds = tail.div_ceil(length);
        let mut rest = place;
        for _ in 0..rounds.saturating_mul(length) {
            rest = self.targets[rest]?;
        }
        Some((rest, length, tail))
    }

    /// After how many repetitions nothing is left of a place's tokens that do not stay for ever.
    fn vanishes_after(&self, place: Place) -> usize {
        std::iter::successors(Some(place), |place| self.targets[*place]).take(self.targets.len()).count()
    }
}

/// The period that is not tried any more.
const LONGEST_PERIOD: usize = 10_000;

fn gcd(left: usize, right: usize) -> usize {
    match left.checked_rem(right) {
        Some(rest) => gcd(right, rest),
        None => left,
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
            let target = |_| (random.below(4) > 0).then(|| random.below(places as u64) as usize);
            let movement = Movement { targets: (0..places).map(target).collect(), period: 1 };
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
            for count in [60, repeated.period(), 3 * repeated.period()] {
                let mut many = Movement::identity(places);
                (0..count).for_each(|_| many.then(&movement));
                assert_eq!(many.targets, repeated.targets);
            }
        }
    }
}
