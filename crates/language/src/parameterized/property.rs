//! Properties. One that cannot be said of all sizes keeps its place, with the reason.

use system::parameterized::{ParameterizedProperty, ParameterizedQuestion};

use super::Extraction;
use crate::ast::PropertyKind;
use crate::checked::{CheckedProperty, CheckedQuestion};

impl Extraction<'_> {
    pub(super) fn properties(&mut self, all: &[CheckedProperty]) {
        for property in all {
            let question = match &property.question {
                CheckedQuestion::DeadlockFree => ParameterizedQuestion::DeadlockFree,
                CheckedQuestion::NoFaults => ParameterizedQuestion::NoFaults,
                CheckedQuestion::Formula(kind, formula) => {
                    self.depth = 0;
                    match (kind, self.term(formula)) {
                        (PropertyKind::Invariant, Ok(term)) => ParameterizedQuestion::Invariant(term),
                        (PropertyKind::Reachable, Ok(term)) => ParameterizedQuestion::Reachable(term),
                        (PropertyKind::Invariant | PropertyKind::Reachable, Err(obstacle)) => {
                            ParameterizedQuestion::Other(obstacle.message)
                        }
                        _ => ParameterizedQuestion::Other("a property of this kind".to_owned()),
                    }
                }
            };
            let (name, expect) = (property.name.clone(), property.expect);
            self.system.properties.push(ParameterizedProperty { name, question, expect });
        }
        let is_no_faults = |one: &ParameterizedProperty| one.question == ParameterizedQuestion::NoFaults;
        if !self.system.properties.iter().any(is_no_faults) {
            let question = ParameterizedQuestion::NoFaults;
            self.system.properties.push(ParameterizedProperty {
                name: "no_faults".to_owned(),
                question,
                expect: None,
            });
        }
        self.depth = 0;
    }
}
