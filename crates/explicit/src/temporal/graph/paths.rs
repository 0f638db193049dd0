//! Short paths and fair cycles.

use super::fair::fair_components;
use super::{Graph, Promise};
use crate::bits::Bits;
use crate::hashing::QuickMap;
use std::collections::VecDeque;
use system::EnginePath;

/// A path: where it begins, and the edges it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Walk {
    /// The first state.
    pub start: u32,
    /// The numbers of its edges.
    pub edges: Vec<usize>,
}

/// A path that never ends, or ends in a dead end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lasso {
    /// The path.
    pub walk: Walk,
    /// The number of edges before the state that the last edge returns to; nothing if it ends in a dead end.
    pub repeats: Option<usize>,
}

impl Walk {
    /// The path without edges.
    pub fn at(start: u32) -> Self {
        Walk { start, edges: Vec::new() }
    }

    /// The last state.
    pub fn end(&self, graph: &Graph) -> u32 {
        self.edges.last().map_or(self.start, |edge| graph.targets[*edge])
    }

    /// This path, and then the other, which begins where this one ends.
    pub fn then(mut self, other: Walk) -> Walk {
        self.edges.extend(other.edges);
        self
    }
}

impl EnginePath<u32> for Lasso {
    fn at(state: &u32) -> Self {
        Lasso { walk: Walk::at(*state), repeats: None }
    }

    fn length(&self) -> usize {
        self.walk.edges.len()
    }

    fn then(self, onward: Self) -> Self {
        let repeats = onward.repeats.map(|repeats| self.length() + repeats);
        Lasso { walk: self.walk.then(onward.walk), repeats }
    }
}

/// A shortest path from one of `starts` to a state that satisfies `goal`, through states of `within` (the goal
/// itself need not be within). Of several, the first found along the numbers.
pub(crate) fn shortest(
    graph: &Graph,
    starts: impl IntoIterator<Item = u32>,
    within: &Bits,
    goal: impl Fn(u32) -> bool,
) -> Option<Walk> {
    let mut arrived: QuickMap<u32, Option<(u32, usize)>> = QuickMap::default();
    let mut open = VecDeque::new();
    for start in starts {
        if goal(start) {
            return Some(Walk::at(start));
        }
        if within.contains(start as usize) && arrived.insert(start, None).is_none() {
            open.push_back(start);
        }
    }
    while let Some(state) = open.pop_front() {
        for edge in graph.edges_of(state as usize) {
            let target = graph.targets[edge];
            if arrived.contains_key(&target) {
                continue;
            }
            if goal(target) || within.contains(target as usize) {
                arrived.insert(target, Some((state, edge)));
                if goal(target) {
                    return Some(trace_back(&arrived, target));
                }
                open.push_back(target);
            }
        }
    }
    None
}

fn trace_back(arrived: &QuickMap<u32, Option<(u32, usize)>>, end: u32) -> Walk {
    let mut edges = Vec::new();
    let mut state = end;
    while let Some(Some((source, edge))) = arrived.get(&state) {
        edges.push(*edge);
        state = *source;
    }
    edges.reverse();
    Walk { start: state, edges }
}

/// A fair maximal path from one of the states that stays within, if there is one: it ends in one of `ends`, or
/// goes round for ever. It is put together of a shortest path to the nearest end or fair component, and a round
/// trip there that keeps all promises.
pub(crate) fn tour(
    graph: &Graph,
    starts: &[u32],
    within: &Bits,
    promises: &[Promise],
    ends: &Bits,
) -> Option<Lasso> {
    let fair = fair_components(graph, within, promises);
    let mut member = vec![u32::MAX; graph.states()];
    for (number, component) in fair.iter().enumerate() {
        component.iter().for_each(|state| member[*state as usize] = number as u32);
    }
    let is_goal = |state: u32| {
        let at = state as usize;
        within.contains(at) && (member[at] != u32::MAX || ends.contains(at))
    };
    let stem = shortest(graph, starts.iter().copied(), within, is_goal)?;
    let entry = stem.end(graph);
    let Some(component) = fair.get(member[entry as usize] as usize) else {
        return Some(Lasso { walk: stem, repeats: None });
    };
    let mut repeats = stem.edges.len();
    let round = round_trip(graph, entry, component, promises);
    let mut walk = stem.then(round);
    rewind(&mut walk.edges, &mut repeats);
    Some(Lasso { walk, repeats: Some(repeats) })
}

/// Begins the loop as early as possible: while the last edge before it is also its last one, the path goes round
/// the same way if the loop begins one edge earlier.
pub(crate) fn rewind(edges: &mut Vec<usize>, repeats: &mut usize) {
    while *repeats > 0 && edges.len() > *repeats && edges[*repeats - 1] == edges[edges.len() - 1] {
        edges.pop();
        *repeats -= 1;
    }
}

/// A cycle from `entry` through a fair component that meets every promise, visiting the nearest of what is still
/// missing first.
fn round_trip(graph: &Graph, entry: u32, component: &[u32], promises: &[Promise]) -> Walk {
    let mut inside = Bits::new(graph.states());
    component.iter().for_each(|state| inside.insert(*state as usize));
    let mut walk = Walk::at(entry);
    for promise in promises {
        let Some(wanted) = needed(component, promise) else { continue };
        if walk.edges.iter().any(|edge| wanted.contains(*edge)) {
            continue;
        }
        let has_edge = |state: u32| inner_edge(graph, &inside, wanted, state).is_some();
        let way = shortest(graph, [walk.end(graph)], &inside, |s| inside.contains(s as usize) && has_edge(s));
        let next = way.map(|mut way| {
            let edge = inner_edge(graph, &inside, wanted, way.end(graph));
            way.edges.extend(edge);
            way
        });
        walk = walk.then(next.expect("a fair component meets each promise"));
    }
    close(graph, walk, entry, &inside)
}

/// Closes the cycle; one without any edge takes the shortest way round.
fn close(graph: &Graph, mut walk: Walk, entry: u32, inside: &Bits) -> Walk {
    if walk.edges.is_empty() {
        let best = graph
            .edges_of(entry as usize)
            .filter(|edge| inside.contains(graph.targets[*edge] as usize))
            .filter_map(|edge| {
                let back = shortest(graph, [graph.targets[edge]], inside, |state| state == entry)?;
                Some((back.edges.len(), edge, back))
            })
            .min_by_key(|(length, edge, _)| (*length, *edge));
        let (_, edge, back) = best.expect("a component has a cycle through each of its states");
        walk.edges.push(edge);
        return walk.then(back);
    }
    let at = walk.end(graph);
    let back = shortest(graph, [at], inside, |state| state == entry);
    walk.then(back.expect("a component is strongly connected"))
}

/// The edges of which the cycle must take one, if the component does not keep the promise anyway. A component
/// that is fair meets its obligations; where none arises, nothing is needed.
fn needed<'p>(component: &[u32], promise: &'p Promise) -> Option<&'p Bits> {
    match promise {
        Promise::Edges(edges) => Some(edges),
        Promise::Strong { enabled, moved } => {
            component.iter().any(|state| enabled.contains(*state as usize)).then_some(moved)
        }
    }
}

fn inner_edge(graph: &Graph, inside: &Bits, wanted: &Bits, state: u32) -> Option<usize> {
    graph
        .edges_of(state as usize)
        .find(|edge| wanted.contains(*edge) && inside.contains(graph.targets[*edge] as usize))
}
