//! What work spends.
//!
//! Every loop that can be long spends from a [`Budget`] and gives up with [`OutOfBudget`] once it is spent; its arguments are
//! borrowed, so nothing is lost. An operation is whatever the loop counts: a row operation, a step on a diagram.
//!
//! Budgets stand inside each other. The outermost asks a [`Watch`] with each of its operations; one inside it spends an operation
//! of the outer one after some thousands of its own. So an operation of the outermost budget, a beat, is a question to the watch;
//! the turns of a scheduler and the shares of an attempt are counted in beats.

use crate::limits::Limits;
use crate::out_of_budget::{Budgeted, OutOfBudget};
use crate::watch::{Progress, Stop, Watch};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a computation may cost.
///
/// ```
/// use budget::{Budget, OutOfBudget};
/// let budget = Budget::operations(10);
/// assert_eq!(budget.spend(7), Ok(()));
/// assert_eq!(budget.spend(7), Err(OutOfBudget));
/// assert_eq!(budget.spent(), 14);
/// ```
#[derive(Clone)]
pub struct Budget<'w> {
    /// The operations that can be done before anything else has to be looked at.
    credit: Cell<u64>,
    /// The credit when it was last given. The next three are as they were then.
    given: Cell<u64>,
    left: Cell<u64>,
    /// The operations left until somebody is asked.
    quiet: Cell<u64>,
    spent: Cell<u64>,
    /// The operations between two questions.
    pause: u64,
    outer: Outer<'w>,
    /// Whether a question was answered with no, and nobody has looked at that yet.
    refused: Cell<bool>,
    /// The bytes that the computation holds, as it last said.
    held: Cell<u64>,
    limits: Limits,
}

/// Who is asked whether work may go on.
#[derive(Clone)]
enum Outer<'w> {
    Nobody,
    Watch(Rc<Watched<'w>>),
    Budget(Rc<Budget<'w>>),
}

/// A watch, and what it has said and was told.
struct Watched<'w> {
    watch: &'w dyn Watch,
    stop: RefCell<Option<Stop>>,
    progress: Cell<Progress>,
}

impl Watched<'_> {
    fn ask(&self, bytes: u64) -> Budgeted<()> {
        let progress = Progress { bytes, ..self.progress.get() };
        self.watch.check(&progress).map_err(|stop| {
            self.stop.replace(Some(stop));
            OutOfBudget
        })
    }
}

impl<'w> Budget<'w> {
    /// A budget that never ends.
    pub fn unlimited() -> Budget<'w> {
        Budget::operations(u64::MAX)
    }

    /// A budget of that many operations.
    pub fn operations(limit: u64) -> Budget<'w> {
        Budget::asking(Outer::Nobody, u64::MAX, limit)
    }

    /// All that the watch allows; it is asked with every operation.
    pub fn new(watch: &'w dyn Watch) -> Budget<'w> {
        let watched = Watched { watch, stop: RefCell::new(None), progress: Cell::new(Progress::default()) };
        Budget::asking(Outer::Watch(Rc::new(watched)), 0, u64::MAX)
    }

    /// All that the outer budget allows; an operation of it is spent after each `pause` operations.
    ///
    /// ```
    /// use budget::{Budget, OutOfBudget};
    /// use std::rc::Rc;
    /// let outer = Rc::new(Budget::operations(2));
    /// let inner = Budget::within(outer.clone(), 1_000);
    /// assert_eq!((inner.spend(1_000), outer.spent()), (Ok(()), 0));
    /// assert_eq!((inner.spend(1), outer.spent()), (Ok(()), 1));
    /// assert_eq!([inner.spend(1_001), inner.spend(1_001)], [Ok(()), Err(OutOfBudget)]);
    /// ```
    pub fn within(outer: Rc<Budget<'w>>, pause: u64) -> Budget<'w> {
        Budget::asking(Outer::Budget(outer), pause, u64::MAX)
    }

    fn asking(outer: Outer<'w>, pause: u64, left: u64) -> Budget<'w> {
        let credit = left.min(pause);
        Budget {
            credit: Cell::new(credit),
            given: Cell::new(credit),
            left: Cell::new(left),
            quiet: Cell::new(pause),
            spent: Cell::new(0),
            pause,
            outer,
            refused: Cell::new(false),
            held: Cell::new(0),
            limits: Limits::default(),
        }
    }

    /// The same budget, under which no result may become larger than that.
    pub fn with_limits(mut self, limits: Limits) -> Budget<'w> {
        self.limits = limits;
        self
    }

    /// How large a result may become.
    #[inline]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Pays for some operations.
    #[inline]
    pub fn spend(&self, operations: usize) -> Budgeted<()> {
        self.spend_holding(operations, || self.held.get())
    }

    /// Pays for some operations of a computation that holds that many bytes; they are counted only when somebody is asked.
    #[inline]
    pub fn spend_holding(&self, operations: usize, bytes: impl FnOnce() -> u64) -> Budgeted<()> {
        let operations = operations as u64;
        match self.credit.get().checked_sub(operations) {
            Some(credit) => {
                self.credit.set(credit);
                Ok(())
            }
            None => self.spend_beyond_credit(operations, bytes),
        }
    }

    #[cold]
    fn spend_beyond_credit(&self, operations: u64, bytes: impl FnOnce() -> u64) -> Budgeted<()> {
        self.settle();
        self.spent.set(self.spent.get().saturating_add(operations));
        let allowed = match self.quiet.get().checked_sub(operations) {
            Some(quiet) => {
                self.quiet.set(quiet);
                Ok(())
            }
            None => {
                self.quiet.set(self.pause);
                self.ask(bytes())
            }
        };
        let paid = allowed.and_then(|()| self.pay(operations));
        self.give();
        paid
    }

    /// Asks whether work may go on, at once.
    pub fn ask(&self, bytes: u64) -> Budgeted<()> {
        let answer = match &self.outer {
            Outer::Nobody => Ok(()),
            Outer::Watch(watched) => watched.ask(bytes),
            Outer::Budget(outer) => outer.spend_holding(1, || bytes),
        };
        if answer.is_err() {
            self.refused.set(true);
        }
        answer
    }

    fn pay(&self, operations: u64) -> Budgeted<()> {
        let left = self.left.get().checked_sub(operations);
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(OutOfBudget)
    }

    /// Books what was spent of the credit.
    fn settle(&self) {
        let used = self.given.get() - self.credit.get();
        self.given.set(self.credit.get());
        self.left.set(self.left.get() - used);
        self.quiet.set(self.quiet.get() - used);
        self.spent.set(self.spent.get().saturating_add(used));
    }

    fn give(&self) {
        let credit = self.left.get().min(self.quiet.get());
        self.credit.set(credit);
        self.given.set(credit);
    }

    /// The operations spent so far, those included that were refused.
    pub fn spent(&self) -> u64 {
        self.settle();
        self.spent.get()
    }

    /// From now on, no more than this many operations.
    pub fn share(&self, operations: u64) {
        self.settle();
        self.left.set(operations);
        self.give();
    }

    /// From now on, as many operations as whoever is asked allows.
    pub fn whole(&self) {
        self.share(u64::MAX);
    }

    /// Tries a computation that may cost at most `limit` operations; nothing if it did not end within them.
    ///
    /// What the attempt spends is spent here too. A computation that has a cheaper second choice tries the dearer
    /// first one in this way.
    ///
    /// ```
    /// use budget::Budget;
    /// let budget = Budget::operations(100);
    /// assert_eq!(budget.attempt(10, |share| share.spend(20)), Ok(None));
    /// assert_eq!(budget.attempt(10, |share| share.spend(5)), Ok(Some(())));
    /// assert_eq!(budget.spent(), 25);
    /// ```
    pub fn attempt<T>(
        &self,
        limit: u64,
        work: impl FnOnce(&Budget<'w>) -> Budgeted<T>,
    ) -> Budgeted<Option<T>> {
        self.settle();
        let share = Budget { spent: Cell::new(0), ..self.clone() };
        share.share(limit.min(self.left.get()));
        let result = work(&share);
        self.refused.set(share.refused.get());
        self.spend(usize::try_from(share.spent()).unwrap_or(usize::MAX))?;
        Ok(result.ok())
    }

    /// Says how many bytes the computation holds, for the next question.
    #[inline]
    pub fn hold(&self, bytes: u64) {
        self.held.set(bytes);
    }

    /// Whether a question was answered with no since this was last asked: then that is why the computation ended, and not the
    /// size of a result.
    pub fn take_refusal(&self) -> bool {
        self.refused.take()
    }

    fn watched(&self) -> Option<&Watched<'w>> {
        match &self.outer {
            Outer::Nobody => None,
            Outer::Watch(watched) => Some(watched),
            Outer::Budget(outer) => outer.watched(),
        }
    }

    /// Why the watch ended the work, if it did.
    pub fn stop(&self) -> Option<Stop> {
        self.watched().and_then(|watched| watched.stop.borrow().clone())
    }

    /// The most bytes that the work may hold, if there is a limit.
    pub fn most_bytes(&self) -> Option<u64> {
        self.watched().and_then(|watched| watched.watch.most_bytes())
    }

    /// A flag that is set when the work is to end, if there is one.
    pub fn ending(&self) -> Option<Arc<AtomicBool>> {
        self.watched()?.watch.ending()
    }

    /// The microseconds since the work began.
    pub fn microseconds(&self) -> u64 {
        self.watched().map_or(0, |watched| watched.watch.microseconds())
    }

    /// Tells the watch what has just been done, for people who want to see it.
    pub fn note(&self, note: &dyn fmt::Display) {
        if let Some(watched) = self.watched() {
            watched.watch.note(note);
        }
    }

    /// Says how far a fixpoint is: its iteration, and the size of its set.
    pub fn iterate(&self, iteration: u64, size: u64) {
        if let Some(watched) = self.watched() {
            watched.progress.set(Progress { iteration, size, ..Progress::default() });
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settle();
        formatter
            .debug_struct("Budget")
            .field("left", &self.left.get())
            .field("spent", &self.spent.get())
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unlimited;

    /// Stops work that holds more than ten bytes, and counts how often it was asked.
    #[derive(Default)]
    struct Impatient(Cell<u64>);

    impl Watch for Impatient {
        fn check(&self, progress: &Progress) -> Result<(), Stop> {
            self.0.set(self.0.get() + 1);
            if progress.bytes > 10 { Err(Stop::Memory("10 bytes".into())) } else { Ok(()) }
        }

        fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
            Ok(())
        }
    }

    #[test]
    fn the_reason_of_the_watch_is_kept() {
        let watch = Impatient::default();
        let outer = Rc::new(Budget::new(&watch));
        let inner = Budget::within(outer.clone(), 3);
        inner.hold(10);
        assert_eq!((inner.spend(4), inner.stop(), inner.take_refusal()), (Ok(()), None, false));
        inner.hold(11);
        assert_eq!((inner.spend(3), inner.spend(1)), (Ok(()), Err(OutOfBudget)));
        assert_eq!(outer.stop(), Some(Stop::Memory("10 bytes".into())));
        assert_eq!([inner.take_refusal(), inner.take_refusal()], [true, false]);
    }

    #[test]
    fn a_share_ends_and_can_be_given_again() {
        let budget = Budget::new(&Unlimited);
        budget.share(2);
        assert_eq!([budget.spend(1), budget.spend(1), budget.spend(1)], [Ok(()), Ok(()), Err(OutOfBudget)]);
        assert!(budget.stop().is_none() && !budget.take_refusal());
        budget.whole();
        assert_eq!(budget.spend(1), Ok(()));
    }

    /// The budget as it would be without a credit: every operation is counted in full.
    struct Naive {
        left: u64,
        quiet: u64,
        pause: u64,
        spent: u64,
        asked: u64,
    }

    impl Naive {
        fn spend(&mut self, operations: u64) -> bool {
            self.spent += operations;
            match self.quiet.checked_sub(operations) {
                Some(quiet) => self.quiet = quiet,
                None => (self.quiet, self.asked) = (self.pause, self.asked + 1),
            }
            let left = self.left.checked_sub(operations);
            self.left = left.unwrap_or(0);
            left.is_some()
        }
    }

    #[test]
    fn credit_changes_neither_questions_nor_the_end() {
        for pause in [0, 1, 7, 100] {
            let watch = Impatient::default();
            let budget = Budget::within(Rc::new(Budget::new(&watch)), pause);
            let mut naive = Naive { left: 3_000, quiet: pause, pause, spent: 0, asked: 0 };
            budget.share(3_000);
            for round in 0..1_000_u64 {
                let operations = round * round % 11;
                assert_eq!(budget.spend(operations as usize).is_ok(), naive.spend(operations));
                assert_eq!((budget.spent(), watch.0.get()), (naive.spent, naive.asked));
            }
        }
    }

    #[test]
    fn an_attempt_asks_as_often_as_the_work_itself_and_is_paid_for_afterwards() {
        let watch = Impatient::default();
        let budget = Budget::within(Rc::new(Budget::new(&watch)), 9);
        assert_eq!(budget.attempt(25, |share| (0..20).try_for_each(|_| share.spend(1))), Ok(Some(())));
        // Twice inside, and once when the whole attempt is paid for.
        assert_eq!((budget.spent(), watch.0.get()), (20, 3));
        budget.hold(11);
        assert_eq!(budget.attempt(25, |share| share.spend(20)), Err(OutOfBudget));
        assert!(budget.take_refusal());
    }
}
