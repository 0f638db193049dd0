//! The variables of a system as a space, and what their codes stand for.

use crate::{Codes, Coding};
use state_sets::{Declaration, Kind, Space};
use std::collections::BTreeMap;
use system::{Role, System, Type, Value, Variable};

/// The space of a system, and the coding of its values; ranges with at most so many values become codes.
pub(super) fn space(system: &System, most_codes: u64) -> (Space, Coding) {
    let mut coding = Coding::default();
    let mut space = Space::default();
    let mut clusters = Clusters::default();
    for variable in &system.variables {
        let (kind, codes) = coded(system, variable, most_codes);
        let cluster = clusters.of(variable);
        space.variables.push(Declaration { name: variable.name.clone(), kind, cluster });
        coding.codes.push(codes);
    }
    (space, coding)
}

/// The values of a variable, and what stands for them.
fn coded(system: &System, variable: &Variable, most_codes: u64) -> (Kind, Codes) {
    let listed =
        |values: Vec<Value>| (Kind::Finite { count: values.len().max(1) as u64 }, Codes::Values(values));
    let count = |count: usize| 0..count as u32;
    match variable.ty {
        Type::Bool => listed(vec![Value::Bool(false), Value::Bool(true)]),
        Type::Enumeration(id) => {
            listed(count(system.enumeration(id).members.len()).map(Value::Member).collect())
        }
        Type::Location(id) => {
            listed(count(system.process(id).locations.len()).map(Value::Location).collect())
        }
        Type::Reference(id) => {
            let instances = (0..system.process(id).count).map(Some);
            listed(std::iter::once(None).chain(instances).map(Value::Reference).collect())
        }
        Type::Int => (Kind::INTEGER, Codes::Itself),
        Type::Nat => (Kind::Integer { low: Some(0), high: None }, Codes::Itself),
        Type::Range { low, high } => {
            let width = high.checked_sub(low).and_then(|width| u64::try_from(width.max(0)).ok());
            match width {
                Some(width) if width < most_codes => {
                    (Kind::Finite { count: width.saturating_add(1) }, Codes::From(low))
                }
                _ => (Kind::Integer { low: Some(low), high: Some(high) }, Codes::Itself),
            }
        }
    }
}

/// Whether a variable has no value at all, so that there is no state.
pub(super) fn is_empty(variable: &Variable) -> bool {
    matches!(variable.ty, Type::Range { low, high } if high < low)
}

/// Numbers of the process instances and populations that variables belong to.
#[derive(Default)]
struct Clusters {
    numbers: BTreeMap<(u8, u32, u32), u32>,
}

impl Clusters {
    fn of(&mut self, variable: &Variable) -> Option<u32> {
        let key = match (variable.owner, variable.role) {
            (Some((process, instance)), _) => (0, process.0, instance),
            (None, Role::Counter(population)) => (1, population.0, 0),
            (None, _) => return None,
        };
        let new = self.numbers.len() as u32;
        Some(*self.numbers.entry(key).or_insert(new))
    }
}
