//! Which operator binds tighter.

use crate::ast::{BinaryOp, CompareOp, UntilOp};
use crate::token::{Keyword, TokenKind};

/// The levels of operators, from loose to tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `<=>`, to the left; also the level of `if` and of quantifiers.
    Iff,
    /// `=>`, to the right
    Implies,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `U`, `W`, `R`, to the right
    Until,
    /// `!` and the unary temporal operators
    Prefix,
    /// Comparisons and `in`
    Comparison,
    /// `+`, `-`
    Additive,
    /// `*`, `/`, `%`
    Multiplicative,
    /// Unary `-`
    Negation,
}

impl Level {
    /// The next tighter level.
    pub fn tighter(self) -> Level {
        match self {
            Level::Iff => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Until,
            Level::Until => Level::Prefix,
            Level::Prefix => Level::Comparison,
            Level::Comparison => Level::Additive,
            Level::Additive => Level::Multiplicative,
            Level::Multiplicative | Level::Negation => Level::Negation,
        }
    }
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Infix {
    Binary(BinaryOp),
    Until(UntilOp),
    Compare(CompareOp),
    In,
}

impl Infix {
    /// The operator that a token stands for; `U`, `W` and `R` depend on the context and are not among them.
    pub fn of(kind: TokenKind) -> Option<Infix> {
        Some(match kind {
            TokenKind::Iff => Infix::Binary(BinaryOp::Iff),
            TokenKind::Implies => Infix::Binary(BinaryOp::Implies),
            TokenKind::Or => Infix::Binary(BinaryOp::Or),
            TokenKind::And => Infix::Binary(BinaryOp::And),
            TokenKind::Plus => Infix::Binary(BinaryOp::Add),
            TokenKind::Minus => Infix::Binary(BinaryOp::Sub),
            TokenKind::Star => Infix::Binary(BinaryOp::Mul),
            TokenKind::Slash => Infix::Binary(BinaryOp::Div),
            TokenKind::Percent => Infix::Binary(BinaryOp::Mod),
            TokenKind::Equal => Infix::Compare(CompareOp::Eq),
            TokenKind::NotEqual => Infix::Compare(CompareOp::Ne),
            TokenKind::Less => Infix::Compare(CompareOp::Lt),
            TokenKind::LessEqual => Infix::Compare(CompareOp::Le),
            TokenKind::Greater => Infix::Compare(CompareOp::Gt),
            TokenKind::GreaterEqual => Infix::Compare(CompareOp::Ge),
            TokenKind::Keyword(Keyword::In) => Infix::In,
            _ => return None,
        })
    }

    /// How tightly it binds.
    pub fn level(self) -> Level {
        match self {
            Infix::Binary(BinaryOp::Iff) => Level::Iff,
            Infix::Binary(BinaryOp::Implies) => Level::Implies,
            Infix::Binary(BinaryOp::Or) => Level::Or,
            Infix::Binary(BinaryOp::And) => Level::And,
            Infix::Until(_) => Level::Until,
            Infix::Compare(_) | Infix::In => Level::Comparison,
            Infix::Binary(BinaryOp::Add | BinaryOp::Sub) => Level::Additive,
            Infix::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod) => Level::Multiplicative,
        }
    }
}
