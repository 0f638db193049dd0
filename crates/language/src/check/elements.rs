//! Sets as the domains of bound names.

use diagnostics::{Code, Diagnostic, Span};

use super::{Checker, Context};
use crate::ast::{Expr, Name};
use crate::scope::Scope;
use crate::structures::{Sort, Structure};
use crate::symbols::Symbol;
use crate::typed::{Structured, Typed, TypedDomain, TypedKind};

impl<'a> Checker<'a> {
    /// `x in S`: the elements of a set.
    pub(super) fn elements(
        &mut self,
        set: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<(TypedDomain, Option<Sort>)> {
        let set = self.expression(set, scope, context.operand());
        self.elements_of(set)
    }

    /// `x in seen`
    pub(super) fn elements_of_name(
        &mut self,
        name: &'a str,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<(TypedDomain, Option<Sort>)> {
        let denotation = self.denote_name(name, span, scope, context.operand());
        let set = self.value_of(denotation, span);
        self.elements_of(set)
    }

    /// `x in {p, q}`, where these are no members of a type.
    pub(super) fn elements_by_name(
        &mut self,
        names: &'a [Name],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<(TypedDomain, Option<Sort>)> {
        let mut members: Vec<Typed> = Vec::new();
        for name in names {
            let expected = members.first().and_then(|first| first.sort);
            let denotation =
                self.denote_name(&name.text, name.span, scope, context.operand().expecting(expected));
            members.push(self.value_of(denotation, name.span));
        }
        let message = "the elements of a set have the same type";
        members.windows(2).all(|pair| self.same_sort(&pair[0], &pair[1], message));
        let sort = members.first().and_then(|first| first.sort);
        let sort = sort.map(|sort| self.symbols.structures.sort(Structure::Set(sort)));
        let kind = TypedKind::Structured(Box::new(Structured::Set(members)));
        self.elements_of(Typed::new(kind, sort, span))
    }

    fn elements_of(&mut self, set: Typed) -> Option<(TypedDomain, Option<Sort>)> {
        let sort = set.sort?;
        let Some(element) = self.symbols.structures.set_of(sort) else {
            let shown = self.show_sort(sort);
            let message = format!("a name ranges over a range, a type or a set, not over {shown}");
            let mut finding = Diagnostic::new(Code::TypeMismatch, message, set.span, "not a set");
            if self.symbols.structures.queue_of(sort).is_some() {
                finding =
                    finding.with_help("range over its positions: `forall k in 0..K - 1: k < len(c) => …`");
            }
            self.report(finding);
            return None;
        };
        if set.traits.primed {
            let message = "the domain of a bound name is read before the step";
            self.report(Diagnostic::new(Code::MisplacedPrime, message, set.span, "has a prime in it"));
            return None;
        }
        Some((TypedDomain::Elements(Box::new(set)), Some(element)))
    }

    /// Whether a name stands for something that may be a set.
    pub(super) fn is_value(&self, name: &str, scope: &Scope<'a>) -> bool {
        let is_set =
            |symbol: Option<&Symbol>| matches!(symbol, Some(Symbol::Variable(_) | Symbol::Definition(_)));
        let own = scope.home.as_ref().and_then(|home| self.symbols.body(home.body).values.get(name));
        scope.local(name).is_some() || is_set(own) || own.is_none() && is_set(self.symbols.values.get(name))
    }

    /// Whether a name stands for a member of a type, or for nothing that is known.
    pub(super) fn is_member(&self, name: &str, scope: &Scope<'a>) -> bool {
        !self.symbols.enumerations.having(name).is_empty() || !self.is_known(name, scope)
    }
}
