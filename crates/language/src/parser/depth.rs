//! The limit on nesting.
//!
//! The limit counts what is open around a token plus the height of the expression built there, so no path
//! from an item down to a leaf of its tree is longer. In an unoptimised build a level costs the parser at most
//! 7 KiB of stack (an `if` inside an `if`), so a thread with 2 MiB suffices, and passes over the tree have
//! 10 KiB for each level.

use diagnostics::{Code, Diagnostic, Span};

use super::Parser;
use crate::ast::{Expr, ExprKind};

/// The longest path from an item to a leaf of its tree.
pub(super) const LIMIT: u32 = 200;

/// An expression with the length of the longest path to one of its leaves.
pub(super) struct Tree {
    pub expr: Expr,
    pub height: u32,
}

impl Tree {
    /// The tree that stands for something that could not be parsed.
    pub fn error(span: Span) -> Tree {
        Tree { expr: Expr { kind: ExprKind::Error, span }, height: 1 }
    }

    /// A tree without children.
    pub fn leaf(kind: ExprKind, span: Span) -> Tree {
        Tree { expr: Expr { kind, span }, height: 1 }
    }

    /// The expression in a box, as a child of another.
    pub fn boxed(self) -> Box<Expr> {
        Box::new(self.expr)
    }
}

impl Parser<'_> {
    /// Opens one more level and runs `inside`; a level too many is reported instead.
    pub(super) fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= LIMIT {
            self.too_deep();
            return None;
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        Some(result)
    }

    /// A tree above children of which the tallest has this height; an error if that is too tall.
    pub(super) fn grow(&mut self, kind: ExprKind, span: Span, tallest_child: u32) -> Tree {
        let height = tallest_child + 1;
        if self.depth + height > LIMIT {
            self.too_deep();
            return Tree::error(span);
        }
        Tree { expr: Expr { kind, span }, height }
    }

    fn too_deep(&mut self) {
        let here = self.span();
        let finding = Diagnostic::new(Code::TooDeep, "this is nested too deeply", here, "too many levels")
            .with_help(format!("at most {LIMIT} levels are possible; name parts of it with `let`"));
        self.fail(finding);
    }
}
