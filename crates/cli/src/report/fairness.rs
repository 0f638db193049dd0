//! Why a path that repeats itself is fair.

use serde_json::{Value as Json, json};
use system::{Ending, Lasso, Met, System, Trace};

/// The most assumptions that are shown unless the user wants more.
const MOST: usize = 8;

/// How the path meets each fairness assumption; nothing for paths that end, which are fair anyway.
fn assumptions_met(system: &System, trace: &Trace) -> Vec<Met> {
    if !matches!(trace.ending, Ending::Loop(_)) {
        return Vec::new();
    }
    let lasso = Lasso::new(system, trace);
    lasso.and_then(|lasso| lasso.fairness().ok()).unwrap_or_default()
}

/// A heading and a line for each assumption; none if nothing is assumed.
pub fn fairness_lines(system: &System, trace: &Trace, verbose: bool) -> Vec<String> {
    let met = assumptions_met(system, trace);
    if met.is_empty() {
        return Vec::new();
    }
    let shown = if verbose || met.len() <= MOST + 1 { met.len() } else { MOST };
    let mut lines = vec!["why this path is fair:".to_string()];
    lines.extend(
        met[..shown].iter().filter_map(|met| Some(format!("  {}: {}", met.assumption, met.how.as_ref()?))),
    );
    if shown < met.len() {
        lines.push(format!("  … and {} more; -v shows all", met.len() - shown));
    }
    lines
}

/// The assumptions with how each is met; nothing if there are none.
pub fn json_fairness(system: &System, trace: &Trace) -> Option<Json> {
    let met = assumptions_met(system, trace);
    let one = |met: &Met| json!({ "assumption": met.assumption, "how": met.how });
    (!met.is_empty()).then(|| met.iter().map(one).collect())
}
