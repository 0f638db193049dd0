//! Explicit-state search shared by threads, processes and machines.
//!
//! * the front door: [`Job`], [`can_check`], [`check_with_threads`]; checkpoints: [`Keeping`];
//! * the workers of a process and what they share (`crew`, `board`), and a worker's link to all others, over timely dataflow (`link`, `parcel`);
//! * the search (`search`), which knows nothing of threads and sockets: states and where they come from (`tag`, `candidates`, `recent`), the order of the
//!   states of a level (`ranking`), what workers tell each other about it (`report`);
//! * numbers as bytes (`wire`).

mod board;
mod candidates;
mod check;
mod crew;
mod job;
mod keeping;
mod link;
mod parcel;
mod ranking;
mod recent;
mod report;
mod search;
mod tag;
mod wire;

pub use check::{can_check, check_with_threads};
pub use job::{Job, StorageMaker};
pub use keeping::{CheckpointNews, Keeping, Writing};
