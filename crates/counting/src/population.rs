//! The system of counters.

use crate::action::{Actions, within};
use crate::combination::Combinations;
use crate::initial::{initial_combinations, roles};
use crate::meaning::{Meaning, Obstacle, compare, expr, int};
use crate::term::{Terms, global_type};
use diagnostics::Span;
use std::collections::HashMap;
use system::parameterized::{Domain, ParameterizedQuestion, ParameterizedSystem, Term};
use system::{
    Comparison, Constant, ConstantValue, Ctl, Edge, EdgeId, Expr, ExprKind, Path, Property, Question, Role,
    State, System, Transition, Type, Value, Variable,
};

/// A system of counters that stands for all sizes.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The system: the variables that belong to no instance come first, then one counter for each combination.
    pub system: System,
    /// For each property, its place in the system's list, or why it has none. What is to be reachable at each size is asked as a
    /// temporal formula, of all initial states.
    pub places: Vec<Result<usize, Obstacle>>,
    combinations: Combinations,
    globals: usize,
    locals: usize,
    booleans: Vec<bool>,
}

/// The system of counters, if instances cannot be told apart; else, in words, why they can.
///
/// # Errors
/// Why the system cannot be counted.
pub fn counted(system: &ParameterizedSystem) -> Result<Counted, Obstacle> {
    for variable in &system.globals {
        global_type(&variable.domain, &variable.name)?;
    }
    let role = roles(system)?;
    let mut combinations = Combinations::default();
    for combination in initial_combinations(system)? {
        combinations.number(combination)?;
    }
    let edges = loop {
        let mut actions = Actions::new(system, &combinations);
        let edges = events(system, &combinations, &mut actions)?;
        let found = std::mem::take(&mut actions.found);
        if found.is_empty() {
            break edges;
        }
        for combination in found {
            combinations.number(combination)?;
        }
    };
    let terms = Terms { system, combinations: &combinations };
    let (properties, places) = properties(system, &terms);
    let made = System {
        name: system.name.clone(),
        constants: vec![Constant { name: system.constant.clone(), value: ConstantValue::Int(system.least) }],
        variables: variables(system, &combinations)?,
        initial: initial(system, &terms, role)?,
        transitions: (0..edges.len())
            .map(|number| Transition { sender: EdgeId::from_index(number), receivers: Vec::new() })
            .collect(),
        edges,
        properties,
        ..System::default()
    };
    let booleans = system.globals.iter().map(|variable| variable.domain == Domain::Bool).collect();
    let (globals, locals) = (system.globals.len(), system.locals.len());
    Ok(Counted { system: made, places, combinations, globals, locals, booleans })
}

/// More events than this are not written.
const MOST_EVENTS: usize = 20_000;

/// The events of all rules, one for each combination of the mover.
fn events(
    system: &ParameterizedSystem,
    combinations: &Combinations,
    actions: &mut Actions<'_>,
) -> Result<Vec<Edge>, Obstacle> {
    let mut edges = Vec::new();
    for rule in &system.rules {
        if !rule.has_mover {
            edges.extend(actions.event(rule, &[], true)?);
            continue;
        }
        for number in 0..combinations.len() {
            let Some(partner) = &rule.partner else {
                edges.extend(actions.event(rule, &[number], true)?);
                continue;
            };
            for other in 0..combinations.len() {
                edges.extend(actions.event(rule, &[number, other], false)?);
            }
            if !partner.is_another {
                edges.extend(actions.event(rule, &[number, number], true)?);
            }
            if edges.len() > MOST_EVENTS {
                return Err("there are too many pairs of instances that move together".into());
            }
        }
    }
    Ok(edges)
}

fn variables(system: &ParameterizedSystem, combinations: &Combinations) -> Result<Vec<Variable>, Obstacle> {
    let variable = |name: String, ty: Type| Variable {
        base: name.clone(),
        name,
        ty,
        role: Role::Variable,
        owner: None,
        element: None,
        span: Span::default(),
    };
    let mut all = Vec::new();
    for global in &system.globals {
        all.push(variable(global.name.clone(), global_type(&global.domain, &global.name)?));
    }
    for combination in combinations.iter() {
        all.push(variable(shown(system, combination), Type::Nat));
    }
    Ok(all)
}

/// A combination in words: `Worker at idle, done = 0`.
fn shown(system: &ParameterizedSystem, combination: &[i64]) -> String {
    let mut name = system.family.clone();
    let mut parts = Vec::new();
    for (variable, value) in system.locals.iter().zip(combination) {
        match &variable.domain {
            Domain::Locations(names) => {
                let location = usize::try_from(*value).ok().and_then(|at| names.get(at));
                name = format!("{name} at {}", location.map_or("?", String::as_str));
            }
            _ => parts.push(format!("{} = {value}", variable.name)),
        }
    }
    if parts.is_empty() { name } else { format!("{name}, {}", parts.join(", ")) }
}

/// The conditions on initial states: those of each size, and that there are at least as many instances as are asked about.
fn initial(
    system: &ParameterizedSystem,
    terms: &Terms<'_>,
    role: Option<usize>,
) -> Result<Vec<Expr>, Obstacle> {
    let mut all = Vec::new();
    let least = system.instances(system.least).unwrap_or(0);
    let least = i64::try_from(least).map_err(|_| "an overflow".to_owned())?;
    all.push(compare(Comparison::Ge, terms.total(), int(least)));
    for (number, variable) in system.globals.iter().enumerate() {
        if let Domain::UpTo(low, offset) = &variable.domain {
            let value = terms.meaning(&Term::Read(system::parameterized::Site::global(number)), &[])?;
            all.push(within(terms, *low, *offset, value)?.truth());
        }
    }
    if let Some(role) = role {
        let has_role = (0..terms.combinations.len()).filter(|one| terms.combinations.get(*one)[role] == 1);
        let holders = expr(ExprKind::Sum(has_role.map(|one| terms.counter(one)).collect()));
        // Without instances there is no first one.
        let one = compare(Comparison::Eq, holders, int(1));
        all.push(match least {
            0 => expr(ExprKind::Or(vec![compare(Comparison::Eq, terms.total(), int(0)), one])),
            _ => one,
        });
    }
    for condition in &system.initial {
        match terms.meaning(condition, &[])? {
            Meaning::Known(1) => {}
            open => all.push(open.truth()),
        }
    }
    Ok(all)
}

/// The properties that can be asked, and the place of each.
fn properties(
    system: &ParameterizedSystem,
    terms: &Terms<'_>,
) -> (Vec<Property>, Vec<Result<usize, Obstacle>>) {
    let mut properties = Vec::new();
    let mut places = Vec::new();
    for property in &system.properties {
        let question = match &property.question {
            ParameterizedQuestion::Invariant(term) => {
                terms.meaning(term, &[]).map(|meaning| Question::Invariant(meaning.truth()))
            }
            ParameterizedQuestion::Reachable(term) => terms.meaning(term, &[]).map(|meaning| {
                let state = Box::new(Ctl::State(meaning.truth()));
                Question::Ctl(Ctl::Finally(Path::Some, state))
            }),
            ParameterizedQuestion::DeadlockFree => Ok(Question::DeadlockFree),
            ParameterizedQuestion::NoFaults => Ok(Question::NoFaults),
            ParameterizedQuestion::Other(reason) => Err(reason.clone()),
        };
        places.push(question.map(|question| {
            properties.push(Property {
                name: property.name.clone(),
                question,
                expect: property.expect,
                doc: Vec::new(),
                span: Span::default(),
            });
            properties.len() - 1
        }));
    }
    (properties, places)
}

impl Counted {
    /// The places of properties by their names.
    pub fn places_by_name(&self, system: &ParameterizedSystem) -> HashMap<String, Result<usize, Obstacle>> {
        let names = system.properties.iter().map(|property| property.name.clone());
        names.zip(self.places.iter().cloned()).collect()
    }

    /// The state of counters for a state in which all instances are known: the values of the variables beside the instances (facts, of
    /// which there are none, would follow them), then those of one instance after the other. Nothing if some combination is not counted.
    pub fn state(&self, values: &[i16]) -> Option<State> {
        let (globals, instances) = values.split_at_checked(self.globals)?;
        let global = |(value, is_boolean): (&i16, &bool)| match is_boolean {
            true => Value::Bool(*value != 0),
            false => Value::Int(i128::from(*value)),
        };
        let mut counts = vec![0i128; self.combinations.len()];
        for instance in instances.chunks(self.locals.max(1)) {
            let combination: Vec<i64> = instance.iter().map(|value| i64::from(*value)).collect();
            counts[self.combinations.find(&combination)?] += 1;
        }
        let mut state: State = globals.iter().zip(&self.booleans).map(global).collect();
        state.extend(counts.into_iter().map(Value::Int));
        Some(state)
    }

    /// The combinations, in the order of their counters, which are the last variables.
    pub fn combinations(&self) -> impl Iterator<Item = &Vec<i64>> {
        self.combinations.iter()
    }

    /// How many combinations are counted.
    pub fn counters(&self) -> usize {
        self.combinations.len()
    }
}
