//! What the command line adds to a file of another format.

use crate::refusal::Refusal;
use interchange::ThreadState;
use std::path::PathBuf;

/// What the command line adds to a file of another format.
#[derive(Debug, Clone, Copy)]
pub struct Companions<'a> {
    /// Files with formulas or targets.
    pub formulas: &'a [PathBuf],
    /// How threads start.
    pub start: Option<&'a ThreadState>,
}

impl Companions<'_> {
    /// Refuses formulas where there is no place for them.
    pub fn refuse_formulas(&self, file: &str, help: &str) -> Result<(), Refusal> {
        if self.formulas.is_empty() {
            return Ok(());
        }
        let message = "--formulas is for Petri nets, threads and programs of T2, and this is none";
        Err(Refusal::of_file(file, message, Some(help.into())))
    }

    /// Refuses a start where there are no threads.
    pub fn refuse_start(&self, file: &str) -> Result<(), Refusal> {
        if self.start.is_none() {
            return Ok(());
        }
        let message = "--init is for threads in the format of bfc (.tts), and this is none";
        Err(Refusal::of_file(file, message, Some("the model itself says how it starts".into())))
    }
}
