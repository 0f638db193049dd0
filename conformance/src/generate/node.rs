//! Nodes of the tree for each sort of expression.

use super::Generator;
use super::world::Sort;
use crate::parts;
use crate::tree::{Kind, Level, Node, Tree};

/// A Boolean expression.
pub(super) fn bool_node(level: Level, body: Tree) -> Tree {
    node(Kind::Bool, level, body, vec!["true".into(), "false".into()])
}

/// An integer expression.
pub(super) fn int_node(level: Level, body: Tree) -> Tree {
    node(Kind::Int, level, body, vec!["0".into(), "1".into()])
}

/// A reference to an instance of the process with this number.
pub(super) fn reference_node(process: usize, level: Level, body: Tree) -> Tree {
    node(Kind::Reference(process), level, body, vec!["null".into()])
}

/// A statement.
pub(super) fn statement_node(body: Tree) -> Tree {
    node(Kind::Statement, Level::Atom, body, vec!["skip".into()])
}

/// A temporal formula.
pub(super) fn formula_node(kind: Kind, level: Level, body: Tree) -> Tree {
    node(kind, level, body, vec!["true".into(), "false".into()])
}

fn node(kind: Kind, level: Level, body: Tree, simplest: Vec<String>) -> Tree {
    Tree::Node(Node { kind, level, body: Box::new(body), simplest })
}

impl Generator {
    /// A member of the enumeration with this number.
    pub(super) fn member_node(&self, enumeration: usize, level: Level, body: Tree) -> Tree {
        let members = self.world.enumerations[enumeration].members.clone();
        node(Kind::Member(enumeration), level, body, members)
    }

    /// An expression of this sort.
    pub(super) fn sort_node(&self, sort: Sort, level: Level, body: Tree) -> Tree {
        match sort {
            Sort::Bool => bool_node(level, body),
            Sort::Finite | Sort::Linear => int_node(level, body),
            Sort::Member(enumeration) => self.member_node(enumeration, level, body),
            Sort::Reference(process) => reference_node(process, level, body),
        }
    }

    /// Two operands with an operator between them.
    pub(super) fn infix(&mut self, left: (Tree, Level), operator: &str, right: (Tree, Level)) -> Tree {
        parts![left.0.operand(left.1), format!(" {operator} "), right.0.operand(right.1)]
    }
}
