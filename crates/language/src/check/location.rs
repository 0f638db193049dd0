//! Locations: `p at L` and `count(P at L)`.

use diagnostics::{Code, Diagnostic, nearest};

use super::denote::Denotation;
use super::{Checker, Context};
use crate::ast::{Expr, ExprKind, Name};
use crate::referents::{Expected, Referent};
use crate::scope::{Meaning, Scope};
use crate::symbols::{BodyIndex, BodyKind, Symbol};
use crate::typed::{Instance, Typed, TypedKind};

impl<'a> Checker<'a> {
    /// `p at {L, M}`
    pub(super) fn at(
        &mut self,
        expr: &'a Expr,
        base: &'a Expr,
        locations: &'a [Name],
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let base_denotes = self.denote(base, scope, context.inside_place());
        let Some(instance) = self.instance(base_denotes, base.span) else {
            self.note_loose_locations(locations);
            return Typed::unknown(expr.span);
        };
        let body = self.symbols.process_bodies[instance.process().index()];
        match self.locations(body, locations, scope) {
            Some(numbers) => Typed::bool(TypedKind::At(instance, numbers), expr.span),
            None => Typed::unknown(expr.span),
        }
    }

    /// `count(P at {L, M})`
    pub(super) fn count_at(
        &mut self,
        expr: &'a Expr,
        process: &'a Name,
        locations: &'a [Name],
        scope: &Scope<'a>,
    ) -> Typed {
        let Some(body) = self.counted(process, scope) else {
            self.note_loose_locations(locations);
            return Typed::unknown(expr.span);
        };
        let Some(numbers) = self.locations(body, locations, scope) else { return Typed::unknown(expr.span) };
        let kind = match self.symbols.body(body).kind {
            BodyKind::Single(id) | BodyKind::Array(id) => TypedKind::CountInstances(id, numbers),
            BodyKind::Population(id) => TypedKind::CountPopulation(id, numbers),
        };
        Typed::int(kind, expr.span)
    }

    /// The process whose instances are counted; it may be the argument of a definition.
    fn counted(&mut self, name: &'a Name, scope: &Scope<'a>) -> Option<BodyIndex> {
        self.expect_at(name.span, || Expected::Counted);
        self.note_local(&name.text, name.span, scope);
        let denotation = match scope.local(&name.text) {
            Some(Meaning::Parameter) => return None,
            Some(Meaning::Argument(argument, scope)) => {
                let (argument, scope) = (*argument, scope.clone());
                self.used_arguments.insert(argument.span);
                self.denote(argument, &scope, Context::STATE)
            }
            _ => match self.symbols.values.get(name.text.as_str()) {
                Some(&Symbol::Body(index)) => {
                    self.note(name.span, Referent::Body(index));
                    return Some(index);
                }
                _ => self.denote_name(&name.text, name.span, scope, Context::STATE),
            },
        };
        match denotation {
            Denotation::Processes(body) | Denotation::Population(body) => Some(body),
            Denotation::Instance(Instance::Single(id)) => Some(self.symbols.process_bodies[id.index()]),
            Denotation::Unknown => None,
            _ => {
                let message = format!("`{}` is not a process array or population", name.text);
                let label = "only processes can be counted by location";
                self.report(Diagnostic::new(Code::NotAValue, message, name.span, label));
                None
            }
        }
    }

    /// The numbers of locations, without repetition. A location may be the argument of a definition.
    fn locations(&mut self, body: BodyIndex, names: &'a [Name], scope: &Scope<'a>) -> Option<Vec<u32>> {
        let mut numbers = Vec::new();
        let mut all_known = true;
        for name in names {
            match self.location_in(body, name, scope) {
                Some(number) if !numbers.contains(&number) => numbers.push(number),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(numbers)
    }

    fn location_in(&mut self, body: BodyIndex, name: &'a Name, scope: &Scope<'a>) -> Option<u32> {
        let (mut text, mut at) = (name.text.as_str(), name.span);
        let mut scope = scope.clone();
        loop {
            self.note_local(text, at, &scope);
            match scope.local(text) {
                Some(Meaning::Parameter) => return None,
                Some(Meaning::Argument(argument, outer)) => {
                    let ExprKind::Name(word) = &argument.kind else { break };
                    self.used_arguments.insert(argument.span);
                    let outer = outer.clone();
                    (text, at) = (word, argument.span);
                    scope = outer;
                }
                _ => break,
            }
        }
        if at == name.span {
            return self.location(body, name);
        }
        let Some(number) = self.symbols.body(body).location_numbers.get(text).copied() else {
            self.no_such_location(body, &Name { text: text.to_owned(), span: name.span });
            return None;
        };
        self.note_location(body, number, at);
        Some(number)
    }

    /// The number of a location of a process.
    pub(super) fn location(&mut self, body: BodyIndex, name: &Name) -> Option<u32> {
        self.expect_at(name.span, || Expected::Location(Some(body)));
        let Some(number) = self.symbols.body(body).location_numbers.get(name.text.as_str()).copied() else {
            self.no_such_location(body, name);
            return None;
        };
        self.note_location(body, number, name.span);
        Some(number)
    }

    fn no_such_location(&mut self, body: BodyIndex, name: &Name) {
        let symbols = self.symbols.body(body);
        let (owner, text) = (symbols.name(), &name.text);
        let message = format!("`{owner}` has no location `{text}`");
        let mut finding = Diagnostic::new(Code::NoSuchPart, message, name.span, "not one of its locations")
            .with_related(symbols.declaration.name.span, format!("`{owner}` is declared here"));
        if let Some(near) = nearest(text, symbols.location_numbers.keys().copied()) {
            finding = finding.did_you_mean(near);
        } else if symbols.locations.is_empty() {
            finding = finding.with_help("declare its locations with `loc`");
        } else if symbols.locations.len() <= 8 {
            let all: Vec<String> = symbols.locations.iter().map(|name| format!("`{}`", name.text)).collect();
            finding = finding.with_help(format!("its locations are {}", all.join(", ")));
        }
        self.report(finding);
    }
}
