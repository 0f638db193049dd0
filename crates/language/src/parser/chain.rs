//! Chains of operators of one level that associate to the left: `a - b + c`.
//!
//! A short chain leans to the left, as written. A long one would be a tree as tall as the chain, on which
//! every recursive pass could run out of stack; generated models have sums and conjunctions of many
//! thousands of terms. So a long chain is cut in the middle, again and again, at operators where
//! `(… a) op (b …)` means the same as `((… a) op b) …`: at `&&`, at `||`, at `+` (also if some of the terms
//! behind it are subtracted), and at `*` among nothing but products. Evaluation still goes from the left and
//! stops as early.

use super::Parser;
use super::depth::Tree;
use super::precedence::{Infix, Level};
use crate::ast::{BinaryOp, ExprKind};

/// The longest chain that is not cut.
const LEANING: usize = 32;

/// The operands of a chain; each but the first with the operator before it.
type Links = Vec<(BinaryOp, Tree)>;

impl Parser<'_> {
    /// The chain that begins with `first`; the present token is an operator of `level`.
    pub(super) fn chain(&mut self, first: Tree, level: Level) -> Tree {
        let mut links = Links::new();
        while let Some(Infix::Binary(op)) = self.infix_at_least(level) {
            self.bump();
            links.push((op, self.climb(level.tighter())));
        }
        self.build(first, links)
    }

    /// The tree of a chain, by cutting it as near to the middle as possible.
    fn build(&mut self, first: Tree, mut links: Links) -> Tree {
        if links.len() <= LEANING {
            return self.lean(first, links);
        }
        let Some(cut) = nearest_cut(&links) else { return self.lean(first, links) };
        let mut right = links.split_off(cut).into_iter();
        let Some((op, head)) = right.next() else { return self.lean(first, links) };
        let left = self.build(first, links);
        let right = self.build(head, right.collect());
        self.join(op, left, right)
    }

    /// The tree that leans to the left.
    fn lean(&mut self, first: Tree, links: Links) -> Tree {
        let mut left = first;
        for (op, right) in links {
            left = self.join(op, left, right);
        }
        left
    }

    fn join(&mut self, op: BinaryOp, left: Tree, right: Tree) -> Tree {
        let (span, tallest) = (left.expr.span.to(right.expr.span), left.height.max(right.height));
        self.grow(ExprKind::Binary(op, left.boxed(), right.boxed()), span, tallest)
    }
}

/// The place nearest to the middle where a chain may be cut.
fn nearest_cut(links: &Links) -> Option<usize> {
    let middle = links.len() / 2;
    let only_products = links.iter().all(|(op, _)| *op == BinaryOp::Mul);
    let may_cut = |index: &usize| match links[*index].0 {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Add => true,
        BinaryOp::Mul => only_products,
        _ => false,
    };
    let below = (0..middle).rev().find(may_cut);
    let above = (middle..links.len()).find(may_cut);
    match (below, above) {
        (Some(below), Some(above)) if middle - below <= above - middle => Some(below),
        (below, above) => above.or(below),
    }
}
