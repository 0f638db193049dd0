//! Expand, enlarge and check: coverability by growing finite domains.
//!
//! # The algorithm
//!
//! For k = 0, 1, 2, …: the net is first explored with at most k tokens on each place, which shows coverable markings ("expand"); then
//! with the numbers up to k and ω, which shows a downward-closed set that is closed under steps ("enlarge"); then both are compared with
//! the target ("check").
//!
//! # Why it is right
//!
//! A target that is covered is covered by a run, and that run needs at most some k tokens on each place. If it is not covered, then
//! the net's coverability set is a downward-closed invariant without it, with finitely many maximal elements; for k not less than their
//! finite numbers the domain expresses it, and the abstract exploration stays inside. So for nets without limits, transfers
//! and resets included, one of both happens, where Karp and Miller's tree need not end.
//!
//! With limits, tokens cannot be forgotten: the first exploration is then one of markings as they are, and the second one is a bound that
//! may never be tight enough.
//!
//! # Reference
//!
//! Geeraerts, Raskin, Van Begin: *Expand, enlarge and check: new algorithms for the coverability problem of WSTS*, Journal of Computer
//! and System Sciences 72(1), 2006, doi:10.1016/j.jcss.2005.09.001. Departures: a marking has one least bound in the domain of
//! numbers up to k with ω, so the and-or graph is a graph; only maximal markings are kept; k grows faster when it is large.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::concretise::lower_start;
use super::saturate::{Rounding, saturate};
use super::unfold::last_marking;
use crate::downward::OmegaMarking;
use budget::{Budget, Budgeted};
use nets::{Amount, Cube, Marking, Net, Place, Run};
use std::collections::HashSet;

/// What exploration with numbers up to k shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    /// A run to a target.
    Reached(Run),
    /// The maximal elements of a set that is closed under steps, and has no target.
    Avoided(Vec<OmegaMarking>),
    /// Neither.
    Undecided,
}

/// The domain after that with numbers up to k.
pub(crate) fn next_domain(most: u64) -> u64 {
    most.saturating_add(1).saturating_add(most / 4)
}

/// Looks with numbers up to k whether the net covers, or never covers, a target.
pub(crate) fn stage(net: &Net, targets: &[Cube], most: u64, budget: &Budget) -> Budgeted<Stage> {
    let found = if net.is_monotone() && targets.iter().all(Cube::is_upward_closed) {
        expand(net, targets, most, budget)?
    } else {
        explore(net, |marking| targets.iter().any(|target| target.contains(marking)), most, budget)?
    };
    if let Some(run) = found {
        return Ok(Stage::Reached(run));
    }
    let demands: Vec<&[(Place, u64)]> = targets.iter().map(|target| &target.at_least[..]).collect();
    let enlarged = saturate(net, Rounding::Up, most, &demands, budget)?;
    if enlarged.hit.is_some() {
        return Ok(Stage::Undecided);
    }
    let mut maximal: Vec<(usize, OmegaMarking)> =
        enlarged.maximal.iter().map(|(number, marking)| (number, marking.clone())).collect();
    maximal.sort_unstable_by_key(|(number, _)| *number);
    Ok(Stage::Avoided(maximal.into_iter().map(|(_, marking)| marking).collect()))
}

/// A run through markings of which at most k tokens on each place are needed.
fn expand(net: &Net, targets: &[Cube], most: u64, budget: &Budget) -> Budgeted<Option<Run>> {
    let demands: Vec<&[(Place, u64)]> = targets.iter().map(|target| &target.at_least[..]).collect();
    let expanded = saturate(net, Rounding::Down, most, &demands, budget)?;
    let Some(hit) = expanded.hit else { return Ok(None) };
    let (root, fired) = expanded.path(hit);
    let covered = demands.iter().filter(|demand| expanded.labels[hit].covers(demand));
    for (demand, start) in covered.flat_map(|demand| net.starts.iter().map(move |start| (demand, start))) {
        let open = |amount: &Amount| match amount {
            Amount::Exactly(tokens) => *tokens,
            Amount::AtLeast(tokens) => *tokens.max(&most),
        };
        let run = Run { start: start.0.iter().map(open).collect(), fired: fired.clone() };
        if expanded.labels[root].is_at_most(&OmegaMarking::dense(&run.start))
            && let Some(run) = lower_start(net, start, run, demand, budget)?
        {
            return Ok(Some(run));
        }
    }
    Ok(None)
}

/// A run through markings with at most k tokens on each place that ends in one that is asked for.
pub(crate) fn explore(
    net: &Net,
    wanted: impl Fn(&[u64]) -> bool,
    most: u64,
    budget: &Budget,
) -> Budgeted<Option<Run>> {
    let mut seen: HashSet<Marking> = HashSet::new();
    let mut found: Vec<(Marking, Option<(usize, usize)>)> = Vec::new();
    let mut starts = Starts::new(net, most);
    let is_small = |marking: &Marking| marking.iter().all(|tokens| *tokens <= most);
    let mut next = 0_usize;
    loop {
        if next == found.len() {
            let Some(start) = starts.next() else { return Ok(None) };
            budget.spend(start.len().saturating_add(1))?;
            if is_small(&start) && seen.insert(start.clone()) {
                found.push((start, None));
            }
            continue;
        }
        let marking = found[next].0.clone();
        budget.spend(marking.len().saturating_add(net.transitions.len()))?;
        if wanted(&marking) {
            let run = run_to(next, &found);
            let end = last_marking(net, &run, budget)?;
            return Ok(end.is_some_and(|end| end == marking).then_some(run));
        }
        for transition in (0..net.transitions.len()).filter(|number| net.is_enabled(&marking, *number)) {
            budget.spend(marking.len().saturating_mul(3))?;
            if let Ok(Some(after)) = net.fire(&marking, transition)
                && is_small(&after)
                && seen.insert(after.clone())
            {
                found.push((after, Some((next, transition))));
            }
        }
        next = next.saturating_add(1);
        let bytes = found.len().saturating_mul(net.places.len().saturating_mul(16).saturating_add(160));
        budget.hold(u64::try_from(bytes).unwrap_or(u64::MAX));
    }
}

/// The run to a marking that was found.
fn run_to(mut number: usize, found: &[(Marking, Option<(usize, usize)>)]) -> Run {
    let mut fired = Vec::new();
    while let (_, Some((before, transition))) = &found[number] {
        fired.push(*transition);
        number = *before;
    }
    fired.reverse();
    Run { start: found[number].0.clone(), fired }
}

/// The markings to start with that have at most k tokens where their number is open.
struct Starts<'n> {
    net: &'n Net,
    most: u64,
    start: usize,
    next: Option<Marking>,
}

impl<'n> Starts<'n> {
    fn new(net: &'n Net, most: u64) -> Starts<'n> {
        Starts { net, most, start: 0, next: net.starts.first().map(|start| start.least()) }
    }
}

impl Iterator for Starts<'_> {
    type Item = Marking;

    fn next(&mut self) -> Option<Marking> {
        let current = self.next.take()?;
        let amounts = &self.net.starts[self.start].0;
        let mut after = current.clone();
        for (tokens, amount) in after.iter_mut().zip(amounts) {
            let Amount::AtLeast(least) = amount else { continue };
            if *tokens < self.most {
                *tokens = tokens.saturating_add(1);
                self.next = Some(after);
                return Some(current);
            }
            *tokens = *least;
        }
        self.start = self.start.saturating_add(1);
        self.next = self.net.starts.get(self.start).map(|start| start.least());
        Some(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nets::Start;

    #[test]
    fn open_starts_are_counted_through() {
        let open = Start(vec![Amount::AtLeast(1), Amount::Exactly(5), Amount::AtLeast(2)]);
        let closed = Start(vec![Amount::Exactly(7); 3]);
        let net = Net { places: vec![String::new(); 3], starts: vec![open, closed], transitions: vec![] };
        let all: Vec<Marking> = Starts::new(&net, 3).collect();
        let expected = [[1, 5, 2], [2, 5, 2], [3, 5, 2], [1, 5, 3], [2, 5, 3], [3, 5, 3], [7, 7, 7]];
        assert_eq!(all, expected.map(|marking| marking.to_vec()));
    }
}
