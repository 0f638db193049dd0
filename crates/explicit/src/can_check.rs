//! What the engine can check.

use crate::check::is_temporal;
use crate::code::Unsupported;
use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::search::monitor::Monitor;
use crate::temporal;
use crate::temporal::fairness::Assumptions;
use system::{Property, System};

/// Whether the engine can check the property; an error says why not and what would fit.
pub fn can_check(system: &System, property: &Property) -> Result<(), String> {
    ability(system, &[property]).remove(0)
}

/// For each of these properties, given by their numbers, whether the engine can check it. The system is compiled
/// once for all of them.
pub fn can_check_all(system: &System, properties: &[usize]) -> Vec<Result<(), String>> {
    let properties: Vec<&Property> = properties.iter().map(|number| &system.properties[*number]).collect();
    ability(system, &properties)
}

fn ability(system: &System, properties: &[&Property]) -> Vec<Result<(), String>> {
    let compiled = Program::compile(system).and_then(|program| {
        InitialStates::plan(program.compiler, &program.domains)?;
        Ok(program)
    });
    let program = match compiled {
        Ok(program) => program,
        Err(unsupported) => return vec![Err(unsupported.0); properties.len()],
    };
    let fairness = match properties.iter().any(|property| is_temporal(property)) {
        true => Assumptions::new(&program).map(|_| ()).map_err(|unsupported| unsupported.0),
        false => Ok(()),
    };
    let of_property = |property: &&Property| {
        if is_temporal(property) {
            fairness.clone()?;
        }
        one(&program, property).map_err(|unsupported| unsupported.0)
    };
    properties.iter().map(of_property).collect()
}

fn one(program: &Program<'_>, property: &Property) -> Result<(), Unsupported> {
    match is_temporal(property) {
        true => temporal::can_check(program, property),
        false => Monitor::new(program.compiler, property).map(|_| ()),
    }
}
