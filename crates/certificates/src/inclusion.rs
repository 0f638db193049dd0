//! Whether an automaton accepts all words that violate a formula, and no others.
//!
//! The first is inclusion: what violates the formula is the language of a tableau. If a word of the tableau is not accepted, so is one
//! that repeats a finite word for ever, along an accepted cycle of the tableau; therefore all pairs of a path of the tableau to a
//! state and a cycle there are compared by the profiles of the words that they read. Of words with the same path only those with the
//! fewest runs of the automaton matter, since with more runs more is accepted, also of everything made of them.
//!
//! The second is that the product with the tableau of the formula accepts nothing.
//!
//! # Reference
//! Abdulla, Chen, Clemente, Holík, Hong, Mayr, Vojnar: *Advanced Ramsey-based Büchi Automata Inclusion Testing*, CONCUR 2011,
//! doi:10.1007/978-3-642-23217-6_13. Departures: paths to a state need only the set of states that the automaton can be in; pairs
//! are decided exactly, not by profiles that are their own squares; marks are collected as sets.

use crate::atoms::atoms;
use crate::components::MarkedGraph;
use crate::linear_tableau::{Cube, LinearTableau};
use crate::profile::{Profile, Runs, bits, graph};
use crate::{Automaton, Refusal};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;
use system::Ltl;

/// The largest number of states that an automaton may say it has.
const MOST_STATES: u32 = 1_000_000;

/// That an automaton accepts each word that violates the formula. About as many profiles are made as the budget
/// says.
///
/// # Errors
/// [`Refusal::Failed`] with a word that it does not accept, [`Refusal::Undecided`] if the budget does not do, and
/// [`Refusal::Malformed`] if it is no automaton for the formula.
pub fn accepts_all_violations(formula: &Ltl, automaton: &Automaton, budget: usize) -> Result<(), Refusal> {
    check_automaton(formula, automaton)?;
    let mut comparison = Inclusion {
        tableau: LinearTableau::new(formula, false)?,
        runs: Runs::new(automaton),
        letters: HashMap::new(),
        words: Vec::new(),
        budget,
    };
    let stems = comparison.stems()?;
    let (component, accepting) = comparison.tableau.graph().components();
    for start in comparison.starts(&component, &accepting) {
        comparison.cycles(start, &component, &stems[start])?;
    }
    Ok(())
}

/// That an automaton accepts no word that satisfies the formula.
///
/// # Errors
/// [`Refusal::Failed`] if it does, [`Refusal::Undecided`] if the formula is too large or has a rigid variable inside, and
/// [`Refusal::Malformed`] if it is no automaton for the formula.
pub fn accepts_only_violations(formula: &Ltl, automaton: &Automaton) -> Result<(), Refusal> {
    check_automaton(formula, automaton)?;
    let tableau = LinearTableau::new(formula, true)?;
    let own = graph(automaton);
    if own
        .all
        .checked_shl(tableau.all.count_ones())
        .is_none_or(|shifted| shifted.count_ones() != own.all.count_ones())
    {
        return Err(Refusal::Undecided("the automaton has too many acceptance sets".into()));
    }
    let shift = tableau.all.count_ones();
    let live = own.live();
    let mut leaving = vec![Vec::new(); own.edges.len()];
    automaton
        .edges
        .iter()
        .filter(|edge| live[edge.to as usize])
        .for_each(|edge| leaving[edge.from as usize].push(edge));
    let mut states = HashMap::from([((automaton.initial as usize, 0), 0_usize)]);
    let mut open = vec![(automaton.initial as usize, 0)];
    let mut product = MarkedGraph { edges: Vec::new(), all: own.all << shift | tableau.all };
    while let Some((state, node)) = open.get(product.edges.len()).copied() {
        let mut edges = Vec::new();
        for edge in &leaving[state] {
            let marks = bits(edge.marks.iter().copied()) << shift;
            let fits = |cube: &Cube| edge.letters.iter().any(|letter| joined(cube, letter).is_some());
            for other in tableau.edges[node].iter().filter(|other| fits(&other.cube)) {
                let (pair, fresh) = ((edge.to as usize, other.to), states.len());
                let to = *states.entry(pair).or_insert(fresh);
                if to == fresh {
                    open.push(pair);
                }
                edges.push((to, marks | other.marks));
            }
        }
        product.edges.push(edges);
    }
    match product.live().first() {
        Some(true) => {
            Err(failed("the automaton accepts no word that satisfies the formula", "it accepts some"))
        }
        _ => Ok(()),
    }
}

/// That the numbers of an automaton are those of its parts.
fn check_automaton(formula: &Ltl, automaton: &Automaton) -> Result<(), Refusal> {
    let count = atoms(formula).len();
    let is_state = |state: u32| state < automaton.states;
    let is_fine = automaton.states <= MOST_STATES
        && automaton.acceptance_sets <= 64
        && is_state(automaton.initial)
        && automaton.edges.iter().all(|edge| {
            let marks = edge.marks.iter().all(|mark| *mark < automaton.acceptance_sets);
            let letters = edge.letters.iter().flatten().all(|(atom, _)| *atom < count);
            is_state(edge.from) && is_state(edge.to) && marks && letters
        });
    let what = "the automaton has a state, an acceptance set or an atom with a number that there is not, or too many of them";
    if is_fine { Ok(()) } else { Err(Refusal::Malformed(what.into())) }
}

/// Both together, unless an atom would have two values.
fn joined(cube: &Cube, letter: &[(usize, bool)]) -> Option<Cube> {
    let mut joined = cube.clone();
    letter.iter().all(|(atom, value)| joined.entry(*atom).or_insert(*value) == value).then_some(joined)
}

fn failed(obligation: &str, shown: &str) -> Refusal {
    Refusal::Failed { obligation: obligation.into(), shown: shown.into() }
}

/// A word: its last letter, and the number of the word before it.
type Word = (Cube, Option<usize>);

/// The number of a word to a state of the tableau, with the states that the automaton can be in behind it.
type Stem = (BTreeSet<usize>, Option<usize>);

/// A word along a path of the tableau with these marks.
struct Path {
    state: usize,
    marks: u128,
    profile: Profile,
    word: usize,
}

struct Inclusion<'a> {
    tableau: LinearTableau,
    runs: Runs<'a>,
    /// For the letters of an edge of the tableau, those with the fewest runs of the automaton.
    letters: HashMap<Cube, Rc<Vec<(Cube, Profile)>>>,
    words: Vec<Word>,
    budget: usize,
}

impl Inclusion<'_> {
    /// Takes from the budget; large profiles count for several.
    fn spend(&mut self, profile: &Profile) -> Result<(), Refusal> {
        let left = self.budget.checked_sub((profile.size() / 64).saturating_add(1));
        self.budget = left.ok_or_else(|| {
            Refusal::Undecided("comparing the automaton with the formula takes too long".into())
        })?;
        Ok(())
    }

    /// The number of a longer word.
    fn longer(&mut self, before: Option<usize>, letter: &Cube) -> usize {
        self.words.push((letter.clone(), before));
        self.words.len().saturating_sub(1)
    }

    /// The letters that an edge of the tableau reads, as far as they matter.
    fn read(&mut self, cube: &Cube) -> Result<Rc<Vec<(Cube, Profile)>>, Refusal> {
        if let Some(known) = self.letters.get(cube) {
            return Ok(known.clone());
        }
        let mut open = vec![cube.clone()];
        let mut fewest: Vec<(Cube, Profile)> = Vec::new();
        while let Some(letter) = open.pop() {
            if let Some(atom) = self.runs.atoms.iter().find(|atom| !letter.contains_key(atom)) {
                open.extend([true, false].into_iter().filter_map(|value| joined(&letter, &[(*atom, value)])));
                continue;
            }
            let profile = self.runs.over(&letter);
            self.spend(&profile)?;
            if !fewest.iter().any(|(_, other)| other.is_within(&profile)) {
                fewest.retain(|(_, other)| !profile.is_within(other));
                fewest.push((letter, profile));
            }
        }
        let fewest = Rc::new(fewest);
        self.letters.insert(cube.clone(), fewest.clone());
        Ok(fewest)
    }

    /// For each state of the tableau, the words to it.
    fn stems(&mut self) -> Result<Vec<Vec<Stem>>, Refusal> {
        let mut stems: Vec<Vec<Stem>> = vec![Vec::new(); self.tableau.edges.len()];
        let mut open = VecDeque::from([(0, (self.runs.initial(), None))]);
        while let Some((state, stem)) = open.pop_front() {
            let (set, word) = &stem;
            if stems[state].iter().any(|(other, _)| other.is_subset(set)) {
                continue;
            }
            for edge in self.tableau.edges[state].clone() {
                for (letter, profile) in self.read(&edge.cube)?.iter() {
                    self.spend(profile)?;
                    let longer = self.longer(*word, letter);
                    open.push_back((edge.to, (profile.after(set), Some(longer))));
                }
            }
            stems[state].retain(|(other, _)| !set.is_subset(other));
            stems[state].push(stem);
        }
        Ok(stems)
    }

    /// States such that each accepted cycle goes through one of them: in each component where the edges with the rarest mark lead.
    fn starts(&self, component: &[usize], accepting: &[bool]) -> Vec<usize> {
        let edges = self
            .tableau
            .edges
            .iter()
            .enumerate()
            .flat_map(|(from, edges)| edges.iter().map(move |edge| (from, edge)));
        let inside: Vec<_> = edges.filter(|(from, edge)| component[*from] == component[edge.to]).collect();
        let mut starts = Vec::new();
        for (number, _) in accepting.iter().enumerate().filter(|(_, accepting)| **accepting) {
            let within = |mark: u128| {
                let edges = inside
                    .iter()
                    .filter(|(from, edge)| component[*from] == number && edge.marks & mark == mark);
                edges.map(|(_, edge)| edge.to).collect::<BTreeSet<_>>()
            };
            let marks = (0..self.tableau.all.count_ones()).filter_map(|mark| 1_u128.checked_shl(mark));
            starts.extend(marks.map(within).min_by_key(|states| states.len()).unwrap_or_else(|| within(0)));
        }
        starts
    }

    /// That whatever goes to a state by one of these words, and then round an accepted cycle, is accepted.
    fn cycles(&mut self, start: usize, component: &[usize], stems: &[Stem]) -> Result<(), Refusal> {
        let mut found: Vec<Vec<Rc<Path>>> = (0..component.len()).map(|_| Vec::new()).collect();
        let mut open: VecDeque<Option<Rc<Path>>> = VecDeque::from([None]);
        while let Some(path) = open.pop_front() {
            let state = path.as_ref().map_or(start, |path| path.state);
            if let Some(path) = &path {
                if found[state].iter().any(|other| is_needless(path, other)) {
                    continue;
                }
                found[state].retain(|other| !is_needless(other, path));
                found[state].push(path.clone());
                if state == start && path.marks == self.tableau.all {
                    self.compare(stems, path)?;
                }
            }
            for edge in self.tableau.edges[state].clone() {
                if component[edge.to] != component[start] {
                    continue;
                }
                for (letter, profile) in self.read(&edge.cube)?.iter() {
                    let word = self.longer(path.as_ref().map(|path| path.word), letter);
                    let (profile, marks) = match &path {
                        Some(path) => (path.profile.then(profile), path.marks | edge.marks),
                        None => (profile.clone(), edge.marks),
                    };
                    self.spend(&profile)?;
                    open.push_back(Some(Rc::new(Path { state: edge.to, marks, profile, word })));
                }
            }
        }
        Ok(())
    }

    fn compare(&self, stems: &[Stem], cycle: &Path) -> Result<(), Refusal> {
        let accepting = cycle.profile.accepting(self.runs.all);
        match stems.iter().find(|(set, _)| !set.iter().any(|state| accepting[*state])) {
            None => Ok(()),
            Some((_, stem)) => {
                let word = format!("{}then for ever {}", self.shown(*stem), self.shown(Some(cycle.word)));
                let obligation = "the automaton accepts all words that violate the formula";
                Err(failed(obligation, &format!("it does not accept {}", word.trim_end())))
            }
        }
    }

    /// The letters of a word, with the numbers of the atoms that are true and of those that are not.
    fn shown(&self, word: Option<usize>) -> String {
        let mut letters = Vec::new();
        let mut rest = word;
        while let Some((letter, before)) = rest.and_then(|word| self.words.get(word)) {
            let atom =
                |(atom, value): (&usize, &bool)| if *value { format!("{atom}") } else { format!("!{atom}") };
            letters.push(format!("{{{}}} ", letter.iter().map(atom).collect::<Vec<_>>().join(" ")));
            rest = *before;
        }
        letters.reverse();
        letters.concat()
    }
}

/// Whether whatever a path shows, the other shows.
fn is_needless(path: &Path, other: &Path) -> bool {
    path.marks & !other.marks == 0 && other.profile.is_within(&path.profile)
}
