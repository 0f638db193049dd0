//! Automata for the eye: as a table, and as a graph in the DOT language.
//!
//! Both show the states as the paper draws them, so that a state that is entered by letters that accept and by letters that
//! reject is two. A letter is written as its bits in the order of tracks, with `*` for a bit that does not matter.

use crate::automaton::{Automaton, Data, Numbers};
use crate::diagrams::{Diagram, View};
use crate::store::Store;
use std::collections::HashMap;
use std::fmt::Write;

/// An automaton with acceptance on states, spelled out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The states in which words begin, with the Boolean letters that lead to them.
    pub starts: Vec<(String, usize)>,
    /// Whether each state accepts, and its transitions.
    pub states: Vec<(bool, Vec<(String, usize)>)>,
}

impl Store {
    /// The automaton spelled out. There may be exponentially many letters in the number of tracks.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let even = store.formula(&Formula::divides(2, Linear::term(1, Track::new(0))), &budget).unwrap();
    /// let listing = store.listing(&even);
    /// assert_eq!(listing.states.iter().filter(|state| state.0).count(), 2);
    /// ```
    pub fn listing(&self, set: &Automaton) -> Listing {
        let data = self.own(set);
        let mut lister = Lister { store: self, data, numbers: HashMap::new(), order: Vec::new() };
        let reached = lister.reached();
        let booleans: Vec<u32> = data.booleans.iter().map(|track| track.level()).collect();
        let tracks: Vec<u32> = data.tracks.iter().map(|track| track.level()).collect();
        let starts = lister.letters(data.head, &booleans, &|number| {
            // Over all integers a first state may be either clone, and is the one that is there anyway.
            let is_free = self.numbers() == Numbers::Integers;
            if is_free && reached[(number ^ 1) as usize] { number ^ 1 } else { number }
        });
        let mut states = Vec::new();
        while states.len() < lister.order.len() {
            let number = lister.order[states.len()];
            let root = data.roots[number as usize / 2];
            states.push((number & 1 == 1, lister.letters(root, &tracks, &|number| number)));
        }
        Listing { starts, states }
    }

    /// The automaton as a table with a line for each state.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let set = store.power_of_two(Track::new(0), &budget).unwrap();
    /// let expected = "\
    /// tracks x0
    /// start 0
    ///   0  0 -> 0   1 -> 1
    /// + 1  0 -> 1   1 -> 2
    ///   2  * -> 2
    /// ";
    /// assert_eq!(store.table(&set), expected);
    /// ```
    pub fn table(&self, set: &Automaton) -> String {
        let listing = self.listing(set);
        let names: Vec<String> = set.tracks().iter().map(ToString::to_string).collect();
        let flags: Vec<String> = set.boolean_tracks().iter().map(ToString::to_string).collect();
        let mut text = format!("tracks {}\n", [flags, names].concat().join(" "));
        for (letter, state) in &listing.starts {
            let space = if letter.is_empty() { "" } else { " " };
            let _ = writeln!(text, "start {letter}{space}{state}");
        }
        let width = listing.states.len().saturating_sub(1).to_string().len();
        for (number, (accepts, transitions)) in listing.states.iter().enumerate() {
            let sign = if *accepts { '+' } else { ' ' };
            let shown: Vec<String> =
                transitions.iter().map(|(letter, next)| format!("{letter} -> {next}")).collect();
            let _ = writeln!(text, "{sign} {number:>width$}  {}", shown.join("   "));
        }
        text
    }

    /// The automaton as a graph in the DOT language. The state that accepts nothing is left out.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let set = store.power_of_two(Track::new(0), &budget).unwrap();
    /// let dot = store.dot(&set);
    /// assert!(dot.starts_with("digraph automaton {"));
    /// assert!(dot.contains("0 -> 1 [label=\"1\"]"));
    /// ```
    pub fn dot(&self, set: &Automaton) -> String {
        let listing = self.listing(set);
        let is_dead = |state: usize| {
            let (accepts, transitions) = &listing.states[state];
            !accepts && transitions.iter().all(|next| next.1 == state)
        };
        let mut text = String::from("digraph automaton {\n  rankdir=LR;\n");
        for (place, (letter, state)) in listing.starts.iter().enumerate() {
            let _ = writeln!(
                text,
                "  start{place} [shape=point];\n  start{place} -> {state} [label=\"{letter}\"];"
            );
        }
        for (state, (accepts, transitions)) in listing.states.iter().enumerate() {
            if is_dead(state) {
                continue;
            }
            let shape = if *accepts { "doublecircle" } else { "circle" };
            let _ = writeln!(text, "  {state} [shape={shape}];");
            let mut labels: Vec<(usize, Vec<&str>)> = Vec::new();
            for (letter, next) in transitions.iter().filter(|next| !is_dead(next.1)) {
                match labels.iter_mut().find(|label| label.0 == *next) {
                    Some(label) => label.1.push(letter),
                    None => labels.push((*next, vec![letter])),
                }
            }
            for (next, letters) in labels {
                let _ = writeln!(text, "  {state} -> {next} [label=\"{}\"];", letters.join(", "));
            }
        }
        text.push_str("}\n");
        text
    }
}

struct Lister<'a> {
    store: &'a Store,
    data: &'a Data,
    /// The places of terminals among the states that are listed.
    numbers: HashMap<u32, usize>,
    order: Vec<u32>,
}

impl Lister<'_> {
    /// The terminals that letters of integers lead to.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; 2 * self.data.roots.len()];
        let mut seen = std::collections::HashSet::new();
        let mut waiting = self.data.roots.to_vec();
        while let Some(diagram) = waiting.pop() {
            match self.store.diagrams.view(diagram) {
                View::Terminal(number) => reached[number as usize] = true,
                View::Branch(_, low, high) if seen.insert(diagram) => waiting.extend([low, high]),
                View::Branch(..) => {}
            }
        }
        reached
    }

    fn letters(&mut self, root: Diagram, levels: &[u32], clone: &dyn Fn(u32) -> u32) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        self.below(root, levels, String::new(), clone, &mut found);
        found
    }

    fn below(
        &mut self,
        diagram: Diagram,
        levels: &[u32],
        mut letter: String,
        clone: &dyn Fn(u32) -> u32,
        found: &mut Vec<(String, usize)>,
    ) {
        let track = self.store.diagrams.track(diagram);
        let place = levels.partition_point(|&level| level < track);
        letter.extend(std::iter::repeat_n('*', place - letter.len()));
        match self.store.diagrams.view(diagram) {
            View::Terminal(number) => {
                let number = clone(number);
                let next = self.order.len();
                let state = *self.numbers.entry(number).or_insert(next);
                if state == next {
                    self.order.push(number);
                }
                found.push((letter, state));
            }
            View::Branch(_, low, high) => {
                self.below(low, levels, format!("{letter}0"), clone, found);
                self.below(high, levels, format!("{letter}1"), clone, found);
            }
        }
    }
}
