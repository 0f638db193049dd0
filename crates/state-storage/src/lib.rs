//! Packed states, kept and found again.
//!
//! * what a search asks of the place where it keeps its states: [`StateStorage`], with [`Batch`], [`Shape`], [`Usage`], [`StorageFailure`];
//! * where they are: [`InMemory`], [`Compressed`], [`OnDisk`];
//! * checkpoints of it: [`checkpoint`];
//! * the files that are worked with: [`Files`];
//! * what tables are made of: hashes ([`hash`], [`owner`]), states in the order of their numbers ([`store`]), numbers by hashes
//!   ([`table`]), work in pieces ([`pieces`]).
//!
//! Nothing here knows what states mean: they are words, each state with a tag of 64 bits that its owner chooses.

mod batch;
mod buffers;
pub mod checkpoint;
mod compressed;
mod disk;
mod files;
mod hash;
mod in_memory;
mod lines;
pub mod pieces;
mod records;
mod shape;
mod storage;
pub mod store;
pub mod table;

pub use batch::Batch;
pub use compressed::Compressed;
pub use disk::OnDisk;
pub use files::{FileFailure, FileReader, FileWriter, Files};
pub use hash::{hash, home_in, mix, owner};
pub use in_memory::InMemory;
pub use shape::Shape;
pub use storage::{StateStorage, StorageFailure, Usage};
