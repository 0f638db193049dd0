//! Which states of an automaton begin an accepted run.
//!
//! A run is accepted if it takes edges with each mark again and again. There is such a run within a strongly connected component
//! exactly if its edges have all marks, and the component has an edge: it can be walked round for ever through all its edges.
//!
//! # Reference
//! Tarjan: *Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1(2), 1972, doi:10.1137/0201010; with a
//! stack of its own instead of recursion.

/// The edges of each state: where they lead, and their marks as bits.
#[derive(Debug, Clone, Default)]
pub(crate) struct MarkedGraph {
    /// The edges.
    pub edges: Vec<Vec<(usize, u128)>>,
    /// All marks.
    pub all: u128,
}

impl MarkedGraph {
    /// The number of the component of each state, and whether a component is accepting. Edges lead to components with the same or
    /// a smaller number.
    pub fn components(&self) -> (Vec<usize>, Vec<bool>) {
        let component = self.numbers();
        let count = component.iter().max().map_or(0, |last| last.saturating_add(1));
        let mut marks: Vec<Option<u128>> = vec![None; count];
        for (from, edges) in self.edges.iter().enumerate() {
            for (to, seen) in edges.iter().filter(|(to, _)| component[*to] == component[from]) {
                *marks[component[*to]].get_or_insert(0) |= seen;
            }
        }
        (component, marks.into_iter().map(|marks| marks == Some(self.all)).collect())
    }

    /// Whether an accepted run begins in each state.
    pub fn live(&self) -> Vec<bool> {
        let (component, mut live) = self.components();
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.sort_by_key(|state| component[*state]);
        for state in order {
            if self.edges[state].iter().any(|(to, _)| live[component[*to]]) {
                live[component[state]] = true;
            }
        }
        component.into_iter().map(|number| live[number]).collect()
    }

    fn numbers(&self) -> Vec<usize> {
        const OPEN: usize = usize::MAX;
        let count = self.edges.len();
        let (mut component, mut lowest, mut seen) = (vec![OPEN; count], vec![OPEN; count], vec![OPEN; count]);
        let (mut path, mut waiting) = (Vec::new(), Vec::new());
        let (mut time, mut found) = (0_usize, 0_usize);
        for root in 0..count {
            if seen[root] != OPEN {
                continue;
            }
            path.push((root, 0_usize));
            while let Some((state, next)) = path.pop() {
                if next == 0 {
                    (seen[state], lowest[state]) = (time, time);
                    time = time.saturating_add(1);
                    waiting.push(state);
                }
                if let Some((to, _)) = self.edges[state].get(next) {
                    path.push((state, next.saturating_add(1)));
                    if seen[*to] == OPEN {
                        path.push((*to, 0));
                    } else if component[*to] == OPEN {
                        lowest[state] = lowest[state].min(seen[*to]);
                    }
                    continue;
                }
                if lowest[state] == seen[state] {
                    while let Some(member) = waiting.pop() {
                        component[member] = found;
                        if member == state {
                            break;
                        }
                    }
                    found = found.saturating_add(1);
                }
                if let Some((before, _)) = path.last() {
                    lowest[*before] = lowest[*before].min(lowest[state]);
                }
            }
        }
        component
    }
}
