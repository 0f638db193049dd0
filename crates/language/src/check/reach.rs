//! `reach(p, next, q)`: ways through references.

use diagnostics::{Code, Diagnostic, Span};
use system::ProcessId;

use super::{Checker, Context};
use crate::ast::{Expr, Name};
use crate::referents::{Expected, Loose, Referent};
use crate::scope::Scope;
use crate::structures::Sort;
use crate::symbols::{BodyKind, Symbol};
use crate::typed::{Reach, Typed, TypedKind, VariableIndex};
use crate::types::Scalar;

impl<'a> Checker<'a> {
    /// Checks `reach(start, links, goal)`.
    pub(super) fn reach(
        &mut self,
        (start, links, goal): (&'a Expr, &'a [Name], &'a Expr),
        span: Span,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let inner = context.operand();
        let (start, goal) = match self.only_owner(links) {
            Some(process) => {
                let inner = inner.expecting(Sort::Reference(process));
                (self.expression(start, scope, inner), self.expression(goal, scope, inner))
            }
            None => self.pair(start, goal, scope, inner),
        };
        let unknown = Typed { sort: Some(Sort::Bool), ..Typed::unknown(span) };
        if !self.same_sort(&start, &goal, "the two ends of `reach` have different types") {
            return unknown;
        }
        if start.sort.or(goal.sort).is_none() {
            links.iter().for_each(|link| self.note_loose(&link.text, link.span, Loose::Field));
        }
        let process = match start.sort.or(goal.sort) {
            Some(Sort::Reference(process)) => process,
            Some(sort) => {
                let message = format!("`reach` needs references, not {}", self.show_sort(sort));
                self.report(Diagnostic::new(Code::TypeMismatch, message, start.span, "not a reference"));
                return unknown;
            }
            None => return unknown,
        };
        let found: Vec<Option<VariableIndex>> = links.iter().map(|link| self.link(process, link)).collect();
        let Some(links) = found.into_iter().collect::<Option<Vec<_>>>() else { return unknown };
        let reach = Reach { process, start, links, goal };
        Typed::bool(TypedKind::Reach(Box::new(reach)), span)
    }

    /// The process array whose variables the links must be, if there is only one.
    fn only_owner(&self, links: &[Name]) -> Option<ProcessId> {
        let has_all = |body: &crate::symbols::Body<'_>| {
            links.iter().all(|link| matches!(body.values.get(link.text.as_str()), Some(Symbol::Variable(_))))
        };
        let owners = self.symbols.bodies.iter().filter(|body| has_all(body));
        let mut owners = owners.filter_map(|body| match body.kind {
            BodyKind::Array(process) => Some(process),
            _ => None,
        });
        owners.next().filter(|_| owners.next().is_none())
    }

    /// The variable of a process array that holds references to its own instances.
    fn link(&mut self, process: ProcessId, link: &Name) -> Option<VariableIndex> {
        let index = self.symbols.process_bodies[process.index()];
        self.expect_at(link.span, || Expected::Link(Some(index)));
        let body = self.symbols.process(process);
        let (owner, declared) = (body.name(), body.declaration.name.span);
        let Some(Symbol::Variable(variable)) = body.values.get(link.text.as_str()).copied() else {
            self.no_such_field(process, link);
            return None;
        };
        self.note(link.span, Referent::Variable(variable));
        let ty = self.variable_type(variable);
        if matches!(ty.as_scalar(), Some(Scalar::Reference(other)) if *other == process) {
            return Some(variable);
        }
        if !ty.is_broken() {
            let message = format!("`reach` follows variables of the type `ref {owner}`");
            let label = format!("`{}` has another type", link.text);
            let finding = Diagnostic::new(Code::TypeMismatch, message, link.span, label)
                .with_related(declared, format!("`{owner}` is declared here"));
            self.report(finding);
        }
        None
    }
}
