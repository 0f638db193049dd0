//! Actions that do the same however often they run.

use super::occurrences::{denoted, read_by};
use std::collections::BTreeSet;
use system::{Block, Branch, StatementKind, VariableId};

/// Whether running the action again changes nothing: it makes no choice, and reads nothing that it writes.
pub(super) fn is_repeatable(action: &Block) -> bool {
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    gather(action, &mut reads, &mut writes) && reads.is_disjoint(&writes)
}

/// Gathers what a block reads and writes; whether it is free of choices and has one step.
fn gather(block: &Block, reads: &mut BTreeSet<VariableId>, writes: &mut BTreeSet<VariableId>) -> bool {
    let is_simple = |branch: &Branch, reads: &mut BTreeSet<_>, writes: &mut BTreeSet<_>| {
        branch.guard.iter().for_each(|guard| read_by(guard, reads));
        gather(&branch.body, reads, writes)
    };
    block.steps.len() <= 1
        && block.steps.iter().flat_map(|step| &step.statements).all(|statement| match &statement.kind {
            StatementKind::Assign { place, value } => {
                writes.extend(denoted(place));
                place.selectors.iter().for_each(|selector| read_by(&selector.index, reads));
                read_by(value, reads);
                true
            }
            StatementKind::If { condition, then, otherwise } => {
                read_by(condition, reads);
                is_simple(then, reads, writes)
                    && otherwise.as_ref().is_none_or(|branch| is_simple(branch, reads, writes))
            }
            StatementKind::Skip => true,
            StatementKind::Assert(condition) => {
                read_by(condition, reads);
                true
            }
            StatementKind::Any { .. } | StatementKind::Choose(_) | StatementKind::Relation(_) => false,
        })
}
