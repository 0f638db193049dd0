//! Options that share a search among processes and machines.

use clap::Args;
use std::num::NonZero;
use std::path::PathBuf;

/// The variable that holds the secret, where no file does.
pub const SECRET_VARIABLE: &str = "FATHOM_SECRET";

/// Who shares the search.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Several processes and machines")]
pub struct ClusterArgs {
    /// Share the search among so many processes on this machine
    #[arg(long, value_name = "COUNT", conflicts_with = "cluster")]
    pub processes: Option<NonZero<usize>>,
    /// Share the search among the processes of a list: a file with one line host:port for each
    #[arg(long, value_name = "HOSTS", requires = "index")]
    pub cluster: Option<PathBuf>,
    /// Which line of HOSTS is this process; the first one is 0
    #[arg(long, value_name = "I", requires = "cluster")]
    pub index: Option<usize>,
    /// A file with what all processes know and nobody else; default: the variable FATHOM_SECRET
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub secret_file: Option<PathBuf>,
    /// For processes that `--processes` starts: their number, and where the first one listens
    #[arg(long, hide = true, value_name = "I@ADDRESS", requires = "processes")]
    pub joining: Option<String>,
}

impl ClusterArgs {
    /// The option that shares the search, if one is given.
    pub fn option(&self) -> Option<&'static str> {
        match (self.processes, &self.cluster) {
            (Some(_), _) => Some("--processes"),
            (None, Some(_)) => Some("--cluster"),
            (None, None) => None,
        }
    }
}
