//! Linear-time formulas in negation normal form, shared: equal formulas have equal numbers.
//!
//! A formula lives in an arena, [`Formulas`], and is named by a small number, [`Formula`]. Every constructor looks
//! its node up first, so that comparing formulas is comparing numbers and every fact about a formula is computed
//! once. Negation never is an operator: literals carry a sign, and every operator has its dual,
//!
//! ```text
//! !(f & g) = !f | !g     !X f = X !f     !F f = G !f     !(f U g) = !f R !g     !(f W g) = !f M !g
//! ```
//!
//! A node is always entered together with its dual, so that [`Formulas::not`] is a table look-up and nothing here
//! recurs: formulas of any depth can be built. What recurs over them checks [`Formulas::depth`] against
//! [`MAX_DEPTH`] first.
//!
//! The constructors apply only the laws of the constants and of sets (idempotence, associativity,
//! commutativity, `f & !f`); everything else is the work of [`simplify`](crate::simplify).

mod boolean;
mod convert;
mod facts;
mod parse;
mod print;
mod temporal;

pub use convert::{Atoms, from_system};
pub use facts::Facts;
pub use parse::{ParseError, parse};
pub use print::Shown;

use crate::hashing::FastMap;

/// The deepest syntax tree that the recursive algorithms accept; deeper formulas are refused, so that no stack
/// overflows.
pub const MAX_DEPTH: u32 = 400;

/// The number of an atomic proposition, from zero.
pub type Proposition = u32;

/// A formula: its number in the arena that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula(u32);

/// The outermost operator of a formula, with its operands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// `true`
    True,
    /// `false`
    False,
    /// A proposition or its negation.
    Literal {
        /// The proposition.
        proposition: Proposition,
        /// Whether it is asked to be true.
        positive: bool,
    },
    /// `f & g & …`: at least two, sorted, none of them a conjunction.
    And(Box<[Formula]>),
    /// `f | g | …`: at least two, sorted, none of them a disjunction.
    Or(Box<[Formula]>),
    /// `X f`: at the next position.
    Next(Formula),
    /// `F f`: at some position from now on.
    Finally(Formula),
    /// `G f`: at all positions from now on.
    Globally(Formula),
    /// `f U g`: g comes, and f holds until just before.
    Until(Formula, Formula),
    /// `f R g`: g holds up to and including the first f, or for ever.
    Release(Formula, Formula),
    /// `f W g`: like until, or f holds for ever.
    Weak(Formula, Formula),
    /// `f M g`: like release, and f does come.
    Strong(Formula, Formula),
}

/// An arena of formulas.
#[derive(Debug, Clone)]
pub struct Formulas {
    nodes: Vec<Node>,
    duals: Vec<Formula>,
    facts: Vec<Facts>,
    index: FastMap<Node, Formula>,
}

impl Default for Formulas {
    fn default() -> Self {
        Formulas::new()
    }
}

impl Formulas {
    /// The formula `true`.
    pub const TRUE: Formula = Formula(0);
    /// The formula `false`.
    pub const FALSE: Formula = Formula(1);

    /// An arena with the two constants.
    pub fn new() -> Self {
        let mut formulas =
            Formulas { nodes: Vec::new(), duals: Vec::new(), facts: Vec::new(), index: FastMap::default() };
        formulas.enter(Node::True);
        formulas
    }

    /// The outermost operator of a formula.
    pub fn node(&self, formula: Formula) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    /// What is known about a formula from its syntax.
    pub fn facts(&self, formula: Formula) -> Facts {
        self.facts[formula.0 as usize]
    }

    /// The depth of the syntax tree: one for a literal.
    pub fn depth(&self, formula: Formula) -> u32 {
        self.facts(formula).depth
    }

    /// How many formulas the arena holds.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// `!f`
    pub fn not(&self, formula: Formula) -> Formula {
        self.duals[formula.0 as usize]
    }

    /// Enters a node that obeys the invariants of [`Node`], and its dual.
    fn enter(&mut self, node: Node) -> Formula {
        if let Some(&known) = self.index.get(&node) {
            return known;
        }
        let dual = self.dual_node(&node);
        let formula = self.push(node);
        let negation = self.push(dual);
        self.duals.push(negation);
        self.duals.push(formula);
        formula
    }

    fn push(&mut self, node: Node) -> Formula {
        let formula =
            Formula(u32::try_from(self.nodes.len()).expect("fewer than 2^32 formulas fit into memory"));
        self.facts.push(Facts::of(self, &node));
        self.index.insert(node.clone(), formula);
        self.nodes.push(node);
        formula
    }

    fn dual_node(&self, node: &Node) -> Node {
        let all = |operands: &[Formula]| {
            let mut duals: Box<[Formula]> = operands.iter().map(|&operand| self.not(operand)).collect();
            duals.sort_unstable();
            duals
        };
        match node {
            Node::True => Node::False,
            Node::False => Node::True,
            &Node::Literal { proposition, positive } => Node::Literal { proposition, positive: !positive },
            Node::And(operands) => Node::Or(all(operands)),
            Node::Or(operands) => Node::And(all(operands)),
            &Node::Next(f) => Node::Next(self.not(f)),
            &Node::Finally(f) => Node::Globally(self.not(f)),
            &Node::Globally(f) => Node::Finally(self.not(f)),
            &Node::Until(f, g) => Node::Release(self.not(f), self.not(g)),
            &Node::Release(f, g) => Node::Until(self.not(f), self.not(g)),
            &Node::Weak(f, g) => Node::Strong(self.not(f), self.not(g)),
            &Node::Strong(f, g) => Node::Weak(self.not(f), self.not(g)),
        }
    }
}

impl Node {
    /// The operands, in order.
    pub fn operands(&self) -> Vec<Formula> {
        match self {
            Node::True | Node::False | Node::Literal { .. } => Vec::new(),
            Node::And(operands) | Node::Or(operands) => operands.to_vec(),
            &Node::Next(f) | &Node::Finally(f) | &Node::Globally(f) => vec![f],
            &Node::Until(f, g) | &Node::Release(f, g) | &Node::Weak(f, g) | &Node::Strong(f, g) => vec![f, g],
        }
    }
}
