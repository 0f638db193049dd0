//! The table of `--stats`.

use super::certificate::certificate_rows;
use super::number::grouped;
use crate::memory;
use crate::outcome::Outcome;
use std::time::{Duration, Instant};

/// Counts of each engine's run, memory, and time by phase.
pub fn stats_text(outcome: &Outcome) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut seen = Vec::new();
    for result in &outcome.results {
        let answer = &result.answer;
        // Properties that were answered by one search have the same counts, which are shown once.
        if answer.engine.is_empty() || seen.contains(&(&answer.statistics, answer.engine)) {
            continue;
        }
        seen.push((&answer.statistics, answer.engine));
        for (name, count) in &answer.statistics {
            rows.push((format!("{}: {}", answer.engine, name.replace('_', " ")), grouped(count)));
        }
    }
    if let Some(peak) = memory::peak_resident() {
        rows.push(("peak memory of the process".into(), format!("{} MiB", grouped(peak.div_ceil(1 << 20)))));
    }
    for (name, time) in phases(outcome) {
        rows.push((name.into(), format!("{:.3} s", time.as_secs_f64())));
    }
    rows.extend(certificate_rows(outcome));
    table(&rows)
}

/// The time that each phase took.
///
/// Loading a model is one operation; its first phase is measured by doing it once more.
fn phases(outcome: &Outcome) -> [(&'static str, Duration); 3] {
    let start = Instant::now();
    let _ = language::parse(outcome.model.system.source.text());
    let parse = start.elapsed().min(outcome.model.load_time);
    [
        ("time to parse", parse),
        ("time to lower", outcome.model.load_time - parse),
        ("time to search", outcome.search_time),
    ]
}

/// Two columns, the second one aligned to the right.
fn table(rows: &[(String, String)]) -> String {
    let left = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let right = rows.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("  {name:<left$}  {value:>right$}\n")).collect()
}
