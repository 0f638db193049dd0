//! Help for proofs: checked as everything else, once for all instances.

use std::collections::HashMap;

use diagnostics::Span;

use super::{Checker, Context};
use crate::ast::{Advice, ItemKind, Model, Name, ProcessItem, ProcessItemKind};
use crate::checked::{CheckedAdvice, CheckedAdviceKind};
use crate::collect::twice;
use crate::scope::Scope;
use crate::symbols::BodyIndex;

impl<'a> Checker<'a> {
    /// Checks a predicate, a hint or a rank.
    pub(super) fn advice(
        &mut self,
        advice: &'a Advice,
        body: Option<BodyIndex>,
        span: Span,
    ) -> CheckedAdvice {
        let scope = body.map_or_else(Scope::default, |body| self.body_scope(body));
        let kind = match advice {
            Advice::Predicate { name, condition } => {
                let condition = self.boolean(condition, &scope, Context::STATE, "a `predicate`");
                CheckedAdviceKind::Predicate(name.text.clone(), condition)
            }
            Advice::Hint(condition) => {
                CheckedAdviceKind::Hint(self.boolean(condition, &scope, Context::STATE, "a `hint`"))
            }
            Advice::Rank(parts) => {
                let part = |part| self.integer(part, &scope, Context::STATE, "a part of a `rank`");
                CheckedAdviceKind::Rank(parts.iter().map(part).collect())
            }
        };
        CheckedAdvice { body, kind, span }
    }

    /// The help for proofs inside a process.
    pub(super) fn process_advice(
        &mut self,
        items: &'a [ProcessItem],
        body: BodyIndex,
        all: &mut Vec<CheckedAdvice>,
    ) {
        for item in items {
            if let ProcessItemKind::Advice(advice) = &item.kind {
                all.push(self.advice(advice, Some(body), item.span));
            }
        }
    }

    /// Two predicates of the model, or of one process, must not share a name.
    pub(super) fn duplicate_predicates(&mut self, model: &'a Model) {
        let outer = model.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Advice(advice) => Some(advice),
            _ => None,
        });
        self.duplicates(outer);
        for item in &model.items {
            let (ItemKind::Process(process) | ItemKind::Population(process)) = &item.kind else { continue };
            let inner = process.items.iter().filter_map(|item| match &item.kind {
                ProcessItemKind::Advice(advice) => Some(advice),
                _ => None,
            });
            self.duplicates(inner);
        }
    }

    fn duplicates(&mut self, all: impl Iterator<Item = &'a Advice>) {
        let mut first: HashMap<&str, &Name> = HashMap::new();
        for advice in all {
            let Advice::Predicate { name, .. } = advice else { continue };
            match first.get(name.text.as_str()) {
                Some(before) => self.report(twice(name, before.span)),
                None => {
                    first.insert(&name.text, name);
                }
            }
        }
    }
}
