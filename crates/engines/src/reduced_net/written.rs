//! A reduced net as a system of its own.
//!
//! Variables keep their numbers, so that properties need not be rewritten: a variable whose place is left counts its tokens, that of a
//! place which several were fused to is the first of theirs, and all others have the one value zero. None of those is visible, so no
//! property that the reduction was made for reads them. There is one event for each transition, in the net's order.

use nets::reduction::Reduced;
use nets::{Amount, Net, Shape, SystemNet, Transition};
use std::collections::BTreeSet;
use system::{
    Block, Comparison, Edge, EdgeId, Expr, ExprKind, Movement, Operation, Owner, Place, Role, Statement,
    StatementKind, Step, System, Type, VariableId,
};

/// Whether a net can be written like that: plain, with one marking to start with, and one place for each variable, which counts from zero.
pub(super) fn is_simple(system: &System, net: &SystemNet) -> bool {
    let counts = |(number, (variable, shape)): (usize, (&system::Variable, &Shape))| {
        let from_zero = matches!(variable.ty, Type::Nat | Type::Range { low: 0, .. });
        from_zero && matches!(shape, Shape::Counter { place, low: 0, .. } if *place == number)
    };
    let shapes = &net.view.shapes;
    let all = system.variables.len();
    net.net.is_plain()
        && (shapes.len(), net.net.places.len()) == (all, all)
        && system.variables.iter().zip(shapes).enumerate().all(counts)
        && start(&net.net).is_some()
}

/// The only marking that a net starts with.
pub(super) fn start(net: &Net) -> Option<Vec<u64>> {
    let [start] = net.starts.as_slice() else { return None };
    start.0.iter().all(|amount| matches!(amount, Amount::Exactly(_))).then(|| start.least())
}

/// The system of a reduced net, whose places have these bounds; nothing if it has not one marking to start with.
pub(super) fn written(
    whole: &System,
    visible: &BTreeSet<VariableId>,
    reduced: &Reduced,
    bounds: &[Option<u64>],
) -> Option<System> {
    let start = start(&reduced.net)?;
    let ids: Vec<VariableId> = reduced
        .places
        .iter()
        .map(|originals| originals.first().map(|first| VariableId::from_index(*first)))
        .collect::<Option<_>>()?;
    let mut system = System {
        name: whole.name.clone(),
        source: whole.source.clone(),
        bounds: whole.bounds.clone(),
        variables: whole.variables.clone(),
        properties: whole.properties.clone(),
        ..System::default()
    };
    for variable in &mut system.variables {
        (variable.ty, variable.role, variable.owner) =
            (Type::Range { low: 0, high: 0 }, Role::Variable, None);
    }
    for (place, id) in ids.iter().enumerate() {
        let bounded =
            bounds.get(place).copied().flatten().map(|most| Type::Range { low: 0, high: most.into() });
        // What is visible has the values that it has in the whole system.
        let declared = if visible.contains(id) { whole.variable(*id).ty } else { Type::Nat };
        system.variables[id.index()].ty = bounded.unwrap_or(declared);
        let tokens = Expr::int(start[place].into(), Default::default());
        system.initial.push(Expr::compare(Comparison::Eq, read(&system, *id), tokens, Default::default()));
    }
    for (number, transition) in reduced.net.transitions.iter().enumerate() {
        let edge = event(&system, &ids, transition);
        system.edges.push(edge);
        let sender = EdgeId::from_index(number);
        system.transitions.push(system::Transition { sender, receivers: Vec::new() });
    }
    Some(system)
}

fn read(system: &System, variable: VariableId) -> Expr {
    Expr::read(variable, system.variable(variable).ty, Default::default())
}

/// The event of a transition.
fn event(system: &System, ids: &[VariableId], transition: &Transition) -> Edge {
    // It was never written.
    let span = Default::default();
    let enough = |(place, tokens): &(usize, u64)| {
        let tokens = Expr::int((*tokens).into(), span);
        Expr::compare(Comparison::Ge, read(system, ids[*place]), tokens, span)
    };
    let guard = Expr::new(ExprKind::And(transition.takes.iter().map(enough).collect()), span);
    let touched: BTreeSet<usize> =
        transition.takes.iter().chain(&transition.gives).map(|(place, _)| *place).collect();
    let statements: Vec<Statement> =
        touched.into_iter().filter_map(|place| change(system, ids[place], place, transition)).collect();
    let steps = if statements.is_empty() { Vec::new() } else { vec![Step { statements }] };
    Edge {
        name: transition.name.clone(),
        label: Some(transition.name.clone()),
        owner: Owner::Event,
        movement: Movement::None,
        guard,
        action: Block { steps },
        span,
    }
}

/// What a transition does to a place; nothing if it gives as much as it takes.
fn change(system: &System, id: VariableId, place: usize, transition: &Transition) -> Option<Statement> {
    let amount = |list: &[(usize, u64)]| {
        list.iter().find(|(own, _)| *own == place).map_or(0, |(_, tokens)| i128::from(*tokens))
    };
    let (taken, given) = (amount(&transition.takes), amount(&transition.gives));
    let (span, ty) = (Default::default(), system.variable(id).ty);
    let operation = match taken.cmp(&given) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => Operation::Sub,
        std::cmp::Ordering::Less => Operation::Add,
    };
    let by = Expr::int(taken.abs_diff(given) as i128, span);
    let value = match ty {
        // A place for one token is empty or full, and becomes the other.
        Type::Range { low: 0, high: 1 } => Expr::int(given.saturating_sub(taken).max(0), span),
        _ => Expr::new(ExprKind::Arithmetic(operation, Box::new(read(system, id)), Box::new(by)), span),
    };
    let place = Place::variable(id, ty, span);
    Some(Statement { kind: StatementKind::Assign { place, value }, span })
}
