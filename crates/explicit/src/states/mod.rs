//! States: packed, kept, and found again.
//!
//! * how values are packed into words (`layout`), and conditions on the words (`packed`);
//! * states in the order in which they were found (`store`), and found again by their hash (`table`, `lines`, `recent`);
//! * successors on their way there (`successors`, `missing`), all together (`visited`);
//! * the same by several workers (`pieces`, `sieve`, `positions`).

pub(crate) mod layout;
mod lines;
pub(crate) mod missing;
pub(crate) mod packed;
pub(crate) mod pieces;
mod positions;
mod recent;
pub(crate) mod sieve;
mod store;
pub(crate) mod successors;
pub(crate) mod table;
pub(crate) mod visited;
