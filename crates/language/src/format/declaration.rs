//! Declarations.

use super::piece::Shape;
use super::writer::Writer;
use crate::ast::{Expr, LetDecl, Name, TypeExpr, VarDecl, VarStart};
use crate::token::TokenKind;

impl Writer<'_> {
    /// `const N := e`
    pub fn constant(&mut self, value: &Expr) {
        self.take_spaced();
        self.take_spaced();
        self.take();
        self.indented_body(value);
    }

    /// `param s, t: int where e`
    pub fn param(&mut self, names: &[Name], ty: &TypeExpr, condition: Option<&Expr>) {
        self.names_behind_word(names.len());
        self.take_spaced();
        self.type_expr(ty);
        if let Some(condition) = condition {
            self.space();
            self.behind_word(condition);
        }
    }

    /// `type T = …`
    pub fn type_item(&mut self, ty: &TypeExpr) {
        self.take_spaced();
        self.take_spaced();
        self.take_spaced();
        self.type_expr(ty);
    }

    /// `var x, y: T := e`
    pub fn variables(&mut self, declaration: &VarDecl) {
        self.names_behind_word(declaration.names.len());
        self.take_spaced();
        self.type_expr(&declaration.ty);
        match &declaration.start {
            VarStart::Any => {}
            VarStart::Value(value) => {
                self.space();
                self.take();
                self.indented_body(value);
            }
            VarStart::In(set) => {
                self.space();
                self.take_spaced();
                self.set(set);
            }
        }
    }

    /// `let f(a, b) = e`
    pub fn definition(&mut self, definition: &LetDecl) {
        self.take_spaced();
        self.take();
        if self.next() == TokenKind::ParenOpen {
            self.take();
            if !definition.params.is_empty() {
                self.filled(&definition.params, |writer, _| writer.take());
            }
            self.take();
        }
        self.space();
        self.take();
        self.indented_body(&definition.body);
    }

    /// A word and an expression, whose further lines are indented.
    pub fn behind_word(&mut self, expr: &Expr) {
        self.take_spaced();
        self.open(Shape::Nest(2));
        self.expression(expr);
        self.close();
    }

    /// A word and so many names.
    pub fn names_behind_word(&mut self, count: usize) {
        self.take_spaced();
        self.filled(&vec![(); count], |writer, ()| writer.take());
    }

    /// An expression behind what is on the line, or on the next line if it does not fit.
    pub fn indented_body(&mut self, body: &Expr) {
        self.open(Shape::Group);
        self.open(Shape::Nest(2));
        self.line();
        self.expression(body);
        self.close();
        self.close();
    }

    /// Elements with commas between, as many on a line as fit; a comma behind the last is left out.
    pub fn filled<T>(&mut self, elements: &[T], mut element: impl FnMut(&mut Self, &T)) {
        self.open(Shape::Align);
        for (index, value) in elements.iter().enumerate() {
            if index > 0 {
                self.take();
                self.open(Shape::Group);
                self.line();
                self.close();
            }
            element(self, value);
        }
        if self.next() == TokenKind::Comma {
            self.drop_token();
        }
        self.close();
    }
}
