//! What the caller decides instead of the model: values of constants and sizes of populations.

use std::collections::HashMap;

use diagnostics::nearest;
use system::{ConstantValue, System};

use crate::checked::{CheckedStartCount, Initial, InitialKind};
use crate::symbols::{BodyKind, Symbol, Symbols};

/// What the caller decides instead of the model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The values of constants (`--set`); of several for one name, the last one counts.
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
        if let Some(Symbol::Constant(_)) = symbols.values.get(name.as_str()) {
            values.insert(name.clone(), *value);
            continue;
        }
        let constants = symbols.constants.iter().map(|constant| constant.name.text.as_str());
        let shown = show(*value);
        let reason = match symbols.values.get(name.as_str()) {
            Some(_) => format!("`{name}` is not a constant"),
            None => format!("there is no constant `{name}`"),
        };
        problems.push(format!("--set {name}={shown}: {reason}{}", advice(name, constants)));
    }
    values
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
