//! Whether all fair maximal paths satisfy a linear-time formula, by guessing what will be true.
//!
//! # The algorithm
//!
//! A position is a state, a step from it, and for each temporal subformula a guess about the rest of the path
//! behind this position: what `X f` guesses is the value of `f` there, what the others guess is their own value.
//! The guesses determine the value of each subformula here, by the laws
//!
//! ```text
//! F f = f ∨ guess     G f = f ∧ guess     f U g = f W g = g ∨ f ∧ guess     f R g = g ∧ (f ∨ guess)
//! ```
//!
//! and a position follows another only if it makes the other's guesses true. The laws have two solutions each; the
//! right one is chosen by a condition that must be met for ever: a promised `g` comes or is no longer promised, a
//! broken promise of for ever is seen to be broken. This makes no automaton, and no negation is pushed anywhere.
//!
//! # Reference
//!
//! Lichtenstein, Pnueli: *Checking That Finite State Concurrent Programs Satisfy Their Linear Specification*, POPL
//! 1985, doi:10.1145/318593.318622.

use super::fair::{Contribution, Positions, contribution, endless};
use super::graph::Graph;
use std::collections::HashMap;
use system::{Ltl, Obstacle, System, UntilKind};

/// The most temporal operators that are guessed.
const MOST_GUESSES: usize = 8;

/// The most positions.
const MOST_POSITIONS: usize = 30_000;

/// Whether some fair maximal path from an initial state violates the formula; nothing if that is too much to
/// guess.
///
/// # Panics
/// If the formula has rigid variables.
pub fn some_path_violates(system: &System, graph: &Graph, formula: &Ltl) -> Result<Option<bool>, Obstacle> {
    let mut nodes = Vec::new();
    let top = flatten(system, graph, formula, &mut nodes)?;
    let guessed: Vec<usize> = (0..nodes.len()).filter(|node| nodes[*node].is_temporal()).collect();
    let steps: usize = graph.steps.iter().map(|steps| steps.len().max(1)).sum();
    if guessed.len() > MOST_GUESSES || steps << guessed.len() > MOST_POSITIONS {
        return Ok(None);
    }
    let values = |state: usize, guesses: usize| {
        let mut values: Vec<bool> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            let guess = guessed.iter().position(|g| *g == number).is_some_and(|bit| guesses >> bit & 1 == 1);
            values.push(node.value(&values, guess, state));
        }
        values
    };
    // What a position that follows would make true of the guesses, as bits.
    let made_true = |values: &[bool]| {
        let value = |node: &usize| match nodes[*node] {
            Subformula::Next(f) => values[f],
            _ => values[*node],
        };
        guessed.iter().enumerate().map(|(bit, node)| usize::from(value(node)) << bit).sum::<usize>()
    };
    let mut at_state: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    let mut places = Vec::new();
    let mut positions = Positions::default();
    for state in 0..graph.states.len() {
        for guesses in 0..1usize << guessed.len() {
            let values = values(state, guesses);
            let own = guessed.iter().map(|node| nodes[*node].promise(&values, *node));
            let own: Vec<Contribution> = own.collect();
            let mut add = |target: usize, fairness: Vec<Contribution>| {
                at_state.entry((state, made_true(&values))).or_default().push(places.len());
                places.push((state, target, guesses, values[top]));
                positions.contributions.push([own.clone(), fairness].concat());
            };
            for step in &graph.steps[state] {
                let fairness = graph.conditions.iter().map(|c| contribution(graph, c, state, step));
                add(step.target, fairness.collect());
            }
            if graph.is_dead_end(state) {
                add(state, vec![Contribution { meets: true, obliges: false }; graph.conditions.len()]);
            }
        }
    }
    positions.next = places
        .iter()
        .map(|(_, target, guesses, _)| at_state.get(&(*target, *guesses)).cloned().unwrap_or_default())
        .collect();
    let endless = endless(&positions);
    let violates = |at: usize| places[at].0 < graph.initial && !places[at].3 && endless[at];
    Ok(Some((0..places.len()).any(violates)))
}

/// A subformula; its parts stand before it.
#[derive(Debug)]
enum Subformula {
    State(Vec<bool>),
    Not(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
    Iff(usize, usize),
    Next(usize),
    Finally(usize),
    Globally(usize),
    Until(UntilKind, usize, usize),
}

fn flatten(
    system: &System,
    graph: &Graph,
    formula: &Ltl,
    nodes: &mut Vec<Subformula>,
) -> Result<usize, Obstacle> {
    let mut part = |f: &Ltl| flatten(system, graph, f, nodes);
    let node = match formula {
        Ltl::State(e) => Subformula::State(graph.states_where(system, e)?),
        Ltl::Not(f) => Subformula::Not(part(f)?),
        Ltl::And(all) => Subformula::And(all.iter().map(part).collect::<Result<_, _>>()?),
        Ltl::Or(all) => Subformula::Or(all.iter().map(part).collect::<Result<_, _>>()?),
        Ltl::Implies(f, g) => {
            let (f, g) = (part(f)?, part(g)?);
            nodes.push(Subformula::Not(f));
            Subformula::Or(vec![nodes.len() - 1, g])
        }
        Ltl::Iff(f, g) => Subformula::Iff(part(f)?, part(g)?),
        Ltl::Next(f) => Subformula::Next(part(f)?),
        Ltl::Finally(f) => Subformula::Finally(part(f)?),
        Ltl::Globally(f) => Subformula::Globally(part(f)?),
        Ltl::Until(kind, f, g) => Subformula::Until(*kind, part(f)?, part(g)?),
        Ltl::Rigid { .. } => panic!("formulas with rigid variables are not judged here"),
    };
    nodes.push(node);
    Ok(nodes.len() - 1)
}

impl Subformula {
    fn is_temporal(&self) -> bool {
        matches!(
            self,
            Subformula::Next(_) | Subformula::Finally(_) | Subformula::Globally(_) | Subformula::Until(..)
        )
    }

    /// The value here, from those of the parts and the guess.
    fn value(&self, parts: &[bool], guess: bool, state: usize) -> bool {
        match self {
            Subformula::State(states) => states[state],
            Subformula::Not(f) => !parts[*f],
            Subformula::And(all) => all.iter().all(|f| parts[*f]),
            Subformula::Or(all) => all.iter().any(|f| parts[*f]),
            Subformula::Iff(f, g) => parts[*f] == parts[*g],
            Subformula::Next(_) => guess,
            Subformula::Finally(f) => parts[*f] || guess,
            Subformula::Globally(f) => parts[*f] && guess,
            Subformula::Until(UntilKind::Until | UntilKind::Weak, f, g) => parts[*g] || parts[*f] && guess,
            Subformula::Until(UntilKind::Release, f, g) => parts[*g] && (parts[*f] || guess),
        }
    }

    /// What a position with these values contributes to the choice of the right solution.
    fn promise(&self, values: &[bool], own: usize) -> Contribution {
        let meets = match self {
            Subformula::Finally(g) | Subformula::Until(UntilKind::Until, _, g) => !values[own] || values[*g],
            Subformula::Globally(f)
            | Subformula::Until(UntilKind::Weak, f, _)
            | Subformula::Until(UntilKind::Release, _, f) => values[own] || !values[*f],
            _ => true,
        };
        Contribution { meets, obliges: true }
    }
}
