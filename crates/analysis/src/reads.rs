//! What expressions and actions mention, and what may go wrong in them.

use std::collections::{BTreeSet, HashMap};
use system::{
    Block, Branch, ChoiceSet, Expr, ExprKind, Movement, Operation, Place, Statement, StatementKind, Step,
    System, VariableId,
};

/// All variables that a place may denote, whatever its selectors are.
pub(crate) fn targets(place: &Place) -> Vec<VariableId> {
    let mut targets = vec![place.first];
    for selector in &place.selectors {
        targets = targets
            .into_iter()
            .flat_map(|first| (0..selector.count).map(move |position| selector.variable(first, position)))
            .collect();
    }
    targets
}

/// All variables that an expression may read, also those whose new value it reads.
pub(crate) fn read(expr: &Expr, found: &mut Vec<VariableId>) {
    if let ExprKind::Read(place) | ExprKind::ReadNext(place) = &expr.kind {
        found.extend(targets(place));
    }
    expr.children().into_iter().for_each(|child| read(child, found));
}

/// The places of which an expression reads the new value.
pub(crate) fn primed<'e>(expr: &'e Expr, found: &mut Vec<&'e Place>) {
    if let ExprKind::ReadNext(place) = &expr.kind {
        found.push(place);
    }
    expr.children().into_iter().for_each(|child| primed(child, found));
}

/// All variables that some transition may change.
pub fn changed(system: &System) -> BTreeSet<VariableId> {
    let mut found = Vec::new();
    for edge in &system.edges {
        written(&edge.action, &mut found);
        match edge.movement {
            Movement::None => {}
            Movement::Location { variable, .. } => found.push(variable),
            Movement::Counter { from, to } => found.extend([from, to]),
        }
    }
    found.into_iter().collect()
}

/// All variables that an action may write.
pub(crate) fn written(block: &Block, found: &mut Vec<VariableId>) {
    for statement in block.steps.iter().flat_map(|step| &step.statements) {
        statement_written(statement, found);
    }
}

pub(crate) fn statement_written(statement: &Statement, found: &mut Vec<VariableId>) {
    let released = |condition: &Expr, found: &mut Vec<VariableId>| {
        let mut places = Vec::new();
        primed(condition, &mut places);
        found.extend(places.into_iter().flat_map(targets));
    };
    match &statement.kind {
        StatementKind::Assign { place, .. } => found.extend(targets(place)),
        StatementKind::Any { place, condition, .. } => {
            found.extend(targets(place));
            condition.iter().for_each(|condition| released(condition, found));
        }
        StatementKind::Relation(relation) => released(relation, found),
        StatementKind::Choose(branches) => branches.iter().for_each(|branch| written(&branch.body, found)),
        StatementKind::If { then, otherwise, .. } => {
            written(&then.body, found);
            otherwise.iter().for_each(|branch| written(&branch.body, found));
        }
        StatementKind::Skip | StatementKind::Assert(_) => {}
    }
}

/// What the statements of one step write, to tell what stands beside each of them.
pub(crate) struct Written {
    by: Vec<Vec<VariableId>>,
    counts: HashMap<VariableId, usize>,
}

impl Written {
    pub fn new(step: &Step) -> Self {
        let by: Vec<Vec<VariableId>> = step
            .statements
            .iter()
            .map(|statement| {
                let mut own = Vec::new();
                statement_written(statement, &mut own);
                own.sort_unstable();
                own.dedup();
                own
            })
            .collect();
        let mut counts = HashMap::new();
        by.iter().flatten().for_each(|variable| *counts.entry(*variable).or_default() += 1);
        Written { by, counts }
    }

    /// What the statement with this number may write.
    pub fn by(&self, statement: usize) -> &[VariableId] {
        &self.by[statement]
    }

    /// Whether another statement than the one with this number, which writes the variable, writes it too.
    pub fn is_shared(&self, variable: VariableId) -> bool {
        self.counts.get(&variable).is_some_and(|count| *count > 1)
    }
}

/// All variables that an action may read, whatever for: values, places, conditions.
pub(crate) fn action_read(block: &Block, found: &mut Vec<VariableId>) {
    for statement in block.steps.iter().flat_map(|step| &step.statements) {
        statement_read(statement, found);
    }
}

pub(crate) fn statement_read(statement: &Statement, found: &mut Vec<VariableId>) {
    let branch = |branch: &Branch, found: &mut Vec<VariableId>| {
        branch.guard.iter().for_each(|guard| read(guard, found));
        action_read(&branch.body, found);
    };
    match &statement.kind {
        StatementKind::Assign { place, value } => {
            selected(place, found);
            read(value, found);
        }
        StatementKind::Any { place, set, condition } => {
            selected(place, found);
            set.iter().for_each(|set| members(set).into_iter().for_each(|member| read(member, found)));
            condition.iter().for_each(|condition| read(condition, found));
        }
        StatementKind::Relation(condition) | StatementKind::Assert(condition) => read(condition, found),
        StatementKind::Choose(branches) => branches.iter().for_each(|one| branch(one, found)),
        StatementKind::If { condition, then, otherwise } => {
            read(condition, found);
            branch(then, found);
            otherwise.iter().for_each(|one| branch(one, found));
        }
        StatementKind::Skip => {}
    }
}

/// What chooses the variable of a place.
pub(crate) fn selected(place: &Place, found: &mut Vec<VariableId>) {
    place.selectors.iter().for_each(|selector| read(&selector.index, found));
}

fn members(set: &ChoiceSet) -> Vec<&Expr> {
    match set {
        ChoiceSet::Range(low, high) => vec![low, high],
        ChoiceSet::Members(members) => members.iter().collect(),
    }
}

/// Whether evaluating the expression may fault.
pub(crate) fn may_fault(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => !place.selectors.is_empty(),
        ExprKind::Arithmetic(Operation::Div | Operation::Mod, _, divisor) => {
            crate::evaluate::constant(divisor).is_none_or(|divisor| divisor == 0)
        }
        ExprKind::IndexOf(_) | ExprKind::InstanceAt(..) => true,
        _ => false,
    };
    own || expr.children().into_iter().any(may_fault)
}
