//! Actions with their slots filled in.

use diagnostics::{Code, Diagnostic, Span};
use system::{Block, Branch, ChoiceSet, Expr, Place, Statement, StatementKind, Step};

use super::Lowerer;
use super::fold::{number, truth};
use crate::typed::TypedSet;
use crate::typed_action::{TypedBlock, TypedBranch, TypedStatement, TypedStatementKind};

impl Lowerer<'_, '_> {
    /// A whole action; double writes are reported.
    pub(super) fn action(&mut self, block: &TypedBlock) -> Block {
        let block = self.block(block);
        self.report_double_writes(&block);
        block
    }

    fn block(&mut self, block: &TypedBlock) -> Block {
        let steps = block.steps.iter().map(|step| {
            let statements = step.iter().map(|statement| self.statement(statement));
            Step { statements: statements.collect() }
        });
        Block { steps: steps.collect() }
    }

    fn branch(&mut self, branch: &TypedBranch) -> Branch {
        let guard = branch.guard.as_ref().map(|guard| self.expression(guard));
        let is_dead = guard.as_ref().is_some_and(|guard| truth(guard) == Some(false));
        let body = self.unless(is_dead, |lowerer| lowerer.block(&branch.body));
        Branch { guard, body, span: branch.span }
    }

    /// Lowers something; where it can never happen, warnings about it would only distract.
    pub(super) fn unless<T>(&mut self, is_dead: bool, lower: impl FnOnce(&mut Self) -> T) -> T {
        if is_dead {
            self.findings.mute();
        }
        let lowered = lower(self);
        if is_dead {
            self.findings.unmute();
        }
        lowered
    }

    pub(super) fn statement(&mut self, statement: &TypedStatement) -> Statement {
        let span = statement.span;
        self.charge(1, span);
        if let Some(kind) = self.uneven_write(statement) {
            return Statement { kind, span };
        }
        let kind = match &statement.kind {
            TypedStatementKind::Assign(place, value) => {
                let (place, value) = (self.place(place), self.expression(value));
                self.warn_of_outside(&place, &value);
                StatementKind::Assign { place, value }
            }
            TypedStatementKind::Any(place, set, condition) => StatementKind::Any {
                place: self.place(place),
                set: set.as_ref().map(|set| self.choice_set(set)),
                condition: condition.as_ref().map(|condition| self.expression(condition)),
            },
            TypedStatementKind::Choose(branches) => {
                StatementKind::Choose(branches.iter().map(|branch| self.branch(branch)).collect())
            }
            TypedStatementKind::If(condition, then, otherwise) => {
                let condition = self.expression(condition);
                let value = truth(&condition);
                let then = self.unless(value == Some(false), |lowerer| lowerer.branch(then));
                let otherwise = otherwise.as_ref();
                let otherwise = otherwise
                    .map(|branch| self.unless(value == Some(true), |lowerer| lowerer.branch(branch)));
                StatementKind::If { condition, then, otherwise }
            }
            TypedStatementKind::Skip | TypedStatementKind::Unknown => StatementKind::Skip,
            TypedStatementKind::Assert(condition) => StatementKind::Assert(self.expression(condition)),
            TypedStatementKind::Relation(relation) => StatementKind::Relation(self.expression(relation)),
        };
        Statement { kind, span }
    }

    fn choice_set(&mut self, set: &TypedSet) -> ChoiceSet {
        match set {
            TypedSet::Range(low, high) => ChoiceSet::Range(self.expression(low), self.expression(high)),
            TypedSet::Members(members) => {
                ChoiceSet::Members(members.iter().map(|member| self.expression(member)).collect())
            }
        }
    }

    /// Warns of a constant that its place cannot hold.
    pub(super) fn warn_of_outside(&mut self, place: &Place, value: &Expr) {
        let Some(constant) = number(value) else { return };
        if place.ty.contains_int(constant) {
            return;
        }
        let type_shown = match place.ty {
            system::Type::Range { low, high } => format!("{low}..{high}"),
            system::Type::Nat => "nat".to_owned(),
            _ => return,
        };
        self.report(outside(constant, &type_shown, value.span, place.span));
    }
}

fn outside(constant: i128, ty: &str, value: Span, place: Span) -> Diagnostic {
    let message = format!("{constant} is outside of the type `{ty}`");
    Diagnostic::new(Code::OutsideType, message, value, "not a value of the type")
        .with_related(place, format!("this has the type `{ty}`"))
        .with_help("an assignment of such a value is a fault, and no state begins with it")
}
