//! The text of a model as a tree of parts, so that it can be shrunk piece by piece.
//!
//! The tree knows nothing of the language but three things: which parts may be left out ([`Tree::Optional`],
//! the items of a [`Tree::List`]), which parts may stand for each other (nodes of one [`Kind`]), and where
//! parentheses are needed ([`Level`]).

use std::fmt::Write;

/// A part of a text.
#[derive(Debug, Clone)]
pub enum Tree {
    /// Plain text.
    Text(String),
    /// Parts that belong together.
    Sequence(Vec<Tree>),
    /// Parts of which any may be left out, down to a least number.
    List {
        /// The parts.
        items: Vec<Tree>,
        /// What stands between them.
        separator: &'static str,
        /// How many must stay.
        least: usize,
    },
    /// A part that may be left out.
    Optional(Option<Box<Tree>>),
    /// A part that others of its kind may replace.
    Node(Node),
    /// An operand: it is put between parentheses if it binds less tightly than this.
    Operand(Level, Box<Tree>),
}

/// A part that others of its kind may replace.
#[derive(Debug, Clone)]
pub struct Node {
    /// What kind of part it is.
    pub kind: Kind,
    /// How tightly it binds.
    pub level: Level,
    /// The part itself.
    pub body: Box<Tree>,
    /// Texts that may replace it, simplest first.
    pub simplest: Vec<String>,
}

/// Which parts may stand for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A Boolean expression.
    Bool,
    /// An integer expression.
    Int,
    /// An expression whose value is a member of the enumeration with this number.
    Member(usize),
    /// A reference to an instance of the process with this number.
    Reference(usize),
    /// A branching-time formula.
    Ctl,
    /// A linear-time formula.
    Ltl,
    /// A statement.
    Statement,
}

/// How tightly an expression binds, from loose to tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the levels are those of the language")]
pub enum Level {
    Iff,
    Implies,
    Or,
    And,
    Until,
    Prefix,
    Comparison,
    Additive,
    Multiplicative,
    Negation,
    Atom,
}

/// A sequence of texts and trees.
#[macro_export]
macro_rules! parts {
    ($($part:expr),* $(,)?) => {
        $crate::Tree::Sequence(vec![$($crate::Tree::from($part)),*])
    };
}

impl Tree {
    /// Nothing.
    pub fn nothing() -> Tree {
        Tree::Sequence(Vec::new())
    }

    /// Parts of which any may be left out.
    pub fn list(items: Vec<Tree>, separator: &'static str, least: usize) -> Tree {
        Tree::List { items, separator, least }
    }

    /// A part that may be left out.
    pub fn optional(part: Tree) -> Tree {
        Tree::Optional(Some(Box::new(part)))
    }

    /// The part as an operand of an operator that binds so tightly.
    pub fn operand(self, level: Level) -> Tree {
        Tree::Operand(level, Box::new(self))
    }

    /// How tightly the part binds.
    pub fn level(&self) -> Level {
        match self {
            Tree::Node(node) => node.level,
            _ => Level::Atom,
        }
    }

    /// The text of the tree.
    pub fn print(&self) -> String {
        let mut text = String::new();
        self.print_to(&mut text);
        text
    }

    fn print_to(&self, text: &mut String) {
        match self {
            Tree::Text(own) => text.push_str(own),
            Tree::Sequence(parts) => parts.iter().for_each(|part| part.print_to(text)),
            Tree::List { items, separator, .. } => {
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        text.push_str(separator);
                    }
                    item.print_to(text);
                }
            }
            Tree::Optional(part) => {
                if let Some(part) = part {
                    part.print_to(text);
                }
            }
            Tree::Node(node) => node.body.print_to(text),
            Tree::Operand(level, part) if part.level() < *level => {
                write!(text, "({})", part.print()).expect("writing to a string cannot fail");
            }
            Tree::Operand(_, part) => part.print_to(text),
        }
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Tree::Text(text.to_string())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Self {
        Tree::Text(text)
    }
}

impl From<&String> for Tree {
    fn from(text: &String) -> Self {
        Tree::Text(text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Level, Node, Tree};

    #[test]
    fn operands_get_the_parentheses_that_they_need() {
        let node = |level, body: Tree| {
            Tree::Node(Node { kind: Kind::Int, level, body: Box::new(body), simplest: vec![] })
        };
        let sum = node(Level::Additive, parts!["a + b"]);
        let product = node(Level::Multiplicative, parts![sum.operand(Level::Multiplicative), " * c"]);
        assert_eq!(product.print(), "(a + b) * c");
        assert_eq!(parts![product.operand(Level::Additive), " + d"].print(), "(a + b) * c + d");
    }
}
