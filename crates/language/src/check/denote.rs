//! What an expression denotes before it is used: a value, a place, an instance, or something that is none of
//! these until more follows it, such as the name of an array.

use std::rc::Rc;

use diagnostics::{Code, Diagnostic, Span};

use super::{Checker, Context};
use crate::ast::{Expr, ExprKind};
use crate::scope::{Home, Scope};
use crate::structures::{Extent, Sort, Structure};
use crate::symbols::{BodyIndex, BodyKind, DefinitionIndex};
use crate::typed::{Instance, Selection, Typed, TypedKind, TypedPlace};

/// What an expression denotes.
#[derive(Debug)]
pub(crate) enum Denotation {
    /// A value.
    Value(Typed),
    /// A variable or a part of one.
    Place(TypedPlace, Sort),
    /// One instance of a process.
    Instance(Instance),
    /// A whole process array.
    Processes(BodyIndex),
    /// A population.
    Population(BodyIndex),
    /// A definition that still needs arguments, with the process that it belongs to.
    Definition(DefinitionIndex, Option<Rc<Home>>),
    /// Something that was reported, or that cannot be known.
    Unknown,
}

impl<'a> Checker<'a> {
    /// What an expression denotes.
    pub(crate) fn denote(&mut self, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Denotation {
        if context.depth > crate::limits::DEPTH {
            self.report_too_deep(expr.span);
            return Denotation::Unknown;
        }
        let mut expr = expr;
        while let ExprKind::Paren(inner) = &expr.kind {
            expr = inner;
        }
        if super::temporal::path_formula(expr).is_some() {
            return Denotation::Value(self.temporal(expr, scope, context));
        }
        match &expr.kind {
            ExprKind::Name(name) => self.denote_name(name, expr.span, scope, context),
            ExprKind::SelfRef => self.denote_self(expr.span, scope),
            ExprKind::Index(base, index) => self.denote_element(base, index, expr.span, scope, context),
            ExprKind::Field { base, field, arrow } => {
                self.denote_field((base, field, *arrow), expr.span, scope, context)
            }
            ExprKind::Call(callee, arguments) => {
                self.denote_call(callee, arguments, expr.span, scope, context)
            }
            _ => Denotation::Value(self.plain_expression(expr, scope, context)),
        }
    }

    /// The value of what an expression denotes.
    pub(crate) fn value_of(&mut self, denotation: Denotation, span: Span) -> Typed {
        match denotation {
            Denotation::Value(typed) => typed,
            Denotation::Place(_, sort) if self.is_open_whole(sort, span) => Typed::unknown(span),
            Denotation::Place(place, sort) => {
                Typed::new(TypedKind::Read { place, next: false }, Some(sort), span)
            }
            Denotation::Instance(instance) => match self.reference_to(&instance, span) {
                Some(reference) => reference,
                None => self.not_a_value(instance.process(), span),
            },
            Denotation::Processes(body) | Denotation::Population(body) => self.whole_body(body, span),
            Denotation::Definition(definition, _) => self.needs_arguments(definition, span),
            Denotation::Unknown => Typed::unknown(span),
        }
    }

    /// The reference to an instance of a process array.
    pub(crate) fn reference_to(&self, instance: &Instance, span: Span) -> Option<Typed> {
        match instance {
            Instance::Single(_) => None,
            Instance::Reference(_, reference) => Some(Typed { span, ..Typed::clone(reference) }),
            Instance::Index(process, index) => {
                let kind = TypedKind::InstanceAt(*process, Box::new(Typed::clone(index)));
                Some(Typed::new(kind, Some(Sort::Reference(*process)), span))
            }
        }
    }

    /// The instance that an expression denotes, for `p at L` and `p.x`.
    pub(crate) fn instance(&mut self, denotation: Denotation, span: Span) -> Option<Instance> {
        match denotation {
            Denotation::Instance(instance) => Some(instance),
            Denotation::Unknown => None,
            Denotation::Processes(body) | Denotation::Population(body) => {
                self.whole_body(body, span);
                None
            }
            other => {
                let typed = self.value_of(other, span);
                let typed = self.limited(typed);
                match typed.sort {
                    Some(Sort::Reference(process)) => Some(Instance::Reference(process, Rc::new(typed))),
                    Some(sort) => {
                        let message = format!("{} is not a process", self.show_sort(sort));
                        let label = "a process or a reference to one is needed here";
                        self.report(Diagnostic::new(Code::NotAValue, message, typed.span, label));
                        None
                    }
                    None => None,
                }
            }
        }
    }

    fn denote_self(&mut self, span: Span, scope: &Scope<'a>) -> Denotation {
        let home = scope.home.as_ref();
        if let Some(instance) = home.and_then(|home| home.instance.clone()) {
            return Denotation::Instance(instance);
        }
        let message = match home {
            Some(_) => "the processes of a population are anonymous: there is no `self`",
            None => "`self` is known only inside a process",
        };
        self.report(Diagnostic::new(Code::SelfOutside, message, span, "no process is meant here"));
        Denotation::Unknown
    }

    /// `a[e]` or `P[e]`
    fn denote_element(
        &mut self,
        base: &'a Expr,
        index: &'a Expr,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        let in_new_value = self.selects_in_new_value(base);
        let around = if in_new_value { context.operand() } else { context.inside_place() };
        match self.denote(base, scope, around) {
            Denotation::Place(place, sort) if self.indexed(sort).is_some() => {
                let Some(part) = self.indexed(sort) else { return Denotation::Unknown };
                let index = self.integer(index, scope, context.inside_place(), "an index");
                let selection = Selection::Index(Box::new(index));
                if self.symbols.structures.queue_of(sort).is_some() {
                    let queue = Typed::new(TypedKind::Read { place, next: false }, Some(sort), base.span);
                    return self.part_of(queue, selection, part, span);
                }
                Denotation::Place(longer(place, selection, span), part)
            }
            Denotation::Value(whole) if whole.sort.is_some_and(|sort| self.indexed(sort).is_some()) => {
                let Some(part) = whole.sort.and_then(|sort| self.indexed(sort)) else {
                    return Denotation::Unknown;
                };
                let index = self.integer(index, scope, context.inside_place(), "an index");
                if self.has_no_range(whole.sort) {
                    let message = "an array literal has no range, so it is not clear which element this is";
                    let finding =
                        Diagnostic::new(Code::NotIndexable, message, base.span, "has a length only");
                    self.report(finding.with_help("assign it to a variable of an array type"));
                    return Denotation::Unknown;
                }
                self.part_of(whole, Selection::Index(Box::new(index)), part, span)
            }
            Denotation::Processes(body) => self.denote_instance(body, index, scope, context.operand()),
            other => {
                self.expression(index, scope, Context { alone: true, ..context.inside_place() });
                self.not_indexable(other, base.span);
                Denotation::Unknown
            }
        }
    }

    /// Whether this is the sort of an array literal.
    fn has_no_range(&self, sort: Option<Sort>) -> bool {
        let structure = sort.and_then(|sort| self.symbols.structures.of(sort));
        matches!(structure, Some(Structure::Array(Extent::Length(_), _)))
    }

    /// Reports a whole value whose size depends on the instance of a process.
    pub(super) fn is_open_whole(&mut self, sort: Sort, span: Span) -> bool {
        let is_open = self.symbols.structures.is_open(sort);
        if is_open {
            let message = "the size of this depends on the instance of a process, so it has no whole value";
            let finding = Diagnostic::new(Code::NotAValue, message, span, "an element is needed here");
            self.report(
                finding.with_help("use its elements one by one, or give it the same bounds in all instances"),
            );
        }
        is_open
    }

    /// `P[e]`
    fn denote_instance(
        &mut self,
        body: BodyIndex,
        index: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        let index = self.integer(index, scope, context, "an index");
        match self.symbols.body(body).kind {
            BodyKind::Array(process) => Denotation::Instance(Instance::Index(process, Rc::new(index))),
            _ => Denotation::Unknown,
        }
    }

    /// A complete place, if the type of its variable is known.
    pub(crate) fn complete(&mut self, place: TypedPlace) -> Denotation {
        match self.variable_type(place.variable).sort {
            Some(sort) => Denotation::Place(place, sort),
            None => Denotation::Unknown,
        }
    }

    fn not_indexable(&mut self, denotation: Denotation, span: Span) {
        let (what, help) = match denotation {
            Denotation::Unknown => return,
            Denotation::Instance(Instance::Single(process)) => {
                let name = self.symbols.process(process).name();
                (format!("`{name}` is one process, not an array"), Some(format!("write `{name}` alone")))
            }
            Denotation::Population(body) => {
                let name = self.symbols.body(body).name();
                let help = format!("the processes of `{name}` are anonymous: ask `count({name} at …)`");
                (format!("`{name}` is a population, not an array"), Some(help))
            }
            Denotation::Instance(_) => ("an instance of a process has no elements".to_owned(), None),
            Denotation::Definition(definition, _) => {
                self.needs_arguments(definition, span);
                return;
            }
            other => match self.value_of(other, span).sort {
                Some(sort) => (format!("{} has no elements", self.show_sort(sort)), None),
                None => return,
            },
        };
        let finding = Diagnostic::new(Code::NotIndexable, what, span, "cannot be followed by `[…]`");
        self.report(match help {
            Some(help) => finding.with_help(help),
            None => finding,
        });
    }

    fn not_a_value(&mut self, process: system::ProcessId, span: Span) -> Typed {
        let name = self.symbols.process(process).name();
        let message = format!("`{name}` is a process, not a value");
        let help = format!(
            "`{name} at L` tests its location and `{name}.x` reads a variable; only the instances of process arrays have references"
        );
        self.report(
            Diagnostic::new(Code::NotAValue, message, span, "a value is needed here").with_help(help),
        );
        Typed::unknown(span)
    }

    fn whole_body(&mut self, body: BodyIndex, span: Span) -> Typed {
        let body = self.symbols.body(body);
        let name = body.name();
        let (what, help) = match body.kind {
            BodyKind::Population(_) => {
                ("a population", format!("ask how many are at a location: `count({name} at L)`"))
            }
            _ => (
                "a process array",
                format!("choose an instance, `{name}[…]`, or count instances: `count({name} at L)`"),
            ),
        };
        let declared = body.declaration.name.span;
        let finding = Diagnostic::new(Code::NotAValue, format!("`{name}` is {what}, not a value"), span, "")
            .with_related(declared, format!("{what} is declared here"))
            .with_help(help);
        self.report(finding);
        Typed::unknown(span)
    }
}

/// A part of a place.
pub(super) fn longer(place: TypedPlace, selection: Selection, span: Span) -> TypedPlace {
    let mut path = place.path;
    path.push(selection);
    TypedPlace { path, span, ..place }
}
