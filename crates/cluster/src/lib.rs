//! Explicit-state search shared by threads, processes and machines.
//!
//! * the front door: [`Job`], [`can_check`], [`check_with_threads`], [`check_with_processes`]; checkpoints: [`Keeping`];
//! * the workers of a process and what they share (`crew`, `board`), and a worker's link to all others, over timely dataflow (`link`, `parcel`);
//! * the search (`search`), which knows nothing of threads and sockets: states and where they come from (`tag`, `candidates`, `recent`), the order of the
//!   states of a level (`ranking`), what workers tell each other about it (`report`);
//! * other processes and machines (`network`): how they meet, what is sent between them, who is listened to;
//! * numbers as bytes (`wire`).

mod board;
mod candidates;
mod check;
mod crew;
mod job;
mod keeping;
mod link;
mod network;
mod parcel;
mod ranking;
mod recent;
mod report;
mod search;
mod tag;
mod wire;

pub use check::{Company, CompanyFailure, can_check, check_with_processes, check_with_threads};
pub use explicit::{Failure, Settings};
pub use job::{Job, StorageMaker};
pub use keeping::{CheckpointNews, Keeping, Writing};
pub use network::hosts::{Identity, read_hosts};
pub use network::meet::Place;
pub use network::secret::{Secret, fingerprint};
