//! The second translation: the tableau of the textbooks, plain.
//!
//! # The algorithm
//!
//! A node stands for a position of the word. It has the formulas that are still to be taken apart, those that have been
//! (*old*), and those that must hold at the next position (*next*). A formula is taken apart by its recursion law; where
//! that is a disjunction the node is copied. A node with nothing left to take apart is looked up by its old and next
//! formulas; if it is new, a successor is started with its next formulas to be taken apart.
//!
//! ```text
//! f U g:  f and X(f U g), or g       f R g:  g and X(f R g), or f and g      F, G, W, M likewise
//! ```
//!
//! A word is read by a path of nodes, each of which demands its old literals of the letter at its position. For each
//! until there is an acceptance set: the nodes in which the until is not old, or what it waits for is old, too.
//!
//! # Reference
//!
//! Gerth, Peled, Vardi, Wolper: *Simple On-the-fly Automatic Verification of Linear Temporal Logic*, PSTV 1995,
//! doi:10.1007/978-0-387-34892-6_1. Departure: `F`, `G`, `W` and `M` have laws of their own instead of being
//! rewritten, and a stack takes the place of recursion.
//!
//! # Assumes and guarantees
//!
//! No code but the type of formulas is shared with [`translate`](crate::translate()), so that the two can check each
//! other. Nothing is simplified or reduced: this is for comparison, not for use.

mod accept;
mod convert;

use crate::formula::{Formula, Formulas, Node};
use crate::limits::{Limits, Refusable, Refusal};
use std::collections::{BTreeMap, BTreeSet};

/// The automaton of a tableau: letters are read in nodes, and acceptance sets are sets of nodes.
#[derive(Debug, Clone, Default)]
pub struct Tableau {
    nodes: Vec<Position>,
    initial: BTreeSet<usize>,
    sets: usize,
    propositions: u32,
}

/// A node of the tableau.
#[derive(Debug, Clone)]
struct Position {
    /// The literals demanded: (proposition, whether it is true).
    literals: Vec<(u32, bool)>,
    successors: BTreeSet<usize>,
    /// For each acceptance set, whether the node is in it.
    accepting: Vec<bool>,
}

/// A node that is being taken apart.
#[derive(Debug, Clone)]
struct Draft {
    /// The node that it follows; `None` for an initial one.
    from: Option<usize>,
    open: BTreeSet<Formula>,
    old: BTreeSet<Formula>,
    next: BTreeSet<Formula>,
}

impl Tableau {
    /// The tableau of a formula. Refused if it exceeds the limits.
    pub fn new(formulas: &Formulas, formula: Formula, limits: &Limits) -> Refusable<Tableau> {
        let untils = untils(formulas, formula);
        let mut tableau = Tableau {
            sets: untils.len(),
            propositions: formulas.facts(formula).propositions,
            ..Tableau::default()
        };
        let mut known: BTreeMap<(BTreeSet<Formula>, BTreeSet<Formula>), usize> = BTreeMap::new();
        let first = Draft {
            from: None,
            open: BTreeSet::from([formula]),
            old: BTreeSet::new(),
            next: BTreeSet::new(),
        };
        let mut drafts = vec![first];
        let mut steps = 0;
        while let Some(mut draft) = drafts.pop() {
            steps += 1;
            if steps > limits.steps {
                return Err(Refusal::TooManySteps);
            }
            if limits.ending.has_come() {
                return Err(Refusal::Ended);
            }
            if let Some(formula) = draft.open.pop_first() {
                take_apart(formulas, formula, draft, &mut drafts);
                continue;
            }
            let key = (draft.old, draft.next);
            let number = match known.get(&key) {
                Some(&number) => number,
                None => {
                    let number = tableau.add(formulas, &key.0, &untils, limits)?;
                    drafts.push(Draft {
                        from: Some(number),
                        open: key.1.clone(),
                        old: BTreeSet::new(),
                        next: BTreeSet::new(),
                    });
                    known.insert(key, number);
                    number
                }
            };
            match draft.from {
                Some(from) => tableau.nodes[from].successors.insert(number),
                None => tableau.initial.insert(number),
            };
        }
        Ok(tableau)
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    fn add(
        &mut self,
        formulas: &Formulas,
        old: &BTreeSet<Formula>,
        untils: &[(Formula, Formula)],
        limits: &Limits,
    ) -> Refusable<usize> {
        if self.nodes.len() == limits.states {
            return Err(Refusal::TooManyStates);
        }
        let literals = old.iter().filter_map(|&formula| match *formulas.node(formula) {
            Node::Literal { proposition, positive } => Some((proposition, positive)),
            _ => None,
        });
        let fulfilled =
            |&(until, awaited): &(Formula, Formula)| !old.contains(&until) || old.contains(&awaited);
        self.nodes.push(Position {
            literals: literals.collect(),
            successors: BTreeSet::new(),
            accepting: untils.iter().map(fulfilled).collect(),
        });
        Ok(self.nodes.len() - 1)
    }
}

/// The subformulas that wait for something, each with what it waits for.
fn untils(formulas: &Formulas, formula: Formula) -> Vec<(Formula, Formula)> {
    let mut seen = BTreeSet::from([formula]);
    let mut open = vec![formula];
    let mut untils = Vec::new();
    while let Some(formula) = open.pop() {
        match *formulas.node(formula) {
            Node::Finally(f) | Node::Until(_, f) | Node::Strong(f, _) => untils.push((formula, f)),
            _ => {}
        }
        open.extend(formulas.node(formula).operands().into_iter().filter(|&operand| seen.insert(operand)));
    }
    untils
}

/// Takes one formula apart, which leaves no draft where it contradicts, and several where it is a disjunction.
fn take_apart(formulas: &Formulas, formula: Formula, mut draft: Draft, drafts: &mut Vec<Draft>) {
    if draft.old.contains(&formula) {
        drafts.push(draft);
        return;
    }
    draft.old.insert(formula);
    // Each way: the formulas that must hold here, and whether the formula must hold at the next position, too.
    let mut way = |here: &[Formula], again: bool| {
        let mut copy = draft.clone();
        copy.open.extend(here);
        if again {
            copy.next.insert(formula);
        }
        drafts.push(copy);
    };
    match *formulas.node(formula) {
        Node::False => {}
        Node::True => way(&[], false),
        Node::Literal { .. } => {
            if !draft.old.contains(&formulas.not(formula)) {
                drafts.push(draft);
            }
        }
        Node::And(ref operands) => way(operands, false),
        Node::Or(ref operands) => operands.iter().for_each(|&operand| way(&[operand], false)),
        Node::Next(f) => {
            draft.next.insert(f);
            drafts.push(draft);
        }
        Node::Finally(f) => {
            way(&[], true);
            way(&[f], false);
        }
        Node::Globally(f) => way(&[f], true),
        Node::Until(f, g) | Node::Weak(f, g) => {
            way(&[f], true);
            way(&[g], false);
        }
        Node::Release(f, g) | Node::Strong(f, g) => {
            way(&[g], true);
            way(&[f, g], false);
        }
    }
}
