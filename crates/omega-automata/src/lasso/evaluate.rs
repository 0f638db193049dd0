//! The semantics of formulas on ultimately periodic words, by the letter.
//!
//! # The algorithm
//!
//! For each subformula, operands first, the set of positions at which it holds. The temporal operators are fixpoints
//! of their recursion laws: least ones (from nowhere) for `F`, `U`, `M`, greatest ones (from everywhere) for `G`, `R`,
//! `W`. Each round goes through all positions until nothing changes. No code is shared with the translations.

use super::Lasso;
use crate::formula::{Formula, Formulas, Node};
use std::collections::{BTreeMap, BTreeSet};

/// Whether the word satisfies the formula.
pub fn satisfies(word: &Lasso, formulas: &Formulas, formula: Formula) -> bool {
    let mut truth: BTreeMap<Formula, Vec<bool>> = BTreeMap::new();
    // Formulas are numbered operands first.
    for subformula in subformulas(formulas, formula) {
        let positions = positions_of(word, formulas.node(subformula), &truth);
        truth.insert(subformula, positions);
    }
    truth[&formula][0]
}

fn subformulas(formulas: &Formulas, formula: Formula) -> BTreeSet<Formula> {
    let mut found = BTreeSet::from([formula]);
    let mut open = vec![formula];
    while let Some(next) = open.pop() {
        open.extend(formulas.node(next).operands().into_iter().filter(|&operand| found.insert(operand)));
    }
    found
}

fn positions_of(word: &Lasso, node: &Node, truth: &BTreeMap<Formula, Vec<bool>>) -> Vec<bool> {
    let holds = |f: &Formula, position: usize| truth[f][position];
    let everywhere = |value: &dyn Fn(usize) -> bool| (0..word.positions()).map(value).collect::<Vec<bool>>();
    match node {
        Node::True => everywhere(&|_| true),
        Node::False => everywhere(&|_| false),
        &Node::Literal { proposition, positive } => {
            everywhere(&|at| word.is_true(proposition, at) == positive)
        }
        Node::And(operands) => everywhere(&|at| operands.iter().all(|f| holds(f, at))),
        Node::Or(operands) => everywhere(&|at| operands.iter().any(|f| holds(f, at))),
        Node::Next(f) => everywhere(&|at| holds(f, word.next(at))),
        Node::Finally(f) => fixpoint(word, false, |at, later| holds(f, at) || later),
        Node::Globally(f) => fixpoint(word, true, |at, later| holds(f, at) && later),
        Node::Until(f, g) => fixpoint(word, false, |at, later| holds(g, at) || holds(f, at) && later),
        Node::Weak(f, g) => fixpoint(word, true, |at, later| holds(g, at) || holds(f, at) && later),
        Node::Release(f, g) => fixpoint(word, true, |at, later| holds(g, at) && (holds(f, at) || later)),
        Node::Strong(f, g) => fixpoint(word, false, |at, later| holds(g, at) && (holds(f, at) || later)),
    }
}

/// The fixpoint of a law that gives the value at a position from the value at the next one.
fn fixpoint(word: &Lasso, start: bool, law: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut values = vec![start; word.positions()];
    loop {
        let before = values.clone();
        for position in (0..values.len()).rev() {
            values[position] = law(position, values[word.next(position)]);
        }
        if values == before {
            return values;
        }
    }
}
