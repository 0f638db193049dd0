//! A path of an arena that a run would have to follow: to a component, and round in it so that all conditions are met.

use super::fair_cycles::Arena;
use super::fairness::FairnessFacts;
use std::collections::{HashMap, VecDeque};

/// Edges of an arena, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tour {
    /// From an initial position to the component.
    pub stem: Vec<usize>,
    /// Round in the component.
    pub cycle: Vec<usize>,
}

/// A tour into a component; nothing if the component cannot be reached.
pub(crate) fn tour(
    arena: &Arena,
    initial: &[u32],
    component: &[usize],
    facts: &FairnessFacts,
) -> Option<Tour> {
    let all: Vec<usize> = (0..arena.edges.len()).collect();
    let is_inside = |position: u32| component.iter().any(|edge| arena.edges[*edge].from == position);
    let stem = path(arena, &all, initial, &is_inside)?;
    let start = stem.last().map(|edge| arena.edges[*edge].to);
    let start = start.or_else(|| initial.iter().copied().find(|position| is_inside(*position)))?;
    let mut cycle: Vec<usize> = Vec::new();
    let mut at = start;
    for wanted in wanted(arena, component, facts) {
        if cycle.iter().any(|edge| wanted.contains(edge)) {
            continue;
        }
        let leaves = |position: u32| wanted.iter().any(|edge| arena.edges[*edge].from == position);
        cycle.extend(path(arena, component, &[at], &leaves)?);
        at = cycle.last().map_or(at, |edge| arena.edges[*edge].to);
        let next = wanted.iter().copied().find(|edge| arena.edges[*edge].from == at)?;
        cycle.push(next);
        at = arena.edges[next].to;
    }
    if cycle.is_empty() {
        let first = component.iter().copied().find(|edge| arena.edges[*edge].from == start)?;
        cycle.push(first);
        at = arena.edges[first].to;
    }
    cycle.extend(path(arena, component, &[at], &|position| position == start)?);
    Some(Tour { stem, cycle })
}

/// For each condition, the edges of the component that count for it.
fn wanted(arena: &Arena, component: &[usize], facts: &FairnessFacts) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for set in (0..64_u32).filter(|set| arena.acceptance >> set & 1 == 1) {
        let is_marked = |edge: &&usize| arena.edges[**edge].marks >> set & 1 == 1;
        all.push(component.iter().filter(is_marked).copied().collect());
    }
    let met = facts.obligations.iter().map(|(_, met)| met);
    for condition in facts.repeated.iter().chain(met) {
        let counts = |edge: &&usize| {
            let edge = &arena.edges[**edge];
            edge.step
                .is_none_or(|step| condition.edges[step] || condition.nodes[arena.nodes[edge.from as usize]])
        };
        let counting: Vec<usize> = component.iter().filter(counts).copied().collect();
        // An obligation that no node has need not be met.
        if !counting.is_empty() {
            all.push(counting);
        }
    }
    all
}

/// A shortest path along some edges from one of the positions to one that is wanted.
fn path(arena: &Arena, edges: &[usize], from: &[u32], is_wanted: &dyn Fn(u32) -> bool) -> Option<Vec<usize>> {
    let mut leaving: HashMap<u32, Vec<usize>> = HashMap::new();
    for edge in edges {
        leaving.entry(arena.edges[*edge].from).or_default().push(*edge);
    }
    let mut parents: HashMap<u32, Option<usize>> = from.iter().map(|position| (*position, None)).collect();
    let mut open: VecDeque<u32> = from.iter().copied().collect();
    while let Some(position) = open.pop_front() {
        if is_wanted(position) {
            let mut found = Vec::new();
            let mut at = position;
            while let Some(Some(edge)) = parents.get(&at) {
                found.push(*edge);
                at = arena.edges[*edge].from;
            }
            found.reverse();
            return Some(found);
        }
        for edge in leaving.get(&position).into_iter().flatten() {
            let to = arena.edges[*edge].to;
            if let std::collections::hash_map::Entry::Vacant(entry) = parents.entry(to) {
                entry.insert(Some(*edge));
                open.push_back(to);
            }
        }
    }
    None
}
