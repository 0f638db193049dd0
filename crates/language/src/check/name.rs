//! What a single name denotes.

use diagnostics::{Code, Diagnostic, Span, nearest};
use system::{EnumerationId, Value};

use super::denote::Denotation;
use super::{Checker, Context};
use crate::referents::Referent;
use crate::scope::{Meaning, Scope};
use crate::structures::Sort;
use crate::symbols::{BodyKind, Symbol};
use crate::typed::{Instance, Typed, TypedKind, TypedPlace, VariableIndex};

impl<'a> Checker<'a> {
    /// What a name denotes: first the names bound around it, then those of the process, then all others.
    pub(super) fn denote_name(
        &mut self,
        name: &'a str,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        self.note_hidden_member(name, span, scope);
        self.note_name(name, span, scope, context);
        if let Some(meaning) = scope.local(name) {
            return self.denote_local(meaning.clone(), span, context);
        }
        if let Some(home) = scope.home.clone()
            && let Some(symbol) = self.symbols.body(home.body).values.get(name).copied()
        {
            return match symbol {
                Symbol::Variable(variable) => self.denote_variable(variable, home.instance.clone(), span),
                Symbol::Definition(definition) => {
                    self.apply(definition, Some(home), None, span, scope, context)
                }
                _ => {
                    self.wants_constant_index |= context.prefers_constant && !home.index_is_constant;
                    match &home.index {
                        Some(index) => Denotation::Value(Typed { span, ..index.clone() }),
                        None => Denotation::Unknown,
                    }
                }
            };
        }
        self.denote_global(name, span, scope, context)
    }

    fn denote_local(&mut self, meaning: Meaning<'a>, span: Span, context: Context) -> Denotation {
        match meaning {
            Meaning::Slot(slot, Some(sort)) => {
                Denotation::Value(Typed::new(TypedKind::Slot(slot), Some(sort), span))
            }
            Meaning::Slot(_, None) | Meaning::Parameter => Denotation::Unknown,
            Meaning::Rigid(slot) => Denotation::Value(Typed::int(TypedKind::Rigid(slot), span)),
            Meaning::Argument(argument, scope) => {
                if !self.charge() {
                    return Denotation::Unknown;
                }
                self.used_arguments.insert(argument.span);
                let context = Context { depth: context.depth + 1, ..context };
                self.denote(argument, &scope, context)
            }
        }
    }

    fn denote_global(
        &mut self,
        name: &'a str,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        match self.symbols.values.get(name).copied() {
            Some(Symbol::Constant(index)) if self.is_open(index) => self.open_constant(index, span),
            Some(Symbol::Constant(index)) => match self.constant(index) {
                Some(Value::Bool(value)) => {
                    Denotation::Value(Typed::bool(TypedKind::Constant(Value::Bool(value)), span))
                }
                Some(value) => Denotation::Value(Typed::int(TypedKind::Constant(value), span)),
                None => Denotation::Unknown,
            },
            Some(Symbol::Variable(variable)) => self.denote_variable(variable, None, span),
            Some(Symbol::Definition(definition)) => self.apply(definition, None, None, span, scope, context),
            Some(Symbol::Body(index)) => match self.symbols.body(index).kind {
                BodyKind::Single(id) => Denotation::Instance(Instance::Single(id)),
                BodyKind::Array(_) => Denotation::Processes(index),
                BodyKind::Population(_) => Denotation::Population(index),
            },
            Some(Symbol::OwnIndex) => Denotation::Unknown,
            None => self.denote_member(name, span, scope, context),
        }
    }

    /// A variable that is declared everywhere, or that of an instance.
    pub(super) fn denote_variable(
        &mut self,
        variable: VariableIndex,
        instance: Option<Instance>,
        span: Span,
    ) -> Denotation {
        let in_process = self.symbols.variable(variable).body.is_some();
        if in_process && instance.is_none() {
            // A variable of a population, which was reported where it is declared.
            return Denotation::Unknown;
        }
        self.complete(TypedPlace { variable, instance, path: Vec::new(), span })
    }

    fn denote_member(&mut self, name: &str, span: Span, scope: &Scope<'a>, context: Context) -> Denotation {
        if let Some(Sort::Enumeration(id)) = context.expected
            && let Some(position) = self.symbols.enumerations.position(id, name)
        {
            self.note(span, Referent::Member(id, position));
            return Denotation::Value(member(id, position, span));
        }
        match self.symbols.enumerations.having(name) {
            [] => self.unknown_name(name, span, scope, context),
            &[id] => match self.symbols.enumerations.position(id, name) {
                Some(position) => {
                    self.note(span, Referent::Member(id, position));
                    return Denotation::Value(member(id, position, span));
                }
                None => return Denotation::Unknown,
            },
            _ if context.alone => {}
            several => {
                let all: Vec<String> =
                    several.iter().map(|id| format!("`{}`", self.symbols.enumerations.show(*id))).collect();
                let message = format!("`{name}` is a member of several types");
                let finding =
                    Diagnostic::new(Code::NeedsContext, message, span, "which one is not clear here")
                        .with_help(format!(
                            "it belongs to {}; compare it with a variable",
                            all.join(" and ")
                        ));
                self.report(finding);
            }
        }
        Denotation::Unknown
    }

    fn unknown_name(&mut self, name: &str, span: Span, scope: &Scope<'a>, context: Context) {
        if let Some(finding) = self.location_as_value(name, span, scope, context) {
            return self.report(finding);
        }
        let finding = Diagnostic::new(Code::UnknownName, format!("`{name}` is not declared"), span, "");
        let finding = self.help_with_name(finding, name, scope);
        self.report(finding);
    }

    /// The finding about a name that is not known, with what was probably meant.
    fn help_with_name(&self, finding: Diagnostic, name: &str, scope: &Scope<'a>) -> Diagnostic {
        let values = ["true", "false", "null", "self"];
        if let Some(value) = values.into_iter().find(|value| value.eq_ignore_ascii_case(name)) {
            return finding.with_help(format!("write `{value}`")).with_replacement(value);
        }
        let mut known: Vec<&str> = scope.local_names();
        if let Some(home) = &scope.home {
            known.extend(self.symbols.body(home.body).values.keys());
        }
        known.extend(self.symbols.values.keys());
        known.extend(self.symbols.enumerations.names());
        if let Some(near) = nearest(name, known) {
            return finding.did_you_mean(near);
        }
        let Some(owner) = self.owner_of(name) else { return finding };
        finding.with_help(format!("`{name}` belongs to `{owner}`: outside of it, write `{owner}.{name}`"))
    }

    /// The process that has a variable or definition of this name, as it is written before a `.`.
    fn owner_of(&self, name: &str) -> Option<String> {
        let body = self.symbols.bodies.iter().find(|body| body.values.contains_key(name))?;
        match body.kind {
            BodyKind::Single(_) => Some(body.name().to_owned()),
            BodyKind::Array(_) => Some(format!("{}[…]", body.name())),
            BodyKind::Population(_) => None,
        }
    }
}

fn member(id: EnumerationId, position: u32, span: Span) -> Typed {
    Typed::new(TypedKind::Constant(Value::Member(position)), Some(Sort::Enumeration(id)), span)
}
