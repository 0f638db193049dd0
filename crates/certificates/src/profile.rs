//! How an automaton runs over finite words: between which states, and through edges of which acceptance sets.
//!
//! A word `u v v v …` is accepted exactly if some run over `u` ends in a state from which runs over `v`, one behind the other, lead to
//! a cycle of such runs that collects all acceptance sets; so profiles are all that must be known of words. Of runs between the
//! same states only those with the most acceptance sets matter.

use crate::Automaton;
use crate::components::MarkedGraph;
use crate::linear_tableau::Cube;
use std::collections::BTreeSet;

/// How an automaton runs over a word: for each state, where runs from it end, and the sets that they collect as bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Profile(Vec<Vec<(usize, u128)>>);

impl Profile {
    /// That of this word and then another one.
    pub fn then(&self, other: &Profile) -> Profile {
        let row = |row: &Vec<(usize, u128)>| {
            let mut after = Vec::new();
            for (middle, marks) in row {
                other.0[*middle].iter().for_each(|(to, more)| add(&mut after, *to, marks | more));
            }
            after
        };
        Profile(self.0.iter().map(row).collect())
    }

    /// Whether the other word has all the runs of this one, or better ones.
    pub fn is_within(&self, other: &Profile) -> bool {
        let is_matched = |row: &[(usize, u128)], (to, marks): &(usize, u128)| {
            row.iter().any(|(other, more)| other == to && marks & !more == 0)
        };
        self.0.iter().zip(&other.0).all(|(own, others)| own.iter().all(|run| is_matched(others, run)))
    }

    /// How many runs it tells apart.
    pub fn size(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The states behind the word, if these are before it.
    pub fn after(&self, states: &BTreeSet<usize>) -> BTreeSet<usize> {
        states.iter().flat_map(|state| &self.0[*state]).map(|(to, _)| *to).collect()
    }

    /// From which states some run over the word, again and again, collects all of these sets for ever.
    pub fn accepting(&self, all: u128) -> Vec<bool> {
        MarkedGraph { edges: self.0.clone(), all }.live()
    }
}

/// Adds a run, unless there is a better one.
fn add(row: &mut Vec<(usize, u128)>, to: usize, marks: u128) {
    if !row.iter().any(|(other, more)| *other == to && marks & !more == 0) {
        row.retain(|(other, fewer)| *other != to || fewer & !marks != 0);
        row.push((to, marks));
    }
}

/// An automaton without the states from which nothing is accepted.
#[derive(Debug)]
pub(crate) struct Runs<'a> {
    automaton: &'a Automaton,
    /// The number of each state among those that are left.
    numbers: Vec<Option<usize>>,
    /// The atoms that its edges look at.
    pub atoms: BTreeSet<usize>,
    /// All acceptance sets.
    pub all: u128,
}

impl<'a> Runs<'a> {
    /// The runs of an automaton whose numbers are in order.
    pub fn new(automaton: &'a Automaton) -> Self {
        let graph = graph(automaton);
        let mut count = 0_usize;
        let number = |live: bool| {
            let number = live.then_some(count);
            count = count.saturating_add(usize::from(live));
            number
        };
        let numbers: Vec<Option<usize>> = graph.live().into_iter().map(number).collect();
        let kept = automaton.edges.iter().filter(|edge| numbers[edge.to as usize].is_some());
        let atoms = kept.flat_map(|edge| &edge.letters).flatten().map(|(atom, _)| *atom).collect();
        Runs { automaton, numbers, atoms, all: graph.all }
    }

    /// Where runs begin, which is nowhere if nothing is accepted.
    pub fn initial(&self) -> BTreeSet<usize> {
        self.numbers[self.automaton.initial as usize].into_iter().collect()
    }

    /// How the automaton runs over a letter, which says the value of each atom that it looks at.
    pub fn over(&self, letter: &Cube) -> Profile {
        let mut rows = vec![Vec::new(); self.numbers.iter().flatten().count()];
        let is_read =
            |cube: &Vec<(usize, bool)>| cube.iter().all(|(atom, value)| letter.get(atom) == Some(value));
        for edge in &self.automaton.edges {
            let ends = (self.numbers[edge.from as usize], self.numbers[edge.to as usize]);
            if let (Some(from), Some(to)) = ends
                && edge.letters.iter().any(is_read)
            {
                add(&mut rows[from], to, bits(edge.marks.iter().copied()));
            }
        }
        Profile(rows)
    }
}

/// Numbers as bits.
pub(crate) fn bits(numbers: impl Iterator<Item = u32>) -> u128 {
    numbers.fold(0, |all, number| all | 1_u128.checked_shl(number).unwrap_or(0))
}

/// The edges of an automaton without what they read.
pub(crate) fn graph(automaton: &Automaton) -> MarkedGraph {
    let mut edges = vec![Vec::new(); automaton.states as usize];
    for edge in &automaton.edges {
        edges[edge.from as usize].push((edge.to as usize, bits(edge.marks.iter().copied())));
    }
    MarkedGraph { edges, all: bits(0..automaton.acceptance_sets) }
}
