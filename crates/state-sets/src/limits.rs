//! Limits: how an operation says that it had to stop.
//!
//! Domains know no clock. They spend from a [`Budget`] inside every loop that can be long, and give up with a [`Halt`]
//! when it is spent; their arguments are borrowed, so nothing is lost.

use budget::{Budget, OutOfBudget};
use std::fmt;

/// Why an operation gave up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// Whoever gave the limits said so: time is over, or somebody interrupted.
    Interrupted,
    /// The representation would need more memory than it may have.
    Memory,
    /// The domain cannot represent this.
    Unsupported(String),
}

impl fmt::Display for Halt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Interrupted => formatter.write_str("it was told to stop"),
            Halt::Memory => formatter.write_str("its memory is full"),
            Halt::Unsupported(what) => formatter.write_str(what),
        }
    }
}

impl std::error::Error for Halt {}

/// The result of an operation that a limit can end.
pub type Limited<T> = Result<T, Halt>;

impl Halt {
    /// The budget of the work is spent.
    pub fn spent(_: OutOfBudget) -> Halt {
        Halt::Interrupted
    }

    /// Whether work that was interrupted may go on later: its share was used up, and the watch did not end it.
    pub fn is_share_used_up(&self, budget: &Budget<'_>) -> bool {
        *self == Halt::Interrupted && budget.stop().is_none()
    }

    /// Why work under the budget ended, as a sentence without a full stop.
    pub fn reason(&self, budget: &Budget<'_>) -> String {
        match (self, budget.stop()) {
            (Halt::Interrupted, Some(stop)) => stop.to_string(),
            (Halt::Interrupted, None) => "the work was told to stop".into(),
            (Halt::Memory, _) => "the sets of states need more memory than they may have".into(),
            (Halt::Unsupported(what), _) => what.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use budget::{Progress, Stop, Unlimited, Watch};

    struct Impatient;

    impl Watch for Impatient {
        fn check(&self, _: &Progress) -> Result<(), Stop> {
            Err(Stop::Timeout("1s".into()))
        }

        fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
            Ok(())
        }
    }

    #[test]
    fn the_watch_gives_the_reason_and_a_share_can_be_given_again() {
        let budget = Budget::new(&Impatient);
        let halt = budget.spend(1).map_err(Halt::spent).unwrap_err();
        assert_eq!(halt.reason(&budget), "timeout after 1s");
        assert!(!halt.is_share_used_up(&budget));
        let budget = Budget::new(&Unlimited);
        budget.share(0);
        let halt = budget.spend(1).map_err(Halt::spent).unwrap_err();
        assert!(halt.is_share_used_up(&budget));
    }
}
