//! Calls of functions and definitions.

use std::rc::Rc;

use diagnostics::{Code, Diagnostic, Span, nearest};
use system::Operation;

use super::denote::Denotation;
use super::{Checker, Context};
use crate::ast::{Expr, ExprKind};
use crate::scope::{Home, Meaning, Scope};
use crate::structures::Sort;
use crate::symbols::DefinitionIndex;
use crate::typed::{Dispatch, Instance, Typed, TypedKind};

/// How often a definition can be expanded inside itself.
///
/// A definition that is an argument can come back into the one that it was given to, and that may well end.
/// Plain cycles are found before anything is expanded; what this ends came through an argument.
const PATIENCE: usize = 16;

impl<'a> Checker<'a> {
    /// What `f(a, b)` denotes.
    pub(super) fn denote_call(
        &mut self,
        callee: &'a Expr,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        if let ExprKind::Name(name) = &callee.kind {
            match name.as_str() {
                "min" | "max" | "abs" | "index" => {
                    return Denotation::Value(self.function(name, arguments, span, scope, context));
                }
                _ if Self::data_function_arity(name).is_some() => {
                    return Denotation::Value(self.function(name, arguments, span, scope, context));
                }
                _ if !self.is_known(name, scope) => {
                    self.note_name(name, callee.span, scope, context);
                    self.unknown_function(name, callee.span);
                    return self.check_arguments(arguments, scope, context);
                }
                _ => {}
            }
        }
        // Only the arguments belong to the call's own surroundings; what is called is a name or a field.
        match self.denote(callee, scope, context.below()) {
            Denotation::Definition(definition, home) => {
                self.apply(definition, home, Some(arguments), span, scope, context)
            }
            Denotation::Unknown => self.check_arguments(arguments, scope, context),
            _ => {
                let message = "only definitions with parameters can be called";
                self.report(Diagnostic::new(Code::BadCall, message, callee.span, "takes no arguments"));
                self.check_arguments(arguments, scope, context)
            }
        }
    }

    /// Finds what is wrong in arguments whose use is not known.
    fn check_arguments(&mut self, arguments: &'a [Expr], scope: &Scope<'a>, context: Context) -> Denotation {
        for argument in arguments {
            let context = Context { alone: true, ..context.operand() };
            if !self.is_location_argument(argument, scope) {
                self.denote(argument, scope, context);
            }
        }
        Denotation::Unknown
    }

    /// Whether a name stands for a value.
    pub(super) fn is_known(&self, name: &str, scope: &Scope<'a>) -> bool {
        scope.local(name).is_some()
            || scope.home.as_ref().is_some_and(|home| self.symbols.body(home.body).values.contains_key(name))
            || self.symbols.values.contains_key(name)
            || !self.symbols.enumerations.having(name).is_empty()
    }

    fn unknown_function(&mut self, name: &str, span: Span) {
        let definitions = self.symbols.definitions.iter();
        let callable = definitions.filter(|definition| !definition.declaration.params.is_empty());
        let names = callable.map(|definition| definition.declaration.name.text.as_str());
        let known = names.chain(["min", "max", "abs", "index", "reach"]);
        let known =
            known.chain(["union", "inter", "minus", "subset", "card", "len", "empty", "full", "head"]);
        let finding = Diagnostic::new(Code::UnknownName, format!("`{name}` is not defined"), span, "");
        let finding = match nearest(name, known) {
            Some(near) => finding.did_you_mean(near),
            None => finding.with_help(format!("define it: `let {name}(…) = …`")),
        };
        self.report(finding);
    }

    /// A definition with its arguments in place; without arguments, one that needs some stays as it is.
    pub(super) fn apply(
        &mut self,
        definition: DefinitionIndex,
        home: Option<Rc<Home>>,
        arguments: Option<&'a [Expr]>,
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        let declaration = self.symbols.definitions[definition.0].declaration;
        if arguments.is_none() && !declaration.params.is_empty() {
            self.used_definitions.extend(context.alone.then_some(definition));
            return Denotation::Definition(definition, home);
        }
        let arguments = arguments.unwrap_or(&[]);
        if arguments.len() != declaration.params.len() {
            self.wrong_number(definition, arguments.len(), span);
            return self.check_arguments(arguments, scope, context);
        }
        if context.alone {
            // A definition on its own is checked without looking into others: each is checked once.
            self.used_definitions.push(definition);
            return self.check_arguments(arguments, scope, context);
        }
        let is_reached_from_outside =
            home.as_ref().is_some_and(|home| home.index.is_some() && !home.index_is_constant);
        if !is_reached_from_outside {
            return self.expand(definition, home, arguments, span, scope, context);
        }
        self.expand_from_outside(definition, home, arguments, span, scope, context)
    }

    /// Puts the arguments into the body of a definition.
    fn expand(
        &mut self,
        definition: DefinitionIndex,
        home: Option<Rc<Home>>,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        if self.cyclic.contains(&definition) || !self.charge() {
            return Denotation::Unknown;
        }
        if scope.expansions(definition) > PATIENCE {
            self.report_cycle(definition);
            return Denotation::Unknown;
        }
        let declaration = self.symbols.definitions[definition.0].declaration;
        let mut inner = scope.inside(definition, home);
        for (parameter, argument) in declaration.params.iter().zip(arguments) {
            inner = inner.with(parameter, Meaning::Argument(argument, scope.clone()));
        }
        self.uses.push((span, &declaration.name.text));
        let context = Context { depth: context.depth + 1, ..context };
        let denotation = self.denote(&declaration.body, &inner, context);
        self.uses.pop();
        for argument in arguments {
            if self.used_arguments.insert(argument.span) && !self.is_location_argument(argument, scope) {
                // The definition has no use for it, but it should still make sense.
                self.denote(argument, scope, Context { alone: true, ..context });
            }
        }
        denotation
    }

    /// A definition of a process array that is reached through a reference or an index.
    ///
    /// Its own index is then `index(p)`. Where that is not enough, because a constant is needed, the body is
    /// checked for an instance that is not yet known, and lowering makes a choice among all instances.
    fn expand_from_outside(
        &mut self,
        definition: DefinitionIndex,
        home: Option<Rc<Home>>,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Denotation {
        let outer_wish = std::mem::take(&mut self.wants_constant_index);
        let before = self.findings.mark();
        let plain = self.expand(definition, home.clone(), arguments, span, scope, context);
        let wish = std::mem::replace(&mut self.wants_constant_index, outer_wish);
        if !wish {
            return plain;
        }
        let after = self.findings.take_since(before);
        if let Some(home) = home
            && let Some(dispatch) = self.dispatch(definition, &home, arguments, span, scope, context)
        {
            return dispatch;
        }
        self.findings.take_since(before);
        self.findings.put_back(after);
        plain
    }

    fn dispatch(
        &mut self,
        definition: DefinitionIndex,
        home: &Home,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<Denotation> {
        let outside = home.instance.as_ref()?;
        let reference = self.reference_to(outside, span)?;
        let process = outside.process();
        let (own, index) = (self.fresh_slot(), self.fresh_slot());
        let inside = Typed::new(TypedKind::Slot(own), Some(Sort::Reference(process)), span);
        let chosen = Rc::new(Home {
            body: home.body,
            instance: Some(Instance::Reference(process, Rc::new(inside))),
            index: Some(Typed::int(TypedKind::Slot(index), span)),
            index_is_constant: true,
        });
        let denotation = self.expand(definition, Some(chosen), arguments, span, scope, context);
        let body = self.value_of(denotation, span);
        // A choice made here would be made too early for a formula about later states, and in a relation it
        // would release the variables of every instance.
        if body.traits.temporal || body.traits.primed {
            return None;
        }
        let sort = body.sort;
        let dispatch = Dispatch { process, reference, own, index, body };
        Some(Denotation::Value(Typed::new(TypedKind::Dispatch(Box::new(dispatch)), sort, span)))
    }

    fn wrong_number(&mut self, definition: DefinitionIndex, found: usize, span: Span) {
        let declaration = self.symbols.definitions[definition.0].declaration;
        let (name, wanted) = (&declaration.name, declaration.params.len());
        let message = format!("`{}` takes {}, not {found}", name.text, plural(wanted));
        let finding = Diagnostic::new(Code::BadCall, message, span, format!("{} given", plural(found)))
            .with_related(name.span, "defined here");
        self.report(finding);
    }

    /// A definition with parameters that is used without arguments.
    pub(super) fn needs_arguments(&mut self, definition: DefinitionIndex, span: Span) -> Typed {
        let declaration = self.symbols.definitions[definition.0].declaration;
        let names: Vec<&str> = declaration.params.iter().map(|name| name.text.as_str()).collect();
        let name = &declaration.name;
        let message = format!("`{}` takes {}, but none is given", name.text, plural(names.len()));
        let finding = Diagnostic::new(Code::BadCall, message, span, "arguments are missing")
            .with_related(name.span, "defined here")
            .with_help(format!("write `{}({})`", name.text, names.join(", ")));
        self.report(finding);
        Typed::unknown(span)
    }

    /// `min`, `max`, `abs`, `index`, and what is computed from sets and queues.
    fn function(
        &mut self,
        name: &str,
        arguments: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let of_data = Self::data_function_arity(name);
        let wanted = of_data.unwrap_or(if matches!(name, "min" | "max") { 2 } else { 1 });
        if arguments.len() != wanted {
            let message = format!("`{name}` takes {}, not {}", plural(wanted), arguments.len());
            let finding = Diagnostic::new(Code::BadCall, message, span, "");
            self.report(
                match wanted < arguments.len() && wanted == 2 && name != "subset" && name != "minus" {
                    true => finding.with_help(format!("nest it for more: `{name}(a, {name}(b, c))`")),
                    false => finding,
                },
            );
            self.check_arguments(arguments, scope, context);
            return Typed::unknown(span);
        }
        if of_data.is_some() {
            return self.data_function(name, arguments, span, scope, context);
        }
        if name == "index" {
            return self.index_of(&arguments[0], span, scope, context);
        }
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.expression(argument, scope, context.operand().expecting(Sort::Int));
            self.require(&value, Sort::Int, &format!("an argument of `{name}`"));
            values.push(Box::new(value));
        }
        let kind = match (name, values.pop(), values.pop()) {
            ("min", Some(b), Some(a)) => TypedKind::Arithmetic(Operation::Min, a, b),
            ("max", Some(b), Some(a)) => TypedKind::Arithmetic(Operation::Max, a, b),
            (_, Some(a), _) => TypedKind::Absolute(a),
            _ => TypedKind::Unknown,
        };
        Typed::int(kind, span)
    }

    fn index_of(&mut self, argument: &'a Expr, span: Span, scope: &Scope<'a>, context: Context) -> Typed {
        // `index(null)` is a fault whatever the `null` could refer to.
        let expected = self.some_reference();
        let reference = self.expression(argument, scope, context.operand().expecting(expected));
        match reference.sort {
            Some(Sort::Reference(_)) => Typed::int(TypedKind::IndexOf(Box::new(reference)), span),
            Some(sort) => {
                let message = format!("`index` needs a reference, not {}", self.show_sort(sort));
                self.report(Diagnostic::new(Code::TypeMismatch, message, reference.span, "not a reference"));
                Typed::unknown(span)
            }
            None => Typed::unknown(span),
        }
    }
}

fn plural(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        _ => format!("{arguments} arguments"),
    }
}
