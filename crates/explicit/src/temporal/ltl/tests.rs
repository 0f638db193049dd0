//! The two searches and the decomposition of the whole product agree on random systems, formulas and fairness.

use super::lasso::{SystemLasso, product_graph};
use super::*;
use crate::bits::Bits;
use crate::temporal::fairness::FairMarks;
use crate::temporal::graph::fair_components;
use omega_automata::{Automaton, Formulas, Limits, parse, translate};
use random_numbers::Xorshift;
use std::convert::Infallible;
use std::ops::Range;

/// A small system that is known from the start.
#[derive(Debug)]
struct Fake {
    edges: Vec<Range<usize>>,
    targets: Vec<u32>,
    letters: Vec<[u64; 1]>,
    marks: Vec<FairMarks>,
}

impl Explored for Fake {
    type End = Infallible;

    fn edges(&mut self, state: u32) -> Result<Range<usize>, Infallible> {
        Ok(self.edges[state as usize].clone())
    }

    fn target(&self, edge: usize) -> u32 {
        self.targets[edge]
    }

    fn letter(&mut self, state: u32) -> Result<u32, Infallible> {
        Ok(state)
    }

    fn propositions(&self, letter: u32) -> &[u64] {
        &self.letters[letter as usize]
    }

    fn out_of_numbers(&self) -> Infallible {
        unreachable!("a small system has a small product")
    }

    fn marks(&self, _: u32, edge: usize) -> FairMarks {
        self.marks[edge]
    }
}

struct Random(Xorshift);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }

    /// A system of a few states; obligations of a state are on all its edges.
    fn system(&mut self, with_obligations: bool) -> Fake {
        let states = 2 + self.below(7);
        let mut fake = Fake { edges: vec![], targets: vec![], letters: vec![], marks: vec![] };
        for _ in 0..states {
            let start = fake.targets.len();
            let obliging = if with_obligations { u128::from(self.below(4) & self.below(4)) } else { 0 };
            for _ in 0..self.below(4) {
                fake.targets.push(self.below(states) as u32);
                let repeated = u128::from(self.below(4) | self.below(4));
                let meeting = u128::from(self.below(4) & self.below(4));
                fake.marks.push(FairMarks { repeated, obliging, meeting });
            }
            fake.edges.push(start..fake.targets.len());
            fake.letters.push([self.below(4)]);
        }
        fake
    }
}

fn automata() -> Vec<Automaton> {
    let texts = [
        "1",
        "G a",
        "F b",
        "G F a",
        "F G b",
        "a U b",
        "G (a -> F b)",
        "G F a & G F b",
        "X X !a",
        "F (a & X G !b)",
    ];
    let mut formulas = Formulas::new();
    let mut names = vec!["a".to_owned(), "b".to_owned()];
    let mut translated = |text: &str| {
        let formula = parse(text, &mut formulas, &mut names).expect("the formula is legal");
        translate(&mut formulas, formula, 2, &Limits::default()).expect("the formula is small")
    };
    texts.iter().map(|text| translated(text)).collect()
}

/// Explores the whole product and decomposes it.
fn by_decomposition(fake: &mut Fake, automaton: &Automaton) -> bool {
    let Ok(accepting) = (|| -> Result<bool, Infallible> {
        let mut product = Product::new(fake, automaton, 2);
        let mut states = product.initial(&[0])?;
        let mut at = 0;
        while at < states.len() {
            let mut cursor = product.cursor(states[at])?;
            while let Some(edge) = product.next(&mut cursor) {
                let target = product.number(edge.target)?;
                if !states.contains(&target) {
                    states.push(target);
                }
            }
            at += 1;
        }
        let explored = product_graph(&mut product, &states)?;
        let all = Bits::full(states.len());
        Ok(!fair_components(&explored.graph, &all, &explored.promises).is_empty())
    })();
    accepting
}

#[test]
fn the_searches_agree() {
    let automata = automata();
    let mut random = Random(Xorshift::new(7));
    let mut counts = [0, 0];
    for round in 0..4000 {
        let with_obligations = round % 2 == 0;
        let mut fake = random.system(with_obligations);
        for (number, automaton) in automata.iter().enumerate() {
            let expected = by_decomposition(&mut fake, automaton);
            counts[usize::from(expected)] += 1;
            let mut product = Product::new(&mut fake, automaton, 2);
            let Ok(initial) = product.initial(&[0]);
            let Ok(found) = find_accepting(&mut product, &initial);
            assert_eq!(found.is_accepting, expected, "round {round}, formula {number}");
            if expected {
                let Ok(lasso) = accepting_lasso(&mut product, &initial, &found.reached);
                check_lasso(&fake, &lasso.expect("what was explored has an accepting run"));
            }
            let mut product = Product::new(&mut fake, automaton, 2);
            let Ok(initial) = product.initial(&[0]);
            let Ok(nested) = nested_search(&mut product, &initial);
            match nested {
                None => assert!(with_obligations),
                Some(nested) => {
                    assert_eq!(nested.is_accepting, expected, "round {round}, formula {number}");
                }
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 1000), "both outcomes are frequent: {counts:?}");
}

/// The edges hang together, the last one returns, and the loop is fair; or the path ends in a dead end.
fn check_lasso(fake: &Fake, lasso: &SystemLasso) {
    let mut state = lasso.start;
    let mut states = vec![state];
    for edge in &lasso.edges {
        assert!(fake.edges[state as usize].contains(edge), "the edge leaves the state");
        state = fake.targets[*edge];
        states.push(state);
    }
    match lasso.repeats {
        None => assert!(fake.edges[state as usize].is_empty(), "it ends in a dead end"),
        Some(start) => {
            assert_eq!(states[start], state, "the last edge returns");
            let marks = lasso.edges[start..].iter().map(|edge| fake.marks[*edge]);
            let marks = marks.fold(FairMarks::default(), FairMarks::and);
            assert_eq!(marks.repeated & 3, 3, "all that must be repeated is");
            assert!(marks.meets_obligations(), "obligations are met");
        }
    }
}

/// Whether the automaton accepts the letters of the states, of which those from `repeats` on are repeated for ever.
fn accepts(fake: &Fake, automaton: &Automaton, states: &[u32], repeats: usize) -> bool {
    let successors = |(place, state): (usize, u32)| {
        let letter = &fake.letters[states[place] as usize];
        let after = if place + 1 < states.len() { place + 1 } else { repeats };
        let edges = automaton.edges(state).iter().filter(|edge| automaton.enabled(edge, letter));
        edges.map(|edge| ((after, edge.target), edge.marks)).collect::<Vec<_>>()
    };
    let ahead = |from: (usize, u32)| {
        let mut reached = vec![from];
        let mut at = 0;
        while at < reached.len() {
            for (next, _) in successors(reached[at]) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
        reached
    };
    let reached = ahead((0, automaton.initial()));
    reached.iter().any(|node| {
        let component: Vec<(usize, u32)> =
            ahead(*node).into_iter().filter(|other| ahead(*other).contains(node)).collect();
        let inner = component.iter().flat_map(|from| successors(*from));
        let marks = inner.filter(|(to, _)| component.contains(to)).map(|(_, marks)| marks);
        marks.reduce(|all, more| all | more).is_some_and(|marks| marks == automaton.all_marks())
    })
}

/// Whether some lasso has exactly so many edges, by trying all paths.
fn has_lasso(fake: &Fake, automaton: &Automaton, walked: &mut Vec<usize>, left: usize) -> bool {
    let mut states = vec![0];
    states.extend(walked.iter().map(|edge| fake.targets[*edge]));
    let last = states[states.len() - 1];
    if left > 0 {
        return fake.edges[last as usize].clone().any(|edge| {
            walked.push(edge);
            let found = has_lasso(fake, automaton, walked, left - 1);
            walked.pop();
            found
        });
    }
    if fake.edges[last as usize].is_empty() {
        return accepts(fake, automaton, &states, states.len() - 1);
    }
    (0..walked.len()).filter(|start| states[*start] == last).any(|start| {
        let marks = walked[start..].iter().map(|edge| fake.marks[*edge]);
        let marks = marks.fold(FairMarks::default(), FairMarks::and);
        marks.repeated & 3 == 3
            && marks.meets_obligations()
            && accepts(fake, automaton, &states[..states.len() - 1], start)
    })
}

#[test]
fn lassos_are_as_short_as_they_can_be() {
    let automata = automata();
    let mut random = Random(Xorshift::new(11));
    let (mut lassos, mut shortened) = (0, 0);
    for round in 0..600 {
        let mut fake = random.system(round % 2 == 0);
        for (number, automaton) in automata.iter().enumerate() {
            let mut product = Product::new(&mut fake, automaton, 2);
            let Ok(initial) = product.initial(&[0]);
            let Ok(found) = find_accepting(&mut product, &initial);
            if !found.is_accepting {
                continue;
            }
            let Ok(lasso) = accepting_lasso(&mut product, &initial, &found.reached);
            let lasso = lasso.expect("what was explored has an accepting run");
            let before = lasso.edges.len();
            let (shortest, at_least) = shorten(&mut product, &[0], lasso);
            check_lasso(&fake, &shortest);
            let length = shortest.edges.len();
            assert_eq!(at_least, length, "small systems are searched to the end");
            for shorter in 0..length.min(7) {
                let found = has_lasso(&fake, automaton, &mut Vec::new(), shorter);
                assert!(!found, "round {round}, formula {number}: {shorter} edges do, not {length}");
            }
            if length <= 7 {
                let found = has_lasso(&fake, automaton, &mut Vec::new(), length);
                assert!(found, "round {round}, formula {number}: {shortest:?} is none");
            }
            lassos += 1;
            shortened += usize::from(length < before);
        }
    }
    assert!(lassos > 1000 && shortened > 50, "{shortened} of {lassos} could be shortened");
}
