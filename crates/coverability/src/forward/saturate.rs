//! All that a net covers within a finite domain of markings.
//!
//! From the starts, images are rounded to numbers up to k, and maximal ones are kept, until nothing is new. There are finitely many
//! such numbers, so this ends.
//!
//! * Rounded up, to ω: the result contains the starts and is closed under steps. Since each marking has one least marking of the
//!   domain above it, this is the least such set that the domain can express.
//! * Rounded down, by forgetting tokens: in a net without limits, whoever has more tokens can do as much, so each marking is below one
//!   that the same transitions reach.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::image::{Entries, Images};
use crate::downward::{MaximalSet, OMEGA, OmegaMarking, Signature};
use budget::{Budget, Budgeted};
use nets::{Net, Place};
use std::collections::{HashSet, VecDeque};

/// What happens to more than k tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    Up,
    Down,
}

/// The markings that were found, in their order, each with where it comes from.
pub(crate) struct Saturation {
    pub labels: Vec<OmegaMarking>,
    /// The marking before and the transition.
    pub origins: Vec<Option<(usize, usize)>>,
    pub maximal: MaximalSet,
    /// The first one that was asked for; the search ended there.
    pub hit: Option<usize>,
}

/// Saturates with numbers up to `most`, or until a marking is above one of the demands.
pub(crate) fn saturate(
    net: &Net,
    rounding: Rounding,
    most: u64,
    demands: &[&[(Place, u64)]],
    budget: &Budget,
) -> Budgeted<Saturation> {
    let mut images = Images::new(net);
    let mut found =
        Saturation { labels: Vec::new(), origins: Vec::new(), maximal: MaximalSet::new(), hit: None };
    let mut known = HashSet::new();
    for start in &net.starts {
        let mut entries = OmegaMarking::up_to_start(start).entries().to_vec();
        round(&mut entries, rounding, most);
        found.accept(&entries, None, &mut known, demands, budget)?;
    }
    let mut waiting: VecDeque<usize> = (0..found.labels.len()).collect();
    let (mut enabled, mut image) = (Vec::new(), Entries::new());
    while let Some(number) = waiting.pop_front().filter(|_| found.hit.is_none()) {
        let label = found.labels[number].clone();
        let signature = Signature::of(label.entries());
        // A label that is no longer maximal need not be expanded.
        if found.maximal.find_above(label.entries(), &signature, budget)? != Some(number) {
            continue;
        }
        budget.spend(images.enabled(label.entries(), &mut enabled))?;
        for transition in &enabled {
            images.after(label.entries(), *transition, &mut image);
            round(&mut image, rounding, most);
            if found.accept(&image, Some((number, *transition)), &mut known, demands, budget)? {
                waiting.push_back(found.labels.len().saturating_sub(1));
            }
        }
    }
    Ok(found)
}

impl Saturation {
    /// Adds a marking unless it is below a known one; whether it was added.
    fn accept(
        &mut self,
        entries: &[(Place, u64)],
        origin: Option<(usize, usize)>,
        known: &mut HashSet<OmegaMarking>,
        demands: &[&[(Place, u64)]],
        budget: &Budget,
    ) -> Budgeted<bool> {
        budget.spend(entries.len().saturating_add(1))?;
        if known.contains(entries) {
            return Ok(false);
        }
        let (marking, number) = (OmegaMarking::sparse(entries), self.labels.len());
        if self.maximal.add(&marking, number, budget)?.is_none() {
            return Ok(false);
        }
        if self.hit.is_none() && demands.iter().any(|demand| marking.covers(demand)) {
            self.hit = Some(number);
        }
        known.insert(marking.clone());
        self.labels.push(marking);
        self.origins.push(origin);
        if number.is_multiple_of(1024) {
            let bytes = number.saturating_mul(entries.len().saturating_mul(16).saturating_add(160));
            budget.hold(u64::try_from(bytes).unwrap_or(u64::MAX));
        }
        Ok(true)
    }

    /// The transitions that lead to a marking from a start, and the number of that marking.
    pub fn path(&self, mut number: usize) -> (usize, Vec<usize>) {
        let mut fired = Vec::new();
        while let Some((before, transition)) = self.origins[number] {
            fired.push(transition);
            number = before;
        }
        fired.reverse();
        (number, fired)
    }
}

fn round(entries: &mut Entries, rounding: Rounding, most: u64) {
    let beyond = match rounding {
        Rounding::Up => OMEGA,
        Rounding::Down => most,
    };
    entries.iter_mut().filter(|(_, tokens)| *tokens > most).for_each(|(_, tokens)| *tokens = beyond);
    if most == 0 && rounding == Rounding::Down {
        entries.clear();
    }
}
