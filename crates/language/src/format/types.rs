//! Types, domains and sets.

use super::writer::Writer;
use crate::ast::{Binder, Domain, SetExpr, SetKind, TypeExpr, TypeKind};

impl Writer<'_> {
    pub fn type_expr(&mut self, ty: &TypeExpr) {
        match &ty.kind {
            TypeKind::Bool | TypeKind::Nat | TypeKind::Int | TypeKind::Named(_) | TypeKind::Error => {
                self.take()
            }
            TypeKind::Range(low, high) => {
                self.expression(low);
                self.take();
                self.expression(high);
            }
            TypeKind::Enumeration(members) => {
                self.take_spaced();
                self.filled(members, |writer, _| writer.take());
                self.space();
                self.take();
            }
            TypeKind::Ref(_) => {
                self.take_spaced();
                self.take();
            }
            TypeKind::Array(low, high, element) => {
                self.take_spaced();
                self.take();
                self.expression(low);
                self.take();
                self.expression(high);
                self.take();
                self.space();
                self.take_spaced();
                self.type_expr(element);
            }
            TypeKind::Record(fields) => {
                self.take_spaced();
                self.take_spaced();
                self.filled(fields, |writer, (_, ty)| {
                    writer.take();
                    writer.take_spaced();
                    writer.type_expr(ty);
                });
                self.space();
                self.take();
            }
            TypeKind::Set(element) => {
                self.take_spaced();
                self.take_spaced();
                self.type_expr(element);
            }
            TypeKind::Queue(capacity, entry) => {
                self.take_spaced();
                self.expression(capacity);
                self.space();
                self.take_spaced();
                self.type_expr(entry);
            }
        }
    }

    /// `lo..hi`, `{e1, e2}` or an expression
    pub fn set(&mut self, set: &SetExpr) {
        match &set.kind {
            SetKind::Range(low, high) => {
                self.expression(low);
                self.take();
                self.expression(high);
            }
            SetKind::Members(members) => {
                self.take();
                self.filled(members, |writer, member| writer.expression(member));
                self.take();
            }
            SetKind::Value(value) => self.expression(value),
        }
    }

    /// `lo..hi` or a type
    pub fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Range(low, high) => {
                self.expression(low);
                self.take();
                self.expression(high);
            }
            Domain::Type(ty) => self.type_expr(ty),
            Domain::Set(set) => self.expression(set),
        }
    }

    /// `[i in D]` behind a name, if it is there.
    pub fn index_binder(&mut self, binder: Option<&Binder>) {
        if let Some(binder) = binder {
            self.take();
            self.take_spaced();
            self.take_spaced();
            self.domain(&binder.domain);
            self.take();
        }
    }
}
