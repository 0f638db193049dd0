//! Help for proofs, once for each instance.

use system::{Hint, Predicate, Rank, System};

use super::Lowerer;
use crate::checked::{CheckedAdvice, CheckedAdviceKind};

impl Lowerer<'_, '_> {
    /// Adds all predicates, hints and ranks.
    pub(super) fn advice(&mut self, all: &[CheckedAdvice], system: &mut System) {
        for advice in all.iter().filter(|advice| !advice.is_broken()) {
            let process = advice.body.and_then(|body| self.symbols.body(body).process());
            let count = process.map_or(1, |process| self.instances_of(process));
            for number in 0..count {
                if let Some(body) = advice.body {
                    self.enter(body, number);
                }
                if self.is_full {
                    return;
                }
                let owner = process.map(|process| (process, number));
                let span = advice.span;
                match &advice.kind {
                    CheckedAdviceKind::Predicate(name, condition) => {
                        let name = match advice.body.filter(|_| owner.is_some()) {
                            Some(body) => format!("{}.{name}", self.instance_name(body, number)),
                            None => name.clone(),
                        };
                        let condition = self.expression(condition);
                        system.predicates.push(Predicate { name, condition, owner, span });
                    }
                    CheckedAdviceKind::Hint(condition) => {
                        let condition = self.expression(condition);
                        system.hints.push(Hint { condition, owner, span });
                    }
                    CheckedAdviceKind::Rank(parts) => {
                        let parts = parts.iter().map(|part| self.expression(part)).collect();
                        system.ranks.push(Rank { parts, owner, span });
                    }
                }
            }
        }
    }
}
