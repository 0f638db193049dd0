//! Counting how often the lines between two levels cross.
//!
//! # The algorithm
//!
//! The lines are sorted by their upper ends, then by their lower ends. Two of them cross if the later one ends
//! further left: the crossings are the inversions of the sequence of lower ends. A tree of partial sums counts
//! them in O(lines · log positions).
//!
//! # Reference
//!
//! Barth, Mutzel, Jünger: *Simple and Efficient Bilayer Cross Counting*, Journal of Graph Algorithms and
//! Applications 8(2), 2004, doi:10.7155/jgaa.00088.

use super::mesh::Mesh;

/// How many pairs of lines of the mesh cross.
pub fn count(mesh: &Mesh, positions: &[usize]) -> usize {
    (1..mesh.levels.len()).map(|lower| between(mesh, positions, lower)).sum()
}

/// How many pairs of lines between the level above `lower` and `lower` itself cross.
fn between(mesh: &Mesh, positions: &[usize], lower: usize) -> usize {
    let mut sums = PartialSums::new(mesh.levels[lower].len());
    let mut crossings = 0;
    let mut lines = 0;
    for upper in &mesh.levels[lower - 1] {
        let mut ends: Vec<usize> = mesh.vertices[*upper].below.iter().map(|end| positions[*end]).collect();
        ends.sort_unstable();
        // Lines from one vertex do not cross, so their ends are counted before they are entered.
        crossings += ends.iter().map(|end| lines - sums.up_to(*end)).sum::<usize>();
        for end in ends {
            sums.add(end);
            lines += 1;
        }
    }
    crossings
}

/// How many entries are at most at a position, by a binary indexed tree.
struct PartialSums {
    tree: Vec<usize>,
}

impl PartialSums {
    fn new(positions: usize) -> Self {
        PartialSums { tree: vec![0; positions + 1] }
    }

    fn add(&mut self, position: usize) {
        let mut at = position + 1;
        while at < self.tree.len() {
            self.tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }

    fn up_to(&self, position: usize) -> usize {
        let mut at = position + 1;
        let mut sum = 0;
        while at > 0 {
            sum += self.tree[at];
            at &= at - 1;
        }
        sum
    }
}
