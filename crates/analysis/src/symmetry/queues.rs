//! Queues of indices: entries behind the end hold a fixed value, which is no index although it looks like one.
//!
//! An exchange of instances changes the entries of a queue as far as it is long, and leaves what is behind them as it is. Whatever the front end makes of
//! operations on queues keeps to that: entries are only looked at where the queue is long enough, queues that are compared
//! have the same length, and an entry that is copied is one as long as the queue is that it goes to. The
//! fixed value is written where an entry is taken, together with the smaller length.

use std::collections::BTreeMap;
use system::{ExprKind, Operation, Shape, Statement, StatementKind, Step, System, Type, Value};

/// For each integer in an entry of a queue: the variable with the length of the queue, and the position of the entry.
pub(super) fn entries(system: &System) -> BTreeMap<u32, (u32, u32)> {
    let mut found = BTreeMap::new();
    for whole in &system.structured {
        add(&whole.shape, whole.first.0, None, &mut found);
    }
    found
}

/// Adds what is in the queues of a shape. Of queues in each other, nothing is said.
fn add(shape: &Shape, first: u32, entry: Option<(u32, u32)>, found: &mut BTreeMap<u32, (u32, u32)>) {
    match shape {
        Shape::Scalar(Type::Range { .. }) => {
            if let Some(entry) = entry {
                found.insert(first, entry);
            }
        }
        Shape::Scalar(_) | Shape::Set { .. } => {}
        Shape::Record(fields) => {
            let mut at = first;
            for (_, part) in fields {
                add(part, at, entry, found);
                at = at.saturating_add(part.size());
            }
        }
        Shape::Array { count, element, .. } => {
            if entry.is_none() && matches!(**element, Shape::Scalar(_)) {
                return;
            }
            for position in 0..*count {
                let at = first.saturating_add(position.saturating_mul(element.size()));
                add(element, at, entry, found);
            }
        }
        Shape::Queue { .. } if entry.is_some() => {}
        Shape::Queue { capacity, entry: of } => {
            for position in 0..*capacity {
                let at = first.saturating_add(1).saturating_add(position.saturating_mul(of.size()));
                add(of, at, Some((first, position)), found);
            }
        }
    }
}

/// The statements of a step that write the fixed value behind the end of a queue from which an entry is taken.
pub(super) fn is_filling(entries: &BTreeMap<u32, (u32, u32)>, step: &Step, statement: &Statement) -> bool {
    let StatementKind::Assign { place, value } = &statement.kind else { return false };
    let Some((length, _)) = entries.get(&place.first.0) else { return false };
    matches!(value.constant(), Some(Value::Int(_))) && shortens(step, *length)
}

/// Whether a step takes an entry from the queue with this length, or from one of its neighbours in an array.
fn shortens(step: &Step, length: u32) -> bool {
    step.statements.iter().any(|statement| {
        let StatementKind::Assign { place, value } = &statement.kind else { return false };
        let ExprKind::Arithmetic(Operation::Sub, from, one) = &value.kind else { return false };
        let is_same = matches!(&from.kind, ExprKind::Read(read) if read.first == place.first);
        place.first.0 == length && is_same && one.constant() == Some(Value::Int(1))
    })
}
