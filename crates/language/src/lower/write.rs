//! Two writes to one place in the same step.
//!
//! All statements of a step happen at once, so no two of them may write the same place; what a nested block
//! writes in any of its steps is written at that moment too. Branches of one `choose` or `if` exclude each
//! other, and the steps of one block follow each other. Here only writes are found that certainly meet: to the
//! same variable, or to places that are written the same. Others may turn out to meet in some state.

use std::collections::HashMap;

use diagnostics::{Code, Diagnostic};
use system::{Block, Branch, Expr, ExprKind, Place, Statement, StatementKind, Step, VariableId};

use super::Lowerer;
use super::fold::truth;

/// The places that a statement writes.
#[derive(Default)]
struct Writes<'b> {
    places: Vec<&'b Place>,
}

impl Lowerer<'_, '_> {
    /// Reports all double writes of an action; whether there are any.
    pub(super) fn report_double_writes(&mut self, block: &Block) -> bool {
        // Most actions write a few variables in one step.
        let mut findings = Vec::new();
        writes_of_block(block, &mut findings);
        let is_wrong = !findings.is_empty();
        for finding in findings {
            self.report(finding);
        }
        is_wrong
    }
}

fn writes_of_block<'b>(block: &'b Block, findings: &mut Vec<Diagnostic>) -> Writes<'b> {
    let mut all = Writes::default();
    for step in &block.steps {
        all.places.extend(writes_of_step(step, findings).places);
    }
    all
}

fn writes_of_step<'b>(step: &'b Step, findings: &mut Vec<Diagnostic>) -> Writes<'b> {
    let mut all = Writes::default();
    let mut fixed: HashMap<VariableId, &Place> = HashMap::new();
    let mut open: Vec<&Place> = Vec::new();
    for statement in &step.statements {
        let writes = writes_of_statement(statement, findings);
        for place in &writes.places {
            let before = match place.fixed() {
                Some(variable) => fixed.get(&variable).copied(),
                None => open.iter().copied().find(|before| same_place(before, place)),
            };
            if let Some(before) = before {
                findings.push(double_write(before, place));
            }
        }
        // Writes of one statement never meet each other, so they are added only now.
        for place in &writes.places {
            match place.fixed() {
                Some(variable) => {
                    fixed.entry(variable).or_insert(place);
                }
                None => open.push(place),
            }
        }
        all.places.extend(writes.places);
    }
    all
}

fn writes_of_statement<'b>(statement: &'b Statement, findings: &mut Vec<Diagnostic>) -> Writes<'b> {
    match &statement.kind {
        StatementKind::Assign { place, .. } | StatementKind::Any { place, .. } => {
            Writes { places: vec![place] }
        }
        StatementKind::Choose(branches) => writes_of_branches(branches.iter(), findings),
        // A choice among instances that lowering made stands for one write through a reference, which may meet
        // a write to one of them only in some states.
        StatementKind::If { then, .. } if then.span == statement.span => Writes::default(),
        StatementKind::If { condition, then, otherwise } => {
            let is_live = |branch: bool| truth(condition) != Some(!branch);
            let then = Some(then).filter(|_| is_live(true));
            let otherwise = otherwise.as_ref().filter(|_| is_live(false));
            writes_of_branches(then.into_iter().chain(otherwise), findings)
        }
        StatementKind::Skip | StatementKind::Assert(_) | StatementKind::Relation(_) => Writes::default(),
    }
}

fn writes_of_branches<'b>(
    branches: impl Iterator<Item = &'b Branch>,
    findings: &mut Vec<Diagnostic>,
) -> Writes<'b> {
    let mut all = Writes::default();
    for branch in branches {
        if branch.guard.as_ref().and_then(truth) != Some(false) {
            all.places.extend(writes_of_block(&branch.body, findings).places);
        }
    }
    all
}

fn double_write(first: &Place, second: &Place) -> Diagnostic {
    let message = "the same variable is written twice in one step";
    Diagnostic::new(Code::DoubleWrite, message, second.span, "written again")
        .with_related(first.span, "first written here")
        .with_help("separate the writes by `;` inside braces if one should follow the other")
}

/// Whether two places are written the same, with constants folded.
fn same_place(left: &Place, right: &Place) -> bool {
    left.first == right.first
        && left.selectors.len() == right.selectors.len()
        && left.selectors.iter().zip(&right.selectors).all(|(left, right)| {
            left.kind == right.kind && left.stride == right.stride && same(&left.index, &right.index)
        })
}

pub(super) fn same(left: &Expr, right: &Expr) -> bool {
    use ExprKind::*;
    let operators_match = match (&left.kind, &right.kind) {
        (Const(a, _), Const(b, _)) => a == b,
        (Read(a), Read(b)) | (ReadNext(a), ReadNext(b)) => return same_place(a, b),
        (Bound(a), Bound(b)) => a == b,
        (Compare(a, ..), Compare(b, ..)) => a == b,
        (Arithmetic(a, ..), Arithmetic(b, ..)) => a == b,
        (InstanceAt(a, _), InstanceAt(b, _)) => a == b,
        (Quantified { universal: a, .. }, Quantified { universal: b, .. }) => a == b,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    let (left, right) = (left.children(), right.children());
    operators_match
        && left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| same(left, right))
}
