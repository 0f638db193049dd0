//! The reachable states, as far as they can be listed, in breadth-first order.

use std::collections::HashMap;
use system::{Fault, Interpreter, Obstacle, Progress, State, System, Watch};

/// Reachable states and the transitions between them.
#[derive(Debug, Default)]
pub struct StateGraph {
    /// The states, in the order in which they were found: nearest first.
    pub states: Vec<State>,
    /// How many of them, from the front, are initial states.
    pub initial: usize,
    /// The distance of each state from the initial ones.
    pub depths: Vec<usize>,
    /// The transitions, sorted by the states that they leave.
    pub edges: Vec<StateEdge>,
    /// How many transitions they are.
    pub transitions: usize,
    /// What faults in each state.
    pub faults: Vec<Vec<Fault>>,
    /// Whether some successors of a state are missing.
    pub open: Vec<bool>,
    /// Why states are missing, if some are.
    pub cuts: Vec<Cut>,
}

/// All transitions from one state to another one, or to itself.
#[derive(Debug, PartialEq, Eq)]
pub struct StateEdge {
    /// The state that they leave.
    pub from: usize,
    /// The state that they enter.
    pub to: usize,
    /// Their names, each once.
    pub names: Vec<String>,
}

/// Why states are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    /// There are more than were asked for.
    Limit(usize),
    /// There are more transitions than were asked for.
    Transitions(usize),
    /// The successors of some state cannot be listed, or the search was stopped.
    Obstacle(Obstacle),
}

impl StateGraph {
    /// Whether the state has no successors, and that is known.
    pub fn is_dead_end(&self, state: usize) -> bool {
        !self.open[state] && self.edges.binary_search_by_key(&state, |edge| edge.from).is_err()
    }

    /// Adds a state.
    pub fn add(&mut self, state: State, depth: usize) -> usize {
        self.states.push(state);
        self.depths.push(depth);
        self.faults.push(Vec::new());
        self.open.push(false);
        self.states.len() - 1
    }

    fn cut(&mut self, state: usize, cut: Cut) {
        self.open[state] = true;
        if !self.cuts.contains(&cut) {
            self.cuts.push(cut);
        }
    }
}

/// How much is explored at most.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// So many states.
    pub states: usize,
    /// So many transitions.
    pub transitions: usize,
}

/// The states that can be reached from `initial`, as far as the extent allows.
///
/// Every state is expanded even when the limit is reached, so all transitions between the states of the result
/// are in it; a state with a successor beyond the limit is open. When the watch says stop, the states that are
/// not expanded yet are open.
pub fn explore(system: &System, initial: Vec<State>, extent: Extent, watch: &dyn Watch) -> StateGraph {
    let limit = extent.states;
    let interpreter = Interpreter::new(system);
    let mut graph = StateGraph::default();
    let mut known = HashMap::new();
    for state in initial.iter().take(limit) {
        known.insert(state.clone(), graph.add(state.clone(), 0));
    }
    graph.initial = graph.states.len();
    if initial.len() > limit {
        graph.cuts.push(Cut::Limit(limit));
    }
    let mut next = 0;
    while next < graph.states.len() {
        let progress = Progress {
            states: graph.states.len() as u64,
            frontier: (graph.states.len() - next) as u64,
            depth: graph.depths[next] as u64,
            bytes: 0,
            ..Progress::default()
        };
        match watch.check(&progress) {
            Ok(()) if graph.transitions >= extent.transitions => {
                graph.cut(next, Cut::Transitions(extent.transitions));
            }
            Ok(()) => expand(&interpreter, &mut graph, &mut known, next, extent, system),
            Err(stop) => graph.cut(next, Cut::Obstacle(Obstacle::Stopped(stop))),
        }
        next += 1;
    }
    graph
}

fn expand(
    interpreter: &Interpreter,
    graph: &mut StateGraph,
    known: &mut HashMap<State, usize>,
    from: usize,
    extent: Extent,
    system: &System,
) {
    let successors = match interpreter.successors(&graph.states[from]) {
        Ok(successors) => successors,
        Err(obstacle) => return graph.cut(from, Cut::Obstacle(obstacle)),
    };
    graph.faults[from] = successors.faults;
    // The edge to each state, as a state may have thousands of successors.
    let mut edges: HashMap<usize, usize> = HashMap::new();
    let limit = extent.states;
    for step in successors.steps {
        if graph.transitions >= extent.transitions {
            graph.cut(from, Cut::Transitions(extent.transitions));
            break;
        }
        let to = match known.get(&step.state) {
            Some(to) => *to,
            None if graph.states.len() < limit => {
                let to = graph.add(step.state.clone(), graph.depths[from] + 1);
                known.insert(step.state, to);
                to
            }
            None => {
                graph.cut(from, Cut::Limit(limit));
                continue;
            }
        };
        let name = system.transition_name(&step.moved);
        match edges.get(&to).map(|number| &mut graph.edges[*number]) {
            Some(edge) if edge.names.contains(&name) => continue,
            Some(edge) => edge.names.push(name),
            None => {
                edges.insert(to, graph.edges.len());
                graph.edges.push(StateEdge { from, to, names: vec![name] });
            }
        }
        graph.transitions += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{LAMP, ZOO, initial_states, model};
    use system::{Stop, Unlimited};

    fn explored(source: &str, limit: usize, watch: &dyn Watch) -> StateGraph {
        let model = model(source);
        let extent = Extent { states: limit, transitions: usize::MAX };
        explore(&model.system, initial_states(&model), extent, watch)
    }

    #[test]
    fn the_states_of_a_lamp() {
        let graph = explored(LAMP, 100, &Unlimited);
        assert_eq!(
            (graph.states.len(), graph.initial, graph.cuts.len()),
            (10, 2, 0),
            "two colours, five states each"
        );
        assert_eq!(graph.depths, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
        let dead_ends: Vec<usize> = (0..10).filter(|state| graph.is_dead_end(*state)).collect();
        let faulty: Vec<usize> = (0..10).filter(|state| !graph.faults[*state].is_empty()).collect();
        assert_eq!((dead_ends, faulty), (vec![8, 9], vec![8, 9]));
    }

    #[test]
    fn a_cut_graph_has_open_states_and_all_edges_between_the_others() {
        let whole = explored(ZOO, 1000, &Unlimited);
        for limit in [1, 2, 7, 20] {
            let part = explored(ZOO, limit, &Unlimited);
            assert_eq!((part.states.len(), &part.cuts), (limit, &vec![Cut::Limit(limit)]));
            assert_eq!(part.states, whole.states[..limit]);
            let inside = whole.edges.iter().filter(|edge| edge.from < limit && edge.to < limit);
            assert!(inside.eq(&part.edges));
            let leaves = |state: usize| whole.edges.iter().any(|edge| edge.from == state && edge.to >= limit);
            assert!((0..limit).all(|state| part.open[state] == leaves(state)));
        }
    }

    #[test]
    fn transitions_are_limited_too() {
        let model = model(ZOO);
        let extent = Extent { states: 1000, transitions: 5 };
        let graph = explore(&model.system, initial_states(&model), extent, &Unlimited);
        assert_eq!((graph.transitions, &graph.cuts), (5, &vec![Cut::Transitions(5)]));
        assert!(graph.states.len() > 1 && graph.open.contains(&true));
    }

    #[test]
    fn a_search_that_is_stopped_keeps_what_it_has() {
        struct Never;
        impl Watch for Never {
            fn check(&self, _: &Progress) -> Result<(), Stop> {
                Err(Stop::Interrupted)
            }
            fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
                Ok(())
            }
        }
        let graph = explored(LAMP, 100, &Never);
        assert_eq!((graph.states.len(), graph.open.as_slice()), (2, [true, true].as_slice()));
        assert_eq!(graph.cuts, [Cut::Obstacle(Obstacle::Stopped(Stop::Interrupted))]);
        assert!(!graph.is_dead_end(0));
    }
}
