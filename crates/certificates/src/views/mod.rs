//! Certificates for every size: closed sets of views of a few instances, and a checker for them.
//!
//! The checker shares the representation with whoever makes such certificates
//! ([`system::parameterized`]): what a configuration is, and what a rule can do in one; that is compared with the
//! reference interpreter. It searches for nothing. That the set contains the initial views, that no step leads
//! out of it and that no view contradicts the property is computed anew, from the set alone.

mod check;
mod data;
mod demand;
mod extension;
mod obligation;
mod read;
mod single_size;
mod write;

pub use check::{check_sizes, check_views};
pub use data::{SizesCertificate, SizesDocument, SizesProof, ViewsOf};
pub use read::{is_for_every_size, read_sizes};
pub use write::write_sizes;
