//! Looks for a shortest fair path that stays in a set of states.

use crate::bits::Bits;
use crate::hashing::{QuickMap, QuickSet};
use crate::temporal::fairness::FairMarks;
use crate::temporal::graph::{
    Acceptance, Graph, Lasso, Move, Promise, Region, fair_components, shortest_lasso,
};

/// The most states around the first one.
const MOST_STATES: usize = 50_000;

/// The states of a set up to a distance from one of them.
struct Neighbourhood<'g> {
    graph: &'g Graph,
    promises: &'g [Promise],
    start: u32,
    /// The edges of each state, with their targets.
    edges: QuickMap<u32, Vec<(usize, u32)>>,
    /// There are no other states nearer than this distance.
    layers: usize,
}

/// A shortest fair maximal path that begins as `found` does and stays within, and how many edges each of them has at
/// least. `found` is one.
pub(crate) fn shorten(graph: &Graph, within: &Bits, promises: &[Promise], found: Lasso) -> (Lasso, usize) {
    let edges = found.walk.edges.len();
    if edges == 0 {
        return (found, 0);
    }
    let near = Neighbourhood::new(graph, within, promises, found.walk.start, edges - 1);
    let acceptance = near.acceptance();
    let shortest = shortest_lasso(&near, &acceptance, edges.min(near.layers));
    (shortest.lasso.unwrap_or(found), shortest.at_least)
}

impl<'g> Neighbourhood<'g> {
    fn new(
        graph: &'g Graph,
        within: &Bits,
        promises: &'g [Promise],
        start: u32,
        distance: usize,
    ) -> Neighbourhood<'g> {
        let mut near = Neighbourhood { graph, promises, start, edges: QuickMap::default(), layers: 0 };
        let mut known = QuickSet::from_iter([start]);
        let mut layer = vec![start];
        for _ in 0..=distance {
            if near.edges.len() + layer.len() > MOST_STATES {
                break;
            }
            let mut next = Vec::new();
            for state in layer {
                let edges = graph.edges_of(state as usize).map(|edge| (edge, graph.targets[edge]));
                let edges: Vec<(usize, u32)> =
                    edges.filter(|(_, target)| within.contains(*target as usize)).collect();
                next.extend(edges.iter().map(|(_, target)| *target).filter(|target| known.insert(*target)));
                near.edges.insert(state, edges);
            }
            near.layers += 1;
            layer = next;
        }
        let inside: QuickSet<u32> = near.edges.keys().copied().collect();
        near.edges.values_mut().for_each(|edges| edges.retain(|(_, target)| inside.contains(target)));
        near
    }

    /// Where fair paths end or go round, and from where they get there.
    fn acceptance(&self) -> Acceptance {
        let mut states = Bits::new(self.graph.states());
        self.edges.keys().for_each(|state| states.insert(*state as usize));
        let components = fair_components(self.graph, &states, self.promises);
        let homes: QuickSet<u32> = components.into_iter().flatten().collect();
        let mut backwards: QuickMap<u32, Vec<u32>> = QuickMap::default();
        for (state, edges) in &self.edges {
            edges.iter().for_each(|(_, target)| backwards.entry(*target).or_default().push(*state));
        }
        let ends = self.edges.keys().copied().filter(|state| self.is_dead_end(*state));
        let mut open: Vec<u32> = homes.iter().copied().chain(ends).collect();
        let mut useful: QuickSet<u32> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            let before = backwards.get(&state).into_iter().flatten().copied();
            open.extend(before.filter(|source| useful.insert(*source)));
        }
        let edges = self.promises.iter().filter(|promise| matches!(promise, Promise::Edges(_)));
        let repeated = u128::MAX.checked_shr(128 - edges.count() as u32).unwrap_or(0);
        let useful: Vec<(u32, u32)> = useful.into_iter().map(|state| (state, 0)).collect();
        Acceptance::new(repeated, 0, &useful, homes)
    }
}

impl Region for Neighbourhood<'_> {
    fn starts(&self) -> Vec<(u32, u32)> {
        vec![(self.start, 0)]
    }

    fn edges(&self, state: u32) -> &[(usize, u32)] {
        self.edges.get(&state).map_or(&[], Vec::as_slice)
    }

    fn is_dead_end(&self, state: u32) -> bool {
        self.graph.edges_of(state as usize).is_empty()
    }

    fn marks(&self, state: u32, edge: usize) -> FairMarks {
        let mut marks = FairMarks::default();
        let (mut repeated, mut obligation) = (1, 1);
        for promise in self.promises {
            match promise {
                Promise::Edges(edges) => {
                    marks.repeated |= if edges.contains(edge) { repeated } else { 0 };
                    repeated <<= 1;
                }
                Promise::Strong { enabled, moved } => {
                    marks.obliging |= if enabled.contains(state as usize) { obligation } else { 0 };
                    marks.meeting |= if moved.contains(edge) { obligation } else { 0 };
                    obligation <<= 1;
                }
            }
        }
        marks
    }

    /// There is no automaton: it stays where it is.
    fn moves(&self, _: u32, automaton_state: u32) -> impl Iterator<Item = Move> {
        std::iter::once((automaton_state, 0))
    }
}
