//! States: packed, kept, and found again.
//!
//! * how values are packed into words (`layout`), and conditions on the words (`packed`);
//! * states in the order in which they were found, and found again by their hash, are kept by `state_storage`; what was missed lately (`recent`);
//! * successors on their way there (`successors`, `missing`), all together (`visited`);
//! * the same by several workers (`sieve`, `positions`).

mod field_sum;
pub(crate) mod layout;
pub(crate) mod missing;
pub(crate) mod packed;
mod positions;
mod recent;
pub(crate) mod sieve;
pub(crate) mod successors;
pub(crate) mod visited;
