//! Limits on the work of one computation.
//!
//! Presburger arithmetic is decidable at a price that no one wants to pay by surprise. Every operation that can
//! blow up takes a [`Budget`] and gives up with [`OutOfBudget`] once it is spent; its arguments are borrowed, so
//! nothing is lost. The work is counted in row operations, which do not depend on the machine. Time is the
//! caller's to measure: a caller that wants a deadline hands in a flag and raises it from elsewhere.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a computation may cost.
///
/// ```
/// use presburger::{Budget, OutOfBudget, Set};
/// let set = Set::parse("{ [x, y] : 3x >= 2y and 5y >= 2x + 1 and x + y <= 40 }").unwrap();
/// let poor = Budget::operations(1);
/// assert_eq!(set.is_empty(&poor), Err(OutOfBudget));
/// assert_eq!(set.is_empty(&Budget::unlimited()), Ok(false));
/// ```
#[derive(Debug, Clone)]
pub struct Budget<'q> {
    left: Cell<u64>,
    spent: Cell<u64>,
    disjuncts: usize,
    stop: Option<Arc<AtomicBool>>,
    question: Option<Question<'q>>,
}

/// Asks somebody, now and then, whether the computation may go on.
#[derive(Clone)]
struct Question<'q> {
    may_go_on: Rc<dyn Fn() -> bool + 'q>,
    /// The operations left until it is asked again.
    pause: Cell<u64>,
}

/// The operations between two questions: some tenths of a millisecond.
const PAUSE: u64 = 1 << 12;

impl fmt::Debug for Question<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Question").field("pause", &self.pause).finish_non_exhaustive()
    }
}

impl Question<'_> {
    /// Whether the computation may spend that many operations more.
    fn allows(&self, operations: u64) -> bool {
        if let Some(left) = self.pause.get().checked_sub(operations) {
            self.pause.set(left);
            return true;
        }
        self.pause.set(PAUSE);
        (self.may_go_on)()
    }
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

    /// A budget of that many row operations.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::operations(10_000);
    /// assert!(Set::parse("{ [x] : x >= 1 }").unwrap().complement(&budget).is_ok());
    /// assert!(budget.spent() > 0);
    /// ```
    pub fn operations(limit: u64) -> Budget<'q> {
        Budget {
            left: Cell::new(limit),
            spent: Cell::new(0),
            disjuncts: usize::MAX,
            stop: None,
            question: None,
        }
    }

    /// The same budget, under which no set may have more than that many disjuncts.
    ///
    /// ```
    /// use presburger::{Budget, OutOfBudget, Set};
    /// let set = Set::parse("{ [x] : x = 1 or x = 3 or x = 5 }").unwrap();
    /// assert_eq!(set.complement(&Budget::unlimited().with_disjuncts(2)), Err(OutOfBudget));
    /// ```
    pub fn with_disjuncts(mut self, limit: usize) -> Budget<'q> {
        self.disjuncts = limit;
        self
    }

    /// The same budget, which also ends as soon as the flag is raised.
    ///
    /// ```
    /// use presburger::{Budget, OutOfBudget, Set};
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// let flag = Arc::new(AtomicBool::new(false));
    /// let budget = Budget::unlimited().with_stop(flag.clone());
    /// let set = Set::parse("{ [x] : x = 1 }").unwrap();
    /// assert_eq!(set.is_empty(&budget), Ok(false));
    /// flag.store(true, Ordering::Relaxed);
    /// assert_eq!(set.is_empty(&budget), Err(OutOfBudget));
    /// ```
    pub fn with_stop(mut self, flag: Arc<AtomicBool>) -> Budget<'q> {
        self.stop = Some(flag);
        self
    }

    /// The same budget, which also ends as soon as the answer is no; it is asked every few thousand operations.
    ///
    /// ```
    /// use presburger::{Budget, OutOfBudget};
    /// let budget = Budget::unlimited().with_question(|| false);
    /// assert_eq!(budget.spend(1_000_000), Err(OutOfBudget));
    /// ```
    pub fn with_question(mut self, may_go_on: impl Fn() -> bool + 'q) -> Budget<'q> {
        self.question = Some(Question { may_go_on: Rc::new(may_go_on), pause: Cell::new(PAUSE) });
        self
    }

    /// The row operations spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Pays for some row operations.
    pub fn spend(&self, operations: usize) -> Budgeted<()> {
        let operations = operations as u64;
        self.spent.set(self.spent.get().saturating_add(operations));
        if self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(OutOfBudget);
        }
        if self.question.as_ref().is_some_and(|question| !question.allows(operations)) {
            return Err(OutOfBudget);
        }
        match self.left.get().checked_sub(operations) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(OutOfBudget)
            }
        }
    }

    /// Tries a computation that may cost at most `limit` operations; nothing if it did not end within them.
    ///
    /// What the attempt spends is spent here too. A computation that has a cheaper second choice tries the dearer
    /// first one in this way.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let set = Set::parse("{ [x, y] : 3x >= 2y and 5y >= 2x + 1 and x + y <= 40 }").unwrap();
    /// assert_eq!(budget.attempt(1, |share| set.is_empty(share)), Ok(None));
    /// assert_eq!(budget.attempt(10_000, |share| set.is_empty(share)), Ok(Some(false)));
    /// ```
    pub fn attempt<T>(
        &self,
        limit: u64,
        work: impl FnOnce(&Budget<'q>) -> Budgeted<T>,
    ) -> Budgeted<Option<T>> {
        let share = Budget {
            left: Cell::new(limit.min(self.left.get())),
            spent: Cell::new(0),
            disjuncts: self.disjuncts,
            stop: self.stop.clone(),
            question: self.question.clone(),
        };
        let result = work(&share);
        self.spend(usize::try_from(share.spent()).unwrap_or(usize::MAX))?;
        Ok(result.ok())
    }

    /// Checks that a union of that many disjuncts is allowed.
    pub fn allow_disjuncts(&self, count: usize) -> Budgeted<()> {
        if count > self.disjuncts { Err(OutOfBudget) } else { Ok(()) }
    }
}

impl fmt::Display for OutOfBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the budget of the computation is spent")
    }
}

impl std::error::Error for OutOfBudget {}
