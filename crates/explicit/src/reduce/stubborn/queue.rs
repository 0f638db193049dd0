//! Appending to a queue and taking from it, told from other uses of its variables.
//!
//! A queue is its length and its entries, the oldest first. Appending writes the entry behind the last one, and taking moves all
//! entries forward. If both are enabled, the queue is neither empty nor full, and then they commute: the new
//! entry ends up behind the others, and the oldest one is taken, whichever comes first. So is what taking
//! needs to know of the oldest entry beforehand, which appending leaves alone. Two transitions that both append, or both take,
//! disturb each other by the length.
//!
//! That holds if a transition uses a queue once, whatever else it does: not inside of a branch, where another queue may be used instead,
//! and without looking at its other entries. What is used in other ways is a matter of single variables.

use crate::code::{Code, Compiler, Select, Target};
use std::collections::BTreeSet;
use std::ops::Range;
use system::{Block, Branch, Comparison, Expr, ExprKind, Operation, Shape, Statement, StatementKind, System};

/// The variables of a queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Queue {
    /// Its length.
    pub length: u32,
    /// How many entries it can have.
    capacity: u32,
    /// How many variables each of them has.
    size: u32,
}

/// What a transition does with a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueueEnd {
    /// It appends.
    Append,
    /// It takes the oldest entry.
    Take,
}

/// A statement that appends to a queue, or takes from it.
#[derive(Debug)]
pub(super) struct QueueUse<'s> {
    /// The statement.
    pub statement: &'s Statement,
    /// The queue.
    pub queue: Queue,
    /// What is done with it.
    pub end: QueueEnd,
    /// The test that it is not full, or not empty.
    pub guard: Code,
    /// The assignments to other variables, and what is computed to be appended.
    pub others: Vec<&'s Statement>,
}

impl Queue {
    /// The variables of the entries.
    pub fn entries(&self) -> Range<u32> {
        self.length + 1..self.length + 1 + self.capacity * self.size
    }

    /// Whether a variable belongs to the oldest entry.
    pub fn is_oldest(&self, variable: u32) -> bool {
        (self.length + 1..self.length + 1 + self.size).contains(&variable)
    }

    /// Whether a variable is the length or belongs to an entry.
    fn has(&self, variable: u32) -> bool {
        variable == self.length || self.entries().contains(&variable)
    }

    /// Whether an expression reads the length only to see that the queue is not empty.
    pub fn only_asks_for_entries(&self, code: &Code) -> bool {
        let is_test = match code {
            Code::Bounded(Comparison::Gt | Comparison::Le, variable, 0)
            | Code::Bounded(Comparison::Ge | Comparison::Lt, variable, 1)
            | Code::Is(variable, 0)
            | Code::IsNot(variable, 0) => *variable == self.length,
            _ => false,
        };
        if is_test {
            return true;
        }
        match code {
            Code::Not(a) | Code::Negate(a, _) | Code::Absolute(a, _) => self.only_asks_for_entries(a),
            Code::And(all) | Code::Or(all) | Code::Sum(all, _) | Code::Count(all) => {
                all.iter().all(|part| self.only_asks_for_entries(part))
            }
            Code::Implies(pair) | Code::Compare(_, pair) | Code::Arithmetic(_, pair, _) => {
                pair.iter().all(|part| self.only_asks_for_entries(part))
            }
            Code::If(parts) => parts.iter().all(|part| self.only_asks_for_entries(part)),
            other => {
                let mut read = BTreeSet::new();
                other.variables(&mut read);
                !read.contains(&self.length)
            }
        }
    }
}

/// All queues that are not inside of others.
pub(super) fn queues(system: &System) -> Vec<Queue> {
    let mut found = Vec::new();
    for whole in &system.structured {
        add_queues(&whole.shape, whole.first.0, &mut found);
    }
    found
}

fn add_queues(shape: &Shape, first: u32, found: &mut Vec<Queue>) {
    match shape {
        Shape::Scalar(_) | Shape::Set { .. } => {}
        Shape::Queue { capacity, entry } => {
            found.push(Queue { length: first, capacity: *capacity, size: entry.size() });
        }
        Shape::Record(fields) => {
            let mut at = first;
            for (_, part) in fields {
                add_queues(part, at, found);
                at = at.saturating_add(part.size());
            }
        }
        Shape::Array { count, element, .. } => {
            if !matches!(**element, Shape::Scalar(_)) {
                for position in 0..*count {
                    add_queues(element, first.saturating_add(position.saturating_mul(element.size())), found);
                }
            }
        }
    }
}

/// The statements of `done`, actions all of which are done, that append to a queue or take from it, where no other statement
/// there or in `maybe` writes the queue.
pub(super) fn uses<'s>(
    queues: &[Queue],
    compiler: Compiler<'_>,
    done: &[&'s Block],
    maybe: &[&'s Block],
) -> Vec<QueueUse<'s>> {
    if queues.is_empty() {
        return Vec::new();
    }
    let of = |blocks: &[&'s Block]| -> Vec<&'s Statement> {
        blocks.iter().flat_map(|block| &block.steps).flat_map(|step| &step.statements).collect()
    };
    let (done, maybe) = (of(done), of(maybe));
    let mut found: Vec<QueueUse<'s>> =
        done.iter().filter_map(|statement| queue_use(queues, compiler, statement)).collect();
    found.retain(|one| {
        let mut others = BTreeSet::new();
        for statement in done.iter().chain(&maybe).filter(|other| !std::ptr::eq(**other, one.statement)) {
            written(compiler, statement, &mut others);
        }
        !others.into_iter().any(|variable| one.queue.has(variable))
    });
    found
}

/// Adds all variables that a statement may write.
fn written(compiler: Compiler<'_>, statement: &Statement, found: &mut BTreeSet<u32>) {
    let mut place = |place: &system::Place| {
        // What this engine cannot compile has no relations at all.
        found.extend(compiler.target(place).iter().flat_map(Target::reach));
    };
    match &statement.kind {
        StatementKind::Assign { place: to, .. } => place(to),
        StatementKind::Any { place: to, condition, .. } => {
            place(to);
            condition.iter().for_each(|condition| released(condition, &mut place));
        }
        StatementKind::Relation(relation) => released(relation, &mut place),
        StatementKind::Choose(branches) => branches.iter().for_each(|branch| inside(compiler, branch, found)),
        StatementKind::If { then, otherwise, .. } => {
            std::iter::once(then).chain(otherwise).for_each(|branch| inside(compiler, branch, found));
        }
        StatementKind::Skip | StatementKind::Assert(_) => {}
    }
}

fn inside(compiler: Compiler<'_>, branch: &Branch, found: &mut BTreeSet<u32>) {
    let statements = branch.body.steps.iter().flat_map(|step| &step.statements);
    statements.for_each(|statement| written(compiler, statement, found));
}

fn released(expr: &Expr, place: &mut impl FnMut(&system::Place)) {
    if let ExprKind::ReadNext(to) = &expr.kind {
        place(to);
    }
    expr.children().into_iter().for_each(|child| released(child, place));
}

/// What a statement does with a queue, if it is exactly that.
fn queue_use<'s>(queues: &[Queue], compiler: Compiler<'_>, statement: &'s Statement) -> Option<QueueUse<'s>> {
    let StatementKind::Choose(branches) = &statement.kind else { return None };
    let [Branch { guard: Some(guard), body, .. }] = &branches[..] else { return None };
    let [step] = &body.steps[..] else { return None };
    let guard = compiler.expression(guard).ok()?;
    let Code::Bounded(comparison, length, limit) = guard else { return None };
    let queue = queues.iter().find(|queue| queue.length == length)?;
    let end = match comparison {
        Comparison::Lt if limit == i64::from(queue.capacity) => QueueEnd::Append,
        Comparison::Gt if limit == 0 => QueueEnd::Take,
        _ => return None,
    };
    let mut others = Vec::new();
    let mut moved = BTreeSet::new();
    let mut counts = 0;
    for statement in &step.statements {
        let StatementKind::Assign { place, value } = &statement.kind else { return None };
        let target = compiler.target(place).ok()?;
        let value = compiler.expression(value).ok()?;
        match target {
            Target::Fixed(variable) if variable == length => {
                let operation = if end == QueueEnd::Append { Operation::Add } else { Operation::Sub };
                let Code::Arithmetic(found, pair, _) = &value else { return None };
                let is_one = **pair == [Code::Read(length), Code::Constant(1)];
                if *found != operation || !is_one {
                    return None;
                }
                counts += 1;
            }
            target if end == QueueEnd::Append => {
                let offset = appended(queue, &target)?;
                if reads(&value, queue, |_| false) || !moved.insert(offset) {
                    return None;
                }
                others.push(statement);
            }
            Target::Fixed(variable) if queue.entries().contains(&variable) => {
                let next = variable + queue.size;
                let is_next = match queue.entries().contains(&next) {
                    true => value == Code::Read(next),
                    false => matches!(value, Code::Constant(_)),
                };
                if !is_next || !moved.insert(variable) {
                    return None;
                }
            }
            target => {
                let is_own = target.reach().into_iter().any(|variable| queue.has(variable));
                if is_own || reads(&value, queue, |variable| queue.is_oldest(variable)) {
                    return None;
                }
                others.push(statement);
            }
        }
    }
    let is_whole = match end {
        QueueEnd::Append => moved.len() == queue.size as usize,
        QueueEnd::Take => moved.len() == queue.entries().len(),
    };
    (counts == 1 && is_whole).then(|| QueueUse {
        statement,
        queue: queue.clone(),
        end,
        guard: guard.clone(),
        others,
    })
}

/// Which variable of an entry is written, if it is one of the entry behind the last.
fn appended(queue: &Queue, target: &Target) -> Option<u32> {
    let first = queue.entries().start;
    match target {
        // The only entry that there can be.
        Target::Fixed(variable) if queue.capacity == 1 && queue.entries().contains(variable) => {
            Some(variable - first)
        }
        Target::Fixed(_) => None,
        Target::Selected(address) => {
            let (last, before) = address.selectors.split_last()?;
            let mut at = i64::from(address.first);
            for Select { index, low, stride, .. } in before {
                let Code::Constant(index) = index else { return None };
                at = at.checked_add(index.checked_sub(*low)?.checked_mul(i64::from(*stride))?)?;
            }
            let offset = u32::try_from(at).ok()?.checked_sub(first)?;
            let is_behind = last.index == Code::Read(queue.length)
                && (last.low, last.count, last.stride) == (0, queue.capacity, queue.size);
            (is_behind && offset < queue.size).then_some(offset)
        }
    }
}

/// Whether an expression reads something of a queue but what is allowed.
fn reads(code: &Code, queue: &Queue, is_allowed: impl Fn(u32) -> bool) -> bool {
    let mut read = BTreeSet::new();
    code.variables(&mut read);
    read.into_iter().any(|variable| queue.has(variable) && !is_allowed(variable))
}
