//! How many random cases a test runs.

use std::ops::Range;

/// The seeds of a test: so many from `first` on, or with `FATHOM_SLOW=1` so many more; or those that
/// `FATHOM_SEEDS=100..200` or `FATHOM_SEEDS=100` asks for.
pub fn seeds(first: u64, few: u64, many: u64) -> Range<u64> {
    if let Some(asked) = std::env::var("FATHOM_SEEDS").ok().as_deref().and_then(parse) {
        return asked;
    }
    first..first + if is_slow() { many } else { few }
}

/// Whether slow tests are wanted.
pub fn is_slow() -> bool {
    std::env::var_os("FATHOM_SLOW").is_some()
}

fn parse(text: &str) -> Option<Range<u64>> {
    match text.split_once("..") {
        Some((first, end)) => Some(first.parse().ok()?..end.parse().ok()?),
        None => text.parse().ok().map(|only| only..only + 1),
    }
}
