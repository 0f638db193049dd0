//! The arguments of `fathom invariants`.

use super::{MemoryLimit, ModelArgs, TimeLimit};
use clap::Args;
use std::path::PathBuf;

/// What `--help` says about the exit codes of this verb.
pub const EXIT_CODES: &str = "\
Exit codes:
   0  the invariants were printed
   2  the model or the command line is wrong: nothing was looked for
   3  a limit was reached: what was proved until then was printed
  70  an internal error: the message says how to report it";

/// `fathom invariants`
#[derive(Debug, Args)]
pub struct InvariantsArgs {
    /// The model
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What is fixed before the model is read.
    #[command(flatten)]
    pub model: ModelArgs,
    /// The time limit, such as 60s, 2m or 500ms; a plain number is seconds
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, help_heading = "Limits")]
    pub timeout: Option<TimeLimit>,
    /// The memory limit, such as 4GiB or 512MiB; default: nine tenths of the free memory
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, help_heading = "Limits")]
    pub memory: Option<MemoryLimit>,
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
