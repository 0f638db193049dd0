//! The serial encoding: one track with the bits of all variables in turn.
//!
//! The alternative of the paper's section 4.1, which LASH uses as well: bit i of variable j stands at place `i·v + j` of a word
//! over the letters 0 and 1. States have two transitions, which need no diagrams, and there are more of them: one for each
//! partial sum. All variables take their turn, whether a set depends on them or not.
//!
//! It is here to be compared with diagrams, and kept plain. It knows natural numbers only; words have a length that is a
//! multiple of v, and go on with zeros.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, International Journal of
//! Foundations of Computer Science 14(4), 2003, doi:10.1142/S0129054103001911, section 4.1.

use crate::atom::{self, Atom, Kind, Normal};
use crate::budget::{Budget, Budgeted};
use crate::encoding::Encoding;
use crate::linear::{Comparison, Linear};
use crate::track::Track;
use std::collections::HashMap;
use std::sync::Arc;

/// The owner of the order in which variables take turns.
///
/// ```
/// use integer_automata::{Budget, Comparison, Encoding, Linear, Serial, Track};
/// let (x, y) = (Track::new(0), Track::new(1));
/// let (mut serial, budget) = (Serial::new(vec![x, y]), Budget::unlimited());
/// let less = serial.constraint(&Linear::term(1, x).minus(&Linear::term(2, y)), Comparison::Less, &budget).unwrap();
/// assert!(serial.contains(&less, &|track| if track == x { 3 } else { 2 }));
/// let some = serial.project(&less, x, &budget).unwrap();
/// assert!(!serial.contains(&some, &|_| 0) && serial.contains(&some, &|_| 1));
/// ```
pub struct Serial {
    tracks: Vec<Track>,
}

/// A set of vectors of natural numbers in the serial encoding: minimal, with states in the order of a breadth-first search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SerialSet(Arc<Machine>);

#[derive(Debug, PartialEq, Eq)]
struct Machine {
    next: Vec<[u32; 2]>,
    accepts: Vec<bool>,
}

/// The state from which nothing is accepted, in place of others.
const DEAD: i64 = i64::MIN;

impl Serial {
    /// An encoding in which these variables take turns in this order.
    pub fn new(tracks: Vec<Track>) -> Serial {
        Serial { tracks }
    }

    fn turns(&self) -> i64 {
        self.tracks.len().max(1) as i64
    }

    /// The minimal machine of states that are found by following steps.
    fn explored(
        &self,
        start: Vec<i64>,
        step: impl Fn(&[i64], usize) -> Vec<i64>,
        accepts: impl Fn(&[i64]) -> bool,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        let mut numbers = HashMap::from([(start.clone(), 0u32)]);
        let mut order = vec![start];
        let mut next = Vec::new();
        while next.len() < order.len() {
            budget.step()?;
            budget.allow_states(order.len())?;
            let state = order[next.len()].clone();
            next.push([0, 1].map(|bit| {
                let target = step(&state, bit);
                let fresh = order.len() as u32;
                *numbers.entry(target).or_insert_with_key(|target| {
                    order.push(target.clone());
                    fresh
                })
            }));
        }
        let accepts = order.iter().map(|state| accepts(state)).collect();
        minimal(&Machine { next, accepts }, budget)
    }

    fn product(
        &self,
        a: &SerialSet,
        b: &SerialSet,
        accepts: impl Fn(bool, bool) -> bool,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        let (a, b) = (&a.0, &b.0);
        self.explored(
            vec![0, 0],
            |pair, bit| {
                vec![i64::from(a.next[pair[0] as usize][bit]), i64::from(b.next[pair[1] as usize][bit])]
            },
            |pair| accepts(a.accepts[pair[0] as usize], b.accepts[pair[1] as usize]),
            budget,
        )
    }

    /// The words of whole letters, of which none or all are in the set.
    fn constant(&self, value: bool, budget: &Budget) -> Budgeted<SerialSet> {
        let turns = self.turns();
        self.explored(
            vec![0],
            |place, _| vec![(place[0] + 1) % turns],
            |place| value && place[0] == 0,
            budget,
        )
    }

    fn atom(&self, atom: &Atom, negated: bool, budget: &Budget) -> Budgeted<SerialSet> {
        let turns = self.turns();
        let coefficient = |place: i64| {
            let track = self.tracks.get(place as usize);
            atom.terms.iter().find(|term| Some(&term.0) == track).map_or(0, |term| term.1)
        };
        let coefficients: Vec<i64> = (0..turns).map(coefficient).collect();
        let step = |state: &[i64], bit: usize| {
            let place = state[0];
            let next = (place + 1) % turns;
            if state[1] == DEAD {
                return vec![next, DEAD];
            }
            let sum = state[1] + bit as i64 * coefficients[place as usize];
            match (next, atom.kind) {
                (0, Kind::Equal) if sum & 1 == 1 => vec![0, DEAD],
                (0, _) => vec![0, sum >> 1],
                _ => vec![next, sum],
            }
        };
        let accepts = |state: &[i64]| {
            let holds = if atom.kind == Kind::Less { state[1] < 0 } else { state[1] == 0 };
            state[0] == 0 && (holds && state[1] != DEAD) != negated
        };
        self.explored(vec![0, atom.constant], step, accepts, budget)
    }
}

impl Encoding for Serial {
    type Set = SerialSet;

    /// Variables that take no turn count as zero.
    fn constraint(
        &mut self,
        linear: &Linear,
        comparison: Comparison,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        match atom::comparison(linear, comparison)? {
            Normal::Constant(value) => self.constant(value, budget),
            Normal::Atom(atom, negated) => self.atom(&atom, negated, budget),
        }
    }

    fn intersection(&mut self, a: &SerialSet, b: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.product(a, b, |a, b| a && b, budget)
    }

    fn union(&mut self, a: &SerialSet, b: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.product(a, b, |a, b| a || b, budget)
    }

    fn complement(&mut self, a: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        let all = self.constant(true, budget)?;
        self.product(&all, a, |all, a| all && !a, budget)
    }

    fn project(&mut self, a: &SerialSet, track: Track, budget: &Budget) -> Budgeted<SerialSet> {
        let Some(turn) = self.tracks.iter().position(|&known| known == track) else { return Ok(a.clone()) };
        let (machine, turns, turn) = (&a.0, self.turns(), turn as i64);
        let accepts = closed(machine, turns, turn);
        let dead = (0..machine.next.len())
            .find(|&state| !accepts[state] && machine.next[state] == [state as u32; 2])
            .map(|state| state as i64);
        let step = |state: &[i64], bit: usize| {
            let bits = if state[0] == turn { 0..2 } else { bit..bit + 1 };
            let mut next: Vec<i64> = state[1..]
                .iter()
                .flat_map(|&member| bits.clone().map(move |bit| (member, bit)))
                .map(|(member, bit)| i64::from(machine.next[member as usize][bit]))
                .filter(|&member| Some(member) != dead)
                .collect();
            next.sort_unstable();
            next.dedup();
            next.insert(0, (state[0] + 1) % turns);
            next
        };
        let accepted =
            |state: &[i64]| state[0] == 0 && state[1..].iter().any(|&member| accepts[member as usize]);
        self.explored(vec![0, 0], step, accepted, budget)
    }

    fn contains(&self, a: &SerialSet, value: &dyn Fn(Track) -> i64) -> bool {
        let values: Vec<i64> = self.tracks.iter().map(|&track| value(track)).collect();
        if values.iter().any(|&value| value < 0) {
            return false;
        }
        let mut state = 0;
        for place in 0..63 {
            for value in &values {
                state = a.0.next[state][(value >> place & 1) as usize] as usize;
            }
        }
        a.0.accepts[state]
    }

    fn is_empty(&self, a: &SerialSet) -> bool {
        !a.0.accepts.contains(&true)
    }

    fn states(&self, a: &SerialSet) -> usize {
        a.0.next.len()
    }

    fn nodes(&self, a: &SerialSet) -> usize {
        a.0.next.len()
    }
}

/// The states from which zeros, with any bit where one variable has its turn, lead to acceptance.
fn closed(machine: &Machine, turns: i64, turn: i64) -> Vec<bool> {
    let mut accepts = machine.accepts.clone();
    loop {
        let mut changed = false;
        for state in 0..machine.next.len() as u32 {
            if accepts[state as usize] {
                continue;
            }
            let mut reached = vec![state];
            for place in 0..turns {
                let next = |state: &u32| {
                    let [zero, one] = machine.next[*state as usize];
                    if place == turn { vec![zero, one] } else { vec![zero] }
                };
                reached = reached.iter().flat_map(next).collect();
            }
            if reached.iter().any(|&state| accepts[state as usize]) {
                accepts[state as usize] = true;
                changed = true;
            }
        }
        if !changed {
            return accepts;
        }
    }
}

/// The minimal machine with states in the order of a breadth-first search.
fn minimal(machine: &Machine, budget: &Budget) -> Budgeted<SerialSet> {
    let mut class: Vec<u32> = machine.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
    let mut count = 0;
    loop {
        budget.step()?;
        let mut numbers = HashMap::new();
        class = (0..class.len())
            .map(|state| {
                let key = (class[state], machine.next[state].map(|next| class[next as usize]));
                let fresh = numbers.len() as u32;
                *numbers.entry(key).or_insert(fresh)
            })
            .collect();
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let mut number = vec![u32::MAX; count];
    let mut order = vec![0usize];
    number[class[0] as usize] = 0;
    let mut next = Vec::new();
    while next.len() < order.len() {
        let state = order[next.len()];
        next.push(machine.next[state].map(|target| {
            let target_class = class[target as usize] as usize;
            if number[target_class] == u32::MAX {
                number[target_class] = order.len() as u32;
                order.push(target as usize);
            }
            number[target_class]
        }));
    }
    let accepts = order.iter().map(|&state| machine.accepts[state]).collect();
    Ok(SerialSet(Arc::new(Machine { next, accepts })))
}
