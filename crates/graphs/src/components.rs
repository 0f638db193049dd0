//! Strongly connected components.
//!
//! Nodes are entered depth first and stay on a stack until their component is complete. `low` is the earliest node on the
//! stack that a node is known to lead to; where that is the node itself, all that stands above it on the stack is its
//! component. There is no recursion, so that no graph is too deep.
//!
//! # Reference
//!
//! Tarjan: *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1(2), 1972,
//! doi:10.1137/0201010. Departure: the mark for nodes whose component is known shares its place with the order of entry, as in
//! Pearce: *A Space-Efficient Algorithm for Finding Strongly Connected Components*, Information Processing Letters 116(1),
//! 2016.

/// Calls back with the nodes of each strongly connected component of what can be reached from the roots, successors before
/// predecessors.
///
/// Nodes are numbers below `nodes`, of which there are fewer than 2³² − 1. A component of one node may have no edge.
///
/// ```
/// let edges: [&[u32]; 3] = [&[1], &[2, 0], &[]];
/// let mut found = Vec::new();
/// graphs::components(3, [0], |node| edges[node as usize].iter().copied(), |component| {
///     found.push(component.to_vec());
/// });
/// assert_eq!(found, [vec![2], vec![0, 1]]);
/// ```
///
/// # Panics
///
/// If a root or a successor is not below `nodes`.
pub fn components<Edges: Iterator<Item = u32>>(
    nodes: usize,
    roots: impl IntoIterator<Item = u32>,
    successors: impl Fn(u32) -> Edges,
    mut found: impl FnMut(&[u32]),
) {
    let mut search = DepthFirst {
        successors,
        order: vec![0; nodes],
        low: vec![0; nodes],
        next: 1,
        stack: Vec::new(),
        calls: Vec::new(),
    };
    for root in roots {
        if search.order[root as usize] == 0 {
            search.run(root, &mut found);
        }
    }
}

/// The component of a node is known, so it is no longer on the stack.
const DONE: u32 = u32::MAX;

struct DepthFirst<Edges, Successors> {
    successors: Successors,
    /// The order in which nodes were entered, from one; zero if they were not; `DONE` at the end.
    order: Vec<u32>,
    low: Vec<u32>,
    next: u32,
    stack: Vec<u32>,
    /// The nodes being visited, each with the edges that are still to be followed.
    calls: Vec<(u32, Edges)>,
}

impl<Edges: Iterator<Item = u32>, Successors: Fn(u32) -> Edges> DepthFirst<Edges, Successors> {
    fn run(&mut self, root: u32, found: &mut impl FnMut(&[u32])) {
        self.enter(root);
        while let Some((node, edges)) = self.calls.last_mut() {
            let node = *node;
            match edges.next() {
                Some(target) => self.follow(node, target),
                None => self.retreat(node, found),
            }
        }
    }

    fn enter(&mut self, node: u32) {
        self.order[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.calls.push((node, (self.successors)(node)));
    }

    fn follow(&mut self, node: u32, target: u32) {
        match self.order[target as usize] {
            0 => self.enter(target),
            DONE => {}
            order => self.low[node as usize] = self.low[node as usize].min(order),
        }
    }

    /// Goes back to where a node was entered from: all its edges were followed.
    fn retreat(&mut self, node: u32, found: &mut impl FnMut(&[u32])) {
        self.calls.pop();
        if let Some((caller, _)) = self.calls.last() {
            let low = self.low[node as usize].min(self.low[*caller as usize]);
            self.low[*caller as usize] = low;
        }
        if self.low[node as usize] == self.order[node as usize] {
            self.complete(node, found);
        }
    }

    /// Takes the component of its first node off the stack.
    fn complete(&mut self, first: u32, found: &mut impl FnMut(&[u32])) {
        let start = self.stack.iter().rposition(|node| *node == first).unwrap_or_default();
        let component = &self.stack[start..];
        component.iter().for_each(|node| self.order[*node as usize] = DONE);
        found(component);
        self.stack.truncate(start);
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    fn triples(count: usize) -> impl Iterator<Item = (usize, usize, usize)> {
        let pairs = move |first| (0..count * count).map(move |pair| (first, pair / count, pair % count));
        (0..count).flat_map(pairs)
    }

    #[test]
    fn components_are_the_classes_of_mutual_reachability() {
        // All graphs of three nodes, and some of five.
        let graphs = (0..512u32).map(|bits| (3, bits)).chain((0..400).map(|seed| (5, seed * 83_621 + 7)));
        for (count, bits) in graphs {
            let has = |from: usize, to: usize| bits >> (from * count + to) & 1 == 1;
            let edges: Vec<Vec<u32>> = (0..count)
                .map(|from| (0..count as u32).filter(|to| has(from, *to as usize)).collect())
                .collect();
            let mut reach: Vec<Vec<bool>> =
                (0..count).map(|from| (0..count).map(|to| from == to || has(from, to)).collect()).collect();
            for (middle, from, to) in triples(count) {
                reach[from][to] |= reach[from][middle] && reach[middle][to];
            }
            let mut number = vec![usize::MAX; count];
            let mut found = 0;
            components(
                count,
                0..count as u32,
                |node| edges[node as usize].iter().copied(),
                |component| {
                    component.iter().for_each(|node| number[*node as usize] = found);
                    found += 1;
                },
            );
            for (_, from, to) in triples(count) {
                assert_eq!(number[from] == number[to], reach[from][to] && reach[to][from], "{edges:?}");
                assert!(!reach[from][to] || number[to] <= number[from], "successors come first: {edges:?}");
            }
        }
    }

    #[test]
    fn what_no_root_leads_to_is_left_out() {
        let edges: [&[u32]; 4] = [&[1], &[1], &[0], &[3]];
        let mut found = Vec::new();
        components(
            4,
            [0, 3],
            |node| edges[node as usize].iter().copied(),
            |component| {
                found.push(component.to_vec());
            },
        );
        assert_eq!(found, [[1], [0], [3]]);
    }

    #[test]
    fn a_deep_graph_is_no_problem() {
        let count = 1_000_000;
        let mut sizes = Vec::new();
        let next = |node: u32| std::iter::once((node + 1) % count);
        components(count as usize, [0], next, |component| sizes.push(component.len()));
        assert_eq!(sizes, [count as usize]);
    }
}
