//! What each transition reads and writes.
//!
//! Whether a transition is enabled, what it does and whether it faults is decided by the variables that it reads.
//! Two shapes are told from the general case, since they let transitions commute that share a variable: a
//! variable that is only moved up or down by a constant, and a test that only needs it to be large or small enough.

use super::interval::Known;
use super::queue::{Queue, QueueEnd, QueueUse, uses};
use crate::code::{Code, Compiler, Target, Unsupported};
use crate::program::{EdgeCode, Program};
use std::collections::{BTreeMap, BTreeSet};
use system::{
    Block, Branch, ChoiceSet, Expr, ExprKind, Movement, Operation, Place, Statement, StatementKind,
    Transition, Type,
};

/// How a transition depends on a variable, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Needs(u8);

impl Needs {
    /// It must be large enough.
    pub const LARGE: Needs = Needs(1);
    /// It must be small enough.
    pub const SMALL: Needs = Needs(2);
    /// Its value matters.
    pub const VALUE: Needs = Needs(4);
    /// Its value matters, and it belongs to the oldest entry of a queue from which the transition takes that.
    pub const OLDEST: Needs = Needs(8);

    fn add(&mut self, other: Needs) {
        self.0 |= other.0;
    }

    fn any(self, of: Needs) -> bool {
        self.0 & of.0 != 0
    }

    /// Whether the variable is read at all.
    pub fn is_read(self) -> bool {
        self.0 != 0
    }
}

/// How a transition may change a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// It may add a positive constant.
    Up,
    /// It may subtract a positive constant.
    Down,
    /// It may write this value, and no other.
    Set(i64),
    /// It may write anything.
    Any,
}

/// How a transition uses a variable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// How it reads it.
    pub needs: Needs,
    /// How it writes it.
    pub change: Option<Change>,
    /// If it belongs to an entry of a queue, and is written by appending or taking alone: what is done with the queue.
    pub end: Option<QueueEnd>,
}

impl Touch {
    /// Whether two transitions that are both enabled may disturb each other by what they do with a variable.
    pub fn disturbs(self, other: Touch) -> bool {
        match (self.end, other.end) {
            (Some(QueueEnd::Append), Some(QueueEnd::Take)) => beside(self, other),
            (Some(QueueEnd::Take), Some(QueueEnd::Append)) => beside(other, self),
            _ => one_sided(self, other) || one_sided(other, self),
        }
    }
}

/// Whether something that appends to a queue, and looks at an entry, may disturb something that takes from it.
fn beside(append: Touch, take: Touch) -> bool {
    append.needs.is_read() || take.needs.any(Needs(!Needs::OLDEST.0))
}

/// Whether the change of the first may disturb the second.
fn one_sided(first: Touch, second: Touch) -> bool {
    let (read, adds) = (second.needs, matches!(second.change, None | Some(Change::Up | Change::Down)));
    match first.change {
        None => false,
        Some(Change::Up) => read.any(Needs(!Needs::LARGE.0)) || !adds,
        Some(Change::Down) => read.any(Needs(!Needs::SMALL.0)) || !adds,
        Some(Change::Set(value)) => {
            read.is_read() || second.change.is_some_and(|change| change != Change::Set(value))
        }
        Some(Change::Any) => read.is_read() || second.change.is_some(),
    }
}

/// A condition that a transition needs.
#[derive(Debug)]
pub(super) struct Guard {
    /// The condition.
    pub code: Code,
    /// The variables of what is evaluated before it and can fault: while these stay, and the condition is false,
    /// the transition neither fires nor faults.
    pub before: Vec<u32>,
}

/// How a transition uses the variables.
#[derive(Debug, Default)]
pub(super) struct Access {
    /// The conditions that it needs, in the order in which they are evaluated.
    pub guards: Vec<Guard>,
    /// Variables that must have certain values for anything to happen at all, a fault included.
    pub pins: Vec<(u32, i64)>,
    /// Each variable that it reads or writes.
    pub touches: BTreeMap<u32, Touch>,
    /// Whether only the first guard that is false keeps it from faulting.
    pub only_first: bool,
    /// If it can fault: the variables that decide whether it does, once it is enabled.
    pub faults: Option<BTreeSet<u32>>,
}

/// How a transition uses the variables.
pub(super) fn access(
    program: &Program<'_>,
    queues: &[Queue],
    transition: &Transition,
) -> Result<Access, Unsupported> {
    let compiler = program.compiler;
    let mut reader = AccessReader {
        compiler,
        access: Access::default(),
        known: Known::new(&program.domains),
        can_add: false,
        can_fault: false,
        reads: BTreeSet::new(),
        written: BTreeMap::new(),
        uses: Vec::new(),
        is_first: false,
    };
    let edge = |id: system::EdgeId| &program.edges[id.index()];
    let required = transition.receivers.iter().filter(|receiver| receiver.required);
    let optional = transition.receivers.iter().filter(|receiver| !receiver.required);
    let needed: Vec<system::EdgeId> =
        std::iter::once(transition.sender).chain(required.map(|receiver| receiver.edge)).collect();
    let moves_alone = transition.receivers.is_empty();
    let action = |id: system::EdgeId| &program.system().edge(id).action;
    let done: Vec<&Block> = needed.iter().map(|id| action(*id)).collect();
    let maybe: Vec<&Block> = optional.clone().map(|receiver| action(receiver.edge)).collect();
    reader.uses = uses(queues, compiler, &done, &maybe);
    reader.uses.retain(|one| one.end == QueueEnd::Append || reader.known.fit_all(compiler, &one.others));
    needed.iter().for_each(|id| reader.place(edge(*id), moves_alone));
    for receiver in optional.clone() {
        reader.optional(edge(receiver.edge));
    }
    needed.iter().for_each(|id| reader.guards(edge(*id)));
    for id in needed.iter().copied().chain(optional.map(|receiver| receiver.edge)) {
        let action = action(id);
        let is_alone = moves_alone && is_single(action);
        reader.can_add = is_alone;
        if is_alone {
            edge(id).guard.iter().for_each(|guard| reader.known.learn(guard));
        }
        reader.is_first = id == transition.sender;
        reader.block(action)?;
        reader.known = Known::new(&program.domains);
    }
    Ok(reader.finish())
}

/// Whether a block and those nested in it have at most one step, so that all is read before anything is written.
fn is_single(block: &Block) -> bool {
    let is_single_branch = |branch: &Branch| is_single(&branch.body);
    block.steps.len() <= 1
        && block.steps.iter().flat_map(|step| &step.statements).all(|statement| match &statement.kind {
            StatementKind::Choose(branches) => branches.iter().all(is_single_branch),
            StatementKind::If { then, otherwise, .. } => {
                is_single_branch(then) && otherwise.iter().all(is_single_branch)
            }
            _ => true,
        })
}

struct AccessReader<'a, 's, 't> {
    compiler: Compiler<'s>,
    access: Access,
    known: Known<'a>,
    /// Whether an addition may count as such.
    can_add: bool,
    /// Whether the actions can fault.
    can_fault: bool,
    /// What the actions read.
    reads: BTreeSet<u32>,
    /// What the step at hand may write so far, and whether it may clash with another write.
    written: BTreeMap<u32, bool>,
    /// The statements that append to queues and take from them.
    uses: Vec<QueueUse<'t>>,
    /// Whether the step at hand is read in the state in which the transition begins.
    is_first: bool,
}

impl AccessReader<'_, '_, '_> {
    fn finish(mut self) -> Access {
        for variable in &self.reads {
            self.access.touches.entry(*variable).or_default().needs.add(Needs::VALUE);
        }
        if self.can_fault {
            self.access.faults.get_or_insert_default().append(&mut self.reads);
        }
        self.access
    }

    fn need(&mut self, variable: u32, needs: Needs) {
        self.access.touches.entry(variable).or_default().needs.add(needs);
    }

    fn change(&mut self, variable: u32, change: Change) {
        let touch = self.access.touches.entry(variable).or_default();
        touch.change = match touch.change {
            Some(other) if other != change => Some(Change::Any),
            _ => Some(change),
        };
    }

    /// Somebody must be where the edge begins, and moves.
    fn place(&mut self, edge: &EdgeCode, moves_alone: bool) {
        match edge.movement {
            Movement::None => {}
            Movement::Location { variable, from, to } => {
                let (variable, from) = (variable.0, i64::from(from));
                self.access.pins.push((variable, from));
                self.access.guards.push(Guard { code: Code::Is(variable, from), before: Vec::new() });
                self.need(variable, Needs::VALUE);
                if from != i64::from(to) {
                    self.change(variable, Change::Set(to.into()));
                }
            }
            Movement::Counter { from, to } => {
                let code = Code::Bounded(system::Comparison::Ge, from.0, 1);
                self.access.guards.push(Guard { code, before: Vec::new() });
                let (needs, down, up) = match moves_alone {
                    true => (Needs::LARGE, Change::Down, Change::Up),
                    false => (Needs::VALUE, Change::Any, Change::Any),
                };
                self.need(from.0, needs);
                if from != to {
                    self.change(from.0, down);
                    self.change(to.0, up);
                }
            }
        }
    }

    /// A receiver that takes part where it can.
    fn optional(&mut self, edge: &EdgeCode) {
        let moved = match edge.movement {
            Movement::None => Vec::new(),
            Movement::Location { variable, .. } => vec![variable.0],
            Movement::Counter { from, to } => vec![from.0, to.0],
        };
        moved.iter().for_each(|variable| self.change(*variable, Change::Any));
        let mut read: BTreeSet<u32> = moved.into_iter().collect();
        edge.guard.iter().for_each(|guard| guard.variables(&mut read));
        // Whether it takes part decides what it does, and so whether something faults.
        self.reads.extend(&read);
        if edge.guard.iter().any(Code::can_fault) {
            self.access.only_first = true;
            let faults = self.access.faults.get_or_insert_default();
            faults.extend(read);
        }
    }

    fn guards(&mut self, edge: &EdgeCode) {
        let mut known = self.known.clone();
        for code in &edge.guard {
            let code = known.as_bound(code);
            let mut read = BTreeSet::new();
            code.variables(&mut read);
            for variable in &read {
                self.need(*variable, self.needs(&code, *variable));
            }
            match code {
                Code::Is(variable, value) if self.access.faults.is_none() => {
                    self.access.pins.push((variable, value));
                }
                _ => {}
            }
            let before = self.access.faults.iter().flatten().copied().collect();
            if code.can_fault() && known.may_fault(&code) {
                self.access.faults.get_or_insert_default().extend(read);
            }
            known.learn(&code);
            self.access.guards.push(Guard { code, before });
        }
    }

    /// How a guard reads a variable. What takes from a queue finds an entry there, so that appending changes neither the oldest one nor
    /// that there is one.
    fn needs(&self, code: &Code, variable: u32) -> Needs {
        let mut taken = self.uses.iter().filter(|one| one.end == QueueEnd::Take).map(|one| &one.queue);
        if taken.clone().any(|queue| queue.is_oldest(variable)) {
            return Needs::OLDEST;
        }
        if taken.any(|queue| queue.length == variable && queue.only_asks_for_entries(code)) {
            return Needs::LARGE;
        }
        needs(code)
    }

    /// The variables that a block may write. Writes of one step can clash, those of different steps cannot.
    fn block(&mut self, block: &Block) -> Result<BTreeSet<u32>, Unsupported> {
        let around = std::mem::take(&mut self.written);
        let mut all = BTreeSet::new();
        for step in &block.steps {
            for statement in &step.statements {
                match self.uses.iter().position(|one| std::ptr::eq(one.statement, statement)) {
                    Some(at) => {
                        let one = self.uses.swap_remove(at);
                        self.queue_use(&one)?;
                        self.uses.push(one);
                    }
                    None => self.statement(statement)?,
                }
            }
            all.extend(std::mem::take(&mut self.written).into_keys());
            self.is_first = false;
        }
        self.written = around;
        Ok(all)
    }

    /// Something is appended to a queue, or taken from it.
    fn queue_use(&mut self, one: &QueueUse<'_>) -> Result<(), Unsupported> {
        let (needs, change) = match one.end {
            QueueEnd::Append => (Needs::SMALL, Change::Up),
            QueueEnd::Take => (Needs::LARGE, Change::Down),
        };
        self.need(one.queue.length, needs);
        self.change(one.queue.length, change);
        if self.is_first {
            // Queues block before anything else of their step is read.
            let before = self.access.faults.iter().flatten().copied().collect();
            self.access.guards.push(Guard { code: one.guard.clone(), before });
        }
        for variable in one.queue.entries() {
            self.change(variable, Change::Any);
            self.access.touches.entry(variable).or_default().end = Some(one.end);
        }
        for statement in &one.others {
            let StatementKind::Assign { place, value } = &statement.kind else { continue };
            match one.end {
                QueueEnd::Append => {
                    self.can_fault |= !self.known.fit_all(self.compiler, &[*statement]);
                    self.expression(value)?;
                }
                QueueEnd::Take => {
                    let target = self.write(place)?;
                    target.reach().into_iter().for_each(|variable| self.change(variable, Change::Any));
                }
            }
        }
        Ok(())
    }

    /// Branches of which one is taken: whether it writes a variable that its neighbours write is known only in the state.
    fn branches<'b>(&mut self, branches: impl Iterator<Item = &'b Branch>) -> Result<(), Unsupported> {
        let mut written = BTreeSet::new();
        for branch in branches {
            branch.guard.iter().try_for_each(|guard| self.expression(guard))?;
            written.append(&mut self.block(&branch.body)?);
        }
        self.note_writes(written, true);
        Ok(())
    }

    /// Different values for one place in one step are a fault. Two plain assignments to one variable are an error in the
    /// model, and a relation may constrain what is assigned; other writes may clash.
    fn note_writes(&mut self, variables: impl IntoIterator<Item = u32>, may_clash: bool) {
        for variable in variables {
            let could_clash = self.written.get(&variable).copied();
            if could_clash.is_some_and(|could| could || may_clash) {
                self.can_fault = true;
                // What is added to it decides whether the values differ.
                self.reads.insert(variable);
            }
            self.written.insert(variable, may_clash || could_clash.unwrap_or(false));
        }
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Unsupported> {
        match &statement.kind {
            StatementKind::Assign { place, value } => self.assign(place, value),
            StatementKind::Any { place, set, condition } => {
                let target = self.write(place)?;
                target.reach().into_iter().for_each(|variable| self.change(variable, Change::Any));
                // A member outside the type is a fault.
                self.can_fault |= set.is_some();
                match set {
                    Some(ChoiceSet::Range(low, high)) => {
                        self.expression(low)?;
                        self.expression(high)?;
                    }
                    Some(ChoiceSet::Members(members)) => {
                        members.iter().try_for_each(|member| self.expression(member))?;
                    }
                    None => {}
                }
                condition.iter().try_for_each(|condition| self.expression(condition))
            }
            StatementKind::Choose(branches) => self.branches(branches.iter()),
            StatementKind::If { condition, then, otherwise } => {
                self.expression(condition)?;
                self.branches(std::iter::once(then).chain(otherwise))
            }
            StatementKind::Skip => Ok(()),
            StatementKind::Assert(condition) => {
                self.can_fault = true;
                self.expression(condition)
            }
            StatementKind::Relation(relation) => self.expression(relation),
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr) -> Result<(), Unsupported> {
        let target = self.write(place)?;
        let code = self.compiler.expression(value)?;
        let is_integer = matches!(place.ty, Type::Range { .. } | Type::Nat | Type::Int);
        let fits = match &target {
            Target::Fixed(variable) => !is_integer || self.known.fits_into(&code, *variable),
            Target::Selected(address) => {
                let fits = |variable: u32| self.known.fits_into(&code, variable);
                !is_integer || address.reach().into_iter().all(fits)
            }
        };
        self.can_fault |= !fits;
        if let (Target::Fixed(variable), true, true) = (&target, self.can_add, fits)
            && let Some(step) = step_of(&code, *variable)
        {
            match step.signum() {
                1 => self.change(*variable, Change::Up),
                -1 => self.change(*variable, Change::Down),
                _ => {}
            }
            return Ok(());
        }
        let change = match code {
            Code::Constant(value) => Change::Set(value),
            _ => Change::Any,
        };
        target.reach().into_iter().for_each(|variable| self.change(variable, change));
        self.expression(value)
    }

    /// The place that is written; what selects it is read.
    fn write(&mut self, place: &Place) -> Result<Target, Unsupported> {
        let target = self.compiler.target(place)?;
        if let Target::Selected(address) = &target {
            address.variables(&mut self.reads);
            self.can_fault |= self.known.may_miss(address);
        }
        // Which place a selected one is, is known only in the state.
        self.note_writes(target.reach(), matches!(target, Target::Selected(_)));
        Ok(target)
    }

    fn expression(&mut self, expr: &Expr) -> Result<(), Unsupported> {
        let code = self.compiler.expression(expr)?;
        self.can_fault |= self.known.may_fault(&code);
        code.variables(&mut self.reads);
        self.released(expr)
    }

    /// New values that an expression mentions are written.
    fn released(&mut self, expr: &Expr) -> Result<(), Unsupported> {
        if let ExprKind::ReadNext(place) = &expr.kind {
            let target = self.write(place)?;
            target.reach().into_iter().for_each(|variable| self.change(variable, Change::Any));
        }
        expr.children().into_iter().try_for_each(|child| self.released(child))
    }
}

/// By how much an expression moves a variable, if it is a sum of that variable and a constant.
fn step_of(code: &Code, variable: u32) -> Option<i64> {
    let Code::Arithmetic(operation, pair, _) = code else { return None };
    match (operation, &**pair) {
        (Operation::Add, [Code::Read(read), Code::Constant(step)])
        | (Operation::Add, [Code::Constant(step), Code::Read(read)])
            if *read == variable =>
        {
            Some(*step)
        }
        (Operation::Sub, [Code::Read(read), Code::Constant(step)]) if *read == variable => step.checked_neg(),
        _ => None,
    }
}

/// How a condition reads its variables.
fn needs(code: &Code) -> Needs {
    use system::Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    match code {
        Code::Bounded(Ge | Gt, ..) => Needs::LARGE,
        Code::Bounded(Le | Lt, ..) => Needs::SMALL,
        Code::Bounded(Eq | Ne, ..) => Needs::VALUE,
        _ => Needs::VALUE,
    }
}
