//! `forall`, `exists`, `sum` and `count`.

use diagnostics::{Code, Diagnostic, Span};

use super::{Checker, Context};
use crate::ast::{Domain, Expr, ExprKind, Name, Quantifier};
use crate::scope::{Meaning, Scope};
use crate::structures::Sort;
use crate::symbols::Symbol;
use crate::typed::{Slot, Typed, TypedDomain, TypedKind};

impl<'a> Checker<'a> {
    /// Checks a quantifier with all its names, which have the same domain.
    pub(super) fn quantifier(&mut self, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        let ExprKind::Quantifier { quantifier, names, domain, body } = &expr.kind else {
            return Typed::unknown(expr.span);
        };
        let (typed_domain, values) = self.domain(domain, scope, context).unzip();
        let typed_domain = self.fits(*quantifier, domain, typed_domain);
        let values = values.flatten();
        self.note_bound(names, domain, values);
        let (slots, scope) = self.bind(names, typed_domain.as_ref(), values, scope);
        let body = match quantifier {
            Quantifier::Forall => self.boolean(body, &scope, context.below(), "the body of `forall`"),
            Quantifier::Exists => self.boolean(body, &scope, context.below(), "the body of `exists`"),
            Quantifier::Count => self.boolean(body, &scope, context.operand(), "what `count` counts"),
            Quantifier::Sum => self.integer(body, &scope, context.operand(), "what `sum` adds"),
        };
        let sort =
            if matches!(quantifier, Quantifier::Sum | Quantifier::Count) { Sort::Int } else { Sort::Bool };
        let Some(domain) = typed_domain else {
            return Typed { sort: Some(sort), ..Typed::unknown(expr.span) };
        };
        let (domain, body) = (Box::new(domain), Box::new(body));
        Typed::new(
            TypedKind::Quantifier { quantifier: *quantifier, slots, domain, body },
            Some(sort),
            expr.span,
        )
    }

    /// Sums and counts need a finite domain.
    fn fits(
        &mut self,
        quantifier: Quantifier,
        written: &'a Domain,
        domain: Option<TypedDomain>,
    ) -> Option<TypedDomain> {
        let word = match quantifier {
            Quantifier::Forall | Quantifier::Exists => return domain,
            Quantifier::Sum => "sum",
            Quantifier::Count => "count",
        };
        if !domain.as_ref().is_some_and(TypedDomain::is_infinite) {
            return domain;
        }
        let span = written_span(written);
        let message = format!("`{word}` needs a finite domain");
        let finding = Diagnostic::new(Code::InfiniteDomain, message, span, "has no fixed number of values")
            .with_help("use a range `lo..hi` or a finite type");
        self.report(finding);
        None
    }

    /// Gives each name a slot.
    pub(super) fn bind(
        &mut self,
        names: &'a [Name],
        domain: Option<&TypedDomain>,
        sort: Option<Sort>,
        scope: &Scope<'a>,
    ) -> (Vec<(Slot, String)>, Scope<'a>) {
        let mut slots = Vec::new();
        let mut inner = scope.clone();
        for (position, name) in names.iter().enumerate() {
            match names[..position].iter().find(|first| first.text == name.text) {
                Some(first) => self.report(crate::collect::twice(name, first.span)),
                None => self.warn_of_shadowing(name, scope),
            }
            let slot = self.fresh_slot();
            slots.push((slot, name.text.clone()));
            let meaning = match domain {
                Some(domain) if domain.is_infinite() => Meaning::Rigid(slot),
                _ => Meaning::Slot(slot, sort),
            };
            inner = inner.with(name, meaning);
        }
        (slots, inner)
    }

    /// A local name may hide an outer one, but that is seldom meant.
    pub(crate) fn warn_of_shadowing(&mut self, name: &Name, scope: &Scope<'a>) {
        let text = name.text.as_str();
        let own = scope.home.as_ref().and_then(|home| {
            let body = self.symbols.body(home.body);
            body.values.get(text).map(|symbol| match (symbol, &body.declaration.index) {
                (Symbol::OwnIndex, Some(binder)) => binder.name.span,
                _ => self.symbols.declared_at(*symbol).unwrap_or(name.span),
            })
        });
        let hidden = scope.local_span(text).or(own).or_else(|| self.hidden_global(text));
        let is_member = !self.symbols.enumerations.having(text).is_empty();
        let message = format!("`{text}` hides an outer name");
        let finding =
            Diagnostic::new(Code::Shadowing, message, name.span, "hides an outer name from here on");
        match hidden {
            Some(hidden) => self.report(finding.with_related(hidden, "this one cannot be reached there")),
            None if is_member => self.report(finding.with_help(format!("`{text}` is a member of a type"))),
            None => {}
        }
    }

    fn hidden_global(&self, name: &str) -> Option<diagnostics::Span> {
        self.symbols.values.get(name).and_then(|symbol| self.symbols.declared_at(*symbol))
    }
}

impl<'a> Checker<'a> {
    /// A name of a process, which may hide one that is visible everywhere.
    pub(crate) fn warn_of_local_shadowing(&mut self, name: &Name) {
        self.warn_of_shadowing(name, &Scope::default());
    }

    /// The scope inside an event with an index.
    pub(crate) fn index_scope(&mut self, name: &'a Name) -> (Slot, Scope<'a>) {
        let outer = Scope::default();
        self.warn_of_shadowing(name, &outer);
        let slot = self.fresh_slot();
        (slot, outer.with(name, Meaning::Slot(slot, Some(Sort::Int))))
    }
}

/// Where a domain stands.
pub(super) fn written_span(domain: &Domain) -> Span {
    match domain {
        Domain::Range(low, high) => low.span.to(high.span),
        Domain::Type(ty) => ty.span,
        Domain::Set(set) => set.span,
    }
}
