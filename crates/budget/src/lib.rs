//! How much may be done, and who says so.
//!
//! * what work spends: [`Budget`], [`OutOfBudget`], [`Budgeted`];
//! * how large a result may become: [`Limits`];
//! * who is asked now and then: [`Watch`], with [`Progress`] and [`Stop`];
//! * who does the work: [`Workers`].
//!
//! Nothing here knows a clock: work is counted in operations, which do not depend on the machine. Time, memory and interrupts
//! belong to the watch, which a budget asks every few thousand operations.

mod budget;
mod limits;
mod out_of_budget;
mod watch;
mod workers;

pub use budget::Budget;
pub use limits::Limits;
pub use out_of_budget::{Budgeted, OutOfBudget};
pub use watch::{Progress, Stop, Unlimited, Watch};
pub use workers::{Alone, Workers};
