//! What an editor wants to know of a check: what each name stands for, and what may stand at one place.

use diagnostics::Span;

use super::{Checker, Context};
use crate::ast::{Domain, Expr, ExprKind, Name};
use crate::referents::{Bound, Expected, Loose, Referent, referent_of};
use crate::scope::Scope;
use crate::structures::Sort;
use crate::symbols::{BodyIndex, Symbol};

impl<'a> Checker<'a> {
    /// The name at a place stands for this.
    pub(crate) fn note(&mut self, at: Span, referent: Referent) {
        if let Some(log) = &mut self.name_log {
            log.meet(at, referent);
        }
    }

    /// The name at a place has an owner that is not known.
    pub(super) fn note_loose(&mut self, name: &str, at: Span, loose: Loose) {
        if let Some(log) = &mut self.name_log {
            log.loose.insert(at, (loose, name.to_owned()));
            log.answer(at, || match loose {
                Loose::Field => Expected::Field(None),
                Loose::Location => Expected::Location(None),
            });
        }
    }

    /// This may stand at a place.
    pub(super) fn expect_at(&mut self, at: Span, expected: impl FnOnce() -> Expected) {
        if let Some(log) = &mut self.name_log {
            log.answer(at, expected);
        }
    }

    /// A value stands at a place: what its name stands for, members of enumerations excepted.
    pub(super) fn note_name(&mut self, name: &str, at: Span, scope: &Scope<'a>, context: Context) {
        let Some(log) = &mut self.name_log else { return };
        let body = scope.home.as_ref().map(|home| home.body);
        log.answer(at, || Expected::Value { locals: scope.local_spans(), body, sort: context.expected });
        if let Some(local) = scope.local_span(name) {
            return log.meet(at, Referent::Local(local));
        }
        let own = body.map(|body| self.symbols.body(body));
        let symbol = own.and_then(|own| own.values.get(name)).or_else(|| self.symbols.values.get(name));
        match (symbol, own.and_then(|own| own.declaration.index.as_ref())) {
            (Some(Symbol::OwnIndex), Some(binder)) => log.meet(at, Referent::Local(binder.name.span)),
            (Some(symbol), _) => {
                if let Some(referent) = referent_of(*symbol) {
                    log.meet(at, referent);
                }
            }
            (None, _) => {}
        }
    }

    /// The name of a field of a record stands at a place; with its number, if there is such a field.
    pub(super) fn note_part(&mut self, record: Option<Sort>, field: &Name, number: Option<usize>) {
        let Some(record) = record.and_then(Sort::structure) else { return };
        self.expect_at(field.span, || Expected::Part(record));
        if let Some(number) = number {
            self.note(field.span, Referent::Field(record, number));
        }
    }

    /// A quantifier binds these names.
    pub(super) fn note_bound(&mut self, names: &[Name], domain: &Domain, sort: Option<Sort>) {
        let Some(log) = &mut self.name_log else { return };
        let domain = super::quantifier::written_span(domain);
        for name in names {
            let bound = Bound { name: name.text.clone(), domain, sort };
            log.bound.insert(name.span, bound);
        }
    }

    /// A name that is bound around its place stands there.
    pub(super) fn note_local(&mut self, name: &str, at: Span, scope: &Scope<'a>) {
        if let (Some(log), Some(local)) = (&mut self.name_log, scope.local_span(name)) {
            log.meet(at, Referent::Local(local));
        }
    }

    /// Locations of a process that is not known.
    pub(super) fn note_loose_locations(&mut self, names: &[Name]) {
        if self.name_log.is_some() {
            names.iter().for_each(|name| self.note_loose(&name.text, name.span, Loose::Location));
        }
    }

    /// Whether an argument whose use is not known is the name of a location.
    pub(super) fn is_location_argument(&mut self, argument: &Expr, scope: &Scope<'a>) -> bool {
        let ExprKind::Name(name) = &argument.kind else { return false };
        let mut bodies = self.symbols.bodies.iter();
        let is_location = bodies.any(|body| body.location_numbers.contains_key(name.as_str()));
        if !is_location || self.is_known(name, scope) {
            return false;
        }
        self.note_loose(name, argument.span, Loose::Location);
        true
    }

    /// A location of a process stands at a place.
    pub(super) fn note_location(&mut self, body: BodyIndex, number: u32, at: Span) {
        self.note(at, Referent::Location(body, number));
    }
}
