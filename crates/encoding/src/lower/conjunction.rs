//! Conjunctions that notice plain contradictions, so that cases which cannot happen are left out early.

use state_sets::{Cell, Formula};

/// Both formulas. Memberships of one cell are intersected; a formula beside its opposite is false.
pub(crate) fn both(left: &Formula, right: &Formula) -> Formula {
    if left.is_truth() || left == right {
        return right.clone();
    }
    if right.is_truth() {
        return left.clone();
    }
    let mut parts: Vec<Formula> = parts(left).to_vec();
    for part in self::parts(right) {
        if !add(&mut parts, part) {
            return Formula::falsity();
        }
    }
    Formula::all(parts)
}

/// All formulas.
pub(crate) fn all<'a>(formulas: impl IntoIterator<Item = &'a Formula>) -> Formula {
    formulas.into_iter().fold(Formula::truth(), |sum, formula| both(&sum, formula))
}

/// The left one or the right one.
pub(crate) fn either(left: &Formula, right: &Formula) -> Formula {
    if left == right || right.is_falsity() {
        return left.clone();
    }
    if left.is_falsity() {
        return right.clone();
    }
    if is_opposite(left, right) {
        return Formula::truth();
    }
    match (left, right) {
        (Formula::Member(cell, codes), Formula::Member(other, more)) if cell == other => {
            let mut codes: Vec<u64> = codes.iter().chain(more).copied().collect();
            codes.sort_unstable();
            codes.dedup();
            Formula::Member(*cell, codes)
        }
        _ => left.clone().or(right.clone()),
    }
}

/// Some of the formulas.
pub(super) fn some<'a>(formulas: impl IntoIterator<Item = &'a Formula>) -> Formula {
    formulas.into_iter().fold(Formula::falsity(), |sum, formula| either(&sum, formula))
}

/// The opposite.
pub(super) fn not(formula: &Formula) -> Formula {
    formula.clone().negated()
}

/// The first one, and not the second.
pub(super) fn except(formula: &Formula, excluded: &Formula) -> Formula {
    both(formula, &not(excluded))
}

/// The second one where the first one holds.
pub(super) fn implies(condition: &Formula, formula: &Formula) -> Formula {
    if condition.is_truth() || formula.is_truth() {
        return formula.clone();
    }
    either(&not(condition), formula)
}

fn parts(formula: &Formula) -> &[Formula] {
    match formula {
        Formula::And(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// Adds a conjunct; false if the conjunction became a contradiction.
fn add(parts: &mut Vec<Formula>, new: &Formula) -> bool {
    if parts.contains(new) {
        return true;
    }
    if parts.iter().any(|part| is_opposite(part, new)) {
        return false;
    }
    if let Formula::Member(cell, codes) = new
        && let Some(place) = parts.iter().position(|part| is_member(part, *cell))
        && let Formula::Member(_, present) = &parts[place]
    {
        let common: Vec<u64> = present.iter().filter(|code| codes.contains(code)).copied().collect();
        let possible = !common.is_empty();
        parts[place] = Formula::Member(*cell, common);
        return possible;
    }
    parts.push(new.clone());
    true
}

fn is_member(formula: &Formula, of: Cell) -> bool {
    matches!(formula, Formula::Member(cell, _) if *cell == of)
}

fn is_opposite(left: &Formula, right: &Formula) -> bool {
    matches!(left, Formula::Not(inner) if **inner == *right)
        || matches!(right, Formula::Not(inner) if **inner == *left)
}
