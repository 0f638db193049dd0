//! What a part of a transition does: a condition on the state before, and the values that it writes.

use super::conjunction::{both, either, except, implies, not, some};
use super::environment::Values;
use super::number::{Case, Number};
use state_sets::{Formula, Kind, Local, Part};
use std::collections::BTreeMap;
use system::VariableId;

/// Where an action is: what was chosen and decided before.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// Values that were chosen.
    pub locals: Vec<(Local, Kind)>,
    /// What holds here, over the state before and the chosen values.
    pub condition: Formula,
}

impl Path {
    /// The path where this holds too.
    pub fn and(&self, condition: &Formula) -> Path {
        Path { locals: self.locals.clone(), condition: both(&self.condition, condition) }
    }

    /// The path with more chosen values.
    pub fn choosing(&self, locals: &[(Local, Kind)], condition: &Formula) -> Path {
        let mut path = self.and(condition);
        path.locals.extend_from_slice(locals);
        path
    }
}

/// A value that is written under a condition. One of the cases applies wherever the path and the condition hold.
#[derive(Debug, Clone)]
pub(super) struct Write {
    pub when: Formula,
    pub cases: Vec<Case>,
}

/// The writes of each variable; their conditions exclude each other.
pub(super) type Writes = BTreeMap<VariableId, Vec<Write>>;

/// One way in which a part of a transition can go.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    /// Values that it chooses.
    pub locals: Vec<(Local, Kind)>,
    /// Where it is possible.
    pub condition: Formula,
    /// What it writes.
    pub writes: Writes,
}

impl Outcome {
    /// Nothing happens.
    pub fn nothing() -> Outcome {
        Outcome { locals: Vec::new(), condition: Formula::truth(), writes: Writes::new() }
    }

    /// This and then another, which overwrites it.
    pub fn then(&self, later: Outcome) -> Outcome {
        let mut writes = later.writes;
        for (variable, earlier) in &self.writes {
            let later = writes.entry(*variable).or_default();
            let overwritten = written(later);
            for write in earlier {
                let when = except(&write.when, &overwritten);
                if !when.is_falsity() {
                    later.push(Write { when, cases: write.cases.clone() });
                }
            }
        }
        let locals = self.locals.iter().chain(&later.locals).copied().collect();
        Outcome { locals, condition: both(&self.condition, &later.condition), writes }
    }

    /// The same where the condition holds, nothing being said elsewhere.
    pub fn under(mut self, condition: &Formula) -> Outcome {
        if condition.is_truth() {
            return self;
        }
        for write in self.writes.values_mut().flatten() {
            write.when = both(condition, &write.when);
        }
        self.condition = both(condition, &self.condition);
        self
    }

    /// Either this or another; at most one of them is possible for given chosen values.
    pub fn either(mut self, other: Outcome) -> Outcome {
        self.condition = either(&self.condition, &other.condition);
        self.locals.extend(other.locals);
        for (variable, writes) in other.writes {
            self.writes.entry(variable).or_default().extend(writes);
        }
        self
    }
}

/// The outcomes where the condition holds, and nothing elsewhere.
pub(super) fn where_active(active: &Formula, outcomes: Vec<Outcome>) -> Vec<Outcome> {
    if active.is_truth() {
        return outcomes;
    }
    if outcomes.is_empty() {
        return vec![Outcome { condition: not(active), ..Outcome::nothing() }];
    }
    let mut all = Vec::new();
    for (number, outcome) in outcomes.into_iter().enumerate() {
        let possible = implies(active, &outcome.condition);
        let mut outcome = outcome.under(active);
        if number == 0 {
            outcome.condition = possible;
        }
        all.push(outcome);
    }
    all
}

/// Where some of the writes happens.
pub(super) fn written(writes: &[Write]) -> Formula {
    some(writes.iter().map(|write| &write.when))
}

/// The values after the writes.
pub(super) fn after(values: &Values, writes: &Writes, old: impl Fn(VariableId) -> Number) -> Values {
    let mut next = values.clone();
    for (variable, writes) in writes {
        next.insert(*variable, value_after(writes, &old(*variable)));
    }
    next
}

/// The value of a variable after the writes.
pub(super) fn value_after(writes: &[Write], old: &Number) -> Number {
    let mut numbers: Vec<Number> = writes
        .iter()
        .map(|write| Number { cases: write.cases.clone(), fault: Formula::falsity() }.under(&write.when))
        .collect();
    let kept = not(&written(writes));
    if !kept.is_falsity() {
        numbers.push(old.under(&kept));
    }
    Number::join(Formula::falsity(), numbers)
}

/// The formula with the chosen values bound, each as far inside as it can be.
pub(super) fn closed(locals: &[(Local, Kind)], formula: Formula) -> Formula {
    let free = formula.free_locals();
    let used: Vec<_> = locals.iter().filter(|(local, _)| free.contains(local)).copied().collect();
    if used.is_empty() {
        return formula;
    }
    match formula {
        Formula::Or(parts) => Formula::any(parts.iter().map(|part| closed(&used, part.clone()))),
        Formula::And(parts) => conjunction(&used, &parts),
        other => Formula::exists(used, other),
    }
}

/// Chosen values, and the conjuncts that they occur in.
type Group = (Vec<(Local, Kind)>, Vec<Formula>);

/// Conjuncts that share no chosen value are bound apart.
fn conjunction(locals: &[(Local, Kind)], parts: &[Formula]) -> Formula {
    let mut groups: Vec<Group> = Vec::new();
    for part in parts {
        let free = part.free_locals();
        let is_used = |(local, _): &&(Local, Kind)| free.contains(local);
        let mut own: Group = (locals.iter().filter(is_used).copied().collect(), Vec::new());
        let (joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(used, _)| used.iter().any(|local| own.0.contains(local)));
        groups = apart;
        for (used, formulas) in joined {
            own.0.extend(used);
            own.1.extend(formulas);
        }
        own.0.sort_unstable_by_key(|(local, _)| *local);
        own.0.dedup();
        own.1.push(part.clone());
        groups.push(own);
    }
    let bind = |(used, formulas): Group| match formulas.len() {
        _ if used.is_empty() => Formula::all(formulas),
        1 => Formula::all(formulas.into_iter().map(|formula| closed(&used, formula))),
        _ => Formula::exists(used, Formula::all(formulas)),
    };
    Formula::all(groups.into_iter().map(bind))
}
