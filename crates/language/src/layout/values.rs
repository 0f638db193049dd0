//! All values of a finite type.

use std::collections::HashMap;

use system::{Datum, EnumerationId, ProcessId, Shape, Type, Value};

/// More values than this are too many: a set of them would have as many variables.
const MOST: usize = 100_000;

/// Arrays and queues that are longer have too many values.
const LONGEST: u32 = 16;

/// All values of a finite type in the order in which they are shown; none if there are too many.
///
/// `false` comes before `true`, numbers by value, members as declared, `null` before references, records field by field.
pub(crate) fn values(
    shape: &Shape,
    instances: &HashMap<ProcessId, u32>,
    members: &dyn Fn(EnumerationId) -> usize,
) -> Option<Vec<Datum>> {
    let inner = |part: &Shape| values(part, instances, members);
    Some(match shape {
        Shape::Scalar(ty) => {
            let scalars: Vec<Value> = match *ty {
                Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
                Type::Range { low, high } => {
                    let distance = high.checked_sub(low)?;
                    if distance >= i128::try_from(MOST).unwrap_or(0) {
                        return None;
                    }
                    (low..=high).map(Value::Int).collect()
                }
                Type::Enumeration(id) => (0..u32::try_from(members(id)).ok()?).map(Value::Member).collect(),
                Type::Reference(process) => {
                    let count = instances.get(&process).copied().unwrap_or(0);
                    let all = (0..count).map(|number| Value::Reference(Some(number)));
                    std::iter::once(Value::Reference(None)).chain(all).collect()
                }
                Type::Nat | Type::Int | Type::Location(_) => return None,
            };
            scalars.into_iter().map(Datum::Scalar).collect()
        }
        Shape::Record(fields) => {
            let parts: Option<Vec<Vec<Datum>>> = fields.iter().map(|(_, part)| inner(part)).collect();
            products(&parts?)?.into_iter().map(Datum::Record).collect()
        }
        Shape::Array { count, element, .. } => {
            let part = inner(element)?;
            if part.len() > 1 && *count > LONGEST {
                return None;
            }
            let parts: Vec<Vec<Datum>> = (0..*count).map(|_| part.clone()).collect();
            products(&parts)?.into_iter().map(Datum::Array).collect()
        }
        Shape::Set { element, .. } => subsets(&inner(element)?)?,
        Shape::Queue { capacity, entry } => {
            let part = inner(entry)?;
            if *capacity > LONGEST {
                return None;
            }
            let mut all = Vec::new();
            for length in 0..*capacity + 1 {
                let parts: Vec<Vec<Datum>> = (0..length).map(|_| part.clone()).collect();
                all.extend(products(&parts)?.into_iter().map(Datum::Queue));
                if all.len() > MOST {
                    return None;
                }
            }
            all.sort();
            all
        }
    })
}

/// All ways to choose one of each, the last changing fastest.
fn products(parts: &[Vec<Datum>]) -> Option<Vec<Vec<Datum>>> {
    let mut all = vec![Vec::new()];
    for part in parts {
        if all.len().checked_mul(part.len())? > MOST {
            return None;
        }
        all = all
            .iter()
            .flat_map(|chosen: &Vec<Datum>| {
                part.iter().map(move |next| chosen.iter().chain([next]).cloned().collect())
            })
            .collect();
    }
    Some(all)
}

/// All sets of some values.
fn subsets(values: &[Datum]) -> Option<Vec<Datum>> {
    if values.len() > 16 {
        return None;
    }
    let chosen = |mask: usize| {
        let held = values.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        Datum::Set(held.map(|(_, value)| value.clone()).collect())
    };
    let mut all: Vec<Datum> = (0..1usize << values.len()).map(chosen).collect();
    all.sort();
    Some(all)
}
