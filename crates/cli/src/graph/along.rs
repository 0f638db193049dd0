//! A path in the graph of states: highlighted there, or drawn alone where the graph has not all of its states.

use super::explore::{StateEdge, StateGraph};
use drawing::Highlight;
use std::collections::HashMap;
use system::{State, System, Trace};

/// The graph in which the path is drawn, and which states are on it. Where the whole graph is large or lacks some of them, it is
/// the path alone.
pub fn along(system: &System, graph: StateGraph, trace: &Trace, most: usize) -> (StateGraph, Vec<bool>) {
    let numbers: HashMap<&State, usize> =
        graph.states.iter().enumerate().map(|(number, state)| (state, number)).collect();
    let places: Option<Vec<usize>> = trace.states().map(|state| numbers.get(state).copied()).collect();
    match places {
        Some(places) if graph.states.len() <= most => {
            let marked = (0..graph.states.len()).map(|state| places.contains(&state)).collect();
            (graph, marked)
        }
        _ => {
            let alone = alone(system, trace);
            let marked = vec![true; alone.states.len()];
            (alone, marked)
        }
    }
}

/// What it means that a state is highlighted.
pub fn meaning() -> Highlight {
    Highlight { meaning: "on the path".into(), bad: true }
}

/// The states and steps of a path.
fn alone(system: &System, trace: &Trace) -> StateGraph {
    let mut graph = StateGraph { initial: 1, ..StateGraph::default() };
    let mut known: HashMap<State, usize> = HashMap::new();
    let mut places = Vec::new();
    for (depth, state) in trace.states().enumerate() {
        let place = *known.entry(state.clone()).or_insert_with(|| graph.add(state.clone(), depth));
        // What else can happen there is not drawn.
        graph.open[place] = true;
        places.push(place);
    }
    for (pair, step) in places.windows(2).zip(&trace.steps) {
        let name = system.transition_name(&step.moved);
        let same = |edge: &&mut StateEdge| (edge.from, edge.to) == (pair[0], pair[1]);
        match graph.edges.iter_mut().find(same) {
            Some(edge) if edge.names.contains(&name) => continue,
            Some(edge) => edge.names.push(name),
            None => graph.edges.push(StateEdge { from: pair[0], to: pair[1], names: vec![name] }),
        }
        graph.transitions += 1;
    }
    graph.edges.sort_by_key(|edge| edge.from);
    graph
}
