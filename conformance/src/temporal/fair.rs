//! From which states a fair path begins that stays within a set: twice, by different definitions.
//!
//! # The algorithm
//!
//! [`endless`] works on positions: a position is a step that is about to be taken, so that what a path does for
//! ever is a set of positions, whatever fairness speaks of. Starting from all positions, those are thrown out that
//! nothing may follow, that cannot reach something that must come again for ever, or that oblige and cannot reach
//! what meets the obligation. What is left when nothing more is thrown out has, in each of its last components,
//! a fair cycle. [`fair_sets`] enumerates all sets of states instead, and looks at each whether one can go round in
//! it for ever and be fair.
//!
//! # Reference
//!
//! Kesten, Pnueli, Raviv: *Algorithmic Verification of Linear Temporal Logic Specifications*, ICALP 1998,
//! doi:10.1007/BFb0055036 (the algorithm "feasible").

use super::graph::{Condition, Graph, Step};
use system::Unit;

/// What a position contributes to a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contribution {
    /// It is one of those that must come again for ever, if `obliges` is not avoided.
    pub meets: bool,
    /// While it comes again, something that meets the condition must, too.
    pub obliges: bool,
}

/// What a step from a state contributes to a fairness condition.
pub(super) fn contribution(graph: &Graph, condition: &Condition, state: usize, step: &Step) -> Contribution {
    match condition {
        Condition::Weak(unit) => {
            let meets = step.moves(unit) || !graph.can_move(unit, state);
            Contribution { meets, obliges: true }
        }
        Condition::Strong(unit) => {
            Contribution { meets: step.moves(unit), obliges: graph.can_move(unit, state) }
        }
        Condition::Justice(states) => Contribution { meets: states[state], obliges: true },
        Condition::Compassion(first, second) => Contribution { meets: second[state], obliges: first[state] },
    }
}

/// A graph of positions: which follow each, and what each contributes to each condition.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// The positions that may follow each.
    pub next: Vec<Vec<usize>>,
    /// What each contributes to each condition.
    pub contributions: Vec<Vec<Contribution>>,
}

/// The positions from which a path goes on for ever and meets all conditions.
pub(super) fn endless(positions: &Positions) -> Vec<bool> {
    let count = positions.next.len();
    let conditions = positions.contributions.first().map_or(0, Vec::len);
    let mut kept = vec![true; count];
    loop {
        let before = kept.clone();
        for condition in 0..conditions {
            let of = |at: usize| positions.contributions[at][condition];
            let met = (0..count).map(|at| kept[at] && of(at).meets).collect();
            let reaches = can_reach(positions, &kept, met);
            for at in 0..count {
                kept[at] = kept[at] && (reaches[at] || !of(at).obliges);
            }
        }
        for at in 0..count {
            kept[at] = kept[at] && positions.next[at].iter().any(|next| kept[*next]);
        }
        if kept == before {
            break;
        }
    }
    can_reach(positions, &vec![true; count], kept)
}

/// The positions from which one of the goal can be reached through these.
fn can_reach(positions: &Positions, through: &[bool], mut goal: Vec<bool>) -> Vec<bool> {
    loop {
        let mut changed = false;
        for at in (0..goal.len()).rev() {
            if !goal[at] && through[at] && positions.next[at].iter().any(|next| goal[*next]) {
                goal[at] = true;
                changed = true;
            }
        }
        if !changed {
            return goal;
        }
    }
}

/// The states of a set from which a fair maximal path stays in the set.
pub(super) fn fair_within(graph: &Graph, within: &[bool]) -> Vec<bool> {
    let mut first = Vec::new();
    let mut count = 0;
    for state in 0..graph.states.len() {
        first.push(count);
        count += graph.steps[state].len().max(1);
    }
    // A dead end is a position of its own that follows itself and owes nothing.
    let positions_of = |state: usize| first[state]..first[state] + graph.steps[state].len().max(1);
    let mut positions = Positions::default();
    for state in 0..graph.states.len() {
        let stays = |target: usize| {
            if within[state] && within[target] { positions_of(target).collect() } else { vec![] }
        };
        for step in &graph.steps[state] {
            positions.next.push(stays(step.target));
            let of = |condition| contribution(graph, condition, state, step);
            positions.contributions.push(graph.conditions.iter().map(of).collect());
        }
        if graph.is_dead_end(state) {
            positions.next.push(stays(state));
            let nothing_owed = Contribution { meets: true, obliges: false };
            positions.contributions.push(vec![nothing_owed; graph.conditions.len()]);
        }
    }
    let endless = endless(&positions);
    (0..graph.states.len()).map(|state| within[state] && positions_of(state).any(|at| endless[at])).collect()
}

/// The most states of which all sets are enumerated.
pub(super) const MOST_FOR_SETS: usize = 9;

/// The same, by trying all sets of states; the graph must have at most [`MOST_FOR_SETS`] states.
pub(super) fn fair_within_by_sets(graph: &Graph, within: &[bool]) -> Vec<bool> {
    let count = graph.states.len();
    let mut fair = fair_sets(graph, within);
    for _ in 0..count {
        for state in 0..count {
            fair[state] |= within[state] && graph.steps[state].iter().any(|step| fair[step.target]);
        }
    }
    fair
}

/// The states of a set that are dead ends or belong to a fair set within it.
pub(super) fn fair_sets(graph: &Graph, within: &[bool]) -> Vec<bool> {
    let count = graph.states.len();
    assert!(count <= MOST_FOR_SETS, "the sets of so many states are too many");
    let mut fair: Vec<bool> = (0..count).map(|state| within[state] && graph.is_dead_end(state)).collect();
    for set in 1u32..1 << count {
        let members: Vec<usize> = (0..count).filter(|state| set >> state & 1 == 1).collect();
        if members.iter().all(|state| within[*state]) && is_fair_set(graph, &members) {
            members.iter().for_each(|state| fair[*state] = true);
        }
    }
    fair
}

/// Whether a path can visit just these states for ever, and be fair: it may take all steps between them, since
/// more steps never make it less fair.
fn is_fair_set(graph: &Graph, members: &[usize]) -> bool {
    let inner = |state: usize| graph.steps[state].iter().filter(|step| members.contains(&step.target));
    let reaches_all = |from: usize| {
        let mut reached = vec![];
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            for step in inner(state) {
                if !reached.contains(&step.target) {
                    reached.push(step.target);
                    open.push(step.target);
                }
            }
        }
        members.iter().all(|state| reached.contains(state))
    };
    let moves = |unit: &Unit| members.iter().any(|state| inner(*state).any(|step| step.moves(unit)));
    let is_met = |condition: &Condition| match condition {
        Condition::Weak(unit) => moves(unit) || members.iter().any(|state| !graph.can_move(unit, *state)),
        Condition::Strong(unit) => moves(unit) || members.iter().all(|state| !graph.can_move(unit, *state)),
        Condition::Justice(states) => members.iter().any(|state| states[*state]),
        Condition::Compassion(first, second) => {
            members.iter().all(|state| !first[*state]) || members.iter().any(|state| second[*state])
        }
    };
    members.iter().all(|state| reaches_all(*state)) && graph.conditions.iter().all(is_met)
}
