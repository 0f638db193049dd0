//! The owner of automata and of the diagrams that they share.
//!
//! A store keeps each automaton once, as long as somebody has a handle of it. Diagrams that belong to no such automaton
//! are garbage, and are swept away at the beginning of an operation once there are many of them.

use crate::automaton::{Automaton, Data, Numbers, Raw};
use crate::canonical::{self, Survey};
use crate::diagrams::{Diagram, Diagrams};
use crate::memo::mix;
use crate::minimize;
use crate::track::MOST_TRACKS;
use budget::{Budget, Budgeted, OutOfBudget};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// Below this number of branches nobody looks for garbage.
const SMALL: usize = 1 << 20;

static STORES: AtomicU64 = AtomicU64::new(0);

/// The owner of automata over one kind of numbers.
///
/// ```
/// use integer_automata::{Budget, Formula, Linear, Numbers, Store, Track};
/// let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
/// let (x, y) = (Track::new(0), Track::new(1));
/// // Is there an even number between 2y and 2y + 2, ends excluded? No.
/// let between = Formula::exists([x], Formula::all([
///     Formula::divides(2, Linear::term(1, x)),
///     Linear::term(2, y).less_than(&Linear::term(1, x)),
///     Linear::term(1, x).less_than(&Linear::term(2, y).plus(&Linear::constant(2))),
/// ]));
/// assert_eq!(store.formula(&between, &budget).unwrap(), store.empty());
/// ```
pub struct Store {
    pub(crate) diagrams: Diagrams,
    numbers: Numbers,
    number: u64,
    known: HashMap<u64, Vec<Weak<Data>>>,
    /// Results of earlier operations: which operation, on what, with which result.
    results: HashMap<(u8, u64, u64), Weak<Data>>,
    names: u64,
    patience: usize,
}

impl Store {
    /// A store without automata.
    pub fn new(numbers: Numbers) -> Store {
        Store {
            diagrams: Diagrams::new(),
            numbers,
            number: STORES.fetch_add(1, Ordering::Relaxed),
            known: HashMap::new(),
            results: HashMap::new(),
            names: 0,
            patience: SMALL,
        }
    }

    /// The numbers that words encode.
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The branches that the store holds, garbage included.
    pub fn nodes(&self) -> usize {
        self.diagrams.len()
    }

    /// The empty set.
    pub fn empty(&mut self) -> Automaton {
        self.constant(false)
    }

    /// The set of all vectors.
    pub fn universe(&mut self) -> Automaton {
        self.constant(true)
    }

    fn constant(&mut self, accepts: bool) -> Automaton {
        let terminal = Diagram::terminal(u32::from(accepts));
        let head = if self.numbers == Numbers::Integers { Diagram::terminal(0) } else { terminal };
        let survey = canonical::survey(&mut self.diagrams, self.numbers, head, &[terminal]);
        self.intern(Raw { head, roots: vec![terminal] }, &survey)
    }

    /// The automaton itself, after a check that it is one of this store's.
    ///
    /// # Panics
    ///
    /// If the automaton belongs to another store.
    pub(crate) fn own<'a>(&self, automaton: &'a Automaton) -> &'a Data {
        assert_eq!(
            automaton.0.store, self.number,
            "an automaton is used with a store that it does not belong to"
        );
        &automaton.0
    }

    /// The minimal and canonical automaton that is equal to a raw one.
    pub(crate) fn finish(&mut self, mut raw: Raw, budget: &Budget) -> Budgeted<Automaton> {
        if self.numbers == Numbers::Integers {
            // The empty word has no sign, so it encodes nothing, and is never accepted.
            let heads = self.diagrams.map(&[raw.head], &mut |n| Ok(Diagram::terminal(n & !1)), budget)?;
            raw.head = heads[0];
        }
        let raw = minimize::minimal(&mut self.diagrams, raw, budget)?;
        let (raw, survey) = canonical::numbered(&mut self.diagrams, self.numbers, raw, budget)?;
        if survey.tracks.len() > MOST_TRACKS || survey.booleans.len() > MOST_TRACKS {
            return Err(OutOfBudget);
        }
        Ok(self.intern(raw, &survey))
    }

    /// The handle of a canonical automaton.
    pub(crate) fn intern(&mut self, raw: Raw, survey: &Survey) -> Automaton {
        let hash = raw.roots.iter().fold(u64::from(raw.head.0), |hash, root| mix(hash ^ u64::from(root.0)));
        let found = self.known.entry(hash).or_default();
        found.retain(|data| data.strong_count() > 0);
        for data in found.iter().filter_map(Weak::upgrade) {
            if data.head == raw.head && *data.roots == *raw.roots {
                return Automaton(data);
            }
        }
        self.names += 1;
        let constant = |bit: u32| {
            let is_constant = |(state, root): (usize, &Diagram)| root.value() == Some(2 * state as u32 + bit);
            raw.roots.iter().enumerate().position(is_constant).map(|state| state as u32)
        };
        let data = Arc::new(Data {
            name: self.names,
            store: self.number,
            head: raw.head,
            states: survey.states,
            nodes: survey.nodes,
            tracks: survey.tracks.clone().into(),
            booleans: survey.booleans.clone().into(),
            dead: constant(0),
            full: constant(1),
            roots: raw.roots.into(),
        });
        found.push(Arc::downgrade(&data));
        Automaton(data)
    }

    /// Sweeps away garbage if there may be much of it. Called where no diagram is in use but those of handles.
    pub(crate) fn tidy(&mut self) {
        if self.diagrams.len() > self.patience {
            self.collect_garbage();
        }
    }

    /// Forgets all automata that nobody has a handle of, and all diagrams that belong to none.
    ///
    /// ```
    /// use integer_automata::{Budget, Comparison, Linear, Numbers, Store, Track};
    /// let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let sum = Linear::term(30, Track::new(0)).plus(&Linear::term(-40, Track::new(1)));
    /// let set = store.constraint(&sum, Comparison::Less, &budget).unwrap();
    /// let nodes = set.nodes();
    /// store.collect_garbage();
    /// assert_eq!(store.nodes(), nodes);
    /// drop(set);
    /// store.collect_garbage();
    /// assert_eq!(store.nodes(), 0);
    /// ```
    pub fn collect_garbage(&mut self) {
        let mut roots = Vec::new();
        self.known.retain(|_, found| {
            found.retain(|data| data.strong_count() > 0);
            for data in found.iter().filter_map(Weak::upgrade) {
                roots.push(data.head);
                roots.extend_from_slice(&data.roots);
            }
            !found.is_empty()
        });
        self.results.retain(|_, data| data.strong_count() > 0);
        self.diagrams.collect(roots.into_iter());
        self.patience = (self.diagrams.len() * 2).max(SMALL);
    }

    /// The result of an earlier operation on these automata, if it is still known.
    pub(crate) fn earlier(&self, operation: u8, a: &Automaton, b: &Automaton) -> Option<Automaton> {
        let found = self.results.get(&(operation, a.0.name, b.0.name))?;
        found.upgrade().map(Automaton)
    }

    /// Remembers the result of an operation, among a bounded number of others.
    pub(crate) fn remember(&mut self, operation: u8, a: &Automaton, b: &Automaton, result: &Automaton) {
        if self.results.len() > 1 << 14 {
            self.results.clear();
        }
        self.results.insert((operation, a.0.name, b.0.name), Arc::downgrade(&result.0));
    }
}
