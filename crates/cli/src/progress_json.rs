//! How far a check is, as lines of JSON on standard error, for programs that watch it.

use crate::progress::ProgressDisplay;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::time::{Duration, Instant};
use system::Progress;

/// How often a line is written.
const INTERVAL: Duration = Duration::from_secs(1);

/// One line a second.
#[derive(Debug, Default)]
pub struct ProgressJson {
    last: Option<Instant>,
}

impl ProgressDisplay for ProgressJson {
    fn show(&mut self, file: &str, progress: &Progress, time: Duration) {
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        self.last = Some(Instant::now());
        // Who no longer reads does not matter to the check.
        let _ = writeln!(std::io::stderr().lock(), "{}", line(file, progress, time));
    }

    fn clear(&mut self) {
        // Lines stay where they are.
    }
}

/// What a line says.
fn line(file: &str, progress: &Progress, time: Duration) -> Json {
    let bytes = progress.bytes + progress.bytes_elsewhere;
    let mut line = json!({ "file": file, "seconds": time.as_millis() as f64 / 1e3, "bytes": bytes });
    let mut add = |name: &str, number: u64| line[name] = number.into();
    match progress.states {
        0 if progress.iteration > 0 => {
            add("iteration", progress.iteration);
            add("size", progress.size);
        }
        states => {
            add("states", states);
            add("waiting", progress.frontier);
            add("depth", progress.depth);
        }
    }
    if progress.workers > 0 {
        add("workers", progress.workers);
        add("largest_share", progress.largest_share);
    }
    json!({ "progress": line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_what_is_known() {
        let at = Progress { states: 100, frontier: 7, depth: 3, bytes: 5, ..Progress::default() };
        let seconds = Duration::from_millis(1500);
        assert_eq!(
            line("a.fathom", &at, seconds),
            json!({ "progress": { "file": "a.fathom", "seconds": 1.5, "bytes": 5, "states": 100, "waiting": 7, "depth": 3 } })
        );
        let shared = Progress { workers: 4, largest_share: 30, bytes_elsewhere: 20, ..at };
        let found = &line("a.fathom", &shared, seconds)["progress"];
        assert_eq!((&found["workers"], &found["largest_share"]), (&json!(4), &json!(30)));
        assert_eq!(found["bytes"], json!(25));
        let sets = Progress { iteration: 9, size: 80, ..Progress::default() };
        let found = &line("a.fathom", &sets, seconds)["progress"];
        assert_eq!((&found["iteration"], found.get("states")), (&json!(9), None));
    }
}
