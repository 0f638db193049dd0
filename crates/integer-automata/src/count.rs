//! Whether a set is finite, and how many vectors it has.
//!
//! Each vector has one shortest word: over natural numbers it does not end with a letter of zeros, over all integers its last
//! two letters differ. A set is infinite if shortest words of its vectors get arbitrarily long, that is, if a state
//! on a cycle has a way to the end of one. If there is no such cycle, all shortest words are bounded by
//! the longest way, and each vector has exactly one word of any larger length, so counting words of one length counts
//! vectors.

use crate::automaton::{Automaton, Data, Numbers};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::store::Store;
use crate::track::{BooleanTrack, Track};
use budget::{Budget, Budgeted};
use std::collections::HashMap;

/// How many vectors a set has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// That many; the largest number of 128 bits stands for itself and for all larger numbers.
    Finite(u128),
    /// Infinitely many.
    Infinite,
}

impl Store {
    /// The number of vectors over these tracks, and over those that the set depends on.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (x, y) = (Track::new(0), Track::new(1));
    /// let range = |t| Formula::all([
    ///     Linear::constant(-3).at_most(&Linear::term(1, t)),
    ///     Linear::term(1, t).at_most(&Linear::constant(3)),
    /// ]);
    /// let set = store.formula(&Formula::all([range(x), range(y)]), &budget).unwrap();
    /// assert_eq!(store.size(&set, &[x, y], &[], &budget), Ok(Size::Finite(49)));
    /// let row = store.formula(&range(x), &budget).unwrap();
    /// assert_eq!(store.size(&row, &[x], &[], &budget), Ok(Size::Finite(7)));
    /// assert_eq!(store.size(&row, &[x, y], &[], &budget), Ok(Size::Infinite));
    /// ```
    pub fn size(
        &self,
        set: &Automaton,
        tracks: &[Track],
        booleans: &[BooleanTrack],
        budget: &Budget,
    ) -> Budgeted<Size> {
        let data = self.own(set);
        if set.is_empty() {
            return Ok(Size::Finite(0));
        }
        if tracks.iter().any(|track| !data.tracks.contains(track)) {
            return Ok(Size::Infinite);
        }
        let levels: Vec<u32> = data.tracks.iter().map(|track| track.level()).collect();
        let counter = Counter { diagrams: &self.diagrams, data, numbers: self.numbers(), levels: &levels };
        let Some(length) = counter.longest(budget)? else { return Ok(Size::Infinite) };
        let mut words: Vec<u128> = counter.all(&|number| u128::from(number & 1), budget)?;
        for _ in 0..length {
            words = counter.all(&|number| words[number as usize / 2], budget)?;
        }
        let mut all: Vec<BooleanTrack> = [booleans, &data.booleans].concat();
        all.sort_unstable();
        all.dedup();
        let head_levels: Vec<u32> = all.iter().map(|track| track.level()).collect();
        let head = Counter { levels: &head_levels, ..counter };
        Ok(Size::Finite(head.letters(data.head, &|number| words[number as usize / 2], &mut HashMap::new())))
    }
}

struct Counter<'a> {
    diagrams: &'a Diagrams,
    data: &'a Data,
    numbers: Numbers,
    levels: &'a [u32],
}

impl Counter<'_> {
    /// The sum of weights over all letters, for each state.
    fn all(&self, weight: &dyn Fn(u32) -> u128, budget: &Budget) -> Budgeted<Vec<u128>> {
        let mut memo = HashMap::new();
        let mut result = Vec::with_capacity(self.data.roots.len());
        for &root in &self.data.roots {
            budget.spend(1)?;
            result.push(self.letters(root, weight, &mut memo));
        }
        Ok(result)
    }

    /// The sum of weights over all letters, where the weight depends on the terminal.
    fn letters(
        &self,
        root: Diagram,
        weight: &dyn Fn(u32) -> u128,
        memo: &mut HashMap<Diagram, u128>,
    ) -> u128 {
        self.skipped(0, self.place(root), self.below(root, weight, memo))
    }

    fn place(&self, diagram: Diagram) -> usize {
        let track = self.diagrams.track(diagram);
        self.levels.partition_point(|&level| level < track)
    }

    /// A number, doubled for each track between two places.
    fn skipped(&self, from: usize, to: usize, number: u128) -> u128 {
        let factor = 1u128.checked_shl((to - from) as u32).unwrap_or(u128::MAX);
        number.saturating_mul(factor)
    }

    fn below(
        &self,
        diagram: Diagram,
        weight: &dyn Fn(u32) -> u128,
        memo: &mut HashMap<Diagram, u128>,
    ) -> u128 {
        let (low, high) = match self.diagrams.view(diagram) {
            View::Terminal(number) => return weight(number),
            View::Branch(_, low, high) => (low, high),
        };
        if let Some(&known) = memo.get(&diagram) {
            return known;
        }
        let after = self.place(diagram) + 1;
        let [low, high] = [low, high].map(|child| {
            let number = self.below(child, weight, memo);
            self.skipped(after, self.place(child), number)
        });
        let result = low.saturating_add(high);
        memo.insert(diagram, result);
        result
    }

    /// The states that a diagram leads to, each once.
    fn successors(&self, root: Diagram) -> Vec<usize> {
        let (mut waiting, mut seen, mut found) = (vec![root], std::collections::HashSet::new(), Vec::new());
        while let Some(diagram) = waiting.pop() {
            match self.diagrams.view(diagram) {
                View::Terminal(number) => found.push(number as usize / 2),
                View::Branch(_, low, high) if seen.insert(diagram) => waiting.extend([low, high]),
                View::Branch(..) => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// An upper bound of the length of shortest words, if there is one.
    fn longest(&self, budget: &Budget) -> Budgeted<Option<usize>> {
        let mut successors = Vec::with_capacity(self.data.roots.len());
        for &root in &self.data.roots {
            budget.spend(1)?;
            successors.push(self.successors(root));
        }
        let ends = self.ends(&successors, budget)?;
        let mut before = vec![Vec::new(); successors.len()];
        for (state, next) in successors.iter().enumerate() {
            next.iter().for_each(|&next| before[next].push(state));
        }
        // The states with a way to an end.
        let mut leads = ends.clone();
        let mut waiting: Vec<usize> = (0..leads.len()).filter(|&state| leads[state]).collect();
        while let Some(state) = waiting.pop() {
            for &earlier in &before[state] {
                if !std::mem::replace(&mut leads[earlier], true) {
                    waiting.push(earlier);
                }
            }
        }
        Ok(longest_way(&successors, &leads).map(|length| length + 2))
    }

    /// The states in which the last one or two letters of a shortest word can be read.
    fn ends(&self, successors: &[Vec<usize>], budget: &Budget) -> Budgeted<Vec<bool>> {
        let accepting = self.all(&|number| u128::from(number & 1), budget)?;
        if self.numbers == Numbers::Naturals {
            // One letter that is not zero.
            return Ok((0..successors.len())
                .map(|state| {
                    let zero = self.diagrams.at(self.data.roots[state], |_| false) & 1;
                    accepting[state] > u128::from(zero)
                })
                .collect());
        }
        // Two letters that differ, the second of which accepts.
        let mut ends = Vec::with_capacity(successors.len());
        for (state, next) in successors.iter().enumerate() {
            budget.spend(1)?;
            ends.push(next.iter().any(|&next| match accepting[next] {
                0 => false,
                1 => self.enters_otherwise(state, next),
                _ => true,
            }));
        }
        Ok(ends)
    }

    /// Whether a letter leads from one state to another that is not the only one that the other accepts.
    fn enters_otherwise(&self, state: usize, next: usize) -> bool {
        let accepts = |number: u32| u128::from(number & 1);
        let enters = |number: u32| u128::from(number as usize / 2 == next);
        if self.letters(self.data.roots[state], &enters, &mut HashMap::new()) > 1 {
            return true;
        }
        let only = self.only_letter(self.data.roots[next], &accepts);
        self.only_letter(self.data.roots[state], &enters) != only
    }

    /// The bits of the only letter whose weight is 1.
    fn only_letter(&self, mut diagram: Diagram, weight: &dyn Fn(u32) -> u128) -> Vec<(u32, bool)> {
        let mut bits = Vec::new();
        let mut memo = HashMap::new();
        while let View::Branch(track, low, high) = self.diagrams.view(diagram) {
            let is_low = self.below(low, weight, &mut memo) > 0;
            bits.push((track, !is_low));
            diagram = if is_low { low } else { high };
        }
        bits
    }
}

/// The number of states on the longest way through some states of a graph, unless they have a cycle.
pub(crate) fn longest_way(successors: &[Vec<usize>], among: &[bool]) -> Option<usize> {
    let mut missing: Vec<usize> =
        successors.iter().map(|next| next.iter().filter(|&&next| among[next]).count()).collect();
    let mut before = vec![Vec::new(); successors.len()];
    for (state, next) in successors.iter().enumerate().filter(|&(state, _)| among[state]) {
        next.iter().for_each(|&next| before[next].push(state));
    }
    let mut length = vec![1; successors.len()];
    let mut waiting: Vec<usize> =
        (0..successors.len()).filter(|&state| among[state] && missing[state] == 0).collect();
    let mut done = 0;
    while let Some(state) = waiting.pop() {
        done += 1;
        for &earlier in &before[state] {
            length[earlier] = length[earlier].max(length[state] + 1);
            missing[earlier] -= 1;
            if missing[earlier] == 0 {
                waiting.push(earlier);
            }
        }
    }
    let all = among.iter().filter(|&&among| among).count();
    (done == all).then(|| length.into_iter().max().unwrap_or(1))
}
