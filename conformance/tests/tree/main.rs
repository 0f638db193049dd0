//! Tests of the tree: what depends on what, what stands where, and that documents and code keep step.

mod architecture;
mod arithmetic;
mod circles;
mod dependencies;
mod documents;
mod error_pages;
mod examples;
mod forbidden;
mod names;
mod sizes;
