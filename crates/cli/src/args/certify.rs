//! The arguments of `fathom certify`.

use super::{MemoryLimit, ModelArgs, TimeLimit};
use clap::Args;
use std::path::PathBuf;

/// What `--help` says about the exit codes of this verb.
pub const EXIT_CODES: &str = "\
Exit codes:
   0  every certificate is accepted (--smt2: every obligation was written)
   1  at least one is refused
   2  the model, the document or the command line is wrong: nothing was checked
   3  none is refused, at least one is undecided or says why there is no certificate
  70  an internal error: the message says how to report it";

/// `fathom certify`
#[derive(Debug, Args)]
pub struct CertifyArgs {
    /// The model
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The certificates that `check --certificate` wrote; `-` is standard input
    #[arg(value_name = "CERTIFICATE")]
    pub certificate: PathBuf,
    /// Check only the certificate of this property; repeatable
    #[arg(long, value_name = "NAME", help_heading = "Model")]
    pub property: Vec<String>,
    /// What is fixed before the model is read; what is not given is as the certificates say.
    #[command(flatten)]
    pub model: ModelArgs,
    /// The time limit, such as 60s, 2m or 500ms; a plain number is seconds
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, help_heading = "Limits")]
    pub timeout: Option<TimeLimit>,
    /// The memory limit, such as 4GiB or 512MiB; default: nine tenths of the free memory
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, help_heading = "Limits")]
    pub memory: Option<MemoryLimit>,
    /// Decide nothing; write each obligation into this folder as a file for SMT solvers, which must answer `unsat`
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub smt2: Option<PathBuf>,
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Do not show progress, not even on a terminal
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
}
