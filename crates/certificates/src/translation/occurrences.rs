//! Which variables of a system get a code for each value, because an operation needs to know the value itself.

use std::collections::BTreeSet;
use system::{
    Assumption, Block, Branch, ChoiceSet, Ctl, Expr, ExprKind, Ltl, Operation, Place, Question,
    StatementKind, System, VariableId,
};

/// The variables that occur in an index, or in an operation that is not linear.
pub(super) fn needing_codes(system: &System) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    each_expression(system, &mut |expr| collect(expr, &mut found));
    found
}

/// All variables that a place can denote.
pub(super) fn denoted(place: &Place) -> Vec<VariableId> {
    let mut all = vec![place.first];
    for selector in &place.selectors {
        let positions = |first: &VariableId| {
            let first = *first;
            (0..selector.count).map(move |position| selector.variable(first, position)).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(positions).collect();
    }
    all
}

fn collect(expr: &Expr, found: &mut BTreeSet<VariableId>) {
    match &expr.kind {
        ExprKind::Arithmetic(Operation::Mul, a, b) if a.constant().is_none() && b.constant().is_none() => {
            read_by(a, found);
            read_by(b, found);
        }
        ExprKind::Arithmetic(Operation::Div | Operation::Mod, a, b) if b.constant().is_none() => {
            read_by(a, found);
            read_by(b, found);
        }
        ExprKind::InstanceAt(_, index) => read_by(index, found),
        ExprKind::Read(place) | ExprKind::ReadNext(place) => indices(place, found),
        _ => {}
    }
    expr.children().into_iter().for_each(|child| collect(child, found));
}

fn indices(place: &Place, found: &mut BTreeSet<VariableId>) {
    place.selectors.iter().for_each(|selector| read_by(&selector.index, found));
}

/// All variables that an expression may read, new values included.
pub(super) fn read_by(expr: &Expr, found: &mut BTreeSet<VariableId>) {
    if let ExprKind::Read(place) | ExprKind::ReadNext(place) = &expr.kind {
        found.extend(denoted(place));
    }
    expr.children().into_iter().for_each(|child| read_by(child, found));
}

/// Visits every expression of a system, places that are written included.
fn each_expression(system: &System, visit: &mut dyn FnMut(&Expr)) {
    system.initial.iter().for_each(&mut *visit);
    for edge in &system.edges {
        visit(&edge.guard);
        in_block(&edge.action, visit);
    }
    for property in &system.properties {
        match &property.question {
            Question::Invariant(expr) | Question::Reachable(expr) | Question::Bound(expr) => visit(expr),
            Question::DeadlockFree | Question::NoFaults => {}
            Question::Ctl(formula) => in_branching(formula, visit),
            Question::Ltl(formula) => in_linear(formula, visit),
        }
    }
    for fairness in &system.fairness {
        match &fairness.assumption {
            Assumption::Weak(_) | Assumption::Strong(_) => {}
            Assumption::Justice(expr) => visit(expr),
            Assumption::Compassion(first, second) => [first, second].into_iter().for_each(&mut *visit),
        }
    }
}

fn in_block(block: &Block, visit: &mut dyn FnMut(&Expr)) {
    let written = |place: &Place, visit: &mut dyn FnMut(&Expr)| {
        visit(&Expr::new(ExprKind::Read(place.clone()), place.span));
    };
    for statement in block.steps.iter().flat_map(|step| &step.statements) {
        match &statement.kind {
            StatementKind::Assign { place, value } => {
                written(place, visit);
                visit(value);
            }
            StatementKind::Any { place, set, condition } => {
                written(place, visit);
                match set {
                    Some(ChoiceSet::Range(low, high)) => [low, high].into_iter().for_each(&mut *visit),
                    Some(ChoiceSet::Members(members)) => members.iter().for_each(&mut *visit),
                    None => {}
                }
                condition.iter().for_each(&mut *visit);
            }
            StatementKind::Choose(branches) => branches.iter().for_each(|branch| in_branch(branch, visit)),
            StatementKind::If { condition, then, otherwise } => {
                visit(condition);
                in_branch(then, visit);
                otherwise.iter().for_each(|branch| in_branch(branch, visit));
            }
            StatementKind::Skip => {}
            StatementKind::Assert(condition) | StatementKind::Relation(condition) => visit(condition),
        }
    }
}

fn in_branch(branch: &Branch, visit: &mut dyn FnMut(&Expr)) {
    branch.guard.iter().for_each(&mut *visit);
    in_block(&branch.body, visit);
}

fn in_branching(formula: &Ctl, visit: &mut dyn FnMut(&Expr)) {
    match formula {
        Ctl::State(expr) => visit(expr),
        Ctl::Not(a) | Ctl::Next(_, a) | Ctl::Finally(_, a) | Ctl::Globally(_, a) => in_branching(a, visit),
        Ctl::And(all) | Ctl::Or(all) => all.iter().for_each(|one| in_branching(one, visit)),
        Ctl::Implies(a, b) | Ctl::Iff(a, b) | Ctl::Until(_, _, a, b) => {
            in_branching(a, visit);
            in_branching(b, visit);
        }
        Ctl::Rigid { body, .. } => in_branching(body, visit),
    }
}

fn in_linear(formula: &Ltl, visit: &mut dyn FnMut(&Expr)) {
    match formula {
        Ltl::State(expr) => visit(expr),
        Ltl::Not(a) | Ltl::Next(a) | Ltl::Finally(a) | Ltl::Globally(a) => in_linear(a, visit),
        Ltl::And(all) | Ltl::Or(all) => all.iter().for_each(|one| in_linear(one, visit)),
        Ltl::Implies(a, b) | Ltl::Iff(a, b) | Ltl::Until(_, a, b) => {
            in_linear(a, visit);
            in_linear(b, visit);
        }
        Ltl::Rigid { body, .. } => in_linear(body, visit),
    }
}
