//! Checkpoints: what was found, in files from which a search can go on.
//!
//! States never change once their level is closed, and have numbers in the order of their levels. So a checkpoint only adds what was
//! found since the last one: each owner writes a segment (`segment`) with its new states and their tags. What makes a checkpoint
//! valid is the manifest (`manifest`), which lists the segments and says what was searched; it is written last, under another name,
//! and then renamed. Everything is made sure of before something else relies on it: segments and their names before the manifest
//! is renamed, the new name of the manifest before segments that nothing mentions any more are removed. So at any moment the folder has
//! the last checkpoint, or the one before, and nothing that looks like one and is not.
//!
//! Every part has a checksum: whatever is changed in a file, by a disk or by a hand, is noticed before it is believed, unless 64
//! bits agree by chance.
//!
//! To go on, each owner reads all segments and takes its own states, so that there may be more or fewer owners than before
//! (`restore`).
//!
//! # Reference
//! Pillai, Chidambaram, Alagappan, Al-Kiswany, Arpaci-Dusseau: *All file systems are not created equal: on the complexity of crafting
//! crash-consistent applications*, OSDI 2014: what a file system may forget when a machine stops, which the tests do.

mod checksum;
mod failure;
mod fields;
mod manifest;
mod restore;
mod segment;
mod writer;

pub use failure::CheckpointFailure;
pub use manifest::{Identity, OwnerPart};
pub use restore::Checkpoint;
pub use writer::{CheckpointWriter, publish};
