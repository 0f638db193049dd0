//! Fairness declarations and what they name.

use diagnostics::{Code, Diagnostic, Span, nearest};

use super::{Checker, Context};
use crate::ast::{FairTarget, Fairness};
use crate::checked::{CheckedFairness, CheckedFairnessKind, CheckedTarget};
use crate::referents::{Expected, Referent};
use crate::scope::Scope;
use crate::structures::Sort;
use crate::symbols::{BodyIndex, BodyKind, Mover};
use crate::typed::Typed;

impl<'a> Checker<'a> {
    /// Checks a fairness declaration.
    pub(super) fn fairness(
        &mut self,
        fairness: &'a Fairness,
        span: Span,
        checked: &mut Vec<CheckedFairness>,
    ) {
        let scope = Scope::default();
        match fairness {
            Fairness::Weak(targets) => {
                for target in targets {
                    let kind = self.target(target).map(CheckedFairnessKind::Weak);
                    checked.extend(kind.map(|kind| CheckedFairness { kind, span: target.span }));
                }
            }
            Fairness::Strong(targets) => {
                for target in targets {
                    let kind = self.target(target).map(CheckedFairnessKind::Strong);
                    checked.extend(kind.map(|kind| CheckedFairness { kind, span: target.span }));
                }
            }
            Fairness::Justice(condition) => {
                let condition = self.boolean(condition, &scope, Context::STATE, "the condition of `justice`");
                checked.push(CheckedFairness { kind: CheckedFairnessKind::Justice(condition), span });
            }
            Fairness::Compassion(first, second) => {
                let first = self.boolean(first, &scope, Context::STATE, "a condition of `compassion`");
                let second = self.boolean(second, &scope, Context::STATE, "a condition of `compassion`");
                checked.push(CheckedFairness { kind: CheckedFairnessKind::Compassion(first, second), span });
            }
        }
    }

    fn target(&mut self, target: &'a FairTarget) -> Option<CheckedTarget> {
        let index = target.index.as_ref().map(|index| self.target_index(index));
        let name = target.name.text.as_str();
        self.expect_at(target.name.span, || Expected::Mover);
        match self.symbols.movers.get(name).copied() {
            None => {
                self.no_target(target);
                None
            }
            Some(Mover::Event(number)) => {
                self.note(target.name.span, Referent::Event(number));
                let has_index = self.symbols.events[number].index.is_some();
                if let Some(label) = &target.label {
                    let message = format!("`{name}` is an event, which has no labels");
                    self.report(Diagnostic::new(Code::BadFairness, message, label.span, "not a label"));
                    return None;
                }
                if index.is_some() && !has_index {
                    self.no_index(target, "an event without an index");
                    return None;
                }
                Some(CheckedTarget::Event { number, index })
            }
            Some(Mover::Body(body)) => {
                self.note(target.name.span, Referent::Body(body));
                if index.is_some() && !matches!(self.symbols.body(body).kind, BodyKind::Array(_)) {
                    self.no_index(target, "not an array");
                    return None;
                }
                let label = match &target.label {
                    Some(label) => Some(self.label(body, label)?),
                    None => None,
                };
                Some(CheckedTarget::Body { body, index, label })
            }
        }
    }

    fn target_index(&mut self, index: &'a crate::ast::Expr) -> Typed {
        let context = Context::STATE.constant().expecting(Sort::Int);
        let typed = self.integer(index, &Scope::default(), context, "an index");
        if self.require_constant(&typed, "the index of what is fair") {
            typed
        } else {
            Typed::unknown(typed.span)
        }
    }

    fn no_target(&mut self, target: &FairTarget) {
        let name = target.name.text.as_str();
        let message = format!("`{name}` is not an event, process or population");
        let finding = Diagnostic::new(Code::BadFairness, message, target.name.span, "nothing that moves");
        let owner = self.symbols.bodies.iter().find(|body| body.labels.contains_key(name));
        self.report(match (nearest(name, self.symbols.movers.keys().copied()), owner) {
            (Some(near), _) => finding.did_you_mean(near),
            (None, Some(owner)) => {
                let form = format!("{}.{name}", owner.name());
                let help = format!("`{name}` is a label of `{}`: write `{form}`", owner.name());
                finding.with_help(help).with_replacement(form)
            }
            (None, None) => finding.with_help("fairness names an event, a process, an instance, a population or a label, such as `Client.enter`"),
        });
    }

    fn no_index(&mut self, target: &FairTarget, what: &str) {
        let name = &target.name.text;
        let message = format!("`{name}` is {what}, so there is nothing to choose");
        let finding = Diagnostic::new(Code::BadFairness, message, target.span, "has no index");
        self.report(finding.with_help(format!("write `{name}` alone")));
    }

    fn label(&mut self, body: BodyIndex, label: &crate::ast::Name) -> Option<String> {
        self.expect_at(label.span, || Expected::Label(body));
        let symbols = self.symbols.body(body);
        if let Some(first) = symbols.labels.get(label.text.as_str()).copied() {
            self.note(label.span, Referent::Label(body, first));
            return Some(label.text.clone());
        }
        let message = format!("`{}` has no edge labelled `{}`", symbols.name(), label.text);
        let mut finding = Diagnostic::new(Code::NoSuchPart, message, label.span, "not one of its labels")
            .with_related(symbols.declaration.name.span, format!("`{}` is declared here", symbols.name()));
        if let Some(near) = nearest(&label.text, symbols.labels.keys().copied()) {
            finding = finding.did_you_mean(near);
        }
        self.report(finding);
        None
    }
}
