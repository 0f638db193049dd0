//! Limits on the work of one computation.
//!
//! The automaton of a formula can be exponentially larger than its text, so every operation takes a [`Budget`] and
//! gives up with [`OutOfBudget`] once it is spent; its arguments are borrowed, so nothing is lost. The work is counted
//! in steps on diagrams, which do not depend on the machine. Time is the caller's to measure: a caller that wants
//! a deadline hands in a flag and raises it from elsewhere, or a question that is asked now and then.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many steps go by between two looks at the flag.
const PATIENCE: u64 = 256;

/// How many steps go by between two questions.
const PAUSE: u64 = 1 << 11;

/// Says whether work may go on; it is told how many nodes the diagrams have.
type Question<'q> = Rc<dyn Fn(usize) -> bool + 'q>;

/// What a computation may cost.
///
/// ```
/// use integer_automata::{Budget, Comparison, Linear, Numbers, OutOfBudget, Store, Track};
/// let mut store = Store::new(Numbers::Integers);
/// let large = Linear::term(1000, Track::new(0)).plus(&Linear::term(-999, Track::new(1)));
/// let poor = Budget::operations(10);
/// assert_eq!(store.constraint(&large, Comparison::Equal, &poor), Err(OutOfBudget));
/// let few = Budget::unlimited().with_states(100);
/// assert_eq!(store.constraint(&large, Comparison::Equal, &few), Err(OutOfBudget));
/// assert!(store.constraint(&large, Comparison::Equal, &Budget::unlimited()).is_ok());
/// ```
#[derive(Clone)]
pub struct Budget<'q> {
    left: Cell<u64>,
    spent: Cell<u64>,
    states: usize,
    nodes: usize,
    /// The nodes that the diagrams had when they were last counted.
    held: Cell<usize>,
    stop: Option<Arc<AtomicBool>>,
    question: Option<Question<'q>>,
}

/// The answer of an operation whose budget ended before it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

/// The result of an operation that a budget can end.
pub type Budgeted<T> = Result<T, OutOfBudget>;

impl<'q> Budget<'q> {
    /// A budget that never ends.
    pub fn unlimited() -> Budget<'q> {
        Budget::operations(u64::MAX)
    }

    /// A budget of that many steps.
    pub fn operations(limit: u64) -> Budget<'q> {
        Budget {
            left: Cell::new(limit),
            spent: Cell::new(0),
            states: usize::MAX,
            nodes: usize::MAX,
            held: Cell::new(0),
            stop: None,
            question: None,
        }
    }

    /// The same budget, under which no automaton may have more than that many states, minimal or not.
    pub fn with_states(mut self, limit: usize) -> Budget<'q> {
        self.states = limit;
        self
    }

    /// The same budget, under which the diagrams of a store may not have more than that many nodes.
    pub fn with_nodes(mut self, limit: usize) -> Budget<'q> {
        self.nodes = limit;
        self
    }

    /// The same budget, which also ends as soon as the flag is raised.
    pub fn with_stop(mut self, flag: Arc<AtomicBool>) -> Budget<'q> {
        self.stop = Some(flag);
        self
    }

    /// The same budget, which also ends as soon as the answer is no. It is asked every few thousand steps, with the number
    /// of nodes that the diagrams have.
    ///
    /// ```
    /// use integer_automata::{Budget, Comparison, Linear, Numbers, OutOfBudget, Store, Track};
    /// let never = Budget::unlimited().with_question(|_| false);
    /// let large = Linear::term(100_000, Track::new(0)).plus(&Linear::term(-99_999, Track::new(1)));
    /// assert_eq!(Store::new(Numbers::Integers).constraint(&large, Comparison::Equal, &never), Err(OutOfBudget));
    /// ```
    pub fn with_question(mut self, may_go_on: impl Fn(usize) -> bool + 'q) -> Budget<'q> {
        self.question = Some(Rc::new(may_go_on));
        self
    }

    /// The steps spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Pays for one step.
    #[inline]
    pub(crate) fn step(&self) -> Budgeted<()> {
        let spent = self.spent.get() + 1;
        self.spent.set(spent);
        let left = self.left.get();
        if left == 0 || (spent.is_multiple_of(PATIENCE) && self.is_stopped(spent)) {
            return Err(OutOfBudget);
        }
        self.left.set(left - 1);
        Ok(())
    }

    fn is_stopped(&self, spent: u64) -> bool {
        let refused = |may_go_on: &Question<'q>| spent.is_multiple_of(PAUSE) && !may_go_on(self.held.get());
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.question.as_ref().is_some_and(refused)
    }

    /// Checks that an automaton of that many states is allowed.
    pub(crate) fn allow_states(&self, count: usize) -> Budgeted<()> {
        // Two terminals for each state have to fit below the mark of a terminal.
        if count > self.states.min(1 << 29) { Err(OutOfBudget) } else { Ok(()) }
    }

    /// Checks that a table of that many nodes is allowed.
    #[inline]
    pub(crate) fn allow_nodes(&self, count: usize) -> Budgeted<()> {
        self.held.set(count);
        if count > self.nodes.min(1 << 30) { Err(OutOfBudget) } else { Ok(()) }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Budget")
            .field("left", &self.left)
            .field("spent", &self.spent)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for OutOfBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the budget of the computation is spent")
    }
}

impl std::error::Error for OutOfBudget {}
