//! Checks all items of a model, in the order of the text.

use diagnostics::Span;

use super::{Checker, Context};
use crate::ast::{Event, ItemKind, Model};
use crate::checked::{CheckedEvent, CheckedModel, CheckedMover, Initial, InitialKind};
use crate::scope::Scope;
use crate::symbols::BodyIndex;
use crate::typed_action::TypedBlock;

/// The checked parts of a model; what is broken is left out or marked as broken.
pub fn check_model<'a>(checker: &mut Checker<'a>, model: &'a Model) -> CheckedModel<'a> {
    let mut checked = CheckedModel::default();
    let (mut next_body, mut next_event) = (0, 0);
    for item in &model.items {
        match &item.kind {
            ItemKind::Const { .. } | ItemKind::Type { .. } | ItemKind::Let(_) => {}
            ItemKind::Sync(_) | ItemKind::Broadcast(_) => {}
            ItemKind::Param { condition: Some(condition), .. } | ItemKind::Init(condition) => {
                let typed = checker.boolean(condition, &Scope::default(), Context::STATE, "a condition");
                let kind = InitialKind::Condition(typed);
                checked.initial.push(Initial { body: None, kind, span: condition.span });
            }
            ItemKind::Param { .. } => {}
            ItemKind::Var(declaration) => {
                checker.variable_starts(declaration, None, &mut checked.initial);
            }
            ItemKind::Process(process) | ItemKind::Population(process) => {
                let index = BodyIndex(next_body);
                next_body += 1;
                checker.process_initial(index, &mut checked.initial);
                let edges = checker.edges(index);
                checker.warn_of_unreachable_locations(index, &edges);
                checked.movers.push(CheckedMover::Body(index, edges));
                checker.process_advice(&process.items, index, &mut checked.advice);
            }
            ItemKind::Event(event) => {
                let event = checker.event(event, next_event, item.span);
                next_event += 1;
                checked.movers.extend(event.map(|event| CheckedMover::Event(Box::new(event))));
            }
            ItemKind::Fairness(fairness) => checker.fairness(fairness, item.span, &mut checked.fairness),
            ItemKind::Import(_) => {}
            ItemKind::Advice(advice) => checked.advice.push(checker.advice(advice, None, item.span)),
            ItemKind::Property(property) => {
                checked.properties.extend(checker.property(property, item));
            }
        }
    }
    checker.duplicate_properties(model);
    checker.duplicate_predicates(model);
    checked
}

impl<'a> Checker<'a> {
    fn event(&mut self, event: &'a Event, number: usize, span: Span) -> Option<CheckedEvent> {
        let (index, scope) = match &event.index {
            None => (Some(None), Scope::default()),
            Some(binder) => {
                let range = self.index_range(binder, &Scope::default());
                let (slot, scope) = self.index_scope(&binder.name);
                (range.map(|(low, high)| Some((slot, low, high))), scope)
            }
        };
        let guard = event.guard.as_ref().map(|guard| self.boolean(guard, &scope, Context::STATE, "a guard"));
        let action =
            event.action.as_ref().map_or_else(TypedBlock::default, |action| self.action(action, &scope));
        let name = event.name.text.clone();
        Some(CheckedEvent { number, name, index: index?, guard, action, span })
    }
}
