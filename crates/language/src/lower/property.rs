//! Properties with their formulas lowered.

use diagnostics::Span;
use system::{Property, Question, System};

use super::Lowerer;
use crate::ast::PropertyKind;
use crate::checked::{CheckedProperty, CheckedQuestion};

impl Lowerer<'_, '_> {
    /// Adds all properties; the implicit `no_faults` comes last unless the model states it.
    pub(super) fn properties(&mut self, all: &[CheckedProperty], system: &mut System) {
        for property in all {
            let question = match &property.question {
                CheckedQuestion::DeadlockFree => Question::DeadlockFree,
                CheckedQuestion::NoFaults => Question::NoFaults,
                CheckedQuestion::Formula(_, typed) if typed.traits.broken => continue,
                CheckedQuestion::Formula(kind, typed) => match kind {
                    PropertyKind::Invariant => Question::Invariant(self.expression(typed)),
                    PropertyKind::Reachable => Question::Reachable(self.expression(typed)),
                    PropertyKind::Bound => Question::Bound(self.expression(typed)),
                    PropertyKind::Ctl => Question::Ctl(self.formula(typed)),
                    PropertyKind::Ltl => Question::Ltl(self.formula(typed)),
                },
            };
            system.properties.push(Property {
                name: property.name.clone(),
                question,
                expect: property.expect,
                doc: property.doc.clone(),
                span: property.span,
            });
        }
        if !system.properties.iter().any(|property| property.question == Question::NoFaults) {
            system.properties.push(Property {
                name: "no_faults".to_owned(),
                question: Question::NoFaults,
                expect: None,
                doc: Vec::new(),
                span: Span::default(),
            });
        }
    }
}
