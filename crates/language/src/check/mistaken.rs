//! Names that were meant as something else than they are: locations as values, and what hides a member.

use diagnostics::{Code, Diagnostic, Span};

use super::{Checker, Context};
use crate::ast::{Expr, ExprKind};
use crate::scope::Scope;
use crate::structures::Sort;
use crate::symbols::{BodyIndex, BodyKind, Symbol};
use crate::typed::Typed;

impl<'a> Checker<'a> {
    /// The finding about a name that is not known as a value, but as a location: of the process that it is
    /// compared with, of the one that it stands in, or of any.
    pub(super) fn location_as_value(
        &self,
        name: &str,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<Diagnostic> {
        let own = scope.home.as_ref().map(|home| home.body);
        let compared = match context.expected {
            Some(Sort::Reference(process)) => Some(self.symbols.process_bodies[process.index()]),
            _ => None,
        };
        let all = (0..self.symbols.bodies.len()).map(BodyIndex);
        let mut candidates = compared.into_iter().chain(own).chain(all);
        let owner = candidates.find(|body| self.symbols.body(*body).location_numbers.contains_key(name))?;
        let body = self.symbols.body(owner);
        let who = match body.kind {
            _ if own == Some(owner) && compared.is_none() => "self".to_owned(),
            BodyKind::Array(_) => format!("{}[…]", body.name()),
            BodyKind::Single(_) | BodyKind::Population(_) => body.name().to_owned(),
        };
        Some(self.location_finding(owner, &who, name, span))
    }

    /// The finding about `P = L` with the name of a location.
    pub(super) fn compared_with_location(
        &self,
        operands: &[&'a Expr],
        scope: &Scope<'a>,
    ) -> Option<Diagnostic> {
        let &[left, right] = operands else { return None };
        [(left, right), (right, left)].into_iter().find_map(|(process, location)| {
            let (owner, who) = self.named_process(process, scope)?;
            let ExprKind::Name(name) = &location.kind else { return None };
            let is_location = self.symbols.body(owner).location_numbers.contains_key(name.as_str());
            let found = is_location && !self.is_known(name, scope);
            found.then(|| self.location_finding(owner, &who, name, location.span))
        })
    }

    /// The process that an expression names by its form alone, and how it is written.
    fn named_process(&self, expr: &Expr, scope: &Scope<'a>) -> Option<(BodyIndex, String)> {
        match &expr.kind {
            ExprKind::SelfRef => Some((scope.home.as_ref()?.body, "self".to_owned())),
            ExprKind::Name(name) => Some((self.process_named(name, scope)?, name.clone())),
            ExprKind::Index(base, _) => match &base.kind {
                ExprKind::Name(name) => Some((self.process_named(name, scope)?, format!("{name}[…]"))),
                _ => None,
            },
            _ => None,
        }
    }

    fn process_named(&self, name: &str, scope: &Scope<'a>) -> Option<BodyIndex> {
        let own = scope.home.as_ref().map(|home| &self.symbols.body(home.body).values);
        if scope.local(name).is_some() || own.is_some_and(|values| values.contains_key(name)) {
            return None;
        }
        match self.symbols.values.get(name) {
            Some(Symbol::Body(index)) => Some(*index),
            _ => None,
        }
    }

    fn location_finding(&self, owner: BodyIndex, who: &str, name: &str, span: Span) -> Diagnostic {
        let body = self.symbols.body(owner);
        let test = match body.kind {
            BodyKind::Population(_) => format!("count({} at {name})", body.name()),
            _ => format!("{who} at {name}"),
        };
        let message = format!("`{name}` is a location of `{}`, not a value", body.name());
        Diagnostic::new(Code::UnknownName, message, span, "a location")
            .with_help(format!("a location is tested with `at`: `{test}`"))
    }

    /// Remembers a use of a name that hides the member of an enumeration.
    pub(super) fn note_hidden_member(&mut self, name: &str, span: Span, scope: &Scope<'a>) {
        if self.symbols.enumerations.having(name).is_empty() {
            return;
        }
        let own = scope.home.as_ref().and_then(|home| self.symbols.body(home.body).values.get(name));
        let global = || self.symbols.declared_at(*own.or_else(|| self.symbols.values.get(name))?);
        if let Some(declared) = scope.local_span(name).or_else(global) {
            self.hiding.insert(span, (name.to_owned(), declared));
        }
    }

    /// The same finding, that a value of this sort is needed, with the reason if that is a hidden member.
    pub(super) fn with_hidden_member(&self, finding: Diagnostic, typed: &Typed, wanted: Sort) -> Diagnostic {
        let Sort::Enumeration(id) = wanted else { return finding };
        let Some((name, declared)) = self.hiding.get(&typed.span) else { return finding };
        if self.symbols.enumerations.position(id, name).is_none() {
            return finding;
        }
        let members = self.symbols.enumerations.show(id);
        finding
            .with_related(*declared, format!("this `{name}` is meant"))
            .with_help(format!("it hides the member `{name}` of `{members}`; give one of them another name"))
    }
}
