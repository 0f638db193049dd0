//! States of threads in their written form.

use crate::Problem;
use std::fmt;
use std::str::FromStr;

/// A state, or many: `s|a,b/c,d` is the shared state `s` with one thread in each of `a` and `b`, and any number of threads in each of
/// `c` and `d`. A local state may stand there several times.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ThreadState {
    /// The shared state.
    pub shared: u64,
    /// The local state of each thread that there is.
    pub threads: Vec<u64>,
    /// The local states with any number of threads.
    pub many: Vec<u64>,
}

impl ThreadState {
    /// Any number of threads in local state 0, and shared state 0: how a system starts if nothing else is said.
    pub fn unbounded() -> Self {
        ThreadState { shared: 0, threads: Vec::new(), many: vec![0] }
    }

    /// Reads a state. `B` and `U` may stand for `|` and `/`, `single` for `0|0`, `unbounded` for `0/0`.
    pub(super) fn parse(text: &str) -> Result<Self, Problem> {
        match text {
            "single" => return Ok(ThreadState { shared: 0, threads: vec![0], many: Vec::new() }),
            "unbounded" => return Ok(ThreadState::unbounded()),
            _ => {}
        }
        let (rest, many) = match text.split_once(['/', 'U']) {
            Some((rest, many)) => (rest, list(many)),
            None => (text, Some(Vec::new())),
        };
        let (shared, threads) = match rest.split_once(['|', 'B']) {
            Some((shared, threads)) => (number(shared), list(threads)),
            None if rest.len() < text.len() => (number(rest), Some(Vec::new())),
            None => (None, None),
        };
        match (shared, threads, many) {
            (Some(shared), Some(threads), Some(many)) => Ok(ThreadState { shared, threads, many }),
            _ => {
                let shown: String = text.chars().take(40).collect();
                let problem = Problem::new(format!("`{shown}` is no state of threads"), None);
                let help = "a state is `s|a,b/c,d`: shared state s, one thread in each of a and b, any number in each of c and d";
                Err(problem.with_help(help))
            }
        }
    }
}

impl FromStr for ThreadState {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        ThreadState::parse(text)
    }
}

impl fmt::Display for ThreadState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        write!(f, "{}", self.shared)?;
        if !self.threads.is_empty() || self.many.is_empty() {
            write!(f, "|{}", list(&self.threads))?;
        }
        if self.many.is_empty() { Ok(()) } else { write!(f, "/{}", list(&self.many)) }
    }
}

/// Numbers with commas between them, or nothing at all.
fn list(text: &str) -> Option<Vec<u64>> {
    if text.trim().is_empty() { Some(Vec::new()) } else { text.split(',').map(number).collect() }
}

fn number(text: &str) -> Option<u64> {
    let digits = text.trim();
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}
