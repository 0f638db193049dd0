//! Moves blocks of aligned vertices towards what they are joined with.
//!
//! # The algorithm
//!
//! A block is a largest set of joined vertices with the same `x`: a straight line. In each round every block
//! moves, as far as its neighbours on all its levels let it, to the median of the places of the vertices that it
//! is joined with. The median makes the lines from the block shortest in sum, and often one of them straight.
//! Rounds alternate between left to right and right to left, so that room made by one block can be used by the
//! next; a round after which nothing has moved is the last one.
//!
//! # Reference
//!
//! The medians are those of Gansner, Koutsofios, North, Vo 1993, section 4.1 (see the parent module). Departure:
//! whole blocks move, so that what [`super::coordinates`] made straight stays straight.

use super::coordinates::separation;
use super::mesh::Mesh;

/// Rounds at most.
const ROUNDS: usize = 40;
/// Distances below this one are rounding errors, or invisible.
const TOLERANCE: f64 = 1e-3;

/// Improves places that keep all distances; they still do afterwards.
pub fn relax(mesh: &Mesh, xs: &mut [f64]) {
    let (mut blocks, heads) = blocks(mesh, xs);
    blocks.sort_by(|a, b| xs[a[0]].total_cmp(&xs[b[0]]).then(a.cmp(b)));
    let positions = mesh.positions();
    for round in 0..ROUNDS {
        let mut moved = false;
        for index in 0..blocks.len() {
            let block = if round % 2 == 0 { &blocks[index] } else { &blocks[blocks.len() - 1 - index] };
            let Some(wish) = median(mesh, xs, &heads, block) else { continue };
            let (low, high) = room(mesh, xs, &positions, block);
            let place = wish.min(high).max(low);
            if (place - xs[block[0]]).abs() > TOLERANCE {
                block.iter().for_each(|vertex| xs[*vertex] = place);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

/// The vertices that are joined by straight lines, from the top; and for each vertex the first one of its block.
fn blocks(mesh: &Mesh, xs: &[f64]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut heads: Vec<usize> = (0..mesh.vertices.len()).collect();
    let mut blocks = vec![Vec::new(); mesh.vertices.len()];
    for vertex in mesh.levels.iter().flatten() {
        let straight = |above: &&usize| (xs[**above] - xs[*vertex]).abs() < TOLERANCE;
        if let Some(above) = mesh.vertices[*vertex].above.iter().find(straight) {
            heads[*vertex] = heads[*above];
        }
        blocks[heads[*vertex]].push(*vertex);
    }
    blocks.retain(|block| !block.is_empty());
    (blocks, heads)
}

/// The median of the places of what a block is joined with; nothing if it is joined with nothing.
fn median(mesh: &Mesh, xs: &[f64], heads: &[usize], block: &[usize]) -> Option<f64> {
    let joined = block.iter().flat_map(|v| mesh.vertices[*v].above.iter().chain(&mesh.vertices[*v].below));
    let mut places: Vec<f64> =
        joined.filter(|other| heads[**other] != block[0]).map(|other| xs[*other]).collect();
    places.sort_by(f64::total_cmp);
    let last = places.len().checked_sub(1)?;
    Some((places[last / 2] + places[last.div_ceil(2)]) / 2.0)
}

/// The places that keep the distances from the neighbours on all levels of a block.
fn room(mesh: &Mesh, xs: &[f64], positions: &[usize], block: &[usize]) -> (f64, f64) {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for vertex in block {
        let level = &mesh.levels[mesh.vertices[*vertex].level];
        let position = positions[*vertex];
        if let Some(left) = position.checked_sub(1).map(|left| level[left]) {
            low = low.max(xs[left] + separation(mesh, left, *vertex));
        }
        if let Some(right) = level.get(position + 1) {
            high = high.min(xs[*right] - separation(mesh, *vertex, *right));
        }
    }
    (low, high)
}
