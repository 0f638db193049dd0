//! Random maximal paths of a graph.

use super::graph::Graph;
use super::path::PlainLasso;
use crate::random::Random;
use system::{Ending, Trace, TraceStep};

/// The most steps of a random path that does not return by itself.
const MOST_STEPS: usize = 12;

/// A random path from an initial state that ends in a dead end or returns; nothing if the walk went astray.
pub fn random_lasso(graph: &Graph, random: &mut Random) -> Option<PlainLasso> {
    let mut lasso = PlainLasso { states: vec![random.below(graph.initial)], steps: Vec::new(), back: None };
    for _ in 0..MOST_STEPS {
        let last = lasso.last();
        if graph.is_dead_end(last) {
            return Some(lasso);
        }
        let step = random.pick(&graph.steps[last]).clone();
        lasso.states.push(step.target);
        lasso.steps.push(step);
        let places: Vec<usize> =
            (0..lasso.steps.len()).filter(|at| lasso.states[*at] == lasso.last()).collect();
        if !places.is_empty() && random.percent(40) {
            lasso.back = Some(*random.pick(&places));
            return Some(lasso);
        }
    }
    None
}

impl PlainLasso {
    /// The path as engines show it.
    pub fn to_trace(&self, graph: &Graph) -> Trace {
        let step = |step: &super::Step| TraceStep {
            transition: step.transition,
            moved: step.moved.clone(),
            state: graph.states[step.target].clone(),
        };
        Trace {
            initial: graph.states[self.states[0]].clone(),
            steps: self.steps.iter().map(step).collect(),
            ending: self.back.map_or(Ending::Finite, Ending::Loop),
        }
    }
}
