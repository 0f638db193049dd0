//! A system reduced to what can matter to a property.
//!
//! Variables keep their numbers. One that does not matter has one value for ever, which an initial state has, and nothing writes it; transitions
//! that do not matter are gone, and assignments to what does not matter too. What is known of the others makes their
//! types smaller: no step leads out of the bounds, so that nothing else changes.
//!
//! A path of the slice is one of the system once the variables that were left out get their true values ([`lift`](crate::lift)).

use crate::cone::{Cone, is_removable};
use crate::interval::{End, Interval};
use crate::intervals::Bounds;
use crate::places;
use crate::reads::{self, Written};
use crate::start::{conjuncts, mentioned, start};
use diagnostics::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use system::{
    Block, Branch, Comparison, Edge, EdgeId, Expr, ExprKind, Place, ProcessId, Role, Statement,
    StatementKind, System, TransitionId, Type, Value, VariableId,
};

/// A system reduced to what can matter to some properties.
#[derive(Debug, Clone)]
pub struct Slice {
    /// The reduced system: the same variables and properties, fewer transitions.
    pub system: System,
    /// The transitions of the whole system that the transitions of the reduced one are.
    pub transitions: Vec<TransitionId>,
    /// The variables that matter.
    pub variables: BTreeSet<VariableId>,
    /// Whether nothing was left out.
    is_whole: bool,
}

impl Slice {
    /// Whether all that the expression reads is in the slice.
    pub fn mentions(&self, expression: &Expr) -> bool {
        mentioned(expression).is_subset(&self.variables)
    }

    /// Whether nothing was left out: only types may be smaller.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// The slice of a system to a cone, within bounds; nothing if no initial values are found for what does not matter.
///
/// Questions about paths need the fairness assumptions, others do not.
pub fn slice(system: &System, cone: &Cone, bounds: &Bounds, paths: bool) -> Option<Slice> {
    let every = (0..system.variables.len()).map(VariableId::from_index);
    let frozen: BTreeSet<VariableId> = every.filter(|variable| !cone.variables.contains(variable)).collect();
    let values = start(system, &frozen)?;
    let mut reduced = system.clone();
    for (variable, value) in &values {
        if let Value::Int(number) = value {
            reduced.variables[variable.index()].ty = Type::Range { low: *number, high: *number };
        }
    }
    narrow(&mut reduced, cone, bounds);
    reduced.initial = initial(system, cone, &values);
    reduced.transitions = cone.transitions.iter().map(|id| system.transition(*id).clone()).collect();
    clear_edges(&mut reduced, system, &cone.variables);
    if !paths {
        reduced.fairness.clear();
    }
    adjust_places(&mut reduced);
    let is_whole = frozen.is_empty() && cone.transitions.len() == system.transitions.len();
    let (transitions, variables) = (cone.transitions.clone(), cone.variables.clone());
    Some(Slice { system: reduced, transitions, variables, is_whole })
}

/// The conditions on what matters, and the values of what does not.
fn initial(system: &System, cone: &Cone, values: &BTreeMap<VariableId, Value>) -> Vec<Expr> {
    let is_relevant = |condition: &&Expr| {
        let read = mentioned(condition);
        read.is_empty() || read.iter().any(|variable| cone.variables.contains(variable))
    };
    let kept = conjuncts(&system.initial).into_iter().filter(is_relevant).cloned();
    let fixed = values.iter().map(|(variable, value)| {
        let ty = system.variable(*variable).ty;
        let place = Expr::read(*variable, ty, Span::default());
        let constant = Expr::new(ExprKind::Const(*value, ty.sort()), Span::default());
        Expr::compare(Comparison::Eq, place, constant, Span::default())
    });
    kept.chain(fixed).collect()
}

/// Makes types as small as the bounds allow: the same for all instances and elements of a declared variable, which may be exchanged.
fn narrow(system: &mut System, cone: &Cone, bounds: &Bounds) {
    let mut hulls: HashMap<(Option<ProcessId>, String), Interval> = HashMap::new();
    let key = |system: &System, id: VariableId| {
        let variable = system.variable(id);
        (variable.owner.map(|(process, _)| process), variable.base.clone())
    };
    let is_narrowed = |system: &System, id: VariableId| {
        let variable = system.variable(id);
        matches!(variable.role, Role::Variable | Role::Param)
            && matches!(variable.ty, Type::Int | Type::Nat | Type::Range { .. })
    };
    let relevant: Vec<VariableId> =
        cone.variables.iter().copied().filter(|id| is_narrowed(system, *id)).collect();
    for id in &relevant {
        let hull = hulls.entry(key(system, *id)).or_insert(Interval::NONE);
        *hull = hull.join(bounds.values[id.index()].integers());
    }
    for id in relevant {
        let hull = hulls[&key(system, id)];
        let ty = &mut system.variables[id.index()].ty;
        *ty = narrowed(*ty, hull);
    }
}

/// The type of what lies in an interval, too. An unbounded integer becomes a range only if it never changes: sets describe integers that
/// are bounded by guards better without counting their values.
fn narrowed(ty: Type, within: Interval) -> Type {
    let (End::At(low), End::At(high)) = (within.low, within.high) else { return ty };
    match ty {
        Type::Int | Type::Nat if low == high => Type::Range { low, high },
        Type::Range { low: least, high: most } => Type::Range { low: least.max(low), high: most.min(high) },
        _ => ty,
    }
}

/// Empties the edges of transitions that are gone, and takes what does not matter out of the others. What that is was decided by the types
/// of the whole system.
fn clear_edges(system: &mut System, whole: &System, relevant: &BTreeSet<VariableId>) {
    let mut used: BTreeSet<EdgeId> = BTreeSet::new();
    for transition in &system.transitions {
        used.insert(transition.sender);
        used.extend(transition.receivers.iter().map(|receiver| receiver.edge));
    }
    for (number, edge) in system.edges.iter_mut().enumerate() {
        match used.contains(&EdgeId::from_index(number)) {
            true => edge.action = reduced(whole, &edge.action, relevant),
            false => empty(edge),
        }
    }
}

fn empty(edge: &mut Edge) {
    edge.guard = Expr::bool(false, edge.guard.span);
    edge.action = Block::default();
}

/// The block without the statements that do not matter.
fn reduced(system: &System, block: &Block, relevant: &BTreeSet<VariableId>) -> Block {
    let mut result = block.clone();
    for (step, original) in result.steps.iter_mut().zip(&block.steps) {
        let written = Written::new(original);
        let numbered = original.statements.iter().enumerate();
        step.statements = numbered
            .filter(|(number, statement)| !is_removable(system, statement, *number, &written, relevant))
            .map(|(_, statement)| reduced_statement(system, statement, relevant))
            .collect();
    }
    result.steps.retain(|step| !step.statements.is_empty());
    result
}

fn reduced_statement(system: &System, statement: &Statement, relevant: &BTreeSet<VariableId>) -> Statement {
    let branch = |branch: &Branch| Branch { body: reduced(system, &branch.body, relevant), ..branch.clone() };
    let kind = match &statement.kind {
        StatementKind::Choose(branches) => StatementKind::Choose(branches.iter().map(branch).collect()),
        StatementKind::If { condition, then, otherwise } => StatementKind::If {
            condition: condition.clone(),
            then: branch(then),
            otherwise: otherwise.as_ref().map(branch),
        },
        other => other.clone(),
    };
    Statement { kind, span: statement.span }
}

/// Gives every place the type of the variables that it may denote.
fn adjust_places(system: &mut System) {
    let types: Vec<Type> = system.variables.iter().map(|variable| variable.ty).collect();
    let mut adjust = |place: &mut Place| {
        let of = |variable: VariableId| types.get(variable.index()).copied();
        let all = reads::targets(place).into_iter().filter_map(of);
        if let Some(ty) = all.reduce(around) {
            place.ty = ty;
        }
    };
    places::change(system, &mut adjust);
}

/// The smallest type around two integer types.
fn around(one: Type, two: Type) -> Type {
    match (one, two) {
        (Type::Range { low, high }, Type::Range { low: least, high: most }) => {
            Type::Range { low: low.min(least), high: high.max(most) }
        }
        (Type::Int, _) | (_, Type::Int) => Type::Int,
        (Type::Nat, Type::Range { low, .. }) | (Type::Range { low, .. }, Type::Nat) if low < 0 => Type::Int,
        (Type::Nat, Type::Range { .. }) | (Type::Range { .. }, Type::Nat) => Type::Nat,
        _ => one,
    }
}
