//! From several acceptance sets of edges to one acceptance set of states.
//!
//! # The algorithm
//!
//! Each state is copied for each level: at level `i` the run waits for the `i`-th acceptance set, and the last level
//! is accepting. An edge goes up by as many levels as its marks have sets in a row; from the last level counting
//! starts anew. A run visits the last level infinitely often exactly if it meets every set infinitely often.
//!
//! Three improvements keep the copies few. Levels count only within accepting components: elsewhere there is one
//! copy, and an edge that enters a component may choose any level. It takes the level at which the target is already
//! known, if there is one, and otherwise counts from zero. Marks that all edges out of the target share count as
//! seen on the edge into it. And an order of the sets is tried for each rotation by the caller, who keeps the
//! smallest result.
//!
//! # Why it is right
//!
//! Counting the common marks of the target early lets at most one edge count for two rounds, so that infinitely many
//! rounds still meet each set infinitely often. A run changes components finitely often, and so it may start from
//! any level after the last change.
//!
//! # Reference
//!
//! Babiak, Badie, Duret-Lutz, Křetínský, Strejček: *Compositional Approach to Suspension and Other Improvements to
//! LTL Translation*, SPIN 2013, doi:10.1007/978-3-642-39176-7_6, section 5. Giannakopoulou, Lerda: *From States to
//! Transitions: Improving Translation of LTL Formulae to Büchi Automata*, FORTE 2002, doi:10.1007/3-540-36135-9_20.

use crate::automaton::Components;
use crate::automaton::{Automaton, Edge, Marks, StateId};
use crate::hashing::FastMap;
use crate::limits::{Limits, Refusable, Refusal};

/// The automaton with state acceptance for the same language. `order` lists the acceptance sets in the order in which
/// they are waited for.
pub(crate) fn degeneralise(automaton: &Automaton, order: &[u32], limits: &Limits) -> Refusable<Automaton> {
    let components = Components::of(automaton);
    let mut levels = Levels {
        common: common_marks(automaton, &components),
        components,
        order,
        numbers: FastMap::default(),
        copies: Vec::new(),
        first: vec![None; automaton.state_count()],
    };
    levels.enter(automaton.initial, 0);
    let mut states = Vec::new();
    while let Some(&(state, level)) = levels.copies.get(states.len()) {
        let marks = Marks::from(levels.is_accepting(state, level));
        let edges = automaton.edges(state).iter().map(|edge| {
            let target = levels.successor(state, level, edge);
            Edge { guard: edge.guard, target, marks }
        });
        states.push(edges.collect::<Vec<Edge>>());
        if levels.copies.len() > limits.states {
            return Err(Refusal::TooManyStates);
        }
    }
    let mut result = Automaton::nothing(automaton.propositions, automaton.guards.clone());
    result.states = states;
    result.sets = 1;
    result.state_acceptance = true;
    result.stutter_invariant = automaton.stutter_invariant;
    result.join_edges()?;
    Ok(result)
}

struct Levels<'a> {
    components: Components,
    /// For each state the marks that all its edges within the component share.
    common: Vec<Marks>,
    order: &'a [u32],
    numbers: FastMap<(StateId, usize), StateId>,
    copies: Vec<(StateId, usize)>,
    /// For each state the level of its first copy.
    first: Vec<Option<usize>>,
}

impl Levels<'_> {
    fn is_accepting(&self, state: StateId, level: usize) -> bool {
        level == self.order.len() && self.components.is_accepting(self.components.number(state))
    }

    /// The copy of a state at a level.
    fn enter(&mut self, state: StateId, level: usize) -> StateId {
        let next = self.copies.len() as StateId;
        let number = *self.numbers.entry((state, level)).or_insert(next);
        if number == next {
            self.copies.push((state, level));
            self.first[state as usize].get_or_insert(level);
        }
        number
    }

    fn successor(&mut self, state: StateId, level: usize, edge: &Edge) -> StateId {
        let component = self.components.number(edge.target);
        let common = self.common[edge.target as usize];
        let level = if !self.components.is_accepting(component) {
            0
        } else if component != self.components.number(state) {
            self.first[edge.target as usize].unwrap_or_else(|| self.raised(0, common))
        } else if level == self.order.len() {
            self.raised(0, edge.marks | common)
        } else {
            self.raised(level, edge.marks | common)
        };
        self.enter(edge.target, level)
    }

    /// The level that is reached from a level by seeing these marks.
    fn raised(&self, level: usize, marks: Marks) -> usize {
        let seen = self.order[level..].iter().take_while(|&&set| marks >> set & 1 == 1);
        level + seen.count()
    }
}

fn common_marks(automaton: &Automaton, components: &Components) -> Vec<Marks> {
    let of_state = |state: StateId| {
        let component = components.number(state);
        let within = automaton.edges(state).iter().filter(|edge| components.number(edge.target) == component);
        within.fold(automaton.all_marks(), |common, edge| common & edge.marks)
    };
    (0..automaton.state_count() as StateId).map(of_state).collect()
}
