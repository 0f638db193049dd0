//! The serial encoding: one track with the bits of all variables in turn.
//!
//! The alternative of the paper's section 4.1, which LASH uses as well: bit i of variable j stands at place `i·v + j` of a word
//! over the letters 0 and 1. States have two transitions, which need no diagrams, and there are more of them: one for each
//! partial sum. All variables take their turn, whether a set depends on them or not.
//!
//! Words have a length that is a multiple of v, and the empty word is the vector of zeros. Over natural numbers they go on with
//! zeros; over all integers the last v bits are the signs, and words go on with these.
//!
//! It is here to be compared with diagrams, and kept plain: sets are small tables that share nothing.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, International Journal of
//! Foundations of Computer Science 14(4), 2003, doi:10.1142/S0129054103001911, section 4.1.

mod carries;
mod convert;
mod count;
mod halves;
mod image;
mod machine;
mod project;

use crate::atom::{self, Normal};
use crate::automaton::Numbers;
use crate::count::Size;
use crate::encoding::Encoding;
use crate::linear::{Comparison, Linear};
use crate::store::Store;
use crate::track::Track;
use budget::{Budget, Budgeted, OutOfBudget};
use machine::{Machine, explored};
use std::sync::Arc;

/// The most variables that take turns: letters are read by a recursion of this depth.
const MOST_TURNS: usize = 1000;

/// The owner of the order in which variables take turns.
///
/// ```
/// use integer_automata::{Budget, Comparison, Encoding, Linear, Numbers, Serial, Track};
/// let (x, y) = (Track::new(0), Track::new(1));
/// let (mut serial, budget) = (Serial::new(Numbers::Integers, vec![x, y]), Budget::unlimited());
/// let less = serial.constraint(&Linear::term(1, x).minus(&Linear::term(2, y)), Comparison::Less, &budget).unwrap();
/// assert!(serial.contains(&less, &|track| if track == x { -3 } else { -1 }));
/// let some = serial.project(&less, x, &budget).unwrap();
/// assert!(serial.contains(&some, &|_| -100));
/// ```
pub struct Serial {
    numbers: Numbers,
    tracks: Vec<Track>,
}

/// A set of vectors in the serial encoding: minimal, with states in the order of a breadth-first search.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SerialSet(Arc<Machine>);

impl Serial {
    /// An encoding in which these variables take turns in this order. More than 1000 are refused by every construction.
    pub fn new(numbers: Numbers, tracks: Vec<Track>) -> Serial {
        Serial { numbers, tracks }
    }

    /// The empty set.
    pub fn empty(&self) -> SerialSet {
        SerialSet(Arc::new(Machine::rejecting()))
    }

    fn turns(&self) -> usize {
        self.tracks.len().max(1)
    }

    fn product(
        &self,
        a: &SerialSet,
        b: &SerialSet,
        accepts: impl Fn(bool, bool) -> bool,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        let (a, b) = (&a.0, &b.0);
        let step = |&(own, other): &(i64, i64), bit: usize| (a.next(own, bit), b.next(other, bit));
        explored((0, 0), step, |&(own, other)| accepts(a.accepts(own), b.accepts(other)), budget)
    }

    /// The words of whole letters, of which none or all are in the set.
    fn constant(&self, value: bool, budget: &Budget) -> Budgeted<SerialSet> {
        let turns = self.turns();
        explored(0, |turn: &usize, _| (turn + 1) % turns, |turn| value && *turn == 0, budget)
    }

    fn normal(&self, normal: Normal, budget: &Budget) -> Budgeted<SerialSet> {
        if self.tracks.len() > MOST_TURNS {
            return Err(OutOfBudget);
        }
        match normal {
            Normal::Constant(value) => self.constant(value, budget),
            Normal::Atom(atom, negated) => carries::build(self, &atom, negated, budget),
        }
    }

    /// The set of another encoding under new names. Tracks that are named stand in the same order in both encodings; of the
    /// tracks that are not named the set says nothing.
    ///
    /// ```
    /// use integer_automata::{Budget, Comparison, Encoding, Linear, Numbers, Serial, Track};
    /// let (x, y, z) = (Track::new(0), Track::new(1), Track::new(2));
    /// let budget = Budget::unlimited();
    /// let (mut one, mut two) = (Serial::new(Numbers::Naturals, vec![x]), Serial::new(Numbers::Naturals, vec![y, z]));
    /// let small = one.constraint(&Linear::term(1, x).minus(&Linear::constant(3)), Comparison::Less, &budget).unwrap();
    /// let carried = two.carried(&one, &small, |_| Some(z), &budget).unwrap();
    /// let expected = two.constraint(&Linear::term(1, z).minus(&Linear::constant(3)), Comparison::Less, &budget).unwrap();
    /// assert!(carried == expected);
    /// ```
    pub fn carried(
        &self,
        from: &Serial,
        set: &SerialSet,
        name: impl Fn(Track) -> Option<Track>,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        let named: Vec<Option<Track>> = from.tracks.iter().map(|&track| name(track)).collect();
        let kept: Vec<bool> = named.iter().map(Option::is_some).collect();
        let own: Vec<bool> = self.tracks.iter().map(|&track| named.contains(&Some(track))).collect();
        if !kept.contains(&true) {
            // Nothing is said of any track that is left.
            return self.constant(!set.0.is_empty(), budget);
        }
        image::lifted(&image::dropped(set, &kept, budget)?, &own, budget)
    }

    /// The vectors that are in the set for some values of these variables.
    ///
    /// ```
    /// use integer_automata::{Budget, Comparison, Encoding, Linear, Numbers, Serial, Track};
    /// let (x, y, z) = (Track::new(0), Track::new(1), Track::new(2));
    /// let (mut serial, budget) = (Serial::new(Numbers::Integers, vec![x, y, z]), Budget::unlimited());
    /// let sum = Linear::term(2, x).plus(&Linear::term(4, y)).minus(&Linear::term(1, z));
    /// let equal = serial.constraint(&sum, Comparison::Equal, &budget).unwrap();
    /// let even = serial.divisible(2, &Linear::term(1, z), &budget).unwrap();
    /// assert!(serial.project_all(&equal, &[x, y], &budget).unwrap() == even);
    /// ```
    pub fn project_all(&self, set: &SerialSet, tracks: &[Track], budget: &Budget) -> Budgeted<SerialSet> {
        let removed: Vec<bool> = self.tracks.iter().map(|track| tracks.contains(track)).collect();
        match removed.contains(&true) {
            true => project::without(self, set, &removed, budget),
            false => Ok(set.clone()),
        }
    }

    /// The numbers of a word, which has whole letters.
    fn values(&self, word: &[bool]) -> Budgeted<Vec<(Track, i128)>> {
        let letters: Vec<&[bool]> = word.chunks(self.turns()).collect();
        if letters.len() > 126 {
            return Err(OutOfBudget);
        }
        let value = |(turn, &track): (usize, &Track)| {
            let sign = self.numbers == Numbers::Integers && letters.last().is_some_and(|letter| letter[turn]);
            let first = if sign { -1 } else { 0 };
            (track, letters.iter().rev().fold(first, |value, letter| 2 * value + i128::from(letter[turn])))
        };
        Ok(self.tracks.iter().enumerate().map(value).collect())
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
        self.normal(atom::comparison(linear, comparison)?, budget)
    }

    /// Variables that take no turn count as zero.
    fn divisible(&mut self, number: i64, linear: &Linear, budget: &Budget) -> Budgeted<SerialSet> {
        self.normal(atom::divides(number, linear)?, budget)
    }

    fn intersection(&mut self, a: &SerialSet, b: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.product(a, b, |a, b| a && b, budget)
    }

    fn union(&mut self, a: &SerialSet, b: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.product(a, b, |a, b| a || b, budget)
    }

    fn difference(&mut self, a: &SerialSet, b: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        self.product(a, b, |a, b| a && !b, budget)
    }

    fn complement(&mut self, a: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
        let all = self.constant(true, budget)?;
        self.difference(&all, a, budget)
    }

    fn project(&mut self, a: &SerialSet, track: Track, budget: &Budget) -> Budgeted<SerialSet> {
        self.project_all(a, &[track], budget)
    }

    fn pre_image(
        &mut self,
        guard: &SerialSet,
        assignments: &[(Track, Linear)],
        set: &SerialSet,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        image::before(self, guard, assignments, set, budget)
    }

    fn post_image(
        &mut self,
        guard: &SerialSet,
        assignments: &[(Track, Linear)],
        set: &SerialSet,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        image::after(self, guard, assignments, set, budget)
    }

    fn widen(
        &mut self,
        earlier: &SerialSet,
        later: &SerialSet,
        most: usize,
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        let mut store = Store::new(self.numbers);
        let earlier = convert::parallel(self, earlier, &mut store, budget)?;
        let later = convert::parallel(self, later, &mut store, budget)?;
        let result = store.widen(&earlier, &later, most, budget)?;
        convert::serial(self, &result, &store, budget)
    }

    fn contains(&self, a: &SerialSet, value: &dyn Fn(Track) -> i64) -> bool {
        let values: Vec<i64> = self.tracks.iter().map(|&track| value(track)).collect();
        if self.numbers == Numbers::Naturals && values.iter().any(|&value| value < 0) {
            return false;
        }
        let mut state = 0;
        for place in 0..64 {
            for value in &values {
                state = a.0.next(state, (value >> place & 1) as usize);
            }
        }
        a.0.accepts(state)
    }

    fn is_empty(&self, a: &SerialSet) -> bool {
        a.0.is_empty()
    }

    fn is_subset(&mut self, a: &SerialSet, b: &SerialSet, budget: &Budget) -> Budgeted<bool> {
        Ok(self.difference(a, b, budget)?.0.is_empty())
    }

    fn sample(&mut self, a: &SerialSet, _: &Budget) -> Budgeted<Option<Vec<(Track, i128)>>> {
        a.0.shortest().map(|word| self.values(&word)).transpose()
    }

    fn size(&mut self, a: &SerialSet, budget: &Budget) -> Budgeted<Size> {
        count::size(self, a, budget)
    }

    fn states(&self, a: &SerialSet) -> usize {
        a.0.len()
    }

    fn nodes(&self, a: &SerialSet) -> usize {
        a.0.len()
    }
}
