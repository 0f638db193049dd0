//! Automata: what they are, and the handles by which they are known.
//!
//! An automaton reads one letter of Boolean tracks and then letters that have one bit of each integer, least
//! significant bits first:
//!
//! ```text
//!   b0:  1 |              3 = 110…       b0 is true, x0 = 3, x1 = 5
//!   x0:    | 1 1 0        5 = 101…
//!   x1:    | 1 0 1
//! ```
//!
//! Over natural numbers a word may go on with letters of zeros; over all integers its last letter has the
//! signs (two's complement), and it may go on with copies of that letter. The set that an automaton describes does not depend on how
//! far a word goes on.
//!
//! Acceptance stands on transitions: a terminal of a diagram is `2·state + 1` if a word that ends with this letter is
//! accepted, and `2·state` if not. The paper of Bartzis and Bultan has two clones of each state instead, one that
//! accepts and one that rejects, with the same transitions; here they are one state with one diagram, which
//! halves the work over all integers. [`Automaton::states`] counts as the paper does.
//!
//! Automata are minimal, and their states are numbered in the order in which a breadth-first search meets them. So
//! equal sets have equal automata, and a store keeps one of each.

use crate::diagrams::Diagram;
use crate::track::{BooleanTrack, Track};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Which numbers the words of a store encode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// 0, 1, 2, …; words go on with zeros.
    Naturals,
    /// All integers in two's complement; words go on with the sign.
    Integers,
}

/// A set of vectors of integers and Booleans. Equal handles of one store are equal sets.
///
/// ```
/// use integer_automata::{Budget, Comparison, Linear, Numbers, Store, Track};
/// let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
/// let x = Linear::term(1, Track::new(0));
/// let least = store.constraint(&x.minus(&Linear::constant(3)), Comparison::AtLeast, &budget).unwrap();
/// let less = store.constraint(&x.minus(&Linear::constant(3)), Comparison::Less, &budget).unwrap();
/// assert_eq!(store.complement(&less, &budget).unwrap(), least);
/// ```
#[derive(Debug, Clone)]
pub struct Automaton(pub(crate) Arc<Data>);

/// An automaton: minimal, and numbered as [`crate::canonical`] says.
#[derive(Debug)]
pub(crate) struct Data {
    /// Unlike for every automaton that the store ever had.
    pub(crate) name: u64,
    pub(crate) store: u64,
    /// From Boolean tracks to the states that read the integers.
    pub(crate) head: Diagram,
    /// From integer tracks to states, one diagram for each state.
    pub(crate) roots: Box<[Diagram]>,
    pub(crate) states: usize,
    pub(crate) nodes: usize,
    pub(crate) tracks: Box<[Track]>,
    pub(crate) booleans: Box<[BooleanTrack]>,
    /// The state from which nothing is accepted.
    pub(crate) dead: Option<u32>,
    /// The state from which everything is accepted.
    pub(crate) full: Option<u32>,
}

/// An automaton in the making: neither minimal nor numbered canonically, all of its states reachable.
pub(crate) struct Raw {
    pub(crate) head: Diagram,
    pub(crate) roots: Vec<Diagram>,
}

impl Automaton {
    /// The number of states, counted as in the paper: states that differ only in whether they accept are two.
    pub fn states(&self) -> usize {
        self.0.states
    }

    /// The number of different transition functions, which is the number of states if acceptance stands on transitions.
    pub fn diagrams(&self) -> usize {
        self.0.roots.len()
    }

    /// The number of branches in all diagrams together, each shared branch counted once.
    pub fn nodes(&self) -> usize {
        self.0.nodes
    }

    /// The integer tracks that the set depends on, in increasing order.
    pub fn tracks(&self) -> &[Track] {
        &self.0.tracks
    }

    /// The Boolean tracks that the set depends on, in increasing order.
    pub fn boolean_tracks(&self) -> &[BooleanTrack] {
        &self.0.booleans
    }
}

impl PartialEq for Automaton {
    fn eq(&self, other: &Automaton) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Automaton {}

impl Hash for Automaton {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}
