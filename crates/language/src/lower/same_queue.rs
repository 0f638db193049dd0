//! Two writes to one queue in the same step, through places that may turn out to be the same.
//!
//! A queue is written at most once in a step, even if what is written is equal. That two places certainly are the same is
//! found in [`super::write`]; where it depends on the state, the step gets an assertion that they differ: one of the step
//! itself, or of the branch of a `choose` in which one of the writes stands. An assertion is evaluated when everything
//! else of the step has been read, in the state in which the step begins. A pair for which that state does not tell
//! whether both are written, and where, is refused.

use std::collections::{BTreeSet, HashSet};

use diagnostics::{Code, Diagnostic, Span};
use system::{
    Block, Branch, Comparison, Expr, ExprKind, Operation, Place, Selector, SelectorKind, Shape, Sort,
    Statement, StatementKind, Step, Value, VariableId,
};

use super::Lowerer;
use super::fold::truth;
use super::write::same;

/// Places that can be more variables than this may be any.
const MOST_TARGETS: u64 = 10_000;

/// A branch of a statement of a step, and then of one of the first step in that branch, and so on.
type Path = Vec<(usize, usize)>;

/// A write to a queue by a statement of a step.
struct QueueWrite {
    /// The place of the queue's length, which every write writes.
    place: Place,
    /// The variables that it can be, unless they are too many.
    targets: Option<BTreeSet<u32>>,
    /// What holds in the state in which the step begins if this is executed.
    conditions: Vec<Expr>,
    /// The innermost branch around it that is one of several.
    choice: Path,
    /// Whether `conditions` and `choice` do not say all: they depend on earlier steps of a nested block.
    is_unclear: bool,
    span: Span,
}

/// Where a search for writes stands.
#[derive(Clone, Default)]
struct Way {
    path: Path,
    choice: Path,
    conditions: Vec<Expr>,
    /// What earlier steps of the nested blocks around it write; nothing in their first steps.
    earlier: Option<Vec<Place>>,
    is_unclear: bool,
}

impl Way {
    /// Whether something is read in another state than that in which the step begins.
    fn depends(&self, expr: &Expr) -> bool {
        self.earlier.as_ref().is_some_and(|written| reads(expr, written))
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
        let mut before: Vec<QueueWrite> = Vec::new();
        let mut added: Vec<(Path, Statement)> = Vec::new();
        for position in 0..step.statements.len() {
            let mut writes = Vec::new();
            self.writes_of(step, position, &Way::default(), lengths, &mut writes);
            for write in &writes {
                for other in before.iter().filter(|other| may_meet(other, write)) {
                    if !self.charge(4, write.span) {
                        return;
                    }
                    let is_open = !other.choice.is_empty() && !write.choice.is_empty();
                    if is_open || other.is_unclear || write.is_unclear {
                        self.report(cannot_tell(other, write));
                        continue;
                    }
                    let path = if write.choice.is_empty() { &other.choice } else { &write.choice };
                    let condition = self.apart(other, write);
                    if truth(&condition) != Some(true) {
                        let kind = StatementKind::Assert(condition);
                        added.push((path.clone(), Statement { kind, span: write.span }));
                    }
                }
            }
            before.extend(writes);
        }
        for (path, assertion) in added {
            add(step, &path, assertion);
        }
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
                    let is_unclear = way.is_unclear || place.selectors.iter().any(depends);
                    all.push(QueueWrite {
                        place: place.clone(),
                        targets: targets(place),
                        conditions: way.conditions.clone(),
                        choice: way.choice.clone(),
                        is_unclear,
                        span: statement.span,
                    });
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                for (number, branch) in std::iter::once(then).chain(otherwise).enumerate() {
                    if truth(condition) == Some(number == 1) {
                        continue;
                    }
                    let mut way = way.clone();
                    if truth(condition).is_none() {
                        way.is_unclear |= way.depends(condition);
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
                    if live > 1 {
                        way.is_unclear |= way.earlier.is_some();
                        way.choice = way.path.iter().copied().chain([(position, number)]).collect();
                    }
                    self.writes_of_branch(branch, (position, number), way, lengths, all);
                }
            }
            StatementKind::Skip | StatementKind::Assert(_) | StatementKind::Relation(_) => {}
        }
    }

    fn writes_of_branch(
        &mut self,
        branch: &Branch,
        at: (usize, usize),
        mut way: Way,
        lengths: &HashSet<VariableId>,
        all: &mut Vec<QueueWrite>,
    ) {
        way.path.push(at);
        for (number, step) in branch.body.steps.iter().enumerate() {
            for position in 0..step.statements.len() {
                self.writes_of(step, position, &way, lengths, all);
            }
            if number + 1 < branch.body.steps.len() {
                written(step, way.earlier.get_or_insert_default());
            }
        }
    }

    /// That not both are executed, or that they write different queues.
    fn apart(&mut self, first: &QueueWrite, second: &QueueWrite) -> Expr {
        let span = second.span;
        let mut conditions: Vec<Expr> = Vec::new();
        for condition in first.conditions.iter().chain(&second.conditions) {
            if !conditions.iter().any(|known| same(known, condition)) {
                conditions.push(condition.clone());
            }
        }
        let different = self.different(&first.place, &second.place, span);
        if conditions.is_empty() || truth(&different) == Some(true) {
            return different;
        }
        let both = self.joined(conditions, false, span);
        self.node(ExprKind::Implies(Box::new(both), Box::new(different)), span)
    }

    /// That two places are different variables.
    fn different(&mut self, first: &Place, second: &Place, span: Span) -> Expr {
        if let Some(parts) = self.different_selections(first, second, span) {
            return self.some(parts, span);
        }
        let (first, second) = (self.address(first, span), self.address(second, span));
        self.compare(Comparison::Ne, first, second, span)
    }

    /// The same, selection by selection, where both are chosen alike or one of them is fixed.
    fn different_selections(&mut self, first: &Place, second: &Place, span: Span) -> Option<Vec<Expr>> {
        let (fixed, open) = match (first.fixed(), second.fixed()) {
            (Some(fixed), _) => (fixed, second),
            (_, Some(fixed)) => (fixed, first),
            _ => {
                let pairs = || first.selectors.iter().zip(&second.selectors);
                let alike = |(a, b): (&Selector, &Selector)| {
                    (a.kind, a.low, a.count, a.stride) == (b.kind, b.low, b.count, b.stride)
                };
                let is_alike = first.first == second.first
                    && first.selectors.len() == second.selectors.len()
                    && pairs().all(alike);
                let open = pairs().filter(|(a, b)| !same(&a.index, &b.index));
                let open: Vec<_> = open.map(|(a, b)| (a.index.clone(), b.index.clone())).collect();
                return is_alike.then(|| {
                    open.into_iter().map(|(a, b)| self.compare(Comparison::Ne, a, b, span)).collect()
                });
            }
        };
        let mut rest = fixed.0.checked_sub(open.first.0)?;
        let mut parts = Vec::new();
        for selector in &open.selectors {
            let position = rest.checked_div(selector.stride)?;
            rest = rest.checked_rem(selector.stride)?;
            if position >= selector.count {
                return None;
            }
            let value = match selector.kind {
                SelectorKind::Reference(process) => {
                    let value = Value::Reference(Some(position));
                    Expr::new(ExprKind::Const(value, Sort::Reference(process)), span)
                }
                _ => Expr::int(selector.low.saturating_add(i128::from(position)), span),
            };
            parts.push(self.compare(Comparison::Ne, selector.index.clone(), value, span));
        }
        (rest == 0).then_some(parts)
    }

    /// The number of the variable that a place is.
    fn address(&mut self, place: &Place, span: Span) -> Expr {
        let mut offset = i128::from(place.first.0);
        let mut terms = Vec::new();
        for selector in &place.selectors {
            let stride = i128::from(selector.stride);
            offset = offset.saturating_sub(selector.low.saturating_mul(stride));
            let index = match selector.kind {
                SelectorKind::Reference(_) => self.index_of(selector.index.clone(), span),
                _ => selector.index.clone(),
            };
            terms.push(self.arithmetic(Operation::Mul, Expr::int(stride, span), index, span));
        }
        terms.push(Expr::int(offset, span));
        self.sum(terms, span)
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

/// The variables that a place can be.
fn targets(place: &Place) -> Option<BTreeSet<u32>> {
    let count = place.selectors.iter().try_fold(1u64, |all, one| all.checked_mul(u64::from(one.count)))?;
    if count > MOST_TARGETS {
        return None;
    }
    let mut all = BTreeSet::from([place.first.0]);
    for selector in &place.selectors {
        let from = |first: u32| {
            (0..selector.count).map(move |position| selector.variable(VariableId(first), position).0)
        };
        all = all.into_iter().flat_map(from).collect();
    }
    Some(all)
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

/// Adds an assertion to a step, or to the first step of the branch at the end of a path.
fn add(step: &mut Step, path: &[(usize, usize)], assertion: Statement) {
    let Some(((position, number), rest)) = path.split_first() else {
        step.statements.push(assertion);
        return;
    };
    let Some(statement) = step.statements.get_mut(*position) else { return };
    let branch = branches_mut(&mut statement.kind).into_iter().nth(*number);
    if let Some(first) = branch.and_then(|branch| branch.body.steps.first_mut()) {
        add(first, rest, assertion);
    }
}

fn cannot_tell(first: &QueueWrite, second: &QueueWrite) -> Diagnostic {
    let message = "these may write the same queue in one step, and it is not known beforehand whether both are executed";
    Diagnostic::new(Code::DoubleWrite, message, second.place.span, "possibly the same queue")
        .with_related(first.place.span, "first written here")
        .with_help("separate the writes by `;` inside braces, or make one `choose` of both")
}
