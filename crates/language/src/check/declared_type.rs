//! What types as they are written stand for.

use std::collections::HashSet;
use std::rc::Rc;

use diagnostics::{Code, Diagnostic, nearest};

use super::{Checker, Context, Pending, Progress};
use crate::ast::{Name, TypeExpr, TypeKind};
use crate::referents::{Expected, Referent};
use crate::scope::Scope;
use crate::symbols::{BodyKind, Symbol};
use crate::typed::VariableIndex;
use crate::types::{DeclaredType, Scalar};

impl<'a> Checker<'a> {
    /// The type of a variable or parameter.
    pub(crate) fn variable_type(&mut self, index: VariableIndex) -> Rc<DeclaredType> {
        if let Some(known) = &self.variable_types[index.0] {
            return known.clone();
        }
        let symbol = self.symbols.variable(index);
        let ty = symbol.ty;
        let scope = symbol.body.map_or_else(Scope::default, |body| self.body_scope(body));
        // Bounds that depend on the variable itself are reported as not constant.
        self.variable_types[index.0] = Some(Rc::new(DeclaredType::scalar(Scalar::Int)));
        let declared = self.declared_type(ty, &scope);
        self.variable_types[index.0] = Some(declared.clone());
        declared
    }

    /// What a type stands for.
    pub(crate) fn declared_type(&mut self, ty: &'a TypeExpr, scope: &Scope<'a>) -> Rc<DeclaredType> {
        let scalar = match &ty.kind {
            TypeKind::Bool => Scalar::Bool,
            TypeKind::Nat => Scalar::Nat,
            TypeKind::Int => Scalar::Int,
            TypeKind::Range(low, high) => match self.constant_range(low, high, scope, Context::STATE) {
                Some((low, high)) => Scalar::Range(low, high),
                None => Scalar::Unknown,
            },
            TypeKind::Enumeration(members) => {
                // A member that is given twice was reported.
                let mut seen = HashSet::new();
                let distinct = members.iter().map(|member| member.text.as_str());
                let names: Vec<&str> = distinct.filter(|name| seen.insert(*name)).collect();
                Scalar::Enumeration(self.symbols.enumerations.intern(&names))
            }
            TypeKind::Ref(name) => self.reference_type(name),
            TypeKind::Array(..) | TypeKind::Record(_) | TypeKind::Set(_) | TypeKind::Queue(..) => {
                return Rc::new(self.structured_type(ty, scope));
            }
            TypeKind::Named(name) => return self.named_type(name),
            TypeKind::Error => Scalar::Unknown,
        };
        Rc::new(DeclaredType::scalar(scalar))
    }

    fn reference_type(&mut self, name: &Name) -> Scalar {
        let text = name.text.as_str();
        self.expect_at(name.span, || Expected::Reference);
        if let Some(Symbol::Body(index)) = self.symbols.values.get(text) {
            self.note(name.span, Referent::Body(*index));
        }
        let (message, help) = match self.symbols.values.get(text) {
            Some(Symbol::Body(index)) => match self.symbols.body(*index).kind {
                BodyKind::Array(process) => return Scalar::Reference(process),
                BodyKind::Single(_) => (
                    format!(
                        "`{text}` is a single process, and only instances of process arrays have references"
                    ),
                    Some(format!("declare it as an array: `process {text}[i in 1..1]`")),
                ),
                BodyKind::Population(_) => (
                    format!(
                        "the processes of the population `{text}` are anonymous, so there are no references to them"
                    ),
                    None,
                ),
            },
            _ => {
                let processes = self.symbols.bodies.iter().map(|body| body.name());
                let near = nearest(text, processes);
                let message = format!("there is no process array `{text}`");
                let finding = Diagnostic::new(Code::UnknownName, message, name.span, "");
                self.report(match near {
                    Some(near) => finding.did_you_mean(near),
                    None => finding,
                });
                return Scalar::Unknown;
            }
        };
        let finding = Diagnostic::new(Code::BadType, message, name.span, "not a process array");
        self.report(match help {
            Some(help) => finding.with_help(help),
            None => finding,
        });
        Scalar::Unknown
    }

    fn named_type(&mut self, name: &Name) -> Rc<DeclaredType> {
        self.expect_at(name.span, || Expected::Type);
        let Some(index) = self.symbols.types.get(name.text.as_str()).copied() else {
            self.unknown_type(name);
            return Rc::new(DeclaredType::unknown());
        };
        self.note(name.span, Referent::Type(index));
        self.type_number(index)
    }

    /// The named type with this number.
    pub(crate) fn type_number(&mut self, index: usize) -> Rc<DeclaredType> {
        match &self.named_types[index] {
            Progress::Done(known) => return known.clone(),
            Progress::Pending => {
                self.report_pending(Pending::Type(index));
                return Rc::new(DeclaredType::unknown());
            }
            Progress::Open => {}
        }
        self.named_types[index] = Progress::Pending;
        self.pending.push(Pending::Type(index));
        let declared = self.declared_type(self.symbols.named_types[index].ty, &Scope::default());
        self.pending.pop();
        self.named_types[index] = Progress::Done(declared.clone());
        declared
    }

    fn unknown_type(&mut self, name: &Name) {
        let text = name.text.as_str();
        let message = format!("there is no type `{text}`");
        let is_process = matches!(self.symbols.values.get(text), Some(Symbol::Body(_)));
        let finding = Diagnostic::new(Code::UnknownName, message, name.span, "");
        if is_process {
            let form = format!("ref {text}");
            let help = format!("references to its instances have the type `{form}`");
            return self.report(finding.with_help(help).with_replacement(form));
        }
        let known = self.symbols.types.keys().copied().chain(["bool", "int", "nat"]);
        let near = type_elsewhere(text).or_else(|| nearest(text, known));
        self.report(match near {
            Some(near) => finding.did_you_mean(near),
            None => finding,
        });
    }
}

/// The type that other languages call by this name.
fn type_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "boolean" => "bool",
        "integer" | "integers" => "int",
        "natural" | "naturals" | "unsigned" => "nat",
        _ => return None,
    })
}
