//! Types with parts: arrays, records, sets and queues.

use std::rc::Rc;

use diagnostics::{Code, Diagnostic, Span};
use system::Value;

use super::{Checker, Context};
use crate::ast::{Name, TypeExpr, TypeKind};
use crate::collect::twice;
use crate::evaluate::evaluate;
use crate::limits;
use crate::referents::Referent;
use crate::scope::Scope;
use crate::slots::Slots;
use crate::structures::{Extent, Sort, Structure};
use crate::typed::Typed;
use crate::types::{DeclaredType, Form, Scalar};

impl<'a> Checker<'a> {
    /// What a type with parts stands for.
    pub(super) fn structured_type(&mut self, ty: &'a TypeExpr, scope: &Scope<'a>) -> DeclaredType {
        if self.pending.len() > limits::TYPE_DEPTH as usize {
            return self.too_large_type(ty.span);
        }
        let made = self.made_type(ty, scope);
        if made.weight > limits::TYPE_WEIGHT || made.depth > limits::TYPE_DEPTH {
            return self.too_large_type(ty.span);
        }
        made
    }

    fn too_large_type(&mut self, span: Span) -> DeclaredType {
        self.report(limits::too_large(span));
        DeclaredType::unknown()
    }

    fn made_type(&mut self, ty: &'a TypeExpr, scope: &Scope<'a>) -> DeclaredType {
        match &ty.kind {
            TypeKind::Array(low, high, element) => {
                let bounds = self.constant_range(low, high, scope, Context::STATE);
                let element = self.declared_type(element, scope);
                let Some((low, high)) = bounds else { return DeclaredType::unknown() };
                let extent = match (constant(&low), constant(&high)) {
                    (Some(low), Some(high)) => Extent::Range(low, high),
                    _ => Extent::Open,
                };
                let sort =
                    element.sort.map(|part| self.symbols.structures.sort(Structure::Array(extent, part)));
                DeclaredType::structured(Form::Array(low, high, element), sort)
            }
            TypeKind::Record(fields) => self.record_type(fields, scope),
            TypeKind::Set(element) => {
                let part = self.declared_type(element, scope);
                if self.is_infinite(&part) {
                    self.infinite_set(element.span);
                    return DeclaredType::unknown();
                }
                let sort = part.sort.map(|part| self.symbols.structures.sort(Structure::Set(part)));
                DeclaredType::structured(Form::Set(part), sort)
            }
            TypeKind::Queue(capacity, entry) => {
                let context = Context::STATE.constant();
                let capacity = self.integer(capacity, scope, context, "the length of a queue");
                let entry = self.declared_type(entry, scope);
                if !self.require_constant(&capacity, "the length of a queue") || capacity.traits.broken {
                    return DeclaredType::unknown();
                }
                let most = constant(&capacity);
                if most.is_some_and(|most| most < 0) {
                    let message = "a queue cannot have fewer than no entries";
                    self.report(Diagnostic::new(Code::BadType, message, capacity.span, "negative"));
                    return DeclaredType::unknown();
                }
                let most = most.and_then(|most| u32::try_from(most).ok());
                let sort = entry.sort.map(|part| self.symbols.structures.sort(Structure::Queue(most, part)));
                DeclaredType::structured(Form::Queue(capacity, entry), sort)
            }
            _ => DeclaredType::unknown(),
        }
    }

    fn record_type(&mut self, fields: &'a [(Name, TypeExpr)], scope: &Scope<'a>) -> DeclaredType {
        let mut parts: Vec<(String, Rc<DeclaredType>)> = Vec::new();
        let mut is_sound = true;
        for (position, (name, ty)) in fields.iter().enumerate() {
            let part = self.declared_type(ty, scope);
            match fields[..position].iter().find(|(first, _)| first.text == name.text) {
                Some((first, _)) => {
                    self.report(twice(name, first.span));
                    is_sound = false;
                }
                None => parts.push((name.text.clone(), part)),
            }
        }
        let sorts: Option<Vec<(String, Sort)>> =
            parts.iter().map(|(name, part)| part.sort.map(|sort| (name.clone(), sort))).collect();
        let sort =
            sorts.filter(|_| is_sound).map(|sorts| self.symbols.structures.sort(Structure::Record(sorts)));
        if let Some(record) = sort.and_then(Sort::structure) {
            for (position, (name, _)) in fields.iter().enumerate() {
                self.note(name.span, Referent::Field(record, position));
            }
        }
        DeclaredType::structured(Form::Record(parts), sort)
    }

    /// Whether a type has infinitely many values.
    fn is_infinite(&self, ty: &DeclaredType) -> bool {
        match &ty.form {
            Form::Scalar(scalar) => matches!(scalar, Scalar::Nat | Scalar::Int),
            Form::Array(_, _, part) | Form::Queue(_, part) | Form::Set(part) => self.is_infinite(part),
            Form::Record(fields) => fields.iter().any(|(_, part)| self.is_infinite(part)),
        }
    }

    fn infinite_set(&mut self, span: Span) {
        let message = "the elements of a set must have a finite type";
        let finding = Diagnostic::new(Code::InfiniteDomain, message, span, "has infinitely many values");
        self.report(finding.with_help("give the integers in it bounds: `set of 0..7`"));
    }
}

/// The value of a bound that depends on no instance.
fn constant(typed: &Typed) -> Option<i128> {
    match evaluate(typed, &mut Slots::default()) {
        Ok(Value::Int(value)) => Some(value),
        _ => None,
    }
}
