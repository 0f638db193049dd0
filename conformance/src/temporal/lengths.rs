//! Whether a path is as short as an engine says, by trying all shorter ones.

use super::graph::Graph;
use super::path::PlainLasso;

/// How many paths of a length are tried.
const MOST_PATHS: usize = 3_000;

/// A maximal path from one of these states that is wanted and has fewer steps than `below`, one of the shortest; nothing where
/// there is none, or where there are too many paths to try.
pub(super) fn shorter_lasso(
    graph: &Graph,
    starts: &[usize],
    below: usize,
    is_wanted: &dyn Fn(&PlainLasso) -> bool,
) -> Option<PlainLasso> {
    let start = |state: &usize| PlainLasso { states: vec![*state], steps: Vec::new(), back: None };
    let mut layer: Vec<PlainLasso> = starts.iter().map(start).collect();
    for _ in 0..below {
        let mut longer = Vec::new();
        for path in &layer {
            if graph.is_dead_end(path.last()) && is_wanted(path) {
                return Some(path.clone());
            }
            for back in (0..path.steps.len()).filter(|back| path.states[*back] == path.last()) {
                let lasso = PlainLasso { back: Some(back), ..path.clone() };
                if is_wanted(&lasso) {
                    return Some(lasso);
                }
            }
            for step in &graph.steps[path.last()] {
                let mut next = path.clone();
                next.states.push(step.target);
                next.steps.push(step.clone());
                longer.push(next);
            }
        }
        if longer.len() > MOST_PATHS {
            return None;
        }
        layer = longer;
    }
    None
}
