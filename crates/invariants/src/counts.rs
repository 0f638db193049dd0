//! Sums that count instances, as text: `count(Client at {wait, crit})` in place of a conditional for each instance and location.

use certificates::{Names, Term, write_term};
use std::collections::BTreeMap;
use system::{Comparison, ProcessId, System, Value, VariableId};

/// The text of a comparison of two sums if one of them counts instances.
pub fn counted(names: &Names<'_>, formula: &Term) -> Option<String> {
    let Term::Compare(Comparison::Eq, a, b) = formula else { return None };
    let (left, right) = (side(names, a), side(names, b));
    let is_counted = left.contains("count(") || right.contains("count(");
    is_counted.then(|| format!("{left} = {right}"))
}

fn side(names: &Names<'_>, term: &Term) -> String {
    let parts: &[Term] = match term {
        Term::Sum(all) => all,
        other => std::slice::from_ref(other),
    };
    let system = names.system();
    // The instances that are counted at a location with a factor.
    let mut groups: BTreeMap<(ProcessId, i128, u32), Vec<VariableId>> = BTreeMap::new();
    let mut rest = Vec::new();
    for part in parts {
        match location(system, part) {
            Some((process, factor, location, variable)) => {
                groups.entry((process, factor, location)).or_default().push(variable);
            }
            None => rest.push(part.clone()),
        }
    }
    let mut counts: BTreeMap<(ProcessId, i128), Vec<u32>> = BTreeMap::new();
    for ((process, factor, location), variables) in groups {
        match variables.len() == system.process(process).count as usize {
            true => counts.entry((process, factor)).or_default().push(location),
            false => {
                let is_one = |part: &&Term| {
                    let found = self::location(system, part);
                    found.is_some_and(|found| (found.0, found.1, found.2) == (process, factor, location))
                };
                rest.extend(parts.iter().filter(is_one).cloned());
            }
        }
    }
    let mut texts: Vec<String> = Vec::new();
    for ((process, factor), locations) in counts {
        let process = system.process(process);
        let all: Vec<&str> = locations.iter().map(|at| process.locations[*at as usize].as_str()).collect();
        let places = if all.len() == 1 { all[0].to_owned() } else { format!("{{{}}}", all.join(", ")) };
        let count = format!("count({} at {places})", process.name);
        texts.push(if factor == 1 { count } else { format!("{factor} * {count}") });
    }
    let (numbers, others): (Vec<Term>, Vec<Term>) =
        rest.into_iter().partition(|term| matches!(term, Term::Constant(_)));
    let written = |term: &Term| match term {
        Term::If(..) => format!("({})", write_term(names, term)),
        other => write_term(names, other),
    };
    let mut all: Vec<String> = others.iter().map(written).collect();
    all.extend(texts);
    let mut text = all.join(" + ");
    for number in numbers {
        let Term::Constant(Value::Int(value)) = number else { continue };
        match (text.is_empty(), value < 0) {
            (true, _) => text = value.to_string(),
            (false, true) => text.push_str(&format!(" - {}", value.unsigned_abs())),
            (false, false) => text.push_str(&format!(" + {value}")),
        }
    }
    text
}

/// What `if P[1] at l then 1 else 0`, or a multiple of it, counts, if it is that.
fn location(system: &System, term: &Term) -> Option<(ProcessId, i128, u32, VariableId)> {
    let (factor, inner) = match term {
        Term::Times(factor, inner) => (*factor, &**inner),
        other => (1, other),
    };
    let Term::If(condition, one, zero) = inner else { return None };
    let Term::Compare(Comparison::Eq, variable, location) = &**condition else { return None };
    let (Term::Variable(id), Term::Constant(Value::Location(location))) = (&**variable, &**location) else {
        return None;
    };
    let (process, _) = system.variable(*id).owner?;
    let is_array = system.process(process).is_array;
    let is_one = **one == Term::int(1) && **zero == Term::int(0);
    (is_array && is_one).then_some((process, factor, *location, *id))
}
