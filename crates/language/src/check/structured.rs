//! Values with parts: literals, and what is computed from sets and queues.

use diagnostics::{Code, Diagnostic, Span, nearest};

use super::denote::Denotation;
use super::{Checker, Context};
use crate::ast::{Expr, ExprKind, Name};
use crate::referents::{Expected, Referent};
use crate::scope::Scope;
use crate::structures::{Extent, Sort, Structure};
use crate::symbols::Symbol;
use crate::typed::{Selection, SetOperation, Structured, Typed, TypedKind};

impl<'a> Checker<'a> {
    /// `T{f: e}`, `[e1, e2]` or `{e1, e2}`
    pub(super) fn literal_with_parts(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        match &expr.kind {
            ExprKind::Record(name, fields) => self.record_literal(name, fields, expr.span, scope, context),
            ExprKind::List(elements) => self.array_literal(elements, expr.span, scope, context),
            ExprKind::Set(members) => self.set_literal(members, expr.span, scope, context),
            _ => Typed::unknown(expr.span),
        }
    }

    fn record_literal(
        &mut self,
        name: &'a Name,
        fields: &'a [(Name, Expr)],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let sort = self.record_sort(name);
        let declared = sort.and_then(|sort| self.symbols.structures.fields(sort)).map(<[_]>::to_vec);
        let Some(declared) = declared else {
            for (_, value) in fields {
                self.expression(value, scope, Context { alone: true, ..context.operand() });
            }
            return Typed::unknown(span);
        };
        let mut values: Vec<Option<Typed>> = declared.iter().map(|_| None).collect();
        for (position, (field, value)) in fields.iter().enumerate() {
            let found = declared.iter().position(|(known, _)| *known == field.text);
            self.note_part(sort, field, found);
            let wanted = found.map(|at| declared[at].1);
            let typed = self.expression(value, scope, context.operand().expecting(wanted));
            if let Some((first, _)) = fields[..position].iter().find(|(first, _)| first.text == field.text) {
                self.report(crate::collect::twice(field, first.span));
            } else if let (Some(at), Some(wanted)) = (found, wanted) {
                self.fits_place(&typed, wanted, field.span);
                values[at] = Some(typed);
            } else {
                self.no_such_part(field, &declared, name.span);
            }
        }
        let missing: Vec<String> = declared
            .iter()
            .zip(&values)
            .filter(|(_, value)| value.is_none())
            .map(|((field, _), _)| format!("`{field}`"))
            .collect();
        if !missing.is_empty() {
            let all = missing.join(", ");
            let (fields, are) = if missing.len() == 1 { ("field", "is") } else { ("fields", "are") };
            let message = format!("the {fields} {all} of `{}` {are} missing", name.text);
            let finding = Diagnostic::new(Code::NoSuchPart, message, span, "every field has a value, once");
            self.report(finding);
            return Typed { sort, ..Typed::unknown(span) };
        }
        let values = values.into_iter().flatten().collect();
        Typed::new(TypedKind::Structured(Box::new(Structured::Record(values))), sort, span)
    }

    /// The sort of the records that a type name stands for.
    fn record_sort(&mut self, name: &'a Name) -> Option<Sort> {
        self.expect_at(name.span, || Expected::Type);
        let Some(index) = self.symbols.types.get(name.text.as_str()).copied() else {
            let known = self.symbols.types.keys().copied();
            let near = nearest(&name.text, known);
            let message = format!("there is no type `{}`", name.text);
            let finding = Diagnostic::new(Code::UnknownName, message, name.span, "");
            self.report(match near {
                Some(near) => finding.did_you_mean(near),
                None => finding.with_help(format!("name the record: `type {} = record {{ … }}`", name.text)),
            });
            return None;
        };
        self.note(name.span, Referent::Type(index));
        let sort = self.type_number(index).sort?;
        if self.symbols.structures.fields(sort).is_none() {
            let message = format!("`{}` is no record, so it has no fields", name.text);
            self.report(Diagnostic::new(Code::TypeMismatch, message, name.span, self.show_sort(sort)));
            return None;
        }
        Some(sort)
    }

    fn no_such_part(&mut self, field: &Name, declared: &[(String, Sort)], owner: Span) {
        let message = format!("this record has no field `{}`", field.text);
        let finding = Diagnostic::new(Code::NoSuchPart, message, field.span, "no such field")
            .with_related(owner, "of this");
        let names: Vec<&str> = declared.iter().map(|(name, _)| name.as_str()).collect();
        self.report(match nearest(&field.text, names.iter().copied()) {
            Some(near) => finding.did_you_mean(near),
            None => finding.with_help(format!("it has {}", names.join(", "))),
        });
    }

    /// Checks expressions that must have the same sort, which may be known.
    fn parts_alike(
        &mut self,
        parts: &'a [Expr],
        wanted: Option<Sort>,
        scope: &Scope<'a>,
        context: Context,
        message: &str,
    ) -> (Vec<Typed>, Option<Sort>) {
        let all: Vec<&'a Expr> = parts.iter().collect();
        let typed = self.alike_saying(&all, scope, context.operand().expecting(wanted), message);
        let mut sort = None;
        for part in &typed {
            sort = match (sort, part.sort) {
                (Some(sort), Some(found)) => self.symbols.structures.join(sort, found),
                (sort, found) => sort.or(found),
            };
        }
        (typed, sort)
    }

    fn array_literal(
        &mut self,
        elements: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let wanted = context.expected.and_then(|sort| match self.symbols.structures.of(sort) {
            Some(Structure::Array(_, part)) => Some(*part),
            _ => None,
        });
        let message = "the elements of an array have the same type";
        let (elements, part) = self.parts_alike(elements, wanted, scope, context, message);
        let extent = Extent::Length(elements.len());
        let sort = part.map(|part| self.symbols.structures.sort(Structure::Array(extent, part)));
        Typed::new(TypedKind::Structured(Box::new(Structured::Array(elements))), sort, span)
    }

    fn set_literal(&mut self, members: &'a [Expr], span: Span, scope: &Scope<'a>, context: Context) -> Typed {
        let wanted = context.expected.and_then(|sort| self.symbols.structures.set_of(sort));
        let message = "the elements of a set have the same type";
        let (members, part) = self.parts_alike(members, wanted, scope, context, message);
        if members.is_empty() && wanted.is_none() && !context.alone {
            let (code, message) = match context.expected {
                Some(sort) => {
                    (Code::TypeMismatch, format!("this is a set, but {} is needed", self.show_sort(sort)))
                }
                None => {
                    (Code::NeedsContext, "it is not clear which elements this empty set could have".into())
                }
            };
            self.report(Diagnostic::new(code, message, span, "a set"));
            return Typed::unknown(span);
        }
        let part = part.or(wanted);
        let sort = part.map(|part| self.symbols.structures.sort(Structure::Set(part)));
        Typed::new(TypedKind::Structured(Box::new(Structured::Set(members))), sort, span)
    }

    /// A part of a value.
    pub(super) fn part_of(
        &mut self,
        whole: Typed,
        selection: Selection,
        sort: Sort,
        span: Span,
    ) -> Denotation {
        let kind = TypedKind::Structured(Box::new(Structured::Part(whole, selection)));
        Denotation::Value(Typed::new(kind, Some(sort), span))
    }

    /// The number and the sort of a field; reported if there is none.
    pub(super) fn field_of(&mut self, sort: Sort, field: &Name, owner: Span) -> Option<(usize, Sort)> {
        let fields = self.symbols.structures.fields(sort)?;
        let found = fields.iter().position(|(name, _)| *name == field.text);
        let part = found.map(|at| (at, fields[at].1));
        self.note_part(Some(sort), field, found);
        if part.is_none() {
            let fields = self.symbols.structures.fields(sort)?.to_vec();
            self.no_such_part(field, &fields, owner);
        }
        part
    }

    /// What `[e]` can select from values of this sort: the sort of the parts.
    pub(super) fn indexed(&self, sort: Sort) -> Option<Sort> {
        match self.symbols.structures.of(sort)? {
            Structure::Array(_, part) | Structure::Queue(_, part) => Some(*part),
            _ => None,
        }
    }

    /// `union(S, T)`, `len(c)` and the like.
    pub(super) fn data_function(
        &mut self,
        name: &str,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        match name {
            "union" | "inter" | "minus" | "subset" => {
                self.function_of_sets(name, arguments, span, scope, context)
            }
            _ => self.function_of_one(name, arguments, span, scope, context),
        }
    }

    fn function_of_sets(
        &mut self,
        name: &str,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let wanted = context.expected.filter(|_| name != "subset");
        let all: Vec<&'a Expr> = arguments.iter().collect();
        let message = "these sets have elements of different types";
        let mut typed = self.alike_saying(&all, scope, context.operand().expecting(wanted), message);
        for set in &typed {
            self.require_set(set, &format!("an argument of `{name}`"));
        }
        let (Some(right), Some(left)) = (typed.pop(), typed.pop()) else { return Typed::unknown(span) };
        let operation = match name {
            "union" => SetOperation::Union,
            "inter" => SetOperation::Intersection,
            "minus" => SetOperation::Difference,
            _ => {
                let kind = Structured::Subset(left, right);
                return Typed::bool(TypedKind::Structured(Box::new(kind)), span);
            }
        };
        let sort = match (left.sort, right.sort) {
            (Some(left), Some(right)) => self.symbols.structures.join(left, right),
            (left, right) => left.or(right),
        };
        let kind = Structured::Combined(operation, left, right);
        Typed::new(TypedKind::Structured(Box::new(kind)), sort, span)
    }

    fn require_set(&mut self, typed: &Typed, role: &str) -> bool {
        let Some(sort) = typed.sort else { return true };
        if self.symbols.structures.set_of(sort).is_some() {
            return true;
        }
        let shown = self.show_sort(sort);
        let message = format!("{role} must be a set, but this is {shown}");
        self.report(Diagnostic::new(Code::TypeMismatch, message, typed.span, shown));
        false
    }

    fn function_of_one(
        &mut self,
        name: &str,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let of = self.expression(&arguments[0], scope, context.operand());
        if name == "card" {
            self.require_set(&of, "the argument of `card`");
            return Typed::int(TypedKind::Structured(Box::new(Structured::Size(of))), span);
        }
        let entry = of.sort.and_then(|sort| self.symbols.structures.queue_of(sort));
        if let (Some(sort), None) = (of.sort, entry) {
            let shown = self.show_sort(sort);
            let message = format!("the argument of `{name}` must be a queue, but this is {shown}");
            let finding = Diagnostic::new(Code::TypeMismatch, message, of.span, shown);
            let is_set = self.symbols.structures.set_of(sort).is_some();
            self.report(match name {
                "len" if is_set => finding.with_help("the number of elements of a set is `card(S)`"),
                "empty" if is_set => finding.with_help("compare it with the empty set: `S = {}`"),
                _ => finding,
            });
        }
        let (kind, sort) = match name {
            "len" => (Structured::Length(of), Some(Sort::Int)),
            "empty" => (Structured::Empty(of), Some(Sort::Bool)),
            "full" => (Structured::Full(of), Some(Sort::Bool)),
            _ => (Structured::Head(of), entry),
        };
        Typed::new(TypedKind::Structured(Box::new(kind)), sort, span)
    }

    /// Whether a prime stands at the root of a chain of selections, as in `m'.f` and `c'[k]`.
    pub(super) fn selects_in_new_value(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Paren(inner) => self.selects_in_new_value(inner),
            ExprKind::Index(base, _) | ExprKind::Field { base, .. } => self.selects_in_new_value(base),
            ExprKind::Call(callee, arguments) => {
                let is_head = matches!(&callee.kind, ExprKind::Name(name) if name == "head");
                is_head && arguments.iter().any(|argument| self.selects_in_new_value(argument))
            }
            ExprKind::Prime(_) => true,
            _ => false,
        }
    }

    /// Reports a prime before something that is read before the step.
    pub(super) fn prime_inside_place(&mut self, typed: &Typed) {
        let problem = "what is inside a place is read before the step, so it cannot have a prime";
        let finding = Diagnostic::new(Code::MisplacedPrime, problem, typed.span, "this prime has no meaning");
        self.report_misplaced(
            finding.with_help("a relation is a statement after `do`, such as `do x' = x + 1`"),
        );
    }

    /// Whether a name with arguments is a function of sets or queues, and how many arguments it takes.
    pub(super) fn data_function_arity(name: &str) -> Option<usize> {
        match name {
            "union" | "inter" | "minus" | "subset" => Some(2),
            "card" | "len" | "empty" | "full" | "head" => Some(1),
            _ => None,
        }
    }

    /// Whether an expression is, or selects in, what a definition stands for.
    pub(super) fn names_definition(&self, expr: &Expr, scope: &Scope<'a>) -> bool {
        match &expr.kind {
            ExprKind::Paren(inner) => self.names_definition(inner, scope),
            ExprKind::Index(base, _) | ExprKind::Prime(base) => self.names_definition(base, scope),
            ExprKind::Field { base, field, .. } => {
                self.names_definition(base, scope) || self.is_definition_of_some_process(base, &field.text)
            }
            ExprKind::Call(..) => true,
            ExprKind::Name(name) => {
                if let Some(meaning) = scope.local(name) {
                    return match meaning {
                        crate::scope::Meaning::Argument(argument, scope) => {
                            let scope = scope.clone();
                            self.names_definition(argument, &scope)
                        }
                        _ => false,
                    };
                }
                let own = scope
                    .home
                    .as_ref()
                    .and_then(|home| self.symbols.body(home.body).values.get(name.as_str()));
                matches!(own.or_else(|| self.symbols.values.get(name.as_str())), Some(Symbol::Definition(_)))
            }
            _ => false,
        }
    }

    /// Whether `P.f` or `p->f` is reached through a name of a process and is a definition of it.
    fn is_definition_of_some_process(&self, base: &Expr, field: &str) -> bool {
        let mut base = base;
        while let ExprKind::Paren(inner) | ExprKind::Index(inner, _) = &base.kind {
            base = inner;
        }
        let ExprKind::Name(name) = &base.kind else { return false };
        match self.symbols.values.get(name.as_str()) {
            Some(Symbol::Body(body)) => {
                matches!(self.symbols.body(*body).values.get(field), Some(Symbol::Definition(_)))
            }
            _ => false,
        }
    }
}
