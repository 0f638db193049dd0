//! Expressions: operators have spaces around them, and stand at the beginning of a line if one ends.

use super::operators::operands;
use super::piece::Shape;
use super::writer::Writer;
use crate::ast::{Domain, Expr, ExprKind, Name, Quantifier, UnaryOp};

impl Writer<'_> {
    pub fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Null | ExprKind::SelfRef => self.take(),
            ExprKind::Name(_) | ExprKind::Error => self.take(),
            ExprKind::Paren(inner) => {
                self.take();
                self.aligned(inner);
                self.take();
            }
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Neg, operand) => {
                self.take();
                self.aligned(operand);
            }
            ExprKind::Temporal(_, operand) => {
                self.take_spaced();
                self.aligned(operand);
            }
            ExprKind::Binary(..) | ExprKind::Until(..) => self.chain(&operands(expr)),
            ExprKind::Comparison(first, rest) => self.comparison(first, rest.iter().map(|(_, right)| right)),
            ExprKind::In(left, set) => {
                self.expression(left);
                self.space();
                self.take_spaced();
                self.set(set);
            }
            ExprKind::If(..) => self.conditional(expr),
            ExprKind::Quantifier { quantifier, names, domain, body } => {
                self.quantifier(*quantifier, names, domain, body);
            }
            ExprKind::PathUntil { left, right, .. } => self.path_until(left, right),
            _ => self.postfix(expr),
        }
    }

    /// What is appended to something, and calls.
    fn postfix(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Record(_, fields) => {
                self.take();
                self.take();
                self.filled(fields, |writer, (_, value)| {
                    writer.take();
                    writer.take_spaced();
                    writer.expression(value);
                });
                self.take();
            }
            ExprKind::List(elements) | ExprKind::Set(elements) => {
                self.take();
                self.filled(elements, |writer, element| writer.expression(element));
                self.take();
            }
            ExprKind::Call(callee, arguments) => {
                self.expression(callee);
                self.take();
                self.filled(arguments, |writer, argument| writer.expression(argument));
                self.take();
            }
            ExprKind::CountAt { locations, braced, .. } => {
                self.take();
                self.take();
                self.take_spaced();
                self.take_spaced();
                self.locations(locations, *braced);
                self.take();
            }
            ExprKind::Reach { start, links, braced, goal } => self.reach(start, links, *braced, goal),
            ExprKind::Index(base, index) => {
                self.expression(base);
                self.take();
                self.aligned(index);
                self.take();
            }
            ExprKind::Field { base, .. } => {
                self.expression(base);
                self.take();
                self.take();
            }
            ExprKind::At { base, locations, braced } => {
                self.expression(base);
                self.space();
                self.take_spaced();
                self.locations(locations, *braced);
            }
            ExprKind::Prime(base) => {
                self.expression(base);
                self.take();
            }
            _ => {}
        }
    }

    /// `reach(p, {next, prev}, q)`
    fn reach(&mut self, start: &Expr, links: &[Name], braced: bool, goal: &Expr) {
        self.take();
        self.take();
        self.open(Shape::Align);
        self.open(Shape::Group);
        self.expression(start);
        self.take();
        self.line();
        self.locations(links, braced);
        self.take();
        self.line();
        self.expression(goal);
        self.close();
        self.close();
        self.take();
    }

    /// `L` or `{L, M}`
    pub fn locations(&mut self, locations: &[Name], braced: bool) {
        if !braced {
            return self.take();
        }
        self.take();
        self.filled(locations, |writer, _| writer.take());
        self.take();
    }

    /// An expression whose further lines begin below its first character.
    fn aligned(&mut self, expr: &Expr) {
        self.open(Shape::Align);
        self.expression(expr);
        self.close();
    }

    fn chain(&mut self, operands: &[&Expr]) {
        self.open(Shape::Group);
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.line();
                self.take_spaced();
            }
            self.aligned(operand);
        }
        self.close();
    }

    fn comparison<'e>(&mut self, first: &Expr, rest: impl Iterator<Item = &'e Expr>) {
        self.open(Shape::Group);
        self.expression(first);
        self.open(Shape::Nest(2));
        for right in rest {
            self.line();
            self.take_spaced();
            self.aligned(right);
        }
        self.close();
        self.close();
    }

    /// `if a then b else if c then d else e`, each `else` at the beginning of a line if one ends.
    fn conditional(&mut self, expr: &Expr) {
        self.open(Shape::Align);
        self.open(Shape::Group);
        let mut next = expr;
        while let ExprKind::If(condition, then, otherwise) = &next.kind {
            self.take_spaced();
            self.aligned(condition);
            self.space();
            self.take_spaced();
            self.aligned(then);
            self.line();
            self.take_spaced();
            next = otherwise;
        }
        self.aligned(next);
        self.close();
        self.close();
    }

    fn quantifier(&mut self, quantifier: Quantifier, names: &[Name], domain: &Domain, body: &Expr) {
        let called = matches!(quantifier, Quantifier::Sum | Quantifier::Count);
        self.open(Shape::Group);
        self.take();
        if called {
            self.take();
        } else {
            self.space();
        }
        self.filled(names, |writer, _| writer.take());
        self.space();
        self.take_spaced();
        self.domain(domain);
        self.take();
        self.open(Shape::Nest(2));
        self.line();
        self.expression(body);
        self.close();
        if called {
            self.take();
        }
        self.close();
    }

    /// `A[f U g]`
    fn path_until(&mut self, left: &Expr, right: &Expr) {
        self.take();
        self.take();
        self.open(Shape::Align);
        self.open(Shape::Group);
        self.aligned(left);
        self.line();
        self.take_spaced();
        self.aligned(right);
        self.close();
        self.close();
        self.take();
    }
}
