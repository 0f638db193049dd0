//! What a transition makes of all markings up to a given one.
//!
//! For a net without limits, the transition is monotone, and the markings below the image are the ones below images. A limit "at most
//! k tokens" leaves the markings up to k tokens on the place, so the image is that of the marking capped there. It is a bound, too,
//! but no longer tight, since markings below a reachable one need not be reachable: the step says that it was capped.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::downward::OMEGA;
use nets::{Marking, Net, Place, Transition};

/// Tokens on places, sorted by place, none of them zero.
pub(crate) type Entries = Vec<(Place, u64)>;

/// A net, prepared for images of markings.
pub(crate) struct Images<'n> {
    pub net: &'n Net,
    /// For each place, the transitions that are looked at only if it has tokens.
    watching: Vec<Vec<usize>>,
    /// The transitions that take nothing.
    unconditional: Vec<usize>,
    /// The marking in question, while its transitions are found; all zero in between.
    dense: Marking,
    left: Entries,
    added: Entries,
}

/// How an image relates to the markings that it stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fidelity {
    /// A limit cut tokens off.
    pub capped: bool,
    /// A number was too large and became ω.
    pub overflowed: bool,
}

impl<'n> Images<'n> {
    pub fn new(net: &'n Net) -> Images<'n> {
        let mut takers = vec![0_usize; net.places.len()];
        for (place, _) in net.transitions.iter().flat_map(|transition| &transition.takes) {
            takers[*place] = takers[*place].saturating_add(1);
        }
        let (mut watching, mut unconditional) = (vec![Vec::new(); net.places.len()], Vec::new());
        for (number, transition) in net.transitions.iter().enumerate() {
            match transition.takes.iter().min_by_key(|(place, _)| takers[*place]) {
                Some((place, _)) => watching[*place].push(number),
                None => unconditional.push(number),
            }
        }
        let dense = vec![0; net.places.len()];
        Images { net, watching, unconditional, dense, left: Vec::new(), added: Vec::new() }
    }

    /// The transitions that can fire in some marking up to this one, in their order; and how many were looked at.
    pub fn enabled(&mut self, entries: &[(Place, u64)], enabled: &mut Vec<usize>) -> usize {
        enabled.clear();
        entries.iter().for_each(|(place, tokens)| self.dense[*place] = *tokens);
        let candidates = entries.iter().flat_map(|(place, _)| &self.watching[*place]);
        let mut seen = entries.len();
        for number in candidates.chain(&self.unconditional) {
            seen = seen.saturating_add(1);
            if can_fire(&self.net.transitions[*number], &self.dense) {
                enabled.push(*number);
            }
        }
        entries.iter().for_each(|(place, _)| self.dense[*place] = 0);
        enabled.sort_unstable();
        seen
    }

    /// The image of the markings up to this one, under a transition that can fire in some of them.
    pub fn after(&mut self, entries: &[(Place, u64)], transition: usize, after: &mut Entries) -> Fidelity {
        let Transition { takes, limits, transfers, gives, .. } = &self.net.transitions[transition];
        let mut fidelity = Fidelity::default();
        self.left.clear();
        let mut takes = takes.iter().peekable();
        for (place, tokens) in entries {
            let mut kept = *tokens;
            if let Ok(index) = limits.binary_search_by_key(place, |(place, _)| *place) {
                fidelity.capped |= kept > limits[index].1;
                kept = kept.min(limits[index].1);
            }
            if let Some((_, taken)) = takes.next_if(|(taker, _)| taker == place) {
                kept = if kept == OMEGA { OMEGA } else { kept.saturating_sub(*taken) };
            }
            if kept > 0 {
                self.left.push((*place, kept));
            }
        }
        self.added.clear();
        self.added.extend_from_slice(gives);
        if !transfers.is_empty() {
            self.transfer(transfers, &mut fidelity);
        }
        merge(&self.left, &self.added, after, &mut fidelity);
        fidelity
    }

    /// Moves what is left on some places to what is added.
    fn transfer(&mut self, transfers: &[(Place, Option<Place>)], fidelity: &mut Fidelity) {
        let added = &mut self.added;
        self.left.retain(|(place, tokens)| {
            let Ok(index) = transfers.binary_search_by_key(place, |(place, _)| *place) else { return true };
            if let Some(target) = transfers[index].1 {
                added.push((target, *tokens));
            }
            false
        });
        added.sort_unstable();
        added.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = sum(kept.1, next.1, fidelity);
            }
            same
        });
    }
}

fn can_fire(transition: &Transition, marking: &[u64]) -> bool {
    transition.takes.iter().all(|(place, tokens)| marking[*place] >= *tokens)
        && (transition.limits.is_empty() || !takes_beyond_limits(transition))
}

/// Whether it takes more from a place than its limit allows to be there.
fn takes_beyond_limits(transition: &Transition) -> bool {
    transition.limits.iter().any(|(place, most)| {
        let taken = transition.takes.binary_search_by_key(place, |(place, _)| *place);
        taken.is_ok_and(|index| transition.takes[index].1 > *most)
    })
}

/// The sum of both lists, which are sorted by place.
fn merge(left: &[(Place, u64)], right: &[(Place, u64)], both: &mut Entries, fidelity: &mut Fidelity) {
    both.clear();
    let mut right = right.iter().peekable();
    for (place, tokens) in left {
        while let Some(entry) = right.next_if(|(other, _)| other < place) {
            both.push(*entry);
        }
        match right.next_if(|(other, _)| other == place) {
            Some((_, more)) => both.push((*place, sum(*tokens, *more, fidelity))),
            None => both.push((*place, *tokens)),
        }
    }
    both.extend(right.copied());
}

/// The sum of tokens; one that cannot be represented is ω.
pub(crate) fn sum(left: u64, right: u64, fidelity: &mut Fidelity) -> u64 {
    let total = left.saturating_add(right);
    fidelity.overflowed |= total == OMEGA && left != OMEGA && right != OMEGA;
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::downward::OmegaMarking;

    fn net() -> Net {
        let transition =
            |takes: &[(usize, u64)], limits: &[(usize, u64)], transfers: &[_], gives: &[(usize, u64)]| {
                Transition {
                    name: String::new(),
                    takes: takes.to_vec(),
                    limits: limits.to_vec(),
                    transfers: transfers.to_vec(),
                    gives: gives.to_vec(),
                }
            };
        Net {
            places: ["a", "b", "c"].map(String::from).to_vec(),
            starts: vec![],
            transitions: vec![
                transition(&[(0, 2)], &[], &[], &[(1, 3)]),
                transition(&[], &[(0, 1)], &[], &[(2, u64::MAX - 2)]),
                transition(&[(1, 1)], &[], &[(0, Some(2)), (1, Some(2)), (2, None)], &[(0, 7), (2, 1)]),
                transition(&[(2, 5)], &[(2, 4)], &[], &[]),
            ],
        }
    }

    #[test]
    fn images_of_boxes() {
        let net = net();
        let mut images = Images::new(&net);
        let mut after = |tokens: [u64; 3], transition: usize| {
            let (entries, mut enabled, mut image) = (OmegaMarking::dense(&tokens), Vec::new(), Vec::new());
            images.enabled(entries.entries(), &mut enabled);
            let fidelity = images.after(entries.entries(), transition, &mut image);
            let image = OmegaMarking::sparse(&image).to_dense(3);
            enabled.contains(&transition).then_some((image, fidelity.capped, fidelity.overflowed))
        };
        assert_eq!(after([2, 0, 0], 0), Some((vec![0, 3, 0], false, false)));
        assert_eq!(after([1, 9, 9], 0), None);
        assert_eq!(after([OMEGA, 1, 0], 0), Some((vec![OMEGA, 4, 0], false, false)));
        assert_eq!(after([OMEGA, 0, 1], 1), Some((vec![1, 0, OMEGA - 1], true, false)));
        assert_eq!(after([1, 0, 2], 1), Some((vec![1, 0, OMEGA], false, true)));
        assert_eq!(after([4, 3, OMEGA], 2), Some((vec![7, 0, 7], false, false)));
        assert_eq!(after([4, OMEGA, 0], 2), Some((vec![7, 0, OMEGA], false, false)));
        assert_eq!(after([0, 0, 9], 3), None);
    }
}
