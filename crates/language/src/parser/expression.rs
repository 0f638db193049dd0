//! Expressions, by precedence climbing.
//!
//! A prefix operator, `if` or a quantifier is an operand wherever an operand may stand, and takes to its
//! right what its own level allows. What follows it binds more loosely than that level, so the loop around
//! it goes on or ends by the same comparison as after any other operand: `x' = !y && z` is `(x' = !y) && z`.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::binder::can_be_set;
use super::depth::Tree;
use super::precedence::{Infix, Level};
use crate::ast::{BinaryOp, Expr, ExprKind, SetExpr, SetKind, UntilOp};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expression(&mut self) -> Expr {
        let expr = self.climb(Level::Iff).expr;
        self.unless_cut_short(expr)
    }

    /// A whole expression, or an error if it ends in the middle of something that goes on.
    pub(super) fn unless_cut_short(&self, expr: Expr) -> Expr {
        if self.is_cut_short() && !self.keeps_parts { Expr { kind: ExprKind::Error, ..expr } } else { expr }
    }

    /// An expression of operators that bind at least as tightly as `floor`.
    pub(super) fn climb(&mut self, floor: Level) -> Tree {
        let tree = self.climb_to_assignment(floor);
        if floor == Level::Iff && self.at(TokenKind::Becomes) {
            self.report_assignment(
                "`:=` assigns, and nothing is assigned here",
                "compare with `=`; values are assigned in the action behind `do`",
            );
            return Tree::error(tree.expr.span);
        }
        tree
    }

    /// As `climb`, where `:=` may follow.
    ///
    /// After an error, what was read is no more than the beginning of what was meant, so that nothing can be
    /// said of its type.
    pub(super) fn climb_to_assignment(&mut self, floor: Level) -> Tree {
        let span = self.span();
        match self.nested(|parser| parser.climb_here(floor)) {
            Some(tree) if !self.recovering || self.keeps_parts => tree,
            _ => Tree::error(span),
        }
    }

    fn climb_here(&mut self, floor: Level) -> Tree {
        let mut left = self.operand();
        while let Some(infix) = self.infix_at_least(floor) {
            left = match infix {
                Infix::Binary(BinaryOp::Implies) => self.implication(left),
                Infix::Binary(_) => self.chain(left, infix.level()),
                Infix::Until(op) => self.until(left, op),
                Infix::Compare(_) => self.comparison(left),
                Infix::In => self.membership(left),
            };
        }
        left
    }

    /// The operator at the present token, if it binds at least as tightly as `floor`.
    pub(super) fn infix_at_least(&mut self, floor: Level) -> Option<Infix> {
        if self.recovering {
            return None;
        }
        let infix = Infix::of(self.peek()).or_else(|| self.until_here()).or_else(|| self.mistaken_infix())?;
        (infix.level() >= floor).then_some(infix)
    }

    fn implication(&mut self, left: Tree) -> Tree {
        self.bump();
        let right = self.climb(Level::Implies);
        let (span, tallest) = (left.expr.span.to(right.expr.span), left.height.max(right.height));
        self.grow(ExprKind::Binary(BinaryOp::Implies, left.boxed(), right.boxed()), span, tallest)
    }

    fn until(&mut self, left: Tree, op: UntilOp) -> Tree {
        self.bump();
        let right = self.climb(Level::Until);
        let (span, tallest) = (left.expr.span.to(right.expr.span), left.height.max(right.height));
        self.grow(ExprKind::Until(op, left.boxed(), right.boxed()), span, tallest)
    }

    /// `a < b = c`: neighbours are compared, so the chain is one node.
    fn comparison(&mut self, first: Tree) -> Tree {
        self.report_chained_in(&first);
        let (mut span, mut tallest) = (first.expr.span, first.height);
        let mut rest = Vec::new();
        while let Some(Infix::Compare(op)) = self.infix_at_least(Level::Comparison) {
            self.bump();
            let right = self.climb(Level::Additive);
            span = span.to(right.expr.span);
            tallest = tallest.max(right.height);
            rest.push((op, right.expr));
        }
        self.grow(ExprKind::Comparison(first.boxed(), rest), span, tallest)
    }

    fn membership(&mut self, left: Tree) -> Tree {
        self.report_chained_in(&left);
        self.bump();
        let (set, height) = self.set();
        let (span, tallest) = (left.expr.span.to(set.span), left.height.max(height));
        self.grow(ExprKind::In(left.boxed(), set), span, tallest)
    }

    /// Reports `a = b in S`, `a in S = b` and `a in S in T`, whose meaning readers would have to guess.
    fn report_chained_in(&mut self, left: &Tree) {
        let chained = match left.expr.kind {
            ExprKind::Comparison(..) => self.at_keyword(Keyword::In),
            ExprKind::In(..) => true,
            _ => false,
        };
        if chained {
            let finding = Diagnostic::new(
                Code::ChainedIn,
                "`in` cannot be chained",
                self.span(),
                "a second comparison",
            )
            .with_related(left.expr.span, "this is compared already")
            .with_help("put one of the two between parentheses, or join them with `&&`");
            self.report(finding);
        }
    }

    /// `lo..hi`, `{e1, e2}` or a set-valued expression, with the height of its tallest member.
    pub(super) fn set(&mut self) -> (SetExpr, u32) {
        let start = self.span();
        if self.at(TokenKind::BraceOpen) {
            let (members, tallest) = self.set_members();
            return (SetExpr { kind: SetKind::Members(members), span: self.span_from(start) }, tallest);
        }
        let low = self.climb(Level::Additive);
        if !self.at(TokenKind::DotDot) && can_be_set(&low.expr.kind) {
            let height = low.height;
            let kind = SetKind::Value(low.boxed());
            return (SetExpr { kind, span: self.span_from(start) }, height);
        }
        if !self.expect_range() {
            let kind = SetKind::Members(vec![low.expr]);
            return (SetExpr { kind, span: self.span_from(start) }, low.height);
        }
        let high = self.climb(Level::Additive);
        let tallest = low.height.max(high.height);
        (SetExpr { kind: SetKind::Range(low.boxed(), high.boxed()), span: self.span_from(start) }, tallest)
    }

    /// Takes `..`, or reports that a set was expected.
    fn expect_range(&mut self) -> bool {
        let found = self.eat(TokenKind::DotDot);
        if !found {
            self.expected_help(
                "`..`",
                "a set is a range `lo..hi`, a list `{a, b}` or a variable of a type `set of T`",
            );
        }
        found
    }

    /// `{e1, e2}`, possibly empty.
    pub(super) fn set_members(&mut self) -> (Vec<Expr>, u32) {
        let open = self.bump().span;
        let mut tallest = 0;
        let members = self.list_or_nothing(TokenKind::BraceClose, open, |parser| {
            let member = parser.climb(Level::Iff);
            tallest = tallest.max(member.height);
            Some(member.expr)
        });
        (members, tallest)
    }
}
