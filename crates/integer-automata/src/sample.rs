//! Smallest samples.
//!
//! A breadth-first search from the head meets the first letter that accepts at the end of a shortest word. So the sample has
//! the fewest bits that any vector of the set needs; among those it is the one that the search meets first, which
//! tries 0 before 1. Each branch of each diagram is visited once.

use crate::automaton::{Automaton, Data, Numbers};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::formula::Formula;
use crate::linear::Linear;
use crate::store::Store;
use crate::track::{BooleanTrack, Track};
use budget::{Budget, Budgeted, OutOfBudget};
use std::fmt;

/// A vector of a set: the values of the tracks that the set depends on. The others may have any value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Point {
    /// The integers, in increasing order of tracks.
    pub integers: Vec<(Track, i128)>,
    /// The Booleans, in increasing order of tracks.
    pub booleans: Vec<(BooleanTrack, bool)>,
}

/// The longest word that a number of 128 bits can hold.
const LONGEST: usize = 126;

/// A letter by the tracks that it tests on the way to a state, and the state where it was read.
struct Step {
    from: Option<u32>,
    bits: Vec<(u32, bool)>,
}

impl Point {
    /// The formula that is true of this vector only, as far as these tracks go.
    pub fn formula(&self) -> Formula {
        let integers = self.integers.iter().map(|&(track, value)| {
            Linear::from_terms(vec![(track, 1)], -value).compared(crate::Comparison::Equal)
        });
        let booleans = self.booleans.iter().map(|&(track, value)| {
            let formula = Formula::Boolean(track);
            if value { formula } else { formula.not() }
        });
        Formula::all(integers.chain(booleans))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let integers = self.integers.iter().map(|(track, value)| format!("{track} = {value}"));
        let booleans = self.booleans.iter().map(|(track, value)| format!("{track} = {value}"));
        formatter.write_str(&booleans.chain(integers).collect::<Vec<_>>().join(", "))
    }
}

impl Store {
    /// A vector of the set with as few bits as possible, or nothing if the set is empty. Vectors whose numbers do not fit
    /// into 127 bits are refused.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Track::new(0);
    /// let formula = Formula::all([Linear::constant(4).less_than(&Linear::term(1, x)), Formula::divides(3, Linear::term(1, x))]);
    /// let set = store.formula(&formula, &budget).unwrap();
    /// assert_eq!(store.sample(&set, &budget).unwrap().unwrap().to_string(), "x0 = 6");
    /// ```
    pub fn sample(&mut self, set: &Automaton, budget: &Budget) -> Budgeted<Option<Point>> {
        if set.is_empty() {
            return Ok(None);
        }
        let data = self.own(set);
        let mut search = ShortestSearch {
            found: None,
            steps: (0..data.roots.len()).map(|_| None).collect(),
            order: Vec::new(),
        };
        self.diagrams.begin_pass();
        search.letter(&mut self.diagrams, None, data.head, &mut Vec::new());
        let mut next = 0;
        self.diagrams.begin_pass();
        while search.found.is_none() && next < search.order.len() {
            budget.spend(1)?;
            let state = search.order[next];
            search.letter(&mut self.diagrams, Some(state), data.roots[state as usize], &mut Vec::new());
            next += 1;
        }
        let numbers = self.numbers();
        search.found.as_ref().map(|last| search.point(data, numbers, last)).transpose()
    }

    /// Several vectors of the set with few bits, as many as asked if there are so many. Only tracks that the set depends on
    /// are told apart.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let set = store.power_of_two(Track::new(0), &budget).unwrap();
    /// let found: Vec<String> = store.samples(&set, 3, &budget).unwrap().iter().map(Point::to_string).collect();
    /// assert_eq!(found, ["x0 = 1", "x0 = 2", "x0 = 4"]);
    /// ```
    pub fn samples(&mut self, set: &Automaton, most: usize, budget: &Budget) -> Budgeted<Vec<Point>> {
        let mut rest = set.clone();
        let mut found: Vec<Point> = Vec::new();
        while found.len() < most {
            let Some(mut point) = self.sample(&rest, budget)? else { break };
            point.complete(set);
            let known = self.formula(&point.formula(), budget)?;
            rest = self.difference(&rest, &known, budget)?;
            found.push(point);
        }
        Ok(found)
    }
}

impl Point {
    /// Adds zeros for tracks that a set depends on and that have no value here.
    fn complete(&mut self, set: &Automaton) {
        for &track in set.tracks() {
            if let Err(place) = self.integers.binary_search_by_key(&track, |value| value.0) {
                self.integers.insert(place, (track, 0));
            }
        }
        for &track in set.boolean_tracks() {
            if let Err(place) = self.booleans.binary_search_by_key(&track, |value| value.0) {
                self.booleans.insert(place, (track, false));
            }
        }
    }
}

struct ShortestSearch {
    found: Option<Step>,
    /// How each state was reached first.
    steps: Vec<Option<Step>>,
    order: Vec<u32>,
}

impl ShortestSearch {
    /// Reads one letter in all ways that lead somewhere new.
    fn letter(
        &mut self,
        diagrams: &mut Diagrams,
        from: Option<u32>,
        diagram: Diagram,
        bits: &mut Vec<(u32, bool)>,
    ) {
        if self.found.is_some() {
            return;
        }
        match diagrams.view(diagram) {
            View::Terminal(number) => {
                let state = number / 2;
                if number & 1 == 1 {
                    self.found = Some(Step { from, bits: bits.clone() });
                } else if self.steps[state as usize].is_none() {
                    self.steps[state as usize] = Some(Step { from, bits: bits.clone() });
                    self.order.push(state);
                }
            }
            View::Branch(track, low, high) => {
                if diagrams.seen(diagram).is_some() {
                    return;
                }
                diagrams.see(diagram, diagram);
                for (child, bit) in [(low, false), (high, true)] {
                    bits.push((track, bit));
                    self.letter(diagrams, from, child, bits);
                    bits.pop();
                }
            }
        }
    }

    /// The vector of the word that ends with a letter.
    fn point(&self, data: &Data, numbers: Numbers, last: &Step) -> Budgeted<Point> {
        let mut letters = vec![last];
        while let Some(from) = letters[letters.len() - 1].from {
            let Some(step) = &self.steps[from as usize] else { break };
            letters.push(step);
            if letters.len() > LONGEST {
                return Err(OutOfBudget);
            }
        }
        let bit = |step: &Step, level: u32| step.bits.iter().any(|&(track, bit)| track == level && bit);
        let (words, first) = letters.split_at(letters.len() - 1);
        let booleans =
            data.booleans.iter().map(|&track| (track, first.iter().any(|step| bit(step, track.level()))));
        let integers = data.tracks.iter().map(|&track| {
            let mut value = match (numbers, words.first()) {
                (Numbers::Integers, Some(sign)) if bit(sign, track.level()) => -1,
                _ => 0,
            };
            for step in words {
                value = 2 * value + i128::from(bit(step, track.level()));
            }
            (track, value)
        });
        Ok(Point { integers: integers.collect(), booleans: booleans.collect() })
    }
}
