//! One path: whether it is one, whether it is fair, and what it satisfies, position by position.

use super::graph::{Condition, Graph, Step};
use system::{Ending, Ltl, Obstacle, System, Trace, UntilKind};

/// A path through a graph that ends, or returns to one of its positions.
#[derive(Debug, Clone)]
pub struct PlainLasso {
    /// The numbers of the states; the last one of a loop is the one it returns to.
    pub states: Vec<usize>,
    /// The steps between them.
    pub steps: Vec<Step>,
    /// The position that the last step returns to.
    pub back: Option<usize>,
}

impl PlainLasso {
    /// The path of a trace; an error says why it is none of the graph's.
    pub fn of_trace(graph: &Graph, trace: &Trace) -> Result<PlainLasso, String> {
        let find = |state| graph.find(state).ok_or("a state of the path is not reachable".to_string());
        let mut states = vec![find(&trace.initial)?];
        let mut steps = Vec::new();
        for (number, taken) in trace.steps.iter().enumerate() {
            let source = states[number];
            let target = find(&taken.state)?;
            let step = Step { transition: taken.transition, moved: taken.moved.clone(), target };
            if !graph.steps[source].contains(&step) {
                return Err(format!("step {} of the path is none of the system's", number + 1));
            }
            states.push(target);
            steps.push(step);
        }
        let back = match trace.ending {
            Ending::Finite => None,
            Ending::Loop(back) => Some(back),
            Ending::Endless | Ending::Fault(_) => return Err("the path should end or return".into()),
        };
        if let Some(back) = back
            && (back >= steps.len() || states[back] != states[steps.len()])
        {
            return Err(format!("the path does not return to the state after {back} steps"));
        }
        Ok(PlainLasso { states, steps, back })
    }

    /// The last state.
    pub fn last(&self) -> usize {
        self.states[self.steps.len()]
    }

    /// Whether it cannot be continued: it returns, or nothing can happen at its end.
    pub fn is_maximal(&self, graph: &Graph) -> bool {
        self.back.is_some() || graph.is_dead_end(self.last())
    }

    /// Whether it meets the fairness assumption with this number. A path that ends meets all of them.
    pub fn meets(&self, graph: &Graph, condition: usize) -> bool {
        let Some(back) = self.back else { return true };
        let states = || self.states[back..self.steps.len()].iter().copied();
        let moves = |unit| self.steps[back..].iter().any(|step| step.moves(unit));
        match &graph.conditions[condition] {
            Condition::Weak(unit) => moves(unit) || !states().all(|state| graph.can_move(unit, state)),
            Condition::Strong(unit) => moves(unit) || !states().any(|state| graph.can_move(unit, state)),
            Condition::Justice(set) => states().any(|state| set[state]),
            Condition::Compassion(first, second) => {
                !states().any(|state| first[state]) || states().any(|state| second[state])
            }
        }
    }

    /// Whether it meets all fairness assumptions.
    pub fn is_fair(&self, graph: &Graph) -> bool {
        (0..graph.conditions.len()).all(|condition| self.meets(graph, condition))
    }

    /// The positions from this one on, each once, in the order in which they first come.
    fn future(&self, from: usize) -> Vec<usize> {
        let positions = if self.back.is_some() { self.steps.len() } else { self.states.len() };
        let rest = from..positions;
        let again = self.back.unwrap_or(from)..from;
        rest.chain(again).collect()
    }

    /// Whether the formula is true at the start; a path that ends repeats its last state.
    ///
    /// # Panics
    /// If the formula has rigid variables.
    pub fn satisfies(&self, system: &System, graph: &Graph, formula: &Ltl) -> Result<bool, Obstacle> {
        self.is_true(system, graph, formula, 0)
    }

    fn is_true(&self, system: &System, graph: &Graph, formula: &Ltl, at: usize) -> Result<bool, Obstacle> {
        let is = |formula: &Ltl, at: usize| self.is_true(system, graph, formula, at);
        let somewhere = |formula: &Ltl, wanted: bool| -> Result<Option<usize>, Obstacle> {
            for (distance, position) in self.future(at).into_iter().enumerate() {
                if is(formula, position)? == wanted {
                    return Ok(Some(distance));
                }
            }
            Ok(None)
        };
        Ok(match formula {
            Ltl::State(e) => system::Interpreter::new(system).holds(e, &graph.states[self.states[at]])?,
            Ltl::Not(f) => !is(f, at)?,
            Ltl::And(all) => all.iter().map(|f| is(f, at)).collect::<Result<Vec<_>, _>>()?.iter().all(|v| *v),
            Ltl::Or(all) => all.iter().map(|f| is(f, at)).collect::<Result<Vec<_>, _>>()?.iter().any(|v| *v),
            Ltl::Implies(f, g) => !is(f, at)? || is(g, at)?,
            Ltl::Iff(f, g) => is(f, at)? == is(g, at)?,
            Ltl::Next(f) => match self.back {
                Some(back) if at + 1 == self.steps.len() => is(f, back)?,
                None if at == self.steps.len() => is(f, at)?,
                _ => is(f, at + 1)?,
            },
            Ltl::Finally(f) => somewhere(f, true)?.is_some(),
            Ltl::Globally(f) => somewhere(f, false)?.is_none(),
            Ltl::Until(kind, f, g) => match kind {
                UntilKind::Until | UntilKind::Weak => match (somewhere(g, true)?, somewhere(f, false)?) {
                    (Some(comes), Some(ends)) => comes <= ends,
                    (Some(_), None) => true,
                    (None, None) => *kind == UntilKind::Weak,
                    (None, Some(_)) => false,
                },
                // Where g is false, f must have been true before.
                UntilKind::Release => match (somewhere(f, true)?, somewhere(g, false)?) {
                    (Some(releases), Some(ends)) => releases < ends,
                    (_, None) => true,
                    (None, Some(_)) => false,
                },
            },
            Ltl::Rigid { .. } => panic!("formulas with rigid variables are not judged here"),
        })
    }
}
