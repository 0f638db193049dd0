//! Actions as text.

use system::{Block, Branch, ChoiceSet, Expr, Statement, StatementKind, Step, System};

/// The steps of a block, separated by `;`.
pub fn block(system: &System, block: &Block) -> String {
    let steps: Vec<String> = block.steps.iter().map(|inner| step(system, inner)).collect();
    steps.join("; ")
}

fn step(system: &System, step: &Step) -> String {
    let statements: Vec<String> = step.statements.iter().map(|inner| statement(system, inner)).collect();
    statements.join(", ")
}

fn statement(system: &System, statement: &Statement) -> String {
    let show = |expr: &Expr| system.show_expr(expr);
    match &statement.kind {
        StatementKind::Assign { place, value } => format!("{} := {}", system.show_place(place), show(value)),
        StatementKind::Any { place, set, condition } => {
            let mut text = format!("{} := any", system.show_place(place));
            match set {
                Some(ChoiceSet::Range(low, high)) => {
                    text.push_str(&format!(" in {}..{}", show(low), show(high)))
                }
                Some(ChoiceSet::Members(members)) => {
                    let members: Vec<String> = members.iter().map(show).collect();
                    text.push_str(&format!(" in {{{}}}", members.join(", ")));
                }
                None => {}
            }
            if let Some(condition) = condition {
                text.push_str(&format!(" where {}", show(condition)));
            }
            text
        }
        StatementKind::Choose(branches) => {
            let branches: Vec<String> = branches.iter().map(|inner| branch(system, inner)).collect();
            format!("choose {}", branches.join(" or "))
        }
        StatementKind::If { condition, then, otherwise } => {
            let mut text = format!("if {} {}", show(condition), branch(system, then));
            if let Some(otherwise) = otherwise {
                text.push_str(&format!(" else {}", branch(system, otherwise)));
            }
            text
        }
        StatementKind::Skip => "skip".to_owned(),
        StatementKind::Assert(condition) => format!("assert {}", show(condition)),
        StatementKind::Relation(relation) => show(relation),
    }
}

fn branch(system: &System, branch: &Branch) -> String {
    let body = block(system, &branch.body);
    match &branch.guard {
        Some(guard) => format!("{{ when {} do {body} }}", system.show_expr(guard)),
        None => format!("{{ {body} }}"),
    }
}
