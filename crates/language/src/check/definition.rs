//! Definitions on their own: each is checked once, used or not, and none may lead to itself.

use diagnostics::{Code, Diagnostic};

use super::{Checker, Context};
use crate::scope::{Meaning, Scope};
use crate::symbols::DefinitionIndex;

/// Checks all definitions, as far as that is possible without knowing their arguments.
pub fn check_definitions(checker: &mut Checker<'_>) {
    let mut uses = Vec::new();
    for number in 0..checker.symbols.definitions.len() {
        uses.push(checker.check_definition(DefinitionIndex(number)));
    }
    for cycle in cycles(&uses) {
        checker.report_cycle_of(&cycle);
    }
}

impl<'a> Checker<'a> {
    /// Checks a definition without arguments; the definitions that it uses.
    fn check_definition(&mut self, index: DefinitionIndex) -> Vec<usize> {
        let definition = &self.symbols.definitions[index.0];
        let declaration = definition.declaration;
        let outer = definition.body.map_or_else(Scope::default, |body| self.body_scope(body));
        let mut scope = outer.clone();
        for parameter in &declaration.params {
            self.warn_of_shadowing(parameter, &outer);
            scope = scope.with(parameter, Meaning::Parameter);
        }
        self.used_definitions.clear();
        self.denote(&declaration.body, &scope, Context::ALONE);
        let mut used: Vec<usize> = self.used_definitions.drain(..).map(|used| used.0).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// Reports a definition that was met while it is being expanded.
    pub(super) fn report_cycle(&mut self, definition: DefinitionIndex) {
        self.report_cycle_of(&[definition.0]);
    }

    fn report_cycle_of(&mut self, cycle: &[usize]) {
        let names: Vec<&crate::ast::Name> =
            cycle.iter().map(|number| &self.symbols.definitions[*number].declaration.name).collect();
        let Some(first) = names.first() else { return };
        let finding = cycle_finding(&names, "definition")
            .with_help("a definition stands for an expression that must end");
        debug_assert!(finding.at == first.span, "a cycle is shown at its first name");
        self.report(finding);
        self.cyclic.extend(cycle.iter().map(|number| DefinitionIndex(*number)));
    }
}

/// A cycle of definitions, constants or types.
pub(crate) fn cycle_finding(names: &[&crate::ast::Name], what: &str) -> Diagnostic {
    let first = names[0];
    let shown: Vec<String> = names.iter().chain([&first]).map(|name| format!("`{}`", name.text)).collect();
    let message = format!("the {what} of `{}` leads back to itself: {}", first.text, shown.join(" → "));
    let mut finding = Diagnostic::new(Code::Cyclic, message, first.span, "defined through itself");
    for name in &names[1..] {
        finding = finding.with_related(name.span, "part of the cycle");
    }
    finding
}

/// The cycles that a search from each node meets, each from its first node in the text on.
fn cycles(uses: &[Vec<usize>]) -> Vec<Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Closed,
    }
    let mut marks = vec![Mark::New; uses.len()];
    let mut found = Vec::new();
    for root in 0..uses.len() {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(target) = uses[*node].get(*next).copied() else {
                marks[*node] = Mark::Closed;
                path.pop();
                continue;
            };
            *next += 1;
            match marks[target] {
                Mark::New => {
                    marks[target] = Mark::Open;
                    path.push((target, 0));
                }
                Mark::Open => {
                    let mut cycle: Vec<usize> = path.iter().map(|(node, _)| *node).collect();
                    let start = cycle.iter().position(|node| *node == target).unwrap_or(0);
                    cycle.drain(..start);
                    let smallest = (0..cycle.len()).min_by_key(|at| cycle[*at]).unwrap_or(0);
                    cycle.rotate_left(smallest);
                    found.push(cycle);
                }
                Mark::Closed => {}
            }
        }
    }
    found
}
