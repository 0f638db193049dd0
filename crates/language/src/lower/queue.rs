//! `c ! e` and `c ? place`: a block that cannot be entered while the queue is full or empty.

use diagnostics::Span;
use system::{Block, Branch, Comparison, Expr, ExprKind, Operation, Shape, Statement, StatementKind, Step};

use super::Lowerer;
use super::place::Placed;
use crate::typed::{Typed, TypedPlace};

impl<'l> Lowerer<'l, '_> {
    /// `c ! e`
    pub(super) fn sent(&mut self, queue: &TypedPlace, value: &Typed, span: Span) -> Vec<Statement> {
        let queue = self.placed(queue);
        let Shape::Queue { capacity, .. } = queue.shape else { return Vec::new() };
        let value = self.parts(value);
        let length = self.length_at(&queue, false, queue.span);
        let most = Expr::int(i128::from(*capacity), span);
        let guard = self.compare(Comparison::Lt, length.clone(), most, span);
        let mut statements = Vec::new();
        if *capacity > 0 {
            // A queue of one entry has only one place for it.
            let position = if *capacity == 1 { Expr::int(0, span) } else { length.clone() };
            let slot = self.slot_at(queue.clone(), position);
            statements = self.stored(&slot, value, span);
            statements.push(self.longer(&queue, length, 1, span));
        }
        vec![blocking(guard, statements, span)]
    }

    /// `c ? place`, `c ? _`
    pub(super) fn received(
        &mut self,
        queue: &TypedPlace,
        target: Option<&TypedPlace>,
        span: Span,
    ) -> Vec<Statement> {
        let queue = self.placed(queue);
        let Shape::Queue { capacity, entry } = queue.shape else { return Vec::new() };
        let length = self.length_at(&queue, false, queue.span);
        let guard = self.compare(Comparison::Gt, length.clone(), Expr::int(0, span), span);
        let mut statements = Vec::new();
        if *capacity > 0 {
            if let Some(target) = target {
                let oldest = self.slot_at(queue.clone(), Expr::int(0, span));
                let oldest = self.read(&oldest, false, span);
                let target = self.placed(target);
                statements = self.stored(&target, oldest, span);
            }
            for position in 0..*capacity {
                let slot = self.slot_at(queue.clone(), Expr::int(i128::from(position), span));
                let next = if position + 1 < *capacity {
                    let behind = self.slot_at(queue.clone(), Expr::int(i128::from(position) + 1, span));
                    self.read(&behind, false, span)
                } else {
                    let Some(sort) = self.sort_of(entry) else { continue };
                    self.filler(entry, sort, span)
                };
                statements.extend(self.stored(&slot, next, span));
            }
            statements.push(self.longer(&queue, length, -1, span));
        }
        vec![blocking(guard, statements, span)]
    }

    fn longer(&mut self, queue: &Placed<'l>, length: Expr, by: i128, span: Span) -> Statement {
        let place = self.length_place(queue, queue.span);
        let operation = if by < 0 { Operation::Sub } else { Operation::Add };
        let one = Expr::int(by.abs(), span);
        let value = self.node(ExprKind::Arithmetic(operation, Box::new(length), Box::new(one)), span);
        Statement { kind: StatementKind::Assign { place, value }, span }
    }
}

fn blocking(guard: Expr, statements: Vec<Statement>, span: Span) -> Statement {
    let body = Block { steps: vec![Step { statements }] };
    Statement { kind: StatementKind::Choose(vec![Branch { guard: Some(guard), body, span }]), span }
}

/// Whether this is what a send or a receive became: a `choose` of the text is longer than its branch.
pub(super) fn is_blocking(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Choose(branches) => {
            matches!(&branches[..], [only] if only.span == statement.span && only.guard.is_some())
        }
        _ => false,
    }
}
