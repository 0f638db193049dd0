//! What a reduced search must not miss.
//!
//! A condition that does not have the value of interest here can only get it by a transition of a certain set, and
//! so every path to a state where it has the value takes one of them. The smaller the set the better: of a
//! conjunction that is to become true, one part that is false now is enough.

use super::relations::Relations;
use crate::code::{Code, Values};

/// What a search looks for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Goal<'a> {
    /// States in which a condition has this value; if faults count, also those in which it faults.
    Condition {
        /// The condition.
        code: &'a Code,
        /// The value.
        value: bool,
        /// Whether a fault is as good.
        or_fault: bool,
    },
    /// States without successor.
    DeadEnd,
    /// States in which a transition faults.
    Fault,
}

/// Adds transitions, one of which every path takes from this state to one where the condition has the value.
/// It must not have it here.
pub(super) fn towards(
    relations: &Relations,
    code: &Code,
    value: bool,
    or_fault: bool,
    state: &[i64],
    found: &mut Vec<u32>,
) {
    let parts = |all: &[Code], found: &mut Vec<u32>| {
        let is_and = matches!(code, Code::And(_));
        let items: Vec<(&Code, bool)> = all.iter().map(|part| (part, true)).collect();
        junction(relations, &items, is_and, Aim { value, or_fault }, state, found);
    };
    match code {
        Code::Not(a) => towards(relations, a, !value, or_fault, state, found),
        Code::And(all) | Code::Or(all) => parts(all, found),
        Code::Implies(pair) => {
            let items = [(&pair[0], false), (&pair[1], true)];
            junction(relations, &items, false, Aim { value, or_fault }, state, found);
        }
        _ => relations.may_become(code, value, found),
    }
}

#[derive(Clone, Copy)]
struct Aim {
    value: bool,
    or_fault: bool,
}

/// The same for a conjunction, or else a disjunction, of conditions, each to be true or to be false.
fn junction(
    relations: &Relations,
    items: &[(&Code, bool)],
    is_and: bool,
    aim: Aim,
    state: &[i64],
    found: &mut Vec<u32>,
) {
    let value_of =
        |(code, polarity): &(&Code, bool)| code.test(Values::of(state)).ok().map(|value| value == *polarity);
    if aim.value != is_and {
        // One item is enough, so each may be the one.
        for (code, polarity) in items {
            let wanted = *polarity == aim.value;
            match code.test(Values::of(state)) {
                Ok(_) => towards(relations, code, wanted, aim.or_fault, state, found),
                Err(_) => relations.writers_of_all(code, found),
            }
        }
        return;
    }
    // All items must change that are not as wanted, so one of them is enough; the shortest list is taken.
    let mut best: Option<Vec<u32>> = None;
    let mut faults = Vec::new();
    for item in items {
        let (code, polarity) = item;
        let mut list = Vec::new();
        match value_of(item) {
            Some(value) if value == aim.value => {
                if aim.or_fault && code.can_fault() {
                    relations.writers_of_all(code, &mut faults);
                }
                continue;
            }
            Some(_) => towards(relations, code, *polarity == aim.value, aim.or_fault, state, &mut list),
            // It is not reached now; but once it is, it faults, whatever comes behind it.
            None if aim.or_fault => break,
            None => relations.writers_of_all(code, &mut list),
        }
        list.extend(&faults);
        if best.as_ref().is_none_or(|best| list.len() < best.len()) {
            best = Some(list);
        }
        if aim.or_fault && code.can_fault() {
            relations.writers_of_all(code, &mut faults);
        }
    }
    match best {
        Some(list) => found.extend(list),
        // The aim is reached, against what was promised: everything may matter.
        None => found.extend(0..relations.accesses.len() as u32),
    }
}
