//! The row of each node: how many links it is away from the first row.

use super::Diagram;
use std::collections::VecDeque;

/// How a link runs between rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the next row.
    Down,
    /// Within a row: it is drawn as a bend below the row.
    Level,
    /// To a row above.
    Up,
}

/// The row of each node, counted from zero: its distance from the nearest node of the first row. A link leads at
/// most one row down.
///
/// Where initial states lead to each other, having all of them in one row would make it long and tangled, so
/// only as many are put there as are needed to reach the others through initial states.
pub fn assign(diagram: &Diagram) -> Vec<usize> {
    let mut targets = vec![Vec::new(); diagram.nodes.len()];
    for link in &diagram.links {
        targets[link.from].push(link.to);
    }
    let mut roots = needed(&targets, &diagram.roots);
    let mut reached = vec![None; diagram.nodes.len()];
    spread(&targets, &roots, &mut reached);
    for node in 0..diagram.nodes.len() {
        if reached[node].is_none() {
            roots.push(node);
            spread(&targets, &[node], &mut reached);
        }
    }
    let mut rows = vec![None; diagram.nodes.len()];
    spread(&targets, &roots, &mut rows);
    rows.into_iter().map(|row| row.expect("every node is reached from some root")).collect()
}

/// A smallest choice of roots that reaches all of them through roots alone.
///
/// The first pass keeps the roots that none before them reaches. A later one of those may reach an earlier one;
/// the second pass, from the last one back, drops those.
fn needed(targets: &[Vec<usize>], roots: &[usize]) -> Vec<usize> {
    let mut is_root = vec![false; targets.len()];
    roots.iter().for_each(|root| is_root[*root] = true);
    let among: Vec<Vec<usize>> = targets
        .iter()
        .map(|targets| targets.iter().copied().filter(|target| is_root[*target]).collect())
        .collect();
    let unreached = |candidates: &mut dyn Iterator<Item = usize>| {
        let mut reached = vec![None; targets.len()];
        let mut kept = Vec::new();
        for root in candidates {
            if reached[root].is_none() {
                kept.push(root);
                spread(&among, &[root], &mut reached);
            }
        }
        kept
    };
    let first = unreached(&mut roots.iter().copied());
    let mut kept = unreached(&mut first.into_iter().rev());
    kept.reverse();
    kept
}

/// Gives every node without a row that can be reached from `roots` its distance from them.
fn spread(targets: &[Vec<usize>], roots: &[usize], rows: &mut [Option<usize>]) {
    let mut queue = VecDeque::new();
    for root in roots {
        rows[*root] = Some(0);
        queue.push_back((*root, 0));
    }
    while let Some((node, row)) = queue.pop_front() {
        for target in &targets[node] {
            if rows[*target].is_none() {
                rows[*target] = Some(row + 1);
                queue.push_back((*target, row + 1));
            }
        }
    }
}

/// How a link between nodes of these rows runs.
pub fn direction(from: usize, to: usize) -> Direction {
    match to.cmp(&from) {
        std::cmp::Ordering::Greater => Direction::Down,
        std::cmp::Ordering::Equal => Direction::Level,
        std::cmp::Ordering::Less => Direction::Up,
    }
}
