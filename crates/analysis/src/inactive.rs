//! Inactive variables: values that nobody will read are set to a fixed one.
//!
//! A variable of a process is inactive at a location if every way on from there writes it before it reads it, and nobody
//! but its owner ever reads it: not another process or event, not through a reference or a computed index, and not
//! a property. States that differ only in inactive variables have the same steps, to states that again differ only in
//! inactive variables, so one of them is enough. Others may still write such a variable; it remains inactive.
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
    Block, Branch, ChoiceSet, Edge, Expr, ExprKind, Movement, Owner, Place, Property, Question, State,
    StatementKind, System, Type, Value, VariableId,
};

/// Which variables are inactive where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inactive {
    /// For each location variable, for each location: the variables that are inactive there, with what they are set to.
    pub resets: Vec<(VariableId, Vec<Resets>)>,
}

/// Variables, with what they are set to.
pub type Resets = Vec<(VariableId, Value)>;

/// What is inactive for these properties; nothing if nothing ever is.
pub fn inactive(system: &System, properties: &[&Property]) -> Option<Inactive> {
    let uses = uses(system, properties);
    let mut by_instance: BTreeMap<VariableId, Instance<'_>> = BTreeMap::new();
    for (edge, uses) in system.edges.iter().zip(&uses.edges) {
        if let Movement::Location { variable, from, to } = edge.movement {
            let instance = by_instance.entry(variable).or_default();
            instance.edges.push((from as usize, to as usize, uses));
        }
    }
    let resets = by_instance.into_iter().filter_map(|(location, instance)| {
        let resets = resets(system, location, &instance, &uses.foreign);
        resets.iter().any(|resets| !resets.is_empty()).then_some((location, resets))
    });
    let resets: Vec<_> = resets.collect();
    if resets.is_empty() { None } else { Some(Inactive { resets }) }
}

impl Inactive {
    /// Sets what is inactive in a state to its fixed value.
    pub fn reset(&self, state: &mut State) {
        for (location, resets) in &self.resets {
            let Value::Location(at) = state[location.index()] else { continue };
            for (variable, value) in resets.get(at as usize).into_iter().flatten() {
                state[variable.index()] = *value;
            }
        }
    }
}

/// The edges of an instance: from where, to where, and what they use.
#[derive(Default)]
struct Instance<'u> {
    edges: Vec<(usize, usize, &'u EdgeUses)>,
}

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
    let mut foreign = EdgeUses::default();
    for property in properties {
        match &property.question {
            Question::Invariant(e) | Question::Reachable(e) | Question::Bound(e) => foreign.expression(e),
            Question::DeadlockFree | Question::NoFaults | Question::Ctl(_) | Question::Ltl(_) => {}
        }
    }
    let mut foreign = foreign.reads;
    let edges: Vec<EdgeUses> = system.edges.iter().map(EdgeUses::of).collect();
    for (edge, uses) in system.edges.iter().zip(&edges) {
        let is_own = |variable: &&VariableId| match (edge.owner, system.variable(**variable).owner) {
            (Owner::Instance(process, instance), Some(owner)) => owner == (process, instance),
            _ => false,
        };
        foreign.extend(uses.reads.iter().filter(|variable| !is_own(variable)));
    }
    Uses { edges, foreign }
}

/// For each location of an instance, what is inactive there.
fn resets(
    system: &System,
    location: VariableId,
    instance: &Instance<'_>,
    foreign: &BTreeSet<VariableId>,
) -> Vec<Resets> {
    let Type::Location(process) = system.variable(location).ty else { return Vec::new() };
    let owner = system.variable(location).owner;
    let all = (0..system.variables.len()).map(VariableId::from_index);
    let own = all.filter(|variable| {
        system.variable(*variable).owner == owner && *variable != location && !foreign.contains(variable)
    });
    let own: Resets =
        own.filter_map(|own| Some((own, fixed_value(system, system.variable(own).ty)?))).collect();
    let mut active: Vec<BTreeSet<VariableId>> =
        vec![BTreeSet::new(); system.process(process).locations.len()];
    loop {
        let mut grew = false;
        for (from, to, uses) in &instance.edges {
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
    active.iter().map(inactive).collect()
}

/// What an inactive variable of a type is set to; nothing if it should be left alone. Integers may be indices of instances,
/// and are then set to what is none.
fn fixed_value(system: &System, ty: Type) -> Option<Value> {
    match ty {
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
            let ends = [low, high].into_iter().filter(|_| low <= high);
            ends.into_iter().find(|value| !is_index(*value)).map(Value::Int)
        }
    }
}

impl EdgeUses {
    fn of(edge: &Edge) -> Self {
        let mut uses = EdgeUses::default();
        uses.expression(&edge.guard);
        uses.block(&edge.action, true);
        uses
    }

    fn expression(&mut self, expr: &Expr) {
        if let ExprKind::Read(place) = &expr.kind {
            self.reads.extend(targets(place));
        }
        expr.children().into_iter().for_each(|child| self.expression(child));
    }

    fn write(&mut self, place: &Place, always: bool) {
        match place.fixed() {
            Some(variable) if always => {
                self.writes.insert(variable);
            }
            _ => place.selectors.iter().for_each(|selector| self.expression(&selector.index)),
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
