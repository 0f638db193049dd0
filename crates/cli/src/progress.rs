//! One line that says how far a check is: on the terminal, or for whoever asked.

use crate::report::grouped;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};
use system::Progress;

/// Where it is shown how far work is.
pub trait ProgressDisplay {
    /// Shows how far the check of `file` is after some time.
    fn show(&mut self, file: &str, progress: &Progress, time: Duration);

    /// Makes room for other text.
    fn clear(&mut self);
}

/// The line, shown only on a terminal.
pub struct ProgressLine {
    shown: bool,
    visible: bool,
    last: Option<Instant>,
    /// How far the check was when the line was last shown.
    before: Progress,
}

/// Goes back to the beginning of the line and removes its text.
const CLEAR: &str = "\r\x1b[2K";
/// Cuts off what does not fit into the line, which could not be removed again.
const NO_WRAPPING: &str = "\x1b[?7l";
/// Continues long text in the next line, as usual.
const WRAPPING: &str = "\x1b[?7h";
/// Quick checks end before anything flickers.
const QUIET_BEGINNING: Duration = Duration::from_millis(400);
/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(200);

impl ProgressLine {
    /// A line that is shown if it is wanted and standard error is a terminal.
    pub fn new(wanted: bool) -> Self {
        ProgressLine {
            shown: wanted && std::io::stderr().is_terminal(),
            visible: false,
            last: None,
            before: Progress::default(),
        }
    }
}

impl ProgressDisplay for ProgressLine {
    fn show(&mut self, file: &str, progress: &Progress, time: Duration) {
        let too_early = self.last.is_some_and(|last| last.elapsed() < INTERVAL);
        if !self.shown || time < QUIET_BEGINNING || too_early {
            return;
        }
        self.last = Some(Instant::now());
        self.visible = true;
        let mut terminal = std::io::stderr().lock();
        let text = how_far(progress, &self.before, time);
        let _ = write!(terminal, "{CLEAR}{NO_WRAPPING}{file}: {text}{WRAPPING}");
        let _ = terminal.flush();
        self.before = *progress;
    }

    /// Removes the line, so that other text can be written.
    fn clear(&mut self) {
        if self.visible {
            let mut terminal = std::io::stderr().lock();
            let _ = write!(terminal, "{CLEAR}");
            let _ = terminal.flush();
            self.visible = false;
        }
    }
}

/// How far work is, in words, if it was `before` when that was last said.
pub fn how_far(progress: &Progress, before: &Progress, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let memory = grouped((progress.bytes + progress.bytes_elsewhere) >> 20);
    if progress.states == 0 && progress.iteration > 0 {
        let (iteration, size) = (grouped(progress.iteration), grouped(progress.size));
        let trend = trend(before.size, progress.size);
        return format!(
            "iteration {iteration} of a fixpoint, size {size}{trend}, {memory} MiB, {seconds:.0} s"
        );
    }
    if progress.states == 0 {
        return format!("preparing, {memory} MiB, {seconds:.0} s");
    }
    let rate = (progress.states as f64 / seconds.max(0.001)) as u128;
    format!(
        "{} states ({}/s), {} waiting{}, depth {}, {} MiB, {seconds:.0} s{}",
        grouped(progress.states),
        grouped(rate),
        grouped(progress.frontier),
        trend(before.frontier, progress.frontier),
        grouped(progress.depth),
        memory,
        workers(progress),
    )
}

/// Who shares the work, and how evenly, where several do.
fn workers(progress: &Progress) -> String {
    if progress.workers < 2 {
        return String::new();
    }
    let share = u128::from(progress.largest_share) * 100 / u128::from(progress.states.max(1));
    format!(", {} workers with at most {share} % each", progress.workers)
}

/// Where a number leads, in a word.
fn trend(before: u64, now: u64) -> &'static str {
    let tolerance = before / 20;
    match before {
        0 => "",
        _ if now > before.saturating_add(tolerance) => " (rising)",
        _ if now < before.saturating_sub(tolerance) => " (falling)",
        _ => " (steady)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_the_check_is() {
        let progress =
            Progress { states: 1_234_567, frontier: 8901, depth: 23, bytes: 45 << 20, ..Progress::default() };
        assert_eq!(
            how_far(&progress, &Progress::default(), Duration::from_secs(2)),
            "1,234,567 states (617,283/s), 8,901 waiting, depth 23, 45 MiB, 2 s"
        );
    }

    #[test]
    fn the_line_is_about_all_workers() {
        let progress = Progress {
            states: 1000,
            frontier: 20,
            depth: 23,
            bytes: 45 << 20,
            workers: 3,
            largest_share: 345,
            bytes_elsewhere: 85 << 20,
            ..Progress::default()
        };
        assert_eq!(
            how_far(&progress, &Progress::default(), Duration::from_secs(2)),
            "1,000 states (500/s), 20 waiting, depth 23, 130 MiB, 2 s, 3 workers with at most 34 % each"
        );
    }

    #[test]
    fn the_line_speaks_of_sets_where_sets_are_computed() {
        let progress = Progress { iteration: 12, size: 3456, bytes: 7 << 20, ..Progress::default() };
        assert_eq!(
            how_far(&progress, &Progress::default(), Duration::from_secs(2)),
            "iteration 12 of a fixpoint, size 3,456, 7 MiB, 2 s"
        );
        assert_eq!(
            how_far(&Progress::default(), &Progress::default(), Duration::from_secs(2)),
            "preparing, 0 MiB, 2 s"
        );
    }
}
