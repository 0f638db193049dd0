//! What a formula's syntax says about it.
//!
//! A formula is *eventual* if it can be pushed into the past: whenever it holds of a suffix of a word, it holds of
//! the word. It is *universal* if it can be pulled into the future: whenever it holds of a word, it holds of all
//! suffixes. `F f` is eventual and `G f` is universal; the rest follows by induction. A formula that is both, such
//! as `G F f`, has one truth value on all suffixes of a word.
//!
//! # Reference
//!
//! Etessami, Holzmann: *Optimizing Büchi Automata*, CONCUR 2000, doi:10.1007/3-540-44618-4_13.

use super::{Formula, Formulas, Node};

/// Facts about a formula that follow from its syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The depth of the syntax tree.
    pub depth: u32,
    /// One more than the largest proposition; zero if there is none.
    pub propositions: u32,
    /// No temporal operator occurs.
    pub boolean: bool,
    /// No `X` occurs; such formulas cannot tell words apart that differ by stuttering only.
    pub next_free: bool,
    /// The formula is eventual; see the head of this module.
    pub eventual: bool,
    /// The formula is universal.
    pub universal: bool,
}

impl Facts {
    /// The facts of a node, from those of its operands.
    pub(super) fn of(formulas: &Formulas, node: &Node) -> Facts {
        let operands: Vec<Facts> = node.operands().iter().map(|&operand| formulas.facts(operand)).collect();
        let all = |fact: fn(&Facts) -> bool| operands.iter().all(fact);
        let both_eventual = all(|facts| facts.eventual);
        let both_universal = all(|facts| facts.universal);
        let right = |g: Formula| formulas.facts(g);
        let (eventual, universal) = match node {
            Node::True | Node::False => (true, true),
            Node::Literal { .. } => (false, false),
            Node::Finally(_) => (true, both_universal),
            Node::Globally(_) => (both_eventual, true),
            &Node::Until(_, g) => (right(g).eventual, both_universal),
            &Node::Release(_, g) => (both_eventual, right(g).universal),
            Node::And(_) | Node::Or(_) | Node::Next(_) | Node::Weak(..) | Node::Strong(..) => {
                (both_eventual, both_universal)
            }
        };
        Facts {
            depth: 1 + operands.iter().map(|facts| facts.depth).max().unwrap_or(0),
            propositions: match node {
                Node::Literal { proposition, .. } => proposition.saturating_add(1),
                _ => operands.iter().map(|facts| facts.propositions).max().unwrap_or(0),
            },
            boolean: all(|facts| facts.boolean) && is_boolean(node),
            next_free: all(|facts| facts.next_free) && !matches!(node, Node::Next(_)),
            eventual,
            universal,
        }
    }

    /// Both eventual and universal: one truth value on all suffixes of a word.
    pub fn suspendable(&self) -> bool {
        self.eventual && self.universal
    }
}

fn is_boolean(node: &Node) -> bool {
    matches!(node, Node::True | Node::False | Node::Literal { .. } | Node::And(_) | Node::Or(_))
}
