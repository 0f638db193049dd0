//! The transitions of a system as guarded commands: from locations, under a condition, with new values for some variables, to locations.
//!
//! What is not understood is left out: a condition is then weaker, and a new value unknown. So commands can do at least what the transitions
//! can; what is concluded from them is proved in full later.

use crate::expressions::{formula, substituted};
use crate::generated::At;
use certificates::Term;
use std::collections::BTreeMap;
use system::{Block, Branch, Edge, Movement, Owner, Place, Statement, StatementKind, System, VariableId};

/// A transition with more branches than this is taken as one whose new values are unknown.
const MOST_BRANCHES: usize = 8;
/// Places with more variables than this are taken as one variable.
const MOST_PLACES: usize = 200;

/// One way of a transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Whose transition it is.
    pub owner: Owner,
    /// The locations that are left.
    pub from: Vec<At>,
    /// The locations that are entered, of the same instances.
    pub to: Vec<At>,
    /// What is true before, all of it.
    pub guard: Vec<Term>,
    /// The new values of what may change, over the state before; nothing for a value that is not known. Locations are not listed.
    pub updates: BTreeMap<VariableId, Option<Term>>,
}

/// The commands of a system.
pub fn commands(system: &System) -> Vec<Command> {
    let mut all = Vec::new();
    for transition in &system.transitions {
        let sender = system.edge(transition.sender);
        let receivers: Vec<(&Edge, bool)> = transition
            .receivers
            .iter()
            .map(|receiver| (system.edge(receiver.edge), receiver.required))
            .collect();
        let mut base = Command {
            owner: sender.owner,
            from: Vec::new(),
            to: Vec::new(),
            guard: Vec::new(),
            updates: BTreeMap::new(),
        };
        begin(&mut base, sender);
        receivers.iter().filter(|(_, required)| *required).for_each(|(edge, _)| begin(&mut base, edge));
        let mut ways = vec![base];
        for (edge, required) in [(sender, true)].into_iter().chain(receivers) {
            ways = ways.into_iter().flat_map(|way| taken(system, way, edge, required)).collect();
        }
        all.extend(ways);
    }
    all
}

/// The locations and the guard of an edge that takes part.
fn begin(command: &mut Command, edge: &Edge) {
    command.guard.extend(formula(&edge.guard));
    if let Movement::Location { variable, from, to } = edge.movement {
        command.from.push((variable, from));
        command.to.push((variable, to));
    }
}

/// What the command is after the action of an edge.
fn taken(system: &System, command: Command, edge: &Edge, required: bool) -> Vec<Command> {
    let mut ways = match required {
        true => run(system, vec![command.clone()], &edge.action),
        false => None,
    }
    .unwrap_or_else(|| vec![forgetful(system, command, &edge.action)]);
    for way in &mut ways {
        if let Movement::Counter { from, to } = edge.movement {
            for (variable, distance) in [(from, -1), (to, 1)] {
                let old = way.updates.get(&variable).cloned().unwrap_or(Some(Term::Variable(variable)));
                let new = old.filter(|_| required).map(|old| Term::Sum(vec![old, Term::int(distance)]));
                way.updates.insert(variable, new);
            }
        }
    }
    ways
}

/// The command after a block; nothing if there are too many ways.
fn run(system: &System, mut ways: Vec<Command>, block: &Block) -> Option<Vec<Command>> {
    for step in &block.steps {
        let mut next = Vec::new();
        for before in ways {
            let mut split = vec![before.clone()];
            for statement in &step.statements {
                let mut longer = Vec::new();
                for way in split {
                    longer.extend(execute(system, &before, way, statement)?);
                }
                split = longer;
            }
            next.extend(split);
        }
        if next.len() > MOST_BRANCHES {
            return None;
        }
        ways = next;
    }
    Some(ways)
}

/// The command after one statement of a step that began as `before`.
fn execute(
    system: &System,
    before: &Command,
    mut way: Command,
    statement: &Statement,
) -> Option<Vec<Command>> {
    match &statement.kind {
        StatementKind::Assign { place, value } => {
            let new = formula(value).and_then(|value| substituted(&value, &before.updates));
            write(system, &mut way, place, new);
            Some(vec![way])
        }
        StatementKind::Any { place, .. } => {
            write(system, &mut way, place, None);
            Some(vec![way])
        }
        StatementKind::Choose(branches) => {
            let mut all = Vec::new();
            for branch in branches {
                all.extend(enter(system, before, way.clone(), branch)?);
            }
            Some(all)
        }
        StatementKind::If { condition, then, otherwise } => {
            let condition = formula(condition).and_then(|term| substituted(&term, &before.updates));
            let mut yes = way.clone();
            yes.guard.extend(condition.clone());
            let mut all = enter(system, before, yes, then)?;
            way.guard.extend(condition.map(Term::negated));
            match otherwise {
                Some(branch) => all.extend(enter(system, before, way, branch)?),
                None => all.push(way),
            }
            Some(all)
        }
        StatementKind::Skip | StatementKind::Assert(_) => Some(vec![way]),
        StatementKind::Relation(_) => {
            let block = Block { steps: vec![system::Step { statements: vec![statement.clone()] }] };
            Some(vec![forgetful(system, way, &block)])
        }
    }
}

/// The command after a branch, which begins in the state in which the step began.
fn enter(system: &System, before: &Command, way: Command, branch: &Branch) -> Option<Vec<Command>> {
    let guard = branch.guard.as_ref().and_then(formula);
    let guard = guard.and_then(|term| substituted(&term, &before.updates));
    let mut inner = Command { updates: before.updates.clone(), guard: way.guard.clone(), ..way.clone() };
    inner.guard.extend(guard);
    let ended = run(system, vec![inner], &branch.body)?;
    let merged = ended.into_iter().map(|inner| {
        let mut updates = way.updates.clone();
        let changed = inner.updates.into_iter().filter(|(id, value)| before.updates.get(id) != Some(value));
        updates.extend(changed);
        Command { updates, guard: inner.guard, ..way.clone() }
    });
    Some(merged.collect())
}

/// The variables that a place can denote.
fn denoted(place: &Place) -> Vec<VariableId> {
    let mut all = vec![place.first];
    for selector in &place.selectors {
        let longer = all.iter().flat_map(|first| (0..selector.count).map(|at| selector.variable(*first, at)));
        all = longer.take(MOST_PLACES).collect();
    }
    all
}

fn write(system: &System, way: &mut Command, place: &Place, value: Option<Term>) {
    let all = denoted(place);
    let value = value.filter(|_| all.len() == 1);
    for variable in all.into_iter().filter(|variable| variable.index() < system.variables.len()) {
        way.updates.insert(variable, value.clone());
    }
}

/// The command with unknown values for whatever the block writes.
fn forgetful(system: &System, mut command: Command, block: &Block) -> Command {
    let mut places = Vec::new();
    written(block, &mut places);
    for place in places {
        write(system, &mut command, place, None);
    }
    command
}

fn written<'b>(block: &'b Block, places: &mut Vec<&'b Place>) {
    for statement in block.steps.iter().flat_map(|step| &step.statements) {
        match &statement.kind {
            StatementKind::Assign { place, .. } | StatementKind::Any { place, .. } => places.push(place),
            StatementKind::Choose(branches) => {
                branches.iter().for_each(|branch| written(&branch.body, places))
            }
            StatementKind::If { then, otherwise, .. } => {
                written(&then.body, places);
                otherwise.iter().for_each(|branch| written(&branch.body, places));
            }
            StatementKind::Relation(condition) => primed(condition, places),
            StatementKind::Skip | StatementKind::Assert(_) => {}
        }
        if let StatementKind::Any { condition: Some(condition), .. } = &statement.kind {
            primed(condition, places);
        }
    }
}

/// The places whose new values an expression reads.
fn primed<'b>(expression: &'b system::Expr, places: &mut Vec<&'b Place>) {
    if let system::ExprKind::ReadNext(place) = &expression.kind {
        places.push(place);
    }
    expression.children().into_iter().for_each(|child| primed(child, places));
}
