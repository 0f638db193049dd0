//! Options about where explicit search keeps its states, and how it goes on after a stop.

use super::TimeLimit;
use clap::Args;
use std::path::PathBuf;

/// Where states are kept.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Large searches")]
pub struct StorageArgs {
    /// Keep states in files in this folder, so that there may be more than memory holds
    #[arg(long, value_name = "FOLDER")]
    pub disk: Option<PathBuf>,
    /// Keep states in memory as trees that share their parts: less memory, more time
    #[arg(long, conflicts_with = "disk")]
    pub compress: bool,
    /// Write checkpoints into this folder, from which `--resume` goes on
    #[arg(long, value_name = "FOLDER")]
    pub checkpoint: Option<PathBuf>,
    /// The least time between two checkpoints, such as 10m; default: 10m
    #[arg(long, value_name = "TIME", requires = "checkpoint")]
    pub every: Option<TimeLimit>,
    /// Go on from the checkpoint in this folder
    #[arg(long, value_name = "FOLDER")]
    pub resume: Option<PathBuf>,
}

impl StorageArgs {
    /// The first of these options that is given.
    pub fn option(&self) -> Option<&'static str> {
        let given = [
            ("--disk", self.disk.is_some()),
            ("--compress", self.compress),
            ("--checkpoint", self.checkpoint.is_some()),
            ("--resume", self.resume.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
