//! What is said of initial states: values of variables, conditions, starts.

use std::collections::HashMap;

use diagnostics::{Code, Diagnostic, Span};
use system::PopulationId;

use super::{Checker, Context};
use crate::ast::{self, ProcessItemKind, Start, VarDecl, VarStart};
use crate::checked::{CheckedStartCount, Initial, InitialKind};
use crate::collect::twice;
use crate::scope::Scope;
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
            let sort = self.variable_type(variable).scalar.sort();
            let kind = match (&declaration.start, sort) {
                (VarStart::Any, _) => continue,
                (VarStart::Value(value), _) => {
                    let value = self.expression(value, &scope, Context::STATE.expecting(sort));
                    if let Some(sort) = sort {
                        self.fits_place(&value, sort, name.span);
                    }
                    InitialKind::Value(variable, value)
                }
                (VarStart::In(set), Some(sort)) => {
                    InitialKind::Within(variable, self.choice_set(set, sort, name.span, &scope))
                }
                (VarStart::In(_), None) => continue,
            };
            initial.push(Initial { body, kind, span: name.span });
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
