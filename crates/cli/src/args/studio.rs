//! The arguments of `fathom studio`.

use super::{MemoryLimit, TimeLimit};
use clap::Args;
use std::net::IpAddr;
use std::num::NonZero;
use std::path::PathBuf;

/// `fathom studio`
#[derive(Debug, Args)]
pub struct StudioArgs {
    /// A folder with models, or a model
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    /// The port to listen on; default: 7414, or any free one if that is in use
    #[arg(long, value_name = "NUMBER")]
    pub port: Option<u16>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// The address to listen on; others than this machine's own let others in
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<IpAddr>,
    /// The most time that a check may be given, such as 60s or 10m; default: 10m
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<TimeLimit>,
    /// The memory of all checks together, such as 4GiB; default: nine tenths of the free memory
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<MemoryLimit>,
    /// The most checks at a time; default: 64
    #[arg(long, value_name = "COUNT")]
    pub runs: Option<NonZero<usize>>,
}
