//! Places along the levels: lines as straight as the order of the vertices allows.
//!
//! # The algorithm
//!
//! Each vertex is aligned with the middle one of its neighbours on the level above, unless that line crosses a
//! line inside a trunk or one that was chosen before. Aligned vertices form blocks, which get one common `x`:
//! the leftmost one that keeps the distances on all levels, by longest paths in the graph of blocks that are
//! neighbours on some level; then blocks with room to their right are pulled there. This is done four times,
//! with up and down and with left and right exchanged. The result for a vertex is the mean of the two middle
//! values. Since each of the four keeps the order and the distances on every level, the result does too. In
//! the end the blocks are moved closer together.
//!
//! # Reference
//!
//! Brandes, Köpf: *Fast and Simple Horizontal Coordinate Assignment*, Graph Drawing 2001,
//! doi:10.1007/3-540-45848-4_3. Departures: boxes have different widths, and blocks are placed by longest paths
//! instead of by classes of blocks, which avoids the error that Brandes, Walter, Zink describe in *Erratum: Fast
//! and Simple Horizontal Coordinate Assignment*, 2020, arXiv:2008.01252.

use super::mesh::{Mesh, Part};
use super::relax::relax;
use std::collections::BTreeSet;

/// The distance between the boxes of neighbouring nodes.
const NODE_GAP: f64 = 22.0;
/// The distance between a label or a line and its neighbours.
const LINE_GAP: f64 = 12.0;

/// The `x` of each vertex's middle, the smallest left side being at zero.
pub fn assign(mesh: &Mesh) -> Vec<f64> {
    let conflicts = conflicts(mesh);
    let mut drafts = Vec::new();
    for upwards in [false, true] {
        for rightwards in [false, true] {
            drafts.push(draft(mesh, &conflicts, upwards, rightwards));
        }
    }
    let drafts = overlay(mesh, drafts);
    let mut xs: Vec<f64> = (0..mesh.vertices.len())
        .map(|vertex| {
            let mut values = [drafts[0][vertex], drafts[1][vertex], drafts[2][vertex], drafts[3][vertex]];
            values.sort_by(f64::total_cmp);
            (values[1] + values[2]) / 2.0
        })
        .collect();
    relax(mesh, &mut xs);
    let (start, _) = extent(mesh, &xs);
    xs.iter_mut().for_each(|x| *x -= start);
    xs
}

/// The distance that the middles of two neighbours need, `a` to the left of `b`.
pub fn separation(mesh: &Mesh, a: usize, b: usize) -> f64 {
    let (left, right) = (&mesh.vertices[a], &mesh.vertices[b]);
    let gap = match (left.part, right.part) {
        (Part::Node(_), Part::Node(_)) => NODE_GAP,
        _ => LINE_GAP,
    };
    left.right + right.left + gap
}

/// The lines that must not become straight, since they cross one inside a trunk: pairs of upper and lower end.
fn conflicts(mesh: &Mesh) -> BTreeSet<(usize, usize)> {
    let positions = mesh.positions();
    let mut conflicts = BTreeSet::new();
    for lower in mesh.levels.iter().skip(1) {
        let inner = |vertex: &usize| {
            let upper = mesh.vertices[*vertex].above.iter().find(|upper| mesh.is_inner(**upper, *vertex));
            upper.map(|upper| positions[*upper])
        };
        let inner: Vec<Option<usize>> = lower.iter().map(inner).collect();
        // Of the lines inside trunks that end to the left of a vertex, the rightmost beginning; and conversely.
        let mut rightmost = vec![None; lower.len() + 1];
        for at in 0..lower.len() {
            rightmost[at + 1] = rightmost[at].max(inner[at]);
        }
        let mut leftmost = vec![usize::MAX; lower.len() + 1];
        for at in (0..lower.len()).rev() {
            leftmost[at] = leftmost[at + 1].min(inner[at].unwrap_or(usize::MAX));
        }
        for (at, vertex) in lower.iter().enumerate() {
            for upper in &mesh.vertices[*vertex].above {
                let crosses = rightmost[at] > Some(positions[*upper]) || leftmost[at + 1] < positions[*upper];
                if crosses && !mesh.is_inner(*upper, *vertex) {
                    conflicts.insert((*upper, *vertex));
                }
            }
        }
    }
    conflicts
}

/// One of the four assignments: blocks grow downwards or upwards and lean to the left or to the right.
fn draft(mesh: &Mesh, conflicts: &BTreeSet<(usize, usize)>, upwards: bool, rightwards: bool) -> Vec<f64> {
    let mut levels = mesh.levels.clone();
    if upwards {
        levels.reverse();
    }
    if rightwards {
        levels.iter_mut().for_each(|level| level.reverse());
    }
    let mut positions = vec![0; mesh.vertices.len()];
    for level in &levels {
        for (position, vertex) in level.iter().enumerate() {
            positions[*vertex] = position;
        }
    }
    let blocks = align(mesh, &levels, &positions, conflicts, upwards);
    let mut xs = compact(mesh, &levels, &blocks, rightwards);
    if rightwards {
        xs.iter_mut().for_each(|x| *x = -*x);
    }
    xs
}

/// The first vertex of each vertex's block.
fn align(
    mesh: &Mesh,
    levels: &[Vec<usize>],
    positions: &[usize],
    conflicts: &BTreeSet<(usize, usize)>,
    upwards: bool,
) -> Vec<usize> {
    let mut blocks: Vec<usize> = (0..mesh.vertices.len()).collect();
    let mut continued = vec![false; mesh.vertices.len()];
    for level in levels {
        let mut free = 0;
        // The label of a link within a row is to hang between its two nodes, not below one of them.
        for vertex in level.iter().filter(|vertex| !mesh.is_bend(**vertex)) {
            let Some(neighbours) = sorted_neighbours(mesh, *vertex, positions, upwards) else { continue };
            let middle = neighbours.len() - 1;
            for at in [middle / 2, middle.div_ceil(2)] {
                let neighbour = neighbours[at];
                let line = if upwards { (*vertex, neighbour) } else { (neighbour, *vertex) };
                let crosses = positions[neighbour] < free || conflicts.contains(&line);
                if blocks[*vertex] == *vertex && !continued[neighbour] && !crosses {
                    blocks[*vertex] = blocks[neighbour];
                    continued[neighbour] = true;
                    free = positions[neighbour] + 1;
                }
            }
        }
    }
    blocks
}

fn sorted_neighbours(mesh: &Mesh, vertex: usize, positions: &[usize], upwards: bool) -> Option<Vec<usize>> {
    let vertex = &mesh.vertices[vertex];
    let mut neighbours = if upwards { vertex.below.clone() } else { vertex.above.clone() };
    neighbours.sort_by_key(|neighbour| positions[*neighbour]);
    (!neighbours.is_empty()).then_some(neighbours)
}

/// Places the blocks next to each other.
fn compact(mesh: &Mesh, levels: &[Vec<usize>], blocks: &[usize], mirrored: bool) -> Vec<f64> {
    let mut after: Vec<Vec<(usize, f64)>> = vec![Vec::new(); blocks.len()];
    let mut waiting = vec![0; blocks.len()];
    for pair in levels.iter().flat_map(|level| level.windows(2)) {
        let gap =
            if mirrored { separation(mesh, pair[1], pair[0]) } else { separation(mesh, pair[0], pair[1]) };
        after[blocks[pair[0]]].push((blocks[pair[1]], gap));
        waiting[blocks[pair[1]]] += 1;
    }
    let mut order: Vec<usize> =
        (0..blocks.len()).filter(|vertex| blocks[*vertex] == *vertex && waiting[*vertex] == 0).collect();
    let mut xs = vec![0.0_f64; blocks.len()];
    let mut next = 0;
    while let Some(block) = order.get(next).copied() {
        next += 1;
        for (other, gap) in &after[block] {
            xs[*other] = xs[*other].max(xs[block] + gap);
            waiting[*other] -= 1;
            if waiting[*other] == 0 {
                order.push(*other);
            }
        }
    }
    for block in order.iter().rev() {
        let room = after[*block].iter().map(|(other, gap)| xs[*other] - gap).fold(f64::INFINITY, f64::min);
        if room.is_finite() {
            xs[*block] = xs[*block].max(room);
        }
    }
    blocks.iter().map(|block| xs[*block]).collect()
}

/// Shifts the drafts so that they share a side of the narrowest one: the left one for those that lean left.
fn overlay(mesh: &Mesh, mut drafts: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let extents: Vec<(f64, f64)> = drafts.iter().map(|xs| extent(mesh, xs)).collect();
    let Some(narrowest) = extents.iter().copied().min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0))) else {
        return drafts;
    };
    for (index, (xs, own)) in drafts.iter_mut().zip(&extents).enumerate() {
        let shift = if index % 2 == 0 { narrowest.0 - own.0 } else { narrowest.1 - own.1 };
        xs.iter_mut().for_each(|x| *x += shift);
    }
    drafts
}

/// The leftmost and the rightmost side of all vertices.
fn extent(mesh: &Mesh, xs: &[f64]) -> (f64, f64) {
    let sides = mesh.vertices.iter().zip(xs);
    sides.fold((f64::INFINITY, f64::NEG_INFINITY), |(start, end), (vertex, x)| {
        (start.min(x - vertex.left), end.max(x + vertex.right))
    })
}
