//! Limits on the work of one computation.
//!
//! The automaton of a formula can be exponentially larger than its text, so every operation takes a [`Budget`] and
//! gives up with [`OutOfBudget`] once it is spent; its arguments are borrowed, so nothing is lost. The work is counted
//! in steps on diagrams, which do not depend on the machine. Time is the caller's to measure: a caller that wants
//! a deadline hands in a flag and raises it from elsewhere.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many steps go by between two looks at the flag.
const PATIENCE: u64 = 256;

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
#[derive(Debug, Clone)]
pub struct Budget {
    left: Cell<u64>,
    spent: Cell<u64>,
    states: usize,
    nodes: usize,
    stop: Option<Arc<AtomicBool>>,
}

/// The answer of an operation whose budget ended before it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

/// The result of an operation that a budget can end.
pub type Budgeted<T> = Result<T, OutOfBudget>;

impl Budget {
    /// A budget that never ends.
    pub fn unlimited() -> Budget {
        Budget::operations(u64::MAX)
    }

    /// A budget of that many steps.
    pub fn operations(limit: u64) -> Budget {
        Budget {
            left: Cell::new(limit),
            spent: Cell::new(0),
            states: usize::MAX,
            nodes: usize::MAX,
            stop: None,
        }
    }

    /// The same budget, under which no automaton may have more than that many states, minimal or not.
    pub fn with_states(mut self, limit: usize) -> Budget {
        self.states = limit;
        self
    }

    /// The same budget, under which the diagrams of a store may not have more than that many nodes.
    pub fn with_nodes(mut self, limit: usize) -> Budget {
        self.nodes = limit;
        self
    }

    /// The same budget, which also ends as soon as the flag is raised.
    pub fn with_stop(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.stop = Some(flag);
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
        if left == 0 || (spent.is_multiple_of(PATIENCE) && self.is_stopped()) {
            return Err(OutOfBudget);
        }
        self.left.set(left - 1);
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Checks that an automaton of that many states is allowed.
    pub(crate) fn allow_states(&self, count: usize) -> Budgeted<()> {
        // Two terminals for each state have to fit below the mark of a terminal.
        if count > self.states.min(1 << 29) { Err(OutOfBudget) } else { Ok(()) }
    }

    /// Checks that a table of that many nodes is allowed.
    #[inline]
    pub(crate) fn allow_nodes(&self, count: usize) -> Budgeted<()> {
        if count > self.nodes.min(1 << 30) { Err(OutOfBudget) } else { Ok(()) }
    }
}

impl fmt::Display for OutOfBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the budget of the computation is spent")
    }
}

impl std::error::Error for OutOfBudget {}
