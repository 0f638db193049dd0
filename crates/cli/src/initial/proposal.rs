//! Values for what a model leaves open, which all its conditions admit.
//!
//! One variable after the other gets the first value with which initial states are left, as far as that can be seen: small
//! numbers, and those that the conditions name. What is proposed in the end has been tried.

use diagnostics::Span;
use system::{
    Comparison, Expr, ExprKind, Interpreter, Obstacle, Role, System, Type, Unlimited, Value, VariableId,
};

/// The largest number that is tried because it is small.
const MOST_SMALL: i128 = 64;

/// How many variables at most get a value.
const MOST_VARIABLES: usize = 16;

/// `--set s=1` for parameters, `init x = 0` for other variables; none if no values were found.
pub fn values(system: &System) -> Option<String> {
    let mut fixed = system.clone();
    let mut shown = Vec::new();
    let candidates = candidates(system);
    for _ in 0..MOST_VARIABLES {
        let open = match Interpreter::new(&fixed).initial_states(&Unlimited) {
            Ok(states) if states.is_empty() => return None,
            Ok(_) => return Some(shown.join(" ")),
            Err(Obstacle::Infinite { variables, .. } | Obstacle::TooMany { variables, .. }) => variables,
            Err(_) => return None,
        };
        let first = open.first()?;
        let position = fixed.variables.iter().position(|variable| variable.name == *first)?;
        let value = candidates.iter().copied().find(|value| is_possible(&mut fixed, position, *value))?;
        shown.push(match fixed.variables[position].role {
            Role::Param => format!("--set {first}={value}"),
            _ => format!("`init {first} = {value}`"),
        });
        fixed.initial.push(equation(&fixed, position, value));
    }
    None
}

/// `--size P=3` for each population of any size; none if no sizes were found.
pub fn sizes(system: &System) -> Option<String> {
    let mut fixed = system.clone();
    let mut shown = Vec::new();
    for population in system.populations.iter().filter(|population| population.is_open) {
        if population.size.is_some() {
            continue;
        }
        let first = population.first_counter.index();
        let total = |size: i128| {
            let counters = first..first.saturating_add(population.locations.len());
            let read = |counter| Expr::read(VariableId::from_index(counter), Type::Nat, Span::default());
            let sum = Expr::new(ExprKind::Sum(counters.map(read).collect()), Span::default());
            Expr::compare(Comparison::Eq, sum, Expr::int(size, Span::default()), Span::default())
        };
        let name = &system.variables[first].name;
        let size = [3, 2, 1].into_iter().chain(4..=20).find(|size| leaves(&mut fixed, total(*size), name))?;
        shown.push(format!("--size {}={size}", population.name));
        fixed.initial.push(total(size));
    }
    Some(shown.join(" "))
}

/// Whether initial states are left, as far as that can be seen, if a variable has this value.
fn is_possible(system: &mut System, position: usize, value: i128) -> bool {
    if matches!(system.variables[position].ty, Type::Nat) && value < 0 {
        return false;
    }
    let condition = equation(system, position, value);
    let name = system.variables[position].name.clone();
    leaves(system, condition, &name)
}

/// Whether a further condition leaves initial states, with finitely many values for the variable of this name.
fn leaves(system: &mut System, condition: Expr, name: &str) -> bool {
    system.initial.push(condition);
    let states = Interpreter::new(system).initial_states(&Unlimited);
    system.initial.pop();
    match states {
        Ok(states) => !states.is_empty(),
        Err(Obstacle::Infinite { variables, .. } | Obstacle::TooMany { variables, .. }) => {
            !variables.iter().any(|variable| variable == name)
        }
        Err(_) => false,
    }
}

fn equation(system: &System, position: usize, value: i128) -> Expr {
    let (variable, span) = (&system.variables[position], system.variables[position].span);
    let read = Expr::read(VariableId::from_index(position), variable.ty, span);
    Expr::compare(Comparison::Eq, read, Expr::int(value, span), span)
}

/// Small numbers, and the numbers of the conditions with their neighbours.
fn candidates(system: &System) -> Vec<i128> {
    let mut named = Vec::new();
    for condition in &system.initial {
        numbers(condition, &mut named);
    }
    let near = named.into_iter().flat_map(|value: i128| {
        [value.checked_sub(1), Some(value), value.checked_add(1)].into_iter().flatten()
    });
    let mut all: Vec<i128> = near.chain(-1..=MOST_SMALL).collect();
    all.sort_unstable_by_key(|value| (value.unsigned_abs(), *value < 0));
    all.dedup();
    all
}

fn numbers(expr: &Expr, found: &mut Vec<i128>) {
    if let ExprKind::Const(Value::Int(value), _) = expr.kind {
        found.push(value);
    }
    expr.children().into_iter().for_each(|child| numbers(child, found));
}
