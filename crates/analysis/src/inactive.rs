//! Inactive variables: values that nobody will read are set to a fixed one.
//!
//! A variable of a process is inactive at a location if every way on from there writes it before it reads it, and nobody
//! but its owner ever reads it: not another process or event, not through a reference or a computed index, and not
//! a property. States that differ only in inactive variables have the same steps, to states that again differ only in
//! inactive variables, so one of them is enough, whichever it is and whenever it is taken. Others may still write such a
//! variable; it remains inactive.
//!
//! What is active is a fixpoint over the edges of each instance:
//!
//! ```text
//! active(L) = union over edges L -> M of: reads of the edge, and what is active at M but for what the edge always writes
//! ```
//!
//! # Reference
//!
//! Live variables as in Aho, Lam, Sethi, Ullman: *Compilers: Principles, Techniques, and Tools*, 2nd edition, 2006,
//! section 9.2.5; their use for smaller state graphs: Bozga, Fernandez, Ghirvu: *State Space Reduction Based on Live
//! Variables Analysis*, SAS 1999, doi:10.1007/3-540-48294-6_11.

use crate::reads::targets;
use std::collections::{BTreeMap, BTreeSet};
use system::{
    Block, Branch, ChoiceSet, ClaimedPath, Edge, Expr, ExprKind, Interpreter, Mismatch, Movement, Owner,
    Place, Property, Question, State, StatementKind, System, Type, Value, VariableId,
};

/// Which variables are inactive where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inactive {
    /// For each location variable, for each location: the variables that are inactive there, with what they are set to.
    pub resets: Vec<(VariableId, Vec<Resets>)>,
}

/// Variables, with what they are set to.
pub type Resets = Vec<(VariableId, Value)>;

/// What is inactive for these properties; nothing if nothing ever is. They are decided by single states: `invariant`, `reachable`,
/// `deadlock_free` or `no_faults`.
pub fn inactive(system: &System, properties: &[&Property]) -> Option<Inactive> {
    let uses = uses(system, properties);
    let mut by_instance: BTreeMap<VariableId, Vec<Passage<'_>>> = BTreeMap::new();
    for (edge, uses) in system.edges.iter().zip(&uses.edges) {
        if let Movement::Location { variable, from, to } = edge.movement {
            by_instance.entry(variable).or_default().push((from as usize, to as usize, uses));
        }
    }
    let resets = by_instance.into_iter().filter_map(|(location, passages)| {
        let resets = resets(system, location, &passages, &uses.foreign)?;
        resets.iter().any(|resets| !resets.is_empty()).then_some((location, resets))
    });
    let resets: Vec<_> = resets.collect();
    if resets.is_empty() { None } else { Some(Inactive { resets }) }
}

impl Inactive {
    /// Sets what is inactive in a state to its fixed value.
    pub fn reset(&self, state: &mut State) {
        let resets: Resets = self.here(state).copied().collect();
        for (variable, value) in resets {
            state[variable.index()] = value;
        }
    }

    /// The variables that are inactive in a state.
    pub fn at(&self, state: &State) -> BTreeSet<VariableId> {
        self.here(state).map(|(variable, _)| *variable).collect()
    }

    fn here<'s>(&'s self, state: &'s State) -> impl Iterator<Item = &'s (VariableId, Value)> {
        self.resets.iter().flat_map(|(location, resets)| {
            let at = match state[location.index()] {
                Value::Location(at) => resets.get(at as usize),
                _ => None,
            };
            at.into_iter().flatten()
        })
    }

    /// Whether two states differ in inactive variables alone.
    pub fn is_same(&self, left: &State, right: &State) -> bool {
        let normal = |state: &State| {
            let mut normal = state.clone();
            self.reset(&mut normal);
            normal
        };
        normal(left) == normal(right)
    }

    /// A path whose states may have other values in inactive variables, walked in the system from one of its states that
    /// agrees with the first.
    ///
    /// # Errors
    /// If that is not possible, which is a bug of whoever claims the path.
    pub fn walked(
        &self,
        system: &System,
        initial: State,
        path: &ClaimedPath,
    ) -> Result<ClaimedPath, Mismatch> {
        let interpreter = Interpreter::new(system);
        if !self.is_same(&initial, &path.initial) {
            return Err(Mismatch::NotInitial);
        }
        let mut at = initial.clone();
        let mut steps = Vec::with_capacity(path.steps.len());
        for (number, (transition, claimed)) in path.steps.iter().enumerate() {
            let agrees = |state: &State| self.is_same(state, claimed);
            let found = interpreter.step_near(&at, *transition, claimed, &agrees)?;
            at = found.ok_or(Mismatch::NoSuchStep(number))?.state;
            steps.push((*transition, at.clone()));
        }
        Ok(ClaimedPath { initial, steps, ending: path.ending.clone() })
    }
}

/// An edge of an instance: from where, to where, and what it uses.
type Passage<'u> = (usize, usize, &'u EdgeUses);

/// What an edge uses.
#[derive(Debug, Default)]
struct EdgeUses {
    /// What it may read.
    reads: BTreeSet<VariableId>,
    /// What it writes whenever it is taken.
    writes: BTreeSet<VariableId>,
}

/// What edges use, and what is read by others than its owner.
struct Uses {
    edges: Vec<EdgeUses>,
    foreign: BTreeSet<VariableId>,
}

fn uses(system: &System, properties: &[&Property]) -> Uses {
    let mut foreign = BTreeSet::new();
    for property in properties {
        match &property.question {
            Question::Invariant(e) | Question::Reachable(e) | Question::Bound(e) => now_read(e, &mut foreign),
            Question::DeadlockFree | Question::NoFaults | Question::Ctl(_) | Question::Ltl(_) => {}
        }
    }
    let mut edges = Vec::with_capacity(system.edges.len());
    for edge in &system.edges {
        let mut uses = EdgeUses::default();
        now_read(&edge.guard, &mut uses.reads);
        uses.block(&edge.action, true);
        foreign.extend(uses.reads.iter().filter(|variable| !is_own(system, edge, **variable)));
        edges.push(uses);
    }
    Uses { edges, foreign }
}

/// Whether the variable belongs to the instance whose edge it is.
fn is_own(system: &System, edge: &Edge, variable: VariableId) -> bool {
    match (edge.owner, system.variable(variable).owner) {
        (Owner::Instance(process, instance), Some(owner)) => owner == (process, instance),
        _ => false,
    }
}

/// For each location of an instance, what is inactive there; nothing if the variable holds no location.
fn resets(
    system: &System,
    location: VariableId,
    passages: &[Passage<'_>],
    foreign: &BTreeSet<VariableId>,
) -> Option<Vec<Resets>> {
    let declared = system.variable(location);
    let Type::Location(process) = declared.ty else { return None };
    let locations = system.process(process).locations.len();
    let own = (0..system.variables.len()).map(VariableId::from_index).filter(|variable| {
        let is_owned = system.variable(*variable).owner == declared.owner;
        is_owned && *variable != location && !foreign.contains(variable)
    });
    let own: Resets = own.filter_map(|variable| Some((variable, fixed_value(system, variable)?))).collect();
    let mut active: Vec<BTreeSet<VariableId>> = vec![BTreeSet::new(); locations];
    loop {
        let mut grew = false;
        for (from, to, uses) in passages {
            let passed = active[*to].difference(&uses.writes).copied();
            let needed: Vec<VariableId> = passed.chain(uses.reads.iter().copied()).collect();
            let before = active[*from].len();
            active[*from].extend(needed);
            grew |= active[*from].len() > before;
        }
        if !grew {
            break;
        }
    }
    let inactive = |active: &BTreeSet<VariableId>| {
        own.iter().filter(|(own, _)| !active.contains(own)).copied().collect()
    };
    Some(active.iter().map(inactive).collect())
}

/// What an inactive variable is set to; nothing if it should be left alone. Integers may be indices of instances, and
/// are then set to what is none.
fn fixed_value(system: &System, variable: VariableId) -> Option<Value> {
    match system.variable(variable).ty {
        Type::Bool => Some(Value::Bool(false)),
        Type::Enumeration(_) => Some(Value::Member(0)),
        Type::Reference(_) => Some(Value::Reference(None)),
        Type::Location(_) => None,
        Type::Nat | Type::Int => Some(Value::Int(0)),
        Type::Range { low, high } => {
            let is_index = |value: i128| {
                system.processes.iter().any(|process| {
                    let instance = value.checked_sub(process.first_index);
                    instance.is_some_and(|number| (0..i128::from(process.count)).contains(&number))
                })
            };
            let end = [low, high].into_iter().find(|value| !is_index(*value));
            end.filter(|_| low <= high).map(Value::Int)
        }
    }
}

/// The variables whose present values an expression may read.
fn now_read(expr: &Expr, found: &mut BTreeSet<VariableId>) {
    if let ExprKind::Read(place) = &expr.kind {
        found.extend(targets(place));
    }
    expr.children().into_iter().for_each(|child| now_read(child, found));
}

impl EdgeUses {
    fn expression(&mut self, expr: &Expr) {
        now_read(expr, &mut self.reads);
    }

    fn write(&mut self, place: &Place, always: bool) {
        match place.fixed() {
            Some(variable) if always => {
                self.writes.insert(variable);
            }
            Some(_) => {}
            None => place.selectors.iter().for_each(|selector| self.expression(&selector.index)),
        }
    }

    fn branch(&mut self, branch: &Branch) {
        branch.guard.iter().for_each(|guard| self.expression(guard));
        self.block(&branch.body, false);
    }

    /// Reads a block, which is always run to its end, or only sometimes.
    fn block(&mut self, block: &Block, always: bool) {
        for statement in block.steps.iter().flat_map(|step| &step.statements) {
            match &statement.kind {
                StatementKind::Assign { place, value } => {
                    self.write(place, always);
                    self.expression(value);
                }
                StatementKind::Any { place, set, condition } => {
                    self.write(place, always);
                    match set {
                        Some(ChoiceSet::Range(low, high)) => {
                            self.expression(low);
                            self.expression(high);
                        }
                        Some(ChoiceSet::Members(members)) => {
                            members.iter().for_each(|member| self.expression(member));
                        }
                        None => {}
                    }
                    condition.iter().for_each(|condition| self.expression(condition));
                }
                StatementKind::Choose(branches) => branches.iter().for_each(|branch| self.branch(branch)),
                StatementKind::If { condition, then, otherwise } => {
                    self.expression(condition);
                    self.branch(then);
                    otherwise.iter().for_each(|branch| self.branch(branch));
                }
                StatementKind::Skip => {}
                StatementKind::Assert(condition) | StatementKind::Relation(condition) => {
                    self.expression(condition);
                }
            }
        }
    }
}
