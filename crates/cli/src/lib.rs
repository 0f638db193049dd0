//! The command line of Fathom: the only crate that touches files, the clock, threads and the environment.
//!
//! * the beginning and the end of the process: [`run`]
//! * what the user asks: [`args`]
//! * one module for each verb: [`check`], [`mod@test`], [`simulate`], [`graph`], [`fmt`], [`import`],
//!   [`certify`], [`invariants`], [`lsp`], [`explain`], [`completions`], [`manual`]
//! * what verbs share: [`Console`], [`Exit`], [`Interrupt`], [`source`], [`outcome`],
//!   [`certified`], [`supervise`], [`report`]

pub mod args;
mod bug;
pub mod certified;
pub mod certify;
pub mod check;
pub mod completions;
mod console;
mod exit;
pub mod explain;
mod file;
pub mod fmt;
pub mod folder;
pub mod graph;
mod html;
pub mod import;
mod imports;
mod initial;
mod interrupt;
pub mod invariants;
pub mod lsp;
pub mod manual;
mod memory;
pub mod outcome;
mod progress;
mod progress_json;
mod property;
pub mod refusal;
pub mod report;
#[cfg(test)]
mod sample;
pub mod simulate;
pub mod source;
mod start;
mod studio_verb;
pub mod supervise;
pub mod test;
mod threads;
mod walk;
pub mod work;

pub use console::Console;
pub use exit::Exit;
pub use interrupt::Interrupt;
pub use start::run;
