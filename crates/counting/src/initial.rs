//! The combinations that instances can start with.

use crate::combination::{Combination, Combinations, values};
use crate::meaning::{Meaning, Obstacle};
use crate::term::{Identity, Terms};
use system::Comparison;
use system::parameterized::{ParameterizedSystem, Quantifier, Term};

/// More combinations than this are not tried.
const MOST_TRIED: usize = 1 << 14;

/// All combinations of values that no condition on all instances excludes by itself.
pub fn initial_combinations(system: &ParameterizedSystem) -> Result<Vec<Combination>, Obstacle> {
    let conditions: Vec<&Term> = system.initial.iter().filter_map(of_each).flat_map(conjuncts).collect();
    let mut partial: Vec<Combination> = vec![Vec::new()];
    for (number, variable) in system.locals.iter().enumerate() {
        let possible = values(&variable.domain, &variable.name)?;
        let mut longer = Vec::new();
        for before in &partial {
            for value in &possible {
                let mut one = before.clone();
                one.push(*value);
                if is_possible(system, &conditions, &one, number) {
                    longer.push(one);
                }
            }
        }
        if longer.len() > MOST_TRIED {
            return Err("instances can start with too many combinations of values".into());
        }
        partial = longer;
    }
    Ok(partial)
}

/// The condition that is true of each instance, if it is one.
fn of_each(condition: &Term) -> Option<&Term> {
    match condition {
        Term::Quantified(each) if each.quantifier == Quantifier::Forall && each.bound == 0 => {
            Some(&each.body)
        }
        _ => None,
    }
}

fn conjuncts(condition: &Term) -> Vec<&Term> {
    match condition {
        Term::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        _ => vec![condition],
    }
}

/// Whether no condition that speaks of these variables alone, the last one among them, is false.
fn is_possible(system: &ParameterizedSystem, conditions: &[&Term], known: &[i64], last: usize) -> bool {
    let nothing = Combinations::default();
    let terms = Terms { system, combinations: &nothing };
    let mut values = known.to_vec();
    values.resize(system.locals.len(), 0);
    let identity = [Identity { number: 0, counted: 0, values }];
    let speaks = |condition: &Term| {
        let mut reads_last = false;
        let reads_more = condition.any(&mut |term| match term {
            Term::Read(site) if site.owner.is_some() => {
                reads_last |= site.variable == last;
                site.variable > last || site.element.is_some()
            }
            Term::Read(_) | Term::Quantified(_) | Term::Size(_) => true,
            _ => false,
        });
        reads_last && !reads_more
    };
    let mut relevant = conditions.iter().filter(|condition| speaks(condition));
    relevant.all(|condition| !matches!(terms.meaning(condition, &identity), Ok(Meaning::Known(0))))
}

/// That one instance has what is true of the first or the last one only.
///
/// An index may be compared with that of the first instance, or of the last one: then exactly one of them is it. Any other comparison
/// would tell more instances apart, and is refused.
pub fn roles(system: &ParameterizedSystem) -> Result<Option<usize>, Obstacle> {
    let with_role = system.locals.iter().enumerate().filter(|(_, variable)| variable.role.is_some());
    let numbers: Vec<usize> = with_role.map(|(number, _)| number).collect();
    let Some(number) = numbers.first().copied() else { return Ok(None) };
    let Some(role) = system.locals[number].role else { return Ok(None) };
    let is_first = role.factor == 0 && role.offset == system.first_index;
    let is_last = role.factor == 1 && role.offset == system.last_offset;
    match numbers.len() == 1 && role.comparison == Comparison::Eq && (is_first || is_last) {
        true => Ok(Some(number)),
        false => Err("indices are compared with numbers, so that instances can be told apart".into()),
    }
}
