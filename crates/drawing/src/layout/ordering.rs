//! The order of the vertices on each level, such that few lines cross.
//!
//! # The algorithm
//!
//! Sweeps down and up: each level is sorted by the mean position of the neighbours on the level that was
//! sorted before it (its barycentre). The order with the fewest crossings seen is kept; the sweeps end when
//! none of the last few was better. Then neighbours are exchanged wherever that saves a crossing.
//!
//! The first order is that of a depth-first search, which keeps the parts of a diagram that are not connected
//! apart, and draws trees without any crossing.
//!
//! # Reference
//!
//! Sugiyama, Tagawa, Toda 1981 (see the parent module) for the barycentres; Gansner, Koutsofios, North, Vo 1993,
//! section 3, for the exchange of neighbours. Departure: ties are kept in one sweep and reversed in the next,
//! so that equal barycentres do not freeze the order.

use super::crossings;
use super::mesh::Mesh;
use std::cmp::Ordering;

/// Sweeps that may pass without improvement before the search ends.
const PATIENCE: usize = 8;
/// Sweeps at most.
const SWEEPS: usize = 60;
/// Rounds of exchanges at most.
const EXCHANGES: usize = 20;

/// Reorders the levels of a mesh.
pub fn reduce_crossings(mesh: &mut Mesh) {
    first_order(mesh);
    let mut best = mesh.levels.clone();
    let mut fewest = crossings::count(mesh, &mesh.positions());
    let mut waited = 0;
    for sweep in 0..SWEEPS {
        if fewest == 0 || waited >= PATIENCE {
            break;
        }
        sweep_once(mesh, sweep % 2 == 0, sweep % 4 >= 2);
        let crossings = crossings::count(mesh, &mesh.positions());
        waited += 1;
        if crossings < fewest {
            (fewest, waited) = (crossings, 0);
            best.clone_from(&mesh.levels);
        }
    }
    mesh.levels = best;
    exchange_neighbours(mesh);
}

/// Orders every level by when a depth-first search first meets its vertices.
fn first_order(mesh: &mut Mesh) {
    let mut met = vec![usize::MAX; mesh.vertices.len()];
    let mut count = 0;
    let roots: Vec<usize> = mesh.levels.iter().flatten().copied().collect();
    let mut stack = Vec::new();
    for root in roots {
        stack.push(root);
        while let Some(vertex) = stack.pop() {
            if met[vertex] != usize::MAX {
                continue;
            }
            met[vertex] = count;
            count += 1;
            let Neighbours { above, below } = Neighbours::of(mesh, vertex);
            stack.extend(above.iter().rev());
            stack.extend(below.iter().rev());
        }
    }
    for level in &mut mesh.levels {
        level.sort_by_key(|vertex| met[*vertex]);
    }
}

/// The neighbours of a vertex.
struct Neighbours<'m> {
    above: &'m [usize],
    below: &'m [usize],
}

impl<'m> Neighbours<'m> {
    fn of(mesh: &'m Mesh, vertex: usize) -> Self {
        Neighbours { above: &mesh.vertices[vertex].above, below: &mesh.vertices[vertex].below }
    }
}

/// Sorts all levels but the first one of the sweep by barycentres.
fn sweep_once(mesh: &mut Mesh, downwards: bool, reverse_ties: bool) {
    let mut positions = mesh.positions();
    let count = mesh.levels.len();
    for step in 1..count {
        let level = if downwards { step } else { count - 1 - step };
        let mut order = std::mem::take(&mut mesh.levels[level]);
        if reverse_ties {
            order.reverse();
        }
        sort_level(mesh, &mut order, &positions, downwards);
        for (position, vertex) in order.iter().enumerate() {
            positions[*vertex] = position;
        }
        mesh.levels[level] = order;
    }
}

/// Sorts the vertices that have neighbours by their barycentres; the others stay in their slots.
fn sort_level(mesh: &Mesh, order: &mut [usize], positions: &[usize], downwards: bool) {
    let barycentre = |vertex: usize| {
        let Neighbours { above, below } = Neighbours::of(mesh, vertex);
        let neighbours = if downwards { above } else { below };
        let sum: usize = neighbours.iter().map(|neighbour| positions[*neighbour]).sum();
        (!neighbours.is_empty()).then(|| sum as f64 / neighbours.len() as f64)
    };
    let centres: Vec<Option<f64>> = order.iter().map(|vertex| barycentre(*vertex)).collect();
    let mut moving: Vec<(f64, usize)> =
        centres.iter().zip(order.iter()).filter_map(|(centre, vertex)| Some(((*centre)?, *vertex))).collect();
    moving.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    let mut moving = moving.into_iter();
    for (slot, centre) in order.iter_mut().zip(&centres) {
        if centre.is_some() {
            *slot = moving.next().expect("as many vertices move as have a barycentre").1;
        }
    }
}

/// Exchanges neighbours on a level wherever that saves a crossing.
fn exchange_neighbours(mesh: &mut Mesh) {
    let mut positions = mesh.positions();
    for _ in 0..EXCHANGES {
        let mut improved = false;
        for level in 0..mesh.levels.len() {
            for left in 1..mesh.levels[level].len() {
                let (a, b) = (mesh.levels[level][left - 1], mesh.levels[level][left]);
                if crossings_of_pair(mesh, &positions, b, a) < crossings_of_pair(mesh, &positions, a, b) {
                    mesh.levels[level].swap(left - 1, left);
                    positions.swap(a, b);
                    improved = true;
                }
            }
        }
        if !improved {
            break;
        }
    }
}

/// How many lines of `left` and `right` cross if they stand in this order.
fn crossings_of_pair(mesh: &Mesh, positions: &[usize], left: usize, right: usize) -> usize {
    let crossings = |of_left: &[usize], of_right: &[usize]| -> usize {
        let inverted =
            |end: &usize| of_right.iter().filter(|other| positions[**other] < positions[*end]).count();
        of_left.iter().map(inverted).sum()
    };
    let (left, right) = (Neighbours::of(mesh, left), Neighbours::of(mesh, right));
    crossings(left.above, right.above) + crossings(left.below, right.below)
}
