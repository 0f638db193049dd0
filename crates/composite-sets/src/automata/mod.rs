//! Sets of states as automata, with finite variables in the same automaton or without any.
//!
//! [`Parallel`] automata read a bit of every variable at once and have codes as Booleans before the integers;
//! [`Serially`] they read one bit after the other, codes like numbers. Both are exact, minimal and canonical: equal sets are equal
//! automata.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, International Journal of
//! Foundations of Computer Science 14(4), 2003, doi:10.1142/S0129054103001911, sections 4.3 and 7.1 (versions V1 and V3 to V5).

mod builder;
mod closure;
mod describe;
mod encoding;
mod mixed_sums;
mod moves;
mod parallel;
mod serial;
mod tracks;

pub use encoding::{Move, TrackEncoding};
pub use parallel::Parallel;
pub use serial::Serially;

use crate::codes::{is_value, within};
use budget::{Budget, Limits, OutOfBudget};
use builder::{Built, Refused};
use moves::pieces;
use state_sets::{
    Cell, Complement, Domain, Formula, Halt, Kind, Limited, Linear, Moment, Point, Rank, Size, Space, Step,
    Term, Variable, Widen,
};
use std::cell::{Cell as Counter, RefCell};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use tracks::Tracks;

/// The most states of one automaton, minimal or not.
const MOST_STATES: usize = 1 << 23;

/// The most states of a widened set, for each unit of the seed.
const WIDENED: usize = 200;

/// The operations that are worth a question together.
const OPERATIONS: u64 = 20;

/// The steps on diagrams between two questions to the outer budget.
const PAUSE: u64 = (1 << 11) - 1;

/// The domain of automata over a space.
pub struct Automata<'p, T: TrackEncoding> {
    space: Space,
    encoding: RefCell<T>,
    empty: T::Set,
    whole: T::Set,
    /// What closures spend from, whose polyhedra have a budget of their own.
    outer: Rc<Budget<'p>>,
    budget: Budget<'p>,
    operations: Counter<u64>,
}

/// What steps do, in pieces.
#[derive(Debug, Clone)]
pub struct AutomataRelation<S> {
    moves: Vec<Move<S>>,
    /// The same as a formula, from which closures are made.
    step: Rc<Step>,
}

/// Relations of the same step are the same.
impl<S> PartialEq for AutomataRelation<S> {
    fn eq(&self, other: &Self) -> bool {
        self.step == other.step
    }
}

impl<S> Eq for AutomataRelation<S> {}

impl<S> Hash for AutomataRelation<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.step.hash(state);
    }
}

impl<'p, T: TrackEncoding> Automata<'p, T> {
    /// The sets over the space, without limits.
    pub fn new(space: Space) -> Limited<Automata<'p, T>> {
        Automata::with_budget(space, Rc::new(Budget::unlimited()))
    }

    /// The sets over the space; every operation spends from the budget.
    pub fn with_budget(space: Space, outer: Rc<Budget<'p>>) -> Limited<Automata<'p, T>> {
        let limits = Limits { states: MOST_STATES, ..Limits::default() };
        let budget = Budget::within(outer.clone(), PAUSE).with_limits(limits);
        let tracks = Tracks::new(&space, T::CODES);
        let tracks =
            tracks.ok_or_else(|| Halt::Unsupported("there are too many variables for automata".into()))?;
        let mut encoding = T::new(tracks);
        let empty = encoding.empty();
        let (encoding, whole) = (RefCell::new(encoding), empty.clone());
        let mut domain =
            Automata { space, encoding, empty, whole, outer, budget, operations: Counter::new(0) };
        let typed = |variable| match domain.space.kind(variable) {
            Kind::Finite { count } => Formula::Member(Cell::now(variable), (0..count).collect()),
            kind => within(Cell::now(variable), kind),
        };
        domain.whole = domain.build(&Formula::all(domain.space.all().map(typed)))?;
        Ok(domain)
    }

    fn build(&self, formula: &Formula) -> Limited<T::Set> {
        let built = self.encoding.borrow_mut().set(formula, &self.budget);
        self.built(built)
    }

    fn built<R>(&self, built: Built<R>) -> Limited<R> {
        built.map_err(|refused| match refused {
            Refused::Budget => self.halt(),
            Refused::Unsupported(what) => Halt::Unsupported(what),
        })
    }

    /// Why the budget ended: somebody said so, or automata grew too large.
    fn halt(&self) -> Halt {
        if self.budget.take_refusal() {
            return Halt::spent(OutOfBudget);
        }
        Halt::Unsupported("automata would need too many states, tracks or bits".into())
    }

    /// The result of an operation, or why there is none. Some operations are worth a question: small automata cost more around
    /// their steps than by them.
    fn limited<R>(&self, result: Result<R, OutOfBudget>) -> Limited<R> {
        self.operations.set(self.operations.get() + 1);
        if self.operations.get().is_multiple_of(OPERATIONS) {
            self.outer.spend_holding(1, || self.encoding.borrow().bytes()).map_err(Halt::spent)?;
        }
        result.map_err(|_| self.halt())
    }

    /// The integer sum that a variable gets.
    fn sum(&self, value: &Linear) -> Built<integer_automata::Linear> {
        let encoding = self.encoding.borrow();
        let mut sum = integer_automata::Linear::constant(builder::small(value.constant)?);
        for (factor, term) in &value.terms {
            let Term::Cell(cell) = term else { continue };
            let own = encoding.tracks().value(*cell).ok_or_else(builder::too_many)?;
            sum = sum.plus(&own.times(builder::small(*factor)?));
        }
        Ok(sum)
    }

    /// One piece of a step as sets.
    fn moved(&self, piece: &moves::Piece) -> Built<Move<T::Set>> {
        let mut assigned = Vec::new();
        for (variable, value) in &piece.assigned {
            let track = self.encoding.borrow().tracks().track(*variable, Moment::Now);
            assigned.push((track, self.sum(value)?));
        }
        let mut encoding = self.encoding.borrow_mut();
        let link = encoding.link(&piece.condition, &piece.free, &self.budget)?;
        Ok(Move { link, free: piece.free.clone(), assigned })
    }
}

impl<T: TrackEncoding> Domain for Automata<'_, T> {
    type Set = T::Set;
    type Relation = AutomataRelation<T::Set>;

    fn space(&self) -> &Space {
        &self.space
    }

    fn empty(&self) -> T::Set {
        self.empty.clone()
    }

    fn whole(&self) -> Limited<T::Set> {
        Ok(self.whole.clone())
    }

    fn set(&self, formula: &Formula) -> Limited<T::Set> {
        let set = self.build(formula)?;
        self.intersection(&set, &self.whole)
    }

    fn relation(&self, step: &Step) -> Limited<AutomataRelation<T::Set>> {
        let is_integer = |variable: Variable| !self.encoding.borrow().tracks().is_finite(variable);
        let mut moves = Vec::new();
        for piece in pieces(step, &is_integer) {
            let found = self.built(self.moved(&piece))?;
            if !self.encoding.borrow().is_empty(&found.link) {
                moves.push(found);
            }
        }
        Ok(AutomataRelation { moves, step: Rc::new(step.clone()) })
    }

    fn union(&self, left: &T::Set, right: &T::Set) -> Limited<T::Set> {
        let result = self.encoding.borrow_mut().union(left, right, &self.budget);
        self.limited(result)
    }

    fn intersection(&self, left: &T::Set, right: &T::Set) -> Limited<T::Set> {
        let result = self.encoding.borrow_mut().intersection(left, right, &self.budget);
        self.limited(result)
    }

    fn is_empty(&self, set: &T::Set) -> Limited<bool> {
        Ok(self.encoding.borrow().is_empty(set))
    }

    fn is_subset(&self, inner: &T::Set, outer: &T::Set) -> Limited<bool> {
        let result = self.encoding.borrow_mut().is_subset(inner, outer, &self.budget);
        self.limited(result)
    }

    fn is_equal(&self, left: &T::Set, right: &T::Set) -> Limited<bool> {
        Ok(left == right)
    }

    fn post(&self, set: &T::Set, relation: &AutomataRelation<T::Set>) -> Limited<T::Set> {
        let mut result = self.empty();
        for step in &relation.moves {
            let image = self.encoding.borrow_mut().after(set, step, &self.budget);
            result = self.union(&result, &self.limited(image)?)?;
        }
        self.intersection(&result, &self.whole)
    }

    fn pre(&self, set: &T::Set, relation: &AutomataRelation<T::Set>) -> Limited<T::Set> {
        let mut result = self.empty();
        for step in &relation.moves {
            let image = self.encoding.borrow_mut().before(set, step, &self.budget);
            result = self.union(&result, &self.limited(image)?)?;
        }
        self.intersection(&result, &self.whole)
    }

    fn contains(&self, set: &T::Set, point: &Point) -> Limited<bool> {
        self.is_subset(&self.singleton(point)?, set)
    }

    fn pick(&self, set: &T::Set) -> Limited<Option<Point>> {
        let point = self.encoding.borrow_mut().pick(set, &self.budget);
        self.limited(point)
    }

    fn singleton(&self, point: &Point) -> Limited<T::Set> {
        let is = |(variable, value): (Variable, &i128)| match u64::try_from(*value) {
            Ok(code) if self.encoding.borrow().tracks().is_finite(variable) => {
                Formula::is(Cell::now(variable), code)
            }
            _ => is_value(Cell::now(variable), *value),
        };
        self.build(&Formula::all(self.space.all().zip(&point.0).map(is)))
    }

    fn size(&self, set: &T::Set) -> Limited<Size> {
        let size = self.encoding.borrow_mut().size(set, &self.budget);
        self.limited(size)
    }

    fn weight(&self, set: &T::Set) -> usize {
        self.encoding.borrow().weight(set)
    }

    fn relation_weight(&self, relation: &AutomataRelation<T::Set>) -> usize {
        relation.moves.iter().map(|step| self.weight(&step.link)).sum()
    }

    fn bytes(&self) -> u64 {
        self.encoding.borrow().bytes()
    }
}

impl<T: TrackEncoding> Complement for Automata<'_, T> {
    fn difference(&self, left: &T::Set, right: &T::Set) -> Limited<T::Set> {
        let result = self.encoding.borrow_mut().difference(left, right, &self.budget);
        self.limited(result)
    }

    /// All of it: an automaton without the known states is larger than one with them more often than not.
    fn fresh(&self, found: &T::Set, known: &T::Set) -> Limited<T::Set> {
        Ok(if self.is_subset(found, known)? { self.empty() } else { found.clone() })
    }
}

impl<T: TrackEncoding> Widen for Automata<'_, T> {
    fn widen(&self, earlier: &T::Set, later: &T::Set, seed: u32) -> Limited<T::Set> {
        let joined = self.union(earlier, later)?;
        let most = usize::try_from(seed).unwrap_or(usize::MAX).max(1).saturating_mul(WIDENED);
        let widened = self.encoding.borrow_mut().widen(earlier, &joined, most, &self.budget);
        self.intersection(&self.limited(widened)?, &self.whole)
    }
}

// Sums are found by the faces of polyhedra, which automata do not have.
impl<T: TrackEncoding> Rank for Automata<'_, T> {}
