//! Properties: their formulas, and the predefined ones.

use std::collections::HashMap;

use diagnostics::{Code, Diagnostic, Span};
use system::Expectation;

use super::{Checker, Context, Logic};
use crate::ast::{Expect, Item, ItemKind, Model, Property, PropertyKind};
use crate::checked::{CheckedProperty, CheckedQuestion};
use crate::collect::twice;
use crate::scope::Scope;

impl<'a> Checker<'a> {
    /// Checks a property; none if it has an error.
    pub(super) fn property(&mut self, property: &'a Property, item: &'a Item) -> Option<CheckedProperty> {
        let name = property.name.text.as_str();
        let question = match (name, &property.body) {
            ("deadlock_free" | "no_faults", body) => {
                if body.is_some() || property.kind != PropertyKind::Invariant {
                    self.misused_name(property);
                    return None;
                }
                if name == "no_faults" { CheckedQuestion::NoFaults } else { CheckedQuestion::DeadlockFree }
            }
            (_, None) => {
                self.without_formula(property);
                return None;
            }
            (_, Some(body)) => {
                let typed = match property.kind {
                    PropertyKind::Bound => self.integer(body, &Scope::default(), Context::STATE, "a `bound`"),
                    PropertyKind::Ctl => {
                        self.boolean(body, &Scope::default(), Context::formula(Logic::Ctl), "a `ctl` formula")
                    }
                    PropertyKind::Ltl => self.boolean(
                        body,
                        &Scope::default(),
                        Context::formula(Logic::Ltl),
                        "an `ltl` formula",
                    ),
                    PropertyKind::Invariant => {
                        self.boolean(body, &Scope::default(), Context::STATE, "an `invariant`")
                    }
                    PropertyKind::Reachable => {
                        self.boolean(body, &Scope::default(), Context::STATE, "what should be `reachable`")
                    }
                };
                CheckedQuestion::Formula(property.kind, typed)
            }
        };
        Some(CheckedProperty {
            name: name.to_owned(),
            question,
            expect: property.expect.map(expectation),
            doc: item.doc.clone(),
            span: item.span,
        })
    }

    fn misused_name(&mut self, property: &Property) {
        let name = &property.name;
        let message = format!("`{}` is a predefined invariant", name.text);
        let help =
            format!("write `invariant {}` without a formula, or give this property another name", name.text);
        self.report(Diagnostic::new(Code::BadProperty, message, name.span, "").with_help(help));
    }

    fn without_formula(&mut self, property: &Property) {
        let name = &property.name;
        let message = format!("the property `{}` has no formula", name.text);
        let finding =
            Diagnostic::new(Code::BadProperty, message, name.span, "a `:` and a formula are missing");
        self.report(
            finding.with_help("only `invariant deadlock_free` and `invariant no_faults` stand alone"),
        );
    }

    /// Two properties must not share a name.
    pub(super) fn duplicate_properties(&mut self, model: &Model) {
        let mut first: HashMap<&str, Span> = HashMap::new();
        for item in &model.items {
            let ItemKind::Property(property) = &item.kind else { continue };
            let name = &property.name;
            match first.get(name.text.as_str()) {
                Some(before) => self.report(twice(name, *before)),
                None => {
                    first.insert(&name.text, name.span);
                }
            }
        }
    }
}

fn expectation(expect: Expect) -> Expectation {
    match expect {
        Expect::Holds => Expectation::Holds,
        Expect::Violated => Expectation::Violated,
        Expect::Unknown => Expectation::Unknown,
    }
}
