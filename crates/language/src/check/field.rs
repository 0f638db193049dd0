//! `p.x` and `p->x`: what a process has.

use std::rc::Rc;

use diagnostics::{Code, Diagnostic, Span, nearest};
use system::ProcessId;

use super::denote::{Denotation, longer};
use super::{Checker, Context};
use crate::ast::{Expr, Name};
use crate::referents::{Expected, Loose, Referent, referent_of};
use crate::scope::{Home, Scope};
use crate::structures::Sort;
use crate::symbols::Symbol;
use crate::typed::{Instance, Selection, Typed, TypedKind};

impl<'a> Checker<'a> {
    /// What `base.field` denotes.
    pub(super) fn denote_field(
        &mut self,
        (base, field, arrow): (&'a Expr, &'a Name, bool),
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        let in_new_value = self.selects_in_new_value(base);
        let around = if in_new_value { context.operand() } else { context.inside_place() };
        let denotation = self.denote(base, scope, around);
        if let Denotation::Population(body) = denotation
            && let Some(Symbol::Definition(definition)) =
                self.symbols.body(body).values.get(field.text.as_str())
        {
            // A population has no variables, but its definitions are reached like those of a process.
            let (definition, home) = (*definition, self.body_scope(body).home);
            self.note(field.span, Referent::Definition(definition));
            return self.apply(definition, home, None, span, scope, context);
        }
        let sort = match &denotation {
            Denotation::Value(typed) => typed.sort,
            Denotation::Place(_, sort) => Some(*sort),
            _ => None,
        };
        if let Some(sort) = sort.filter(|sort| self.symbols.structures.fields(*sort).is_some()) {
            return self.field_of_record(denotation, sort, (base, field, arrow), span);
        }
        if let Denotation::Value(typed) = &denotation
            && in_new_value
            && typed.traits.primed
        {
            self.prime_inside_place(typed);
            return Denotation::Unknown;
        }
        if arrow && sort == Some(Sort::Bool) {
            let message = "`->` follows a reference to one of its variables, and this is a Boolean";
            let finding = Diagnostic::new(Code::WrongOperator, message, base.span, "no reference");
            self.report(finding.with_help("implication is written `=>`"));
            return Denotation::Unknown;
        }
        if let Some(sort) = sort
            && let Some(help) = self.function_instead_of_field(sort, field)
        {
            let shown = self.show_sort(sort);
            let message = format!("{shown} has no field `{}`", field.text);
            self.report(Diagnostic::new(Code::NoSuchPart, message, field.span, "no field").with_help(help));
            return Denotation::Unknown;
        }
        let Some(instance) = self.instance(denotation, base.span) else {
            self.note_loose(&field.text, field.span, Loose::Field);
            return Denotation::Unknown;
        };
        let process = instance.process();
        self.note_field(process, field);
        match self.symbols.process(process).values.get(field.text.as_str()).copied() {
            Some(Symbol::Variable(variable)) => self.denote_variable(variable, Some(instance), span),
            Some(Symbol::Definition(definition)) => {
                let home = Rc::new(self.home_of(process, instance, span));
                self.apply(definition, Some(home), None, span, scope, context)
            }
            _ => {
                self.no_such_field(process, field);
                Denotation::Unknown
            }
        }
    }

    /// `m.f` of a record.
    fn field_of_record(
        &mut self,
        record: Denotation,
        sort: Sort,
        (base, field, arrow): (&'a Expr, &'a Name, bool),
        span: Span,
    ) -> Denotation {
        if arrow {
            let message = "`->` follows a reference to one of its variables, and this is a record";
            let finding = Diagnostic::new(Code::WrongOperator, message, base.span, "no reference");
            self.report(finding.with_help(format!("a field is written with a dot: `….{}`", field.text)));
        }
        let Some((number, part)) = self.field_of(sort, field, base.span) else { return Denotation::Unknown };
        let selection = Selection::Field(number);
        match record {
            Denotation::Place(place, _) => Denotation::Place(longer(place, selection, span), part),
            other => {
                let whole = self.value_of(other, base.span);
                self.part_of(whole, selection, part, span)
            }
        }
    }

    /// What to write for something that other languages have as a field or method of a queue or set.
    fn function_instead_of_field(&self, sort: Sort, field: &Name) -> Option<&'static str> {
        let structures = &self.symbols.structures;
        let is_queue = structures.queue_of(sort).is_some();
        if !is_queue && structures.set_of(sort).is_none() {
            return None;
        }
        Some(match (field.text.as_str(), is_queue) {
            ("len" | "length" | "size" | "count", true) => "the number of entries is `len(c)`",
            ("card" | "len" | "length" | "size" | "count", false) => "the number of elements is `card(S)`",
            ("empty" | "is_empty", true) => "a queue without entries is `empty(c)`",
            ("empty" | "is_empty", false) => "a set without elements is `S = {}`",
            ("full" | "is_full", true) => "a queue without room is `full(c)`",
            ("head" | "first" | "front", true) => "the oldest entry is `head(c)`",
            (_, true) => "queues have `len(c)`, `empty(c)`, `full(c)`, `head(c)` and `c[k]`",
            (_, false) => "sets have `x in S`, `card(S)`, `union(S, T)` and their like",
        })
    }

    fn note_field(&mut self, process: ProcessId, field: &Name) {
        let body = self.symbols.process_bodies[process.index()];
        self.expect_at(field.span, || Expected::Field(Some(body)));
        let symbol = self.symbols.body(body).values.get(field.text.as_str()).copied();
        if let Some(referent) = symbol.and_then(referent_of) {
            self.note(field.span, referent);
        }
    }

    /// The home of a definition that is reached from outside.
    fn home_of(&self, process: ProcessId, instance: Instance, span: Span) -> Home {
        let index = self.reference_to(&instance, span).map(|reference| {
            debug_assert!(matches!(reference.sort, Some(Sort::Reference(_)) | None));
            Typed::int(TypedKind::IndexOf(Box::new(reference)), span)
        });
        let body = self.symbols.process_bodies[process.index()];
        Home { body, instance: Some(instance), index, index_is_constant: false }
    }

    pub(super) fn no_such_field(&mut self, process: ProcessId, field: &Name) {
        let body = self.symbols.process(process);
        let (owner, name) = (body.name(), &field.text);
        let message = format!("`{owner}` has no variable `{name}`");
        let near = nearest(name, body.values.keys().copied());
        let help = if body.location_numbers.contains_key(name.as_str()) {
            Some(format!("`{name}` is a location; test it with `at {name}`"))
        } else if body.values.contains_key(name.as_str()) {
            Some(format!("`{name}` is the index of the instance; from outside, write `index(…)`"))
        } else {
            None
        };
        let finding = Diagnostic::new(Code::NoSuchPart, message, field.span, "not declared there")
            .with_related(body.declaration.name.span, format!("`{owner}` is declared here"));
        self.report(match (help, near) {
            (Some(help), _) => finding.with_help(help),
            (None, Some(near)) => finding.did_you_mean(near),
            (None, None) => finding,
        });
    }
}
