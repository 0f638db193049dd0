//! Implications between formulas that their syntax shows.
//!
//! # The algorithm
//!
//! A proof search over the two syntax trees: a disjunction implies what all its operands imply, a conjunction what one
//! of them does, `G f` what `f` does, and so on; untils are compared operand by operand. Answers are remembered for
//! each pair, so that the search is quadratic in the number of different subformulas. `true` is always right;
//! `false` only says that no proof was found.
//!
//! # Reference
//!
//! Somenzi, Bloem: *Efficient Büchi Automata from LTL Formulae*, CAV 2000, doi:10.1007/10722167_21, section 3.
//! Departures: eventual and universal formulas stand where they write `F` and `G`, and `W` and `M` are compared, too.

use crate::formula::{Formula, Formulas, Node};
use crate::hashing::FastMap;

/// The implications decided so far.
#[derive(Debug, Default)]
pub(crate) struct Implications {
    known: FastMap<(Formula, Formula), bool>,
}

/// The most pairs that are compared; all others count as not shown.
const MOST_PAIRS: usize = 200_000;

impl Implications {
    /// Whether the syntax shows that `f` implies `g`.
    pub fn implies(&mut self, formulas: &Formulas, f: Formula, g: Formula) -> bool {
        if f == g || f == Formulas::FALSE || g == Formulas::TRUE {
            return true;
        }
        if f == Formulas::TRUE || g == Formulas::FALSE {
            return false;
        }
        if let Some(&known) = self.known.get(&(f, g)) {
            return known;
        }
        if self.known.len() >= MOST_PAIRS {
            return false;
        }
        let shown = self.by_left_operand(formulas, f, g)
            || self.by_right_operand(formulas, f, g)
            || self.pairwise(formulas, f, g);
        self.known.insert((f, g), shown);
        shown
    }

    /// Whether a weaker formula that `f` implies by its outermost operator implies `g`.
    fn by_left_operand(&mut self, formulas: &Formulas, f: Formula, g: Formula) -> bool {
        let eventual = formulas.facts(g).eventual;
        match formulas.node(f) {
            Node::True | Node::False | Node::Literal { .. } => false,
            Node::Or(operands) => operands.iter().all(|&operand| self.implies(formulas, operand, g)),
            Node::And(operands) => operands.iter().any(|&operand| self.implies(formulas, operand, g)),
            &Node::Next(a) | &Node::Finally(a) => eventual && self.implies(formulas, a, g),
            &Node::Globally(a) => self.implies(formulas, a, g),
            &Node::Until(a, b) => self.implies(formulas, b, g) && (eventual || self.implies(formulas, a, g)),
            &Node::Weak(a, b) => self.implies(formulas, a, g) && self.implies(formulas, b, g),
            &Node::Release(_, b) => self.implies(formulas, b, g),
            &Node::Strong(a, b) => self.implies(formulas, b, g) || eventual && self.implies(formulas, a, g),
        }
    }

    /// Whether `f` implies a stronger formula than `g`, by the outermost operator of `g`.
    fn by_right_operand(&mut self, formulas: &Formulas, f: Formula, g: Formula) -> bool {
        let universal = formulas.facts(f).universal;
        match formulas.node(g) {
            Node::True | Node::False | Node::Literal { .. } => false,
            Node::And(operands) => operands.iter().all(|&operand| self.implies(formulas, f, operand)),
            Node::Or(operands) => operands.iter().any(|&operand| self.implies(formulas, f, operand)),
            &Node::Next(a) | &Node::Globally(a) => universal && self.implies(formulas, f, a),
            &Node::Finally(a) => self.implies(formulas, f, a),
            &Node::Release(a, b) => {
                self.implies(formulas, f, b) && (universal || self.implies(formulas, f, a))
            }
            &Node::Strong(a, b) => self.implies(formulas, f, a) && self.implies(formulas, f, b),
            &Node::Until(_, b) => self.implies(formulas, f, b),
            &Node::Weak(a, b) => self.implies(formulas, f, b) || universal && self.implies(formulas, f, a),
        }
    }

    /// Whether the two have operators that are monotone in the same way, and their operands imply each other.
    fn pairwise(&mut self, formulas: &Formulas, f: Formula, g: Formula) -> bool {
        match (formulas.node(f), formulas.node(g)) {
            (&Node::Next(a), &Node::Next(b)) => self.implies(formulas, a, b),
            (&Node::Until(a, b), &Node::Until(c, d) | &Node::Weak(c, d))
            | (&Node::Weak(a, b), &Node::Weak(c, d))
            | (&Node::Strong(a, b), &Node::Strong(c, d) | &Node::Release(c, d))
            | (&Node::Release(a, b), &Node::Release(c, d)) => {
                self.implies(formulas, a, c) && self.implies(formulas, b, d)
            }
            _ => false,
        }
    }
}
