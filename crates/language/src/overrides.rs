//! What the caller decides instead of the model: values of constants and parameters, and sizes of populations.

use std::collections::HashMap;

use diagnostics::nearest;
use system::{
    ConstantValue, Expr, ExprKind, Interpreter, Role, State, System, Type, Value, Variable, VariableId,
};

use crate::ast::{ItemKind, Model, TypeKind};
use crate::checked::{CheckedStartCount, Initial, InitialKind};
use crate::symbols::{BodyKind, Symbol, Symbols};

/// What the caller decides instead of the model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The values of constants and parameters (`--set`); of several for one name, the last one counts.
    pub constants: Vec<(String, ConstantValue)>,
    /// The numbers of processes in populations (`--size`); of several for one name, the last one counts.
    pub sizes: Vec<(String, i128)>,
}

/// The overridden constants; names that are not constants are problems.
pub(crate) fn overridden_constants(
    overrides: &Overrides,
    symbols: &Symbols<'_>,
    problems: &mut Vec<String>,
) -> HashMap<String, ConstantValue> {
    let mut values = HashMap::new();
    for (name, value) in &overrides.constants {
        match symbols.values.get(name.as_str()) {
            Some(Symbol::Constant(_)) => {
                values.insert(name.clone(), *value);
                continue;
            }
            Some(Symbol::Variable(variable)) if symbols.variable(*variable).is_param => {
                check_kind(name, *value, false, problems);
                values.insert(name.clone(), *value);
                continue;
            }
            _ => {}
        }
        let constants = symbols.constants.iter().map(|constant| constant.name.text.as_str());
        let params = symbols.variables.iter().filter(|variable| variable.is_param);
        let known = constants.chain(params.map(|variable| variable.name.text.as_str()));
        let shown = show(*value);
        let reason = match symbols.values.get(name.as_str()) {
            Some(_) => format!("`{name}` is neither a constant nor a parameter"),
            None => format!("there is no constant or parameter `{name}`"),
        };
        problems.push(format!("--set {name}={shown}: {reason}{}", advice(name, known)));
    }
    values
}

/// Reports values of parameters that their types or conditions exclude.
///
/// A condition that also depends on parameters without a value is looked at part by part; what is left of it is a
/// matter of the initial states.
pub(crate) fn check_params(
    overrides: &Overrides,
    model: &Model,
    system: &System,
    problems: &mut Vec<String>,
) {
    let fixed: HashMap<&str, i128> = overrides
        .constants
        .iter()
        .filter_map(|(name, value)| match value {
            ConstantValue::Int(value) => Some((name.as_str(), *value)),
            ConstantValue::Bool(_) => None,
        })
        .collect();
    let is_fixed =
        |variable: &Variable| variable.role == Role::Param && fixed.contains_key(variable.name.as_str());
    let value = |variable: &Variable| match variable.ty {
        Type::Range { low, .. } if is_fixed(variable) => Value::Int(low),
        _ => Value::Int(0),
    };
    let state: State = system.variables.iter().map(value).collect();
    for item in &model.items {
        let ItemKind::Param { names, ty, condition } = &item.kind else { continue };
        for name in names {
            let Some(value) = fixed.get(name.text.as_str()) else { continue };
            if matches!(ty.kind, TypeKind::Nat) && *value < 0 {
                problems
                    .push(format!("--set {0}={value}: `{0}` is a `nat`, which is never negative", name.text));
            }
        }
        let Some(condition) = condition else { continue };
        let lowered = system.initial.iter().filter(|initial| initial.span == condition.span);
        let excluded = lowered.flat_map(conjuncts).any(|part| {
            let depends_on = |id: VariableId| !is_fixed(system.variable(id));
            !mentions(part, &depends_on) && Interpreter::new(system).holds(part, &state) == Ok(false)
        });
        if excluded {
            let text = &system.source.text()[condition.span.range()];
            let given = names.iter().filter_map(|name| Some((&name.text, fixed.get(name.text.as_str())?)));
            let given: Vec<String> = given.map(|(name, value)| format!("--set {name}={value}")).collect();
            problems.push(format!("{}: excluded by `where {text}`", given.join(" ")));
        }
    }
}

/// The parts of a conjunction.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        _ => vec![expr],
    }
}

/// Whether the value of an expression may depend on such a variable.
fn mentions(expr: &Expr, is_such: &dyn Fn(VariableId) -> bool) -> bool {
    let itself = match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => place.fixed().is_none_or(is_such),
        _ => false,
    };
    itself || expr.children().into_iter().any(|child| mentions(child, is_such))
}

/// Reports an override of the other kind than the constant's own value.
pub(crate) fn check_kind(name: &str, given: ConstantValue, is_bool: bool, problems: &mut Vec<String>) {
    let needed = match (given, is_bool) {
        (ConstantValue::Int(_), true) => "true or false",
        (ConstantValue::Bool(_), false) => "an integer",
        _ => return,
    };
    problems.push(format!("--set {name}={}: `{name}` needs {needed}", show(given)));
}

/// Notes the sizes of populations; what cannot have a size is a problem.
pub(crate) fn set_sizes(
    overrides: &Overrides,
    symbols: &Symbols<'_>,
    initial: &[Initial],
    system: &mut System,
    problems: &mut Vec<String>,
) {
    for (name, size) in &overrides.sizes {
        let body = match symbols.values.get(name.as_str()) {
            Some(Symbol::Body(index)) => Some(symbols.body(*index)),
            _ => None,
        };
        let reason = match body.map(|body| body.kind) {
            Some(BodyKind::Population(_)) if *size < 0 => "a size cannot be negative".to_owned(),
            Some(BodyKind::Population(id)) if is_open(id, initial) => {
                if let Some(population) = system.populations.get_mut(id.index()) {
                    population.size = Some(*size);
                }
                continue;
            }
            Some(BodyKind::Population(_)) => {
                format!("no location of `{name}` starts with `any`, so its size is already fixed")
            }
            Some(_) => format!(
                "`{name}` is a process, not a population; override the constant in its range with --set"
            ),
            None => {
                let populations = symbols.population_bodies.iter().map(|index| symbols.body(*index).name());
                format!("there is no population `{name}`{}", advice(name, populations))
            }
        };
        problems.push(format!("--size {name}={size}: {reason}"));
    }
}

fn is_open(population: system::PopulationId, initial: &[Initial]) -> bool {
    initial.iter().any(|initial| match &initial.kind {
        InitialKind::Counts(id, counts) => {
            *id == population && counts.iter().any(|count| !matches!(count, CheckedStartCount::Exactly(_)))
        }
        _ => false,
    })
}

fn show(value: ConstantValue) -> String {
    match value {
        ConstantValue::Int(value) => value.to_string(),
        ConstantValue::Bool(value) => value.to_string(),
    }
}

/// The name that was probably meant or, if there are few, all names.
fn advice<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.collect();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => "; the model has none".to_owned(),
        None => {
            let shown: Vec<String> = known.iter().take(8).map(|name| format!("`{name}`")).collect();
            format!("; the model has {}", shown.join(", "))
        }
    }
}
