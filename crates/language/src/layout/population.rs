//! The counters of populations.

use diagnostics::{Code, Diagnostic, Span};
use system::{Population, PopulationId, Role, Type, Variable, VariableId};

use super::{Builder, Instances};
use crate::ast;
use crate::symbols::BodyIndex;

impl Builder<'_, '_> {
    /// Adds the counters of a population.
    pub(super) fn population(&mut self, index: BodyIndex, id: PopulationId) {
        self.check_population(index);
        let body = self.checker.symbols.body(index);
        let (name, places) = (body.name().to_owned(), body.locations.clone());
        let first = VariableId::from_index(self.system.variables.len());
        for place in &places {
            let shown = format!("{name} at {}", place.text);
            let added = self.add(Variable {
                name: shown,
                base: name.clone(),
                ty: Type::Nat,
                role: Role::Counter(id),
                owner: None,
                element: None,
                span: place.span,
            });
            if added.is_none() {
                return;
            }
        }
        self.layout.bodies[index.0] =
            Instances { first_index: 0, count: 0, location: Some(first), stride: 0 };
        self.system.populations.push(Population {
            name,
            locations: places.iter().map(|place| place.text.clone()).collect(),
            first_counter: first,
            is_open: false,
            size: None,
        });
    }

    fn check_population(&mut self, index: BodyIndex) {
        let declaration = self.checker.symbols.body(index).declaration;
        let mut wrong: Vec<(Span, &str, &str)> = Vec::new();
        if let Some(binder) = &declaration.index {
            let help = "its processes are anonymous, any number of them; for numbered ones, use `process`";
            wrong.push((binder.name.span, "a population has no index", help));
        }
        for item in &declaration.items {
            if let ast::ProcessItemKind::Var(_) = &item.kind {
                let help = "declare the variable outside, or make it part of the locations";
                wrong.push((item.span, "a population has no variables of its own", help));
            }
        }
        if self.checker.symbols.body(index).locations.is_empty() {
            wrong.push((
                declaration.name.span,
                "a population needs at least one location",
                "declare some with `loc`",
            ));
        }
        for (span, message, help) in wrong {
            self.checker.report(Diagnostic::new(Code::BadPopulation, message, span, "").with_help(help));
        }
    }
}
