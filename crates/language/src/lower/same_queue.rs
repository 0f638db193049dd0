//! Two writes to one queue in the same step, through places that may turn out to be the same.
//!
//! A queue is written at most once in a step, even if what is written is equal. That two places certainly are the same is
//! found in [`super::write`]; where it depends on the state, an assertion that they differ is put beside one of the writes,
//! for what is known of the other when the step begins: under which conditions it is executed, and what its place is. If
//! neither is known, since both stand in branches of different `choose`s, one `choose` is made of both first. A pair for
//! which that does not help is refused.

use std::collections::{BTreeSet, HashSet};

use diagnostics::{Code, Diagnostic, Span};
use system::{
    Block, Branch, Expr, ExprKind, Place, Selector, Shape, Statement, StatementKind, Step, VariableId,
};

use super::Lowerer;
use super::different::targets;
use super::fold::truth;

/// The way to a nested step: statement, branch and step, and so on from there.
type Path = Vec<(usize, usize, usize)>;

/// A write to a queue by a statement of a step.
struct QueueWrite {
    /// The place of the queue's length, which every write writes.
    place: Place,
    /// The variables that it can be, unless they are too many.
    targets: Option<BTreeSet<u32>>,
    way: Way,
    span: Span,
}

/// The way to a write from the step in question.
#[derive(Clone, Default)]
struct Way {
    path: Path,
    /// What holds when the step begins if this way is taken.
    conditions: Vec<Expr>,
    /// What earlier steps of the nested blocks around it write; nothing in their first steps.
    earlier: Option<Vec<Place>>,
    /// Whether the conditions do not say all: it leads through a branch that is one of several.
    is_choice: bool,
    /// Whether conditions or the place are those of a later state than the one in which the step begins.
    is_late: bool,
}

impl Way {
    /// Whether something may have changed on the way.
    fn depends(&self, expr: &Expr) -> bool {
        self.earlier.as_ref().is_some_and(|written| reads(expr, written))
    }
}

impl QueueWrite {
    /// Whether it is known in the step in which another write stands if this one is executed, and where.
    fn is_known_at(&self, other: &QueueWrite) -> bool {
        let mut read = self.way.conditions.iter().chain(self.place.selectors.iter().map(|one| &one.index));
        !self.way.is_choice && !self.way.is_late && !read.any(|expr| other.way.depends(expr))
    }
}

impl Lowerer<'_, '_> {
    /// The variables that hold the lengths of queues, those inside of others left out.
    fn queue_lengths(&self) -> HashSet<VariableId> {
        let mut all = HashSet::new();
        for block in self.layout.variables.iter().flat_map(|storage| &storage.blocks) {
            lengths(block.first, &block.shape, &mut all);
        }
        all
    }

    /// Makes a second write to a queue in one step a fault.
    pub(super) fn keep_queues_apart(&mut self, block: &mut Block) {
        let lengths = self.queue_lengths();
        if !lengths.is_empty() {
            self.apart_in_block(block, &lengths);
        }
    }

    fn apart_in_block(&mut self, block: &mut Block, lengths: &HashSet<VariableId>) {
        for step in &mut block.steps {
            for branch in step.statements.iter_mut().flat_map(|statement| branches_mut(&mut statement.kind)) {
                self.apart_in_block(&mut branch.body, lengths);
            }
            self.apart_in_step(step, lengths);
        }
    }

    fn apart_in_step(&mut self, step: &mut Step, lengths: &HashSet<VariableId>) {
        let mut before: Vec<(usize, QueueWrite)> = Vec::new();
        let mut added: Vec<(Path, Statement)> = Vec::new();
        for position in 0..step.statements.len() {
            let mut writes = Vec::new();
            self.writes_of(step, position, &Way::default(), lengths, &mut writes);
            for write in &writes {
                for (earlier, other) in before.iter().filter(|(_, other)| may_meet(other, write)) {
                    if !self.charge(4, write.span) {
                        return;
                    }
                    let beside = if other.is_known_at(write) {
                        (other, write)
                    } else if write.is_known_at(other) {
                        (write, other)
                    } else if self.join(step, *earlier, position, lengths) {
                        self.apart_in_step(step, lengths);
                        return;
                    } else {
                        self.report(cannot_tell(other, write));
                        continue;
                    };
                    let condition = self.apart(beside.0, beside.1, write.span);
                    if truth(&condition) != Some(true) {
                        let kind = StatementKind::Assert(condition);
                        added.push((beside.1.way.path.clone(), Statement { kind, span: write.span }));
                    }
                }
            }
            before.extend(writes.into_iter().map(|write| (position, write)));
        }
        for (path, assertion) in added {
            add(step, &path, assertion);
        }
    }

    /// Moves one of two statements into all branches of the other; false if none of them has several.
    fn join(&mut self, step: &mut Step, first: usize, second: usize, lengths: &HashSet<VariableId>) -> bool {
        let has_branches = |at: usize| match step.statements.get(at).map(|statement| &statement.kind) {
            Some(StatementKind::Choose(branches)) => branches.len() > 1,
            Some(StatementKind::If { .. }) => true,
            _ => false,
        };
        let (into, moved) = match (has_branches(first), has_branches(second)) {
            (true, _) => (first, second),
            (_, true) => (second, first),
            _ => return false,
        };
        let moved_statement = step.statements[moved].clone();
        let span = moved_statement.span;
        let target = &mut step.statements[into].kind;
        if let StatementKind::If { otherwise, .. } = target {
            otherwise.get_or_insert_with(|| Branch { guard: None, body: Block::default(), span });
        }
        let size = size_of(&moved_statement);
        for branch in branches_mut(target) {
            if !self.charge(size, span) {
                return false;
            }
            let body = std::mem::take(&mut branch.body);
            let nested = Branch { guard: None, body, span: branch.span };
            let kind = StatementKind::Choose(vec![nested]);
            let statements = vec![Statement { kind, span: branch.span }, moved_statement.clone()];
            let mut joined = Step { statements };
            self.apart_in_step(&mut joined, lengths);
            branch.body.steps = vec![joined];
        }
        step.statements.remove(moved);
        true
    }

    /// The writes to queues by a statement of a step.
    fn writes_of(
        &mut self,
        step: &Step,
        position: usize,
        way: &Way,
        lengths: &HashSet<VariableId>,
        all: &mut Vec<QueueWrite>,
    ) {
        let Some(statement) = step.statements.get(position) else { return };
        match &statement.kind {
            StatementKind::Assign { place, .. } | StatementKind::Any { place, .. } => {
                if lengths.contains(&place.first) {
                    let depends = |selector: &Selector| way.depends(&selector.index);
                    let is_late = way.is_late || place.selectors.iter().any(depends);
                    let way = Way { is_late, ..way.clone() };
                    let targets = targets(place);
                    all.push(QueueWrite { place: place.clone(), targets, way, span: statement.span });
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                for (number, branch) in std::iter::once(then).chain(otherwise).enumerate() {
                    if truth(condition) == Some(number == 1) {
                        continue;
                    }
                    let mut way = way.clone();
                    if truth(condition).is_none() {
                        way.is_late |= way.depends(condition);
                        let holds = condition.clone();
                        way.conditions.push(if number == 0 {
                            holds
                        } else {
                            self.not(holds, condition.span)
                        });
                    }
                    self.writes_of_branch(branch, (position, number), way, lengths, all);
                }
            }
            StatementKind::Choose(branches) => {
                let is_dead = |branch: &Branch| branch.guard.as_ref().and_then(truth) == Some(false);
                let live = branches.iter().filter(|branch| !is_dead(branch)).count();
                for (number, branch) in branches.iter().enumerate().filter(|(_, branch)| !is_dead(branch)) {
                    let mut way = way.clone();
                    way.is_choice |= live > 1;
                    self.writes_of_branch(branch, (position, number), way, lengths, all);
                }
            }
            StatementKind::Skip | StatementKind::Assert(_) | StatementKind::Relation(_) => {}
        }
    }

    fn writes_of_branch(
        &mut self,
        branch: &Branch,
        (statement, number): (usize, usize),
        mut way: Way,
        lengths: &HashSet<VariableId>,
        all: &mut Vec<QueueWrite>,
    ) {
        let outside = way.path.len();
        for (at, step) in branch.body.steps.iter().enumerate() {
            way.path.truncate(outside);
            way.path.push((statement, number, at));
            for position in 0..step.statements.len() {
                self.writes_of(step, position, &way, lengths, all);
            }
            if at + 1 < branch.body.steps.len() {
                written(step, way.earlier.get_or_insert_default());
            }
        }
    }

    /// That a write is not executed, or is to another queue than one that is.
    fn apart(&mut self, known: &QueueWrite, executed: &QueueWrite, span: Span) -> Expr {
        let different = self.different(&known.place, &executed.place, span);
        if known.way.conditions.is_empty() || truth(&different) == Some(true) {
            return different;
        }
        let condition = self.joined(known.way.conditions.clone(), false, span);
        self.node(ExprKind::Implies(Box::new(condition), Box::new(different)), span)
    }
}

fn lengths(first: VariableId, shape: &Shape, all: &mut HashSet<VariableId>) {
    match shape {
        Shape::Scalar(_) | Shape::Set { .. } => {}
        Shape::Queue { .. } => drop(all.insert(first)),
        Shape::Record(fields) => {
            let mut at = first.0;
            for (_, part) in fields {
                lengths(VariableId(at), part, all);
                at = at.saturating_add(part.size());
            }
        }
        Shape::Array { count, element, .. } => {
            if !has_queue(element) {
                return;
            }
            for position in 0..*count {
                let offset = position.saturating_mul(element.size());
                lengths(VariableId(first.0.saturating_add(offset)), element, all);
            }
        }
    }
}

fn has_queue(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(_) | Shape::Set { .. } => false,
        Shape::Queue { .. } => true,
        Shape::Record(fields) => fields.iter().any(|(_, part)| has_queue(part)),
        Shape::Array { element, .. } => has_queue(element),
    }
}

fn branches_mut(kind: &mut StatementKind) -> Vec<&mut Branch> {
    match kind {
        StatementKind::Choose(branches) => branches.iter_mut().collect(),
        StatementKind::If { then, otherwise, .. } => std::iter::once(then).chain(otherwise).collect(),
        _ => Vec::new(),
    }
}

/// Whether two writes can be to the same queue, and are not known to be.
fn may_meet(first: &QueueWrite, second: &QueueWrite) -> bool {
    if let (Some(one), Some(other)) = (first.place.fixed(), second.place.fixed())
        && one != other
    {
        return false;
    }
    match (&first.targets, &second.targets) {
        (Some(one), Some(other)) => !one.is_disjoint(other),
        _ => true,
    }
}

/// All places that a step writes or releases.
fn written(step: &Step, all: &mut Vec<Place>) {
    for statement in &step.statements {
        match &statement.kind {
            StatementKind::Assign { place, .. } => all.push(place.clone()),
            StatementKind::Any { place, condition, .. } => {
                all.push(place.clone());
                condition.iter().for_each(|condition| released(condition, all));
            }
            StatementKind::Choose(branches) => {
                branches.iter().flat_map(|branch| &branch.body.steps).for_each(|step| written(step, all));
            }
            StatementKind::If { then, otherwise, .. } => {
                let branches = std::iter::once(then).chain(otherwise);
                branches.flat_map(|branch| &branch.body.steps).for_each(|step| written(step, all));
            }
            StatementKind::Relation(relation) => released(relation, all),
            StatementKind::Skip | StatementKind::Assert(_) => {}
        }
    }
}

fn released(expr: &Expr, all: &mut Vec<Place>) {
    if let ExprKind::ReadNext(place) = &expr.kind {
        all.push(place.clone());
    }
    expr.children().into_iter().for_each(|child| released(child, all));
}

/// Whether an expression reads something that has been written.
fn reads(expr: &Expr, written: &[Place]) -> bool {
    let meets = |place: &Place| {
        let read = targets(place);
        written.iter().any(|written| match (&read, targets(written)) {
            (Some(one), Some(other)) => !one.is_disjoint(&other),
            _ => true,
        })
    };
    let here = matches!(&expr.kind, ExprKind::Read(place) if meets(place));
    here || expr.children().into_iter().any(|child| reads(child, written))
}

/// Adds an assertion to the step at the end of a path.
fn add(step: &mut Step, path: &[(usize, usize, usize)], assertion: Statement) {
    let Some(((position, number, at), rest)) = path.split_first() else {
        step.statements.push(assertion);
        return;
    };
    let Some(statement) = step.statements.get_mut(*position) else { return };
    let branch = branches_mut(&mut statement.kind).into_iter().nth(*number);
    if let Some(nested) = branch.and_then(|branch| branch.body.steps.get_mut(*at)) {
        add(nested, rest, assertion);
    }
}

/// About how many parts a statement has.
fn size_of(statement: &Statement) -> usize {
    let branches: Vec<&Branch> = match &statement.kind {
        StatementKind::Choose(branches) => branches.iter().collect(),
        StatementKind::If { then, otherwise, .. } => std::iter::once(then).chain(otherwise).collect(),
        _ => return 8,
    };
    let steps = branches.into_iter().flat_map(|branch| &branch.body.steps);
    steps.flat_map(|step| &step.statements).fold(8, |size, one| size.saturating_add(size_of(one)))
}

fn cannot_tell(first: &QueueWrite, second: &QueueWrite) -> Diagnostic {
    let message =
        "these may write the same queue in one step, and a nested block changes what that depends on";
    Diagnostic::new(Code::DoubleWrite, message, second.place.span, "possibly the same queue")
        .with_related(first.place.span, "first written here")
        .with_help(
            "separate the writes by `;` inside braces, or write queues in the first steps of nested blocks",
        )
}
