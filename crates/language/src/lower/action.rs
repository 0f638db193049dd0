//! Actions with their slots filled in.

use diagnostics::{Code, Diagnostic, Span};
use system::{Block, Branch, ChoiceSet, Expr, ExprKind, Place, Statement, StatementKind, Step};

use super::Lowerer;
use super::fold::{number, truth};
use super::queue::is_blocking;
use crate::choices::Choices;
use crate::limits;
use crate::typed::{Typed, TypedSet};
use crate::typed_action::{TypedBlock, TypedBranch, TypedFor, TypedStatement, TypedStatementKind};

impl Lowerer<'_, '_> {
    /// A whole action; double writes are reported, or faults where only the state tells.
    pub(super) fn action(&mut self, block: &TypedBlock) -> Block {
        let mut block = self.block(block);
        if !self.report_double_writes(&block) {
            self.keep_queues_apart(&mut block);
        }
        block
    }

    fn block(&mut self, block: &TypedBlock) -> Block {
        let steps = block.steps.iter().map(|step| {
            let mut statements = self.statements(step);
            // Queues block before anything else of the step is read, conditions of `if` included.
            statements.sort_by_key(|statement| !is_blocking(statement));
            Step { statements }
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

    fn statements(&mut self, all: &[TypedStatement]) -> Vec<Statement> {
        let mut lowered = Vec::with_capacity(all.len());
        for statement in all {
            lowered.extend(self.statement(statement));
        }
        lowered
    }

    /// The statements that one becomes, all in the same step.
    pub(super) fn statement(&mut self, statement: &TypedStatement) -> Vec<Statement> {
        let span = statement.span;
        self.charge(1, span);
        if self.is_full {
            return Vec::new();
        }
        if let Some(kind) = self.uneven_write(statement) {
            return vec![Statement { kind, span }];
        }
        let kind = match &statement.kind {
            TypedStatementKind::Assign(place, value) => return self.assigned(place, value, span),
            TypedStatementKind::Any(place, set, condition) => {
                return self.any_of(place, set.as_ref(), condition.as_ref(), span);
            }
            TypedStatementKind::Send(queue, value) => return self.sent(queue, value, span),
            TypedStatementKind::Receive(queue, target) => {
                return self.received(queue, target.as_ref(), span);
            }
            TypedStatementKind::For(all) => return self.repeated(all, span),
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
            TypedStatementKind::Relation(relation) => StatementKind::Relation(self.relation(relation)),
        };
        vec![Statement { kind, span }]
    }

    /// `for i in D { step }`: the statements for each value, all in the step around it.
    fn repeated(&mut self, all: &TypedFor, span: Span) -> Vec<Statement> {
        let Some(values) = self.domain_values(&all.domain, span) else { return Vec::new() };
        let mut choices = Choices::new(values, all.slots.len());
        if choices.are_too_many() {
            self.charge(limits::NODES + 1, span);
        }
        let mut statements = Vec::new();
        while !self.is_full && choices.next_into(&all.slots, &mut self.slots) {
            statements.extend(self.statements(&all.step));
        }
        statements
    }

    /// A relation, with what else it says of values that are new as a whole.
    pub(super) fn relation(&mut self, relation: &Typed) -> Expr {
        let before = std::mem::take(&mut self.released);
        let lowered = self.expression(relation);
        let mut parts = std::mem::replace(&mut self.released, before);
        if parts.is_empty() {
            return lowered;
        }
        parts.insert(0, lowered);
        let span = relation.span;
        self.node(ExprKind::And(parts), span)
    }

    pub(super) fn choice_set(&mut self, set: &TypedSet) -> ChoiceSet {
        match set {
            TypedSet::Range(low, high) => ChoiceSet::Range(self.expression(low), self.expression(high)),
            TypedSet::Members(members) => {
                ChoiceSet::Members(members.iter().map(|member| self.expression(member)).collect())
            }
            TypedSet::Value(_) => ChoiceSet::Members(Vec::new()),
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
