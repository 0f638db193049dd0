//! Known soundness errors, for tests that see whether somebody notices.
//!
//! They exist where the feature `injected-errors` is on, which only the tests of other crates ask for, and are made only while
//! `with_error` runs, on its thread. Everywhere else [`is_made`] is the constant `false`, and nothing of them is left.

/// An error that makes answers wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InjectedError {
    /// Stubborn sets overlook one of the variables that each transition writes.
    MissedWrite,
    /// Any two instances of a process count as exchangeable, whatever tells them apart.
    AnySymmetry,
    /// Sums are computed with four bits, and wrap around.
    Overflow,
}

#[cfg(feature = "injected-errors")]
mod made {
    use super::InjectedError;
    use std::cell::Cell;

    thread_local! {
        static MADE: Cell<Option<InjectedError>> = const { Cell::new(None) };
    }

    /// Does something while an error is made.
    pub fn with_error<R>(error: InjectedError, work: impl FnOnce() -> R) -> R {
        let _restored = Restored(MADE.replace(Some(error)));
        work()
    }

    /// Whether the error is made now.
    pub(crate) fn is_made(error: InjectedError) -> bool {
        MADE.get() == Some(error)
    }

    /// What was made before, and is again when this goes.
    struct Restored(Option<InjectedError>);

    impl Drop for Restored {
        fn drop(&mut self) {
            MADE.set(self.0);
        }
    }
}

/// Whether the error is made now: never.
#[cfg(not(feature = "injected-errors"))]
pub(crate) const fn is_made(_: InjectedError) -> bool {
    false
}

#[cfg(feature = "injected-errors")]
pub(crate) use made::is_made;
#[cfg(feature = "injected-errors")]
pub use made::with_error;
