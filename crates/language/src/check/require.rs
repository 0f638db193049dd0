//! Requirements on checked expressions.

use diagnostics::{Code, Diagnostic};

use super::Checker;
use crate::structures::Sort;
use crate::typed::Typed;

impl Checker<'_> {
    /// Reports an expression that is not of the sort that its role needs.
    pub(crate) fn require(&mut self, typed: &Typed, sort: Sort, role: &str) -> bool {
        let Some(found) = typed.sort else { return true };
        if found == sort {
            return true;
        }
        let (wanted, is) = (self.show_sort(sort), self.show_sort(found));
        let message = format!("{role} must be {wanted}, but this is {is}");
        let label = format!("expected {wanted}, found {is}");
        let finding = Diagnostic::new(Code::TypeMismatch, message, typed.span, label);
        self.report(self.with_hidden_member(finding, typed, sort));
        false
    }

    /// Reports two expressions that should have the same sort and have not.
    pub(crate) fn same_sort(&mut self, left: &Typed, right: &Typed, message: &str) -> bool {
        let (Some(first), Some(second)) = (left.sort, right.sort) else { return true };
        if self.symbols.structures.join(first, second).is_some() {
            return true;
        }
        let finding = Diagnostic::new(Code::TypeMismatch, message, right.span, self.show_sort(second))
            .with_related(left.span, self.show_sort(first));
        let finding = self.with_hidden_member(finding, left, second);
        self.report(self.with_hidden_member(finding, right, first));
        false
    }

    /// Reports an expression that depends on the state where a constant is needed.
    pub(crate) fn require_constant(&mut self, typed: &Typed, role: &str) -> bool {
        if !typed.traits.varying {
            return true;
        }
        let message = format!("{role} cannot depend on the state");
        let finding = Diagnostic::new(Code::NotConstant, message, typed.span, "not a constant").with_help(
            "only constants, indices of processes and events, and names bound around it can be used here",
        );
        self.report(finding);
        false
    }
}
