//! What a step keeps without saying that it does not change it.

use crate::lower::{all, variables};
use state_sets::{Cell, Formula, Moment, Step, Variable};

/// The step without the variables whose new value it says to be their old one. What a variable has before the step may be
/// known beside the step.
pub(super) fn without_kept(step: Step, known: (Variable, u64)) -> Step {
    let parts = match &step.relation {
        Formula::And(parts) => parts.to_vec(),
        other => vec![other.clone()],
    };
    let mut kept: Vec<Variable> = Vec::new();
    let mut rest: Vec<Formula> = Vec::new();
    for part in parts {
        match kept_by(&part, known).filter(|variable| step.changed.contains(variable)) {
            Some(variable) => kept.push(variable),
            None => rest.push(part),
        }
    }
    if kept.is_empty() {
        return step;
    }
    let is_mentioned =
        |rest: &[Formula]| rest.iter().any(|part| variables(part).iter().any(|one| kept.contains(one)));
    if is_mentioned(&rest) {
        let before = |cell: Cell| match cell {
            Cell::Variable(variable, Moment::Next) if kept.contains(&variable) => Cell::now(variable),
            other => other,
        };
        rest = rest.iter().map(|part| part.with_cells(&before)).collect();
    }
    let changed = step.changed.into_iter().filter(|variable| !kept.contains(variable)).collect();
    Step { changed, relation: all(&rest) }
}

/// The variable that a conjunct says to be as before.
fn kept_by(part: &Formula, (variable, code): (Variable, u64)) -> Option<Variable> {
    match part {
        Formula::Same(Cell::Variable(left, one), Cell::Variable(right, other)) => {
            (left == right && one != other).then_some(*left)
        }
        Formula::Member(Cell::Variable(own, Moment::Next), codes) => {
            (*own == variable && *codes == [code]).then_some(variable)
        }
        _ => None,
    }
}
