//! One step after another, and steps that keep the finite variables, as formulas.

use state_sets::{Cell, Formula, Kind, Local, Moment, Space, Step, Variable};

/// The first step and then the second; nothing if they plainly do not fit.
///
/// What the first step leaves in a variable that it changes becomes a bound variable, unless the second step does not
/// touch it.
pub(crate) fn then(first: &Step, second: &Step, space: &Space) -> Option<Step> {
    let fresh = first.relation.last_local().map_or(0, |local| local.0 + 1);
    let shift = second.relation.last_local().map_or(0, |local| local.0 + 1);
    let overwritten: Vec<Variable> =
        first.changed.iter().copied().filter(|variable| second.changed.contains(variable)).collect();
    let between = |variable: Variable| {
        let place = overwritten.iter().position(|own| *own == variable)?;
        Some(Cell::Local(Local(fresh + shift + place as u32)))
    };
    let left = first.relation.with_cells(&|cell| match cell {
        Cell::Variable(variable, Moment::Next) => between(variable).unwrap_or(cell),
        other => other,
    });
    let right = second.relation.with_cells(&|cell| match cell {
        Cell::Variable(variable, Moment::Now) if first.changed.contains(&variable) => {
            between(variable).unwrap_or(Cell::next(variable))
        }
        Cell::Local(local) => Cell::Local(Local(local.0 + fresh)),
        other => other,
    });
    let bound: Vec<(Local, Kind)> = overwritten
        .iter()
        .filter_map(|variable| match between(*variable)? {
            Cell::Local(local) => Some((local, space.kind(*variable))),
            Cell::Variable(..) => None,
        })
        .collect();
    if contradict(&left, &right) {
        return None;
    }
    let both = left.and(right);
    let relation = Formula::exists(bound, both);
    let mut changed = [first.changed.as_slice(), &second.changed].concat();
    changed.sort();
    changed.dedup();
    Some(Step { changed, relation })
}

/// Whether two conjunctions plainly demand different codes of one cell.
fn contradict(left: &Formula, right: &Formula) -> bool {
    let demands = |formula: &Formula| -> Vec<(Cell, Vec<u64>)> {
        let parts = match formula {
            Formula::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let demand = |part: &Formula| match part {
            Formula::Member(cell, codes) => Some((*cell, codes.clone())),
            _ => None,
        };
        parts.iter().filter_map(demand).collect()
    };
    let right = demands(right);
    demands(left).iter().any(|(cell, codes)| {
        right.iter().any(|(other, others)| other == cell && !codes.iter().any(|code| others.contains(code)))
    })
}

/// The part of the step that changes no finite variable; nothing if it plainly must change one.
pub(crate) fn kept(step: &Step, space: &Space) -> Option<Step> {
    let is_finite = |variable: &Variable| matches!(space.kind(*variable), Kind::Finite { .. });
    let relation = step.relation.with_cells(&|cell| match cell {
        Cell::Variable(variable, Moment::Next) if is_finite(&variable) => Cell::now(variable),
        other => other,
    });
    let parts = match &relation {
        Formula::And(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let alone = |index: usize| (parts[index].clone(), Formula::all(parts[index + 1..].iter().cloned()));
    if (0..parts.len()).map(alone).any(|(part, rest)| contradict(&part, &rest)) {
        return None;
    }
    let changed = step.changed.iter().copied().filter(|variable| !is_finite(variable)).collect();
    Some(Step { changed, relation })
}
