//! What a studio is started with.

use std::net::IpAddr;
use std::path::PathBuf;

/// What a studio is started with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder whose files are shown and kept.
    pub root: PathBuf,
    /// The file below it that is opened first.
    pub file: Option<String>,
    /// The address to listen on.
    pub host: IpAddr,
    /// The port to listen on, where it matters; zero is any free one.
    pub port: Option<u16>,
    /// The program that does the work, as `PROGRAM work`.
    pub program: PathBuf,
    /// How much may be used.
    pub limits: StudioLimits,
}

/// How much the studio and its clients may use.
#[derive(Debug, Clone, Copy)]
pub struct StudioLimits {
    /// The bytes of a request.
    pub body: usize,
    /// The connections at a time.
    pub connections: usize,
    /// The checks at a time, of all clients.
    pub runs: usize,
    /// The checks at a time, of one client.
    pub runs_of_one: usize,
    /// The seconds of a check.
    pub seconds: u64,
    /// The seconds of a question that is answered at once, such as for a graph.
    pub answer_seconds: u64,
    /// The mebibytes of all checks together.
    pub mebibytes: u64,
    /// The nodes of a graph.
    pub nodes: usize,
}

impl Default for StudioLimits {
    fn default() -> Self {
        StudioLimits {
            body: 4 << 20,
            connections: 256,
            runs: 64,
            runs_of_one: 8,
            seconds: 600,
            answer_seconds: 30,
            mebibytes: 4096,
            nodes: 5000,
        }
    }
}
