//! What is said of initial states: values of variables, conditions, starts.

use std::collections::HashMap;

use diagnostics::{Code, Diagnostic, Span};
use system::PopulationId;

use super::{Checker, Context, Progress};
use crate::ast::{self, Expr, ExprKind, ProcessItemKind, SetKind, Start, VarDecl, VarStart};
use crate::checked::{CheckedStartCount, Initial, InitialKind};
use crate::collect::twice;
use crate::scope::Scope;
use crate::structures::{Extent, Sort, Structure};
use crate::symbols::{BodyIndex, BodyKind, Symbol};
use crate::typed::VariableIndex;

impl<'a> Checker<'a> {
    /// The initial values of declared variables.
    pub(super) fn variable_starts(
        &mut self,
        declaration: &'a VarDecl,
        body: Option<BodyIndex>,
        initial: &mut Vec<Initial>,
    ) {
        let scope = body.map_or_else(Scope::default, |body| self.body_scope(body));
        for name in &declaration.names {
            let Some(variable) = self.declared_variable(name, body) else { continue };
            let Some(sort) = self.variable_type(variable).sort else { continue };
            let kind = match &declaration.start {
                VarStart::Any => continue,
                VarStart::Value(value) => {
                    let wanted = self.start_sort(value, sort);
                    let value = self.expression(value, &scope, Context::STATE.expecting(wanted));
                    if let Some(found) = value.sort
                        && !self.starts_with(sort, found)
                    {
                        self.fits_place(&value, wanted, name.span);
                    }
                    InitialKind::Value(variable, value)
                }
                VarStart::In(set) => {
                    let wanted = match &set.kind {
                        SetKind::Members(members) => {
                            members.first().map_or(sort, |first| self.start_sort(first, sort))
                        }
                        SetKind::Range(..) => self.innermost(sort),
                        SetKind::Value(value) => {
                            let typed =
                                self.expression(value, &scope, Context { alone: true, ..Context::STATE });
                            let element = typed.sort.and_then(|found| self.symbols.structures.set_of(found));
                            element.map_or(sort, |element| self.start_of(sort, element).unwrap_or(sort))
                        }
                    };
                    InitialKind::Within(variable, self.choice_set(set, wanted, name.span, &scope))
                }
            };
            initial.push(Initial { body, kind, span: name.span });
        }
    }

    /// The sort that an initial value has by its form: that of the variable, or of some part of it that it is a value for.
    fn start_sort(&self, value: &Expr, sort: Sort) -> Sort {
        let structures = &self.symbols.structures;
        let inner = match structures.of(sort) {
            Some(Structure::Array(_, part)) => *part,
            Some(Structure::Record(fields)) => match fields.first() {
                Some((_, part)) => *part,
                None => return sort,
            },
            _ => return sort,
        };
        match &value.kind {
            ExprKind::Paren(value) | ExprKind::If(_, value, _) => self.start_sort(value, sort),
            ExprKind::List(elements) => match structures.of(sort) {
                // A literal that fits the whole variable is its value.
                Some(Structure::Array(Extent::Range(low, high), part))
                    if high.checked_sub(*low).and_then(|distance| distance.checked_add(1))
                        == i128::try_from(elements.len()).ok()
                        && elements.first().is_none_or(|first| self.start_sort(first, *part) == *part) =>
                {
                    sort
                }
                _ => self.start_sort(value, inner),
            },
            ExprKind::Record(name, _) => {
                let declared = self.symbols.types.get(name.text.as_str());
                let declared = declared.and_then(|index| match &self.named_types[*index] {
                    Progress::Done(known) => known.sort,
                    _ => None,
                });
                if declared == Some(sort) { sort } else { self.start_sort(value, inner) }
            }
            ExprKind::Name(name) if self.is_whole_start(name, sort) => sort,
            ExprKind::Index(..) | ExprKind::Field { .. } | ExprKind::Call(..) => sort,
            _ => self.start_sort(value, inner),
        }
    }

    /// Whether a name stands for something of this sort, as far as that is known without looking into it.
    fn is_whole_start(&self, name: &str, sort: Sort) -> bool {
        match self.symbols.values.get(name) {
            Some(Symbol::Variable(variable)) => {
                let known = self.variable_types[variable.0].as_ref();
                known.is_none_or(|known| known.sort == Some(sort))
            }
            Some(Symbol::Definition(_)) => true,
            _ => false,
        }
    }

    /// The sort of the parts without parts.
    fn innermost(&self, sort: Sort) -> Sort {
        match self.symbols.structures.of(sort) {
            Some(Structure::Array(_, part)) => self.innermost(*part),
            Some(Structure::Record(fields)) => fields.first().map_or(sort, |(_, part)| self.innermost(*part)),
            _ => sort,
        }
    }

    /// The outermost part of a sort that a value fits.
    fn start_of(&mut self, sort: Sort, value: Sort) -> Option<Sort> {
        if self.symbols.structures.join(sort, value).is_some() {
            return Some(sort);
        }
        match self.symbols.structures.of(sort)? {
            Structure::Array(_, part) => self.start_of(*part, value),
            Structure::Record(fields) => {
                let first = fields.first()?.1;
                self.start_of(first, value)
            }
            _ => None,
        }
    }

    /// Whether a variable can start with a value: it fits the whole, or every part of it.
    fn starts_with(&mut self, sort: Sort, value: Sort) -> bool {
        if self.symbols.structures.join(sort, value).is_some() {
            return true;
        }
        match self.symbols.structures.of(sort).cloned() {
            Some(Structure::Array(_, part)) => self.starts_with(part, value),
            Some(Structure::Record(fields)) => {
                fields.iter().all(|(_, part)| self.is_queue(*part) || self.starts_with(*part, value))
            }
            _ => false,
        }
    }

    /// Whether all parts are queues, which start empty.
    fn is_queue(&self, sort: Sort) -> bool {
        match self.symbols.structures.of(sort) {
            Some(Structure::Queue(..)) => true,
            Some(Structure::Array(_, part)) => self.is_queue(*part),
            _ => false,
        }
    }

    /// The variable that is declared by this name at this place.
    fn declared_variable(&self, name: &ast::Name, body: Option<BodyIndex>) -> Option<VariableIndex> {
        let values = match body {
            Some(body) => &self.symbols.body(body).values,
            None => &self.symbols.values,
        };
        match values.get(name.text.as_str()) {
            Some(Symbol::Variable(index)) if self.symbols.variable(*index).name.span == name.span => {
                Some(*index)
            }
            _ => None,
        }
    }

    /// What a process or population says of its start.
    pub(super) fn process_initial(&mut self, index: BodyIndex, initial: &mut Vec<Initial>) {
        let declaration = self.symbols.body(index).declaration;
        let scope = self.body_scope(index);
        self.warn_of_hidden_names(declaration);
        let mut starts: Vec<&'a Start> = Vec::new();
        for item in &declaration.items {
            match &item.kind {
                ProcessItemKind::Var(variable) => {
                    if self.symbols.body(index).process().is_some() {
                        self.variable_starts(variable, Some(index), initial);
                    }
                }
                ProcessItemKind::Init(condition) => {
                    let typed = self.boolean(condition, &scope, Context::STATE, "a condition");
                    let kind = InitialKind::Condition(typed);
                    initial.push(Initial { body: Some(index), kind, span: condition.span });
                }
                ProcessItemKind::Start(all) => starts.extend(all),
                ProcessItemKind::Let(_) | ProcessItemKind::Loc(_) => {}
                ProcessItemKind::Edge(_) | ProcessItemKind::Advice(_) => {}
            }
        }
        match self.symbols.body(index).kind {
            BodyKind::Population(id) => self.population_starts(index, id, &starts, initial),
            _ => self.process_starts(index, &starts, initial),
        }
    }

    fn warn_of_hidden_names(&mut self, declaration: &'a ast::Process) {
        if let Some(binder) = &declaration.index {
            self.warn_of_local_shadowing(&binder.name);
        }
        for item in &declaration.items {
            match &item.kind {
                ProcessItemKind::Var(variable) => {
                    for name in &variable.names {
                        self.warn_of_local_shadowing(name);
                    }
                }
                ProcessItemKind::Let(definition) => self.warn_of_local_shadowing(&definition.name),
                _ => {}
            }
        }
    }

    fn process_starts(&mut self, index: BodyIndex, starts: &[&'a Start], initial: &mut Vec<Initial>) {
        let span = self.symbols.body(index).declaration.name.span;
        let span = starts.first().map_or(span, |start| start.location.span);
        let mut locations = Vec::new();
        for start in starts {
            if let Some(count) = &start.count {
                let message = "a process starts at one location; only a population says how many start there";
                let finding = Diagnostic::new(Code::BadStart, message, count_span(count), "not in a process")
                    .with_help("write `start L, M` if it may start at L or at M");
                self.report(finding);
            }
            match self.location(index, &start.location) {
                Some(number) if !locations.contains(&number) => locations.push(number),
                _ => {}
            }
        }
        if starts.is_empty() && !self.symbols.body(index).locations.is_empty() {
            locations.push(0);
        }
        if !locations.is_empty() {
            initial.push(Initial { body: Some(index), kind: InitialKind::Starts(index, locations), span });
        }
    }

    fn population_starts(
        &mut self,
        index: BodyIndex,
        id: PopulationId,
        starts: &[&'a Start],
        initial: &mut Vec<Initial>,
    ) {
        let body = self.symbols.body(index);
        let (places, span) = (body.locations.clone(), body.declaration.name.span);
        let mut written: HashMap<u32, (&'a Start, CheckedStartCount)> = HashMap::new();
        for start in starts {
            let count = self.start_count(start);
            let Some(number) = self.location(index, &start.location) else { continue };
            if let Some((first, _)) = written.get(&number) {
                self.report(twice(&start.location, first.location.span));
            } else if let Some(count) = count {
                written.insert(number, (start, count));
            }
        }
        let mut counts = Vec::new();
        for (number, place) in (0u32..).zip(&places) {
            let count = written.remove(&number).map(|(_, count)| count);
            let none = || CheckedStartCount::Exactly(crate::typed::Typed::number(0, place.span));
            counts.push(match count {
                Some(count) => count,
                None if starts.is_empty() && number == 0 => CheckedStartCount::Any,
                None => none(),
            });
        }
        let span = starts.first().map_or(span, |start| start.location.span);
        initial.push(Initial { body: None, kind: InitialKind::Counts(id, counts), span });
    }

    fn start_count(&mut self, start: &'a Start) -> Option<CheckedStartCount> {
        let scope = Scope::default();
        match &start.count {
            Some(ast::StartCount::Any(_)) => Some(CheckedStartCount::Any),
            Some(ast::StartCount::AtLeast(least)) => Some(CheckedStartCount::AtLeast(self.integer(
                least,
                &scope,
                Context::STATE,
                "a number of processes",
            ))),
            Some(ast::StartCount::Exactly(count)) => Some(CheckedStartCount::Exactly(self.integer(
                count,
                &scope,
                Context::STATE,
                "a number of processes",
            ))),
            None => {
                let name = &start.location;
                let message = format!("how many processes start at `{}` is missing", name.text);
                let finding =
                    Diagnostic::new(Code::BadStart, message, name.span, "in a population").with_help(
                        format!("write `start {0}: any`, `start {0}: any >= 1` or `start {0}: 3`", name.text),
                    );
                let behind = Span { start: name.span.end, ..name.span };
                self.report(finding.with_fix("any number starts here", behind, ": any"));
                None
            }
        }
    }
}

fn count_span(count: &ast::StartCount) -> Span {
    match count {
        ast::StartCount::Any(span) => *span,
        ast::StartCount::AtLeast(expr) | ast::StartCount::Exactly(expr) => expr.span,
    }
}
