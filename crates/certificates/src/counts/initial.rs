//! With which values instances can start, and the conditions on the numbers of those that do.

use crate::Refusal;
use system::parameterized::{Domain, ParameterizedSystem, Quantifier, Site, Term};
use system::{Comparison, Expr, ExprKind};

use super::scope::{Held, Person, Scope, compare, expr, int, some_of};

/// More combinations than this are not looked at.
const MOST: usize = 1 << 16;

/// That every combination with which an instance can start is counted.
pub(super) fn starts_are_counted(scope: Scope<'_>) -> Result<(), Refusal> {
    let system = scope.system;
    let conditions: Vec<&Term> = system.initial.iter().filter_map(of_each).flat_map(conjuncts).collect();
    let mut possible: Vec<Vec<i64>> = vec![Vec::new()];
    for variable in &system.locals {
        let values = values(&variable.domain)?;
        let mut longer = Vec::new();
        for known in &possible {
            for value in &values {
                let one: Vec<i64> = known.iter().copied().chain([*value]).collect();
                if !is_excluded(scope, &conditions, &one) {
                    longer.push(one);
                }
            }
            if longer.len() > MOST {
                return Err(Refusal::Undecided("instances can start with too many values".into()));
            }
        }
        possible = longer;
    }
    match possible.iter().find(|one| !scope.combinations.contains(one)) {
        Some(missing) => Err(Refusal::Failed {
            obligation: "every combination of values with which an instance can start is counted".into(),
            shown: format!("{missing:?}"),
        }),
        None => Ok(()),
    }
}

/// The body of a condition on each instance.
fn of_each(condition: &Term) -> Option<&Term> {
    match condition {
        Term::Quantified(each) => {
            (each.quantifier == Quantifier::Forall && each.bound == 0).then_some(&each.body)
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

/// Whether what is known of an instance, which is the first of its values, makes some condition false.
fn is_excluded(scope: Scope<'_>, conditions: &[&Term], known: &[i64]) -> bool {
    let mut held: Vec<Held> = known.iter().map(|value| Held::Value(*value)).collect();
    held.resize(scope.system.locals.len(), Held::Unknown);
    let person = Person { number: 0, counted: None, held };
    let is_false = |condition: &&Term| {
        let truth = scope.truth(condition, std::slice::from_ref(&person));
        truth.is_ok_and(|truth| truth.constant() == Some(system::Value::Bool(false)))
    };
    conditions.iter().any(is_false)
}

/// The values of a variable of an instance.
pub(super) fn values(domain: &Domain) -> Result<Vec<i64>, Refusal> {
    Ok(match domain {
        Domain::Bool => vec![0, 1],
        Domain::Range(low, high) => (i64::from(*low)..=i64::from(*high)).collect(),
        Domain::Members(count) => (0..i64::from(*count)).collect(),
        Domain::Locations(names) => (0..names.len() as i64).collect(),
        Domain::UpTo(..) | Domain::Pointer { .. } => {
            let why = "the values of a variable of each instance depend on how many there are";
            return Err(Refusal::Undecided(why.into()));
        }
    })
}

/// What is true of the counters and the variables beside them at the start.
pub(super) fn initial(scope: Scope<'_>) -> Result<Vec<Expr>, Refusal> {
    let system = scope.system;
    let least = system.instances(system.least).ok_or(Refusal::Overflow)?;
    let total = || scope.total(&[]);
    let mut all = vec![compare(Comparison::Ge, total(), int(least as i128))];
    for (number, variable) in system.globals.iter().enumerate() {
        if let Domain::UpTo(low, offset) = variable.domain {
            let value = scope.number(&Term::Read(Site::global(number)), &[])?;
            all.extend(within(scope, &[], (low, offset), value)?);
        }
    }
    if let Some(role) = role(system)? {
        let holders = (0..scope.combinations.len()).filter(|one| scope.combinations[*one][role] == 1);
        let holders = expr(ExprKind::Sum(holders.map(|one| scope.count(one)).collect()));
        all.push(some_of(vec![
            compare(Comparison::Eq, total(), int(0)),
            compare(Comparison::Eq, holders, int(1)),
        ]));
    }
    for condition in &system.initial {
        all.push(scope.truth(condition, &[])?);
    }
    Ok(all)
}

/// That a number is one of those up to the open constant and an offset.
pub(super) fn within(
    scope: Scope<'_>,
    bound: &[Person],
    (low, offset): (i16, i128),
    value: Expr,
) -> Result<[Expr; 2], Refusal> {
    let offset = i64::try_from(offset).map_err(|_| Refusal::Overflow)?;
    let high = scope.number(&Term::Size(offset), bound)?;
    Ok([compare(Comparison::Ge, value.clone(), int(i128::from(low))), compare(Comparison::Le, value, high)])
}

/// The variable that says which instance has the first or the last index, if there is one; exactly one instance has it then. Other
/// conditions on indices would tell more instances apart.
fn role(system: &ParameterizedSystem) -> Result<Option<usize>, Refusal> {
    let mut with_role = system.locals.iter().enumerate().filter(|(_, variable)| variable.role.is_some());
    let Some((number, variable)) = with_role.next() else { return Ok(None) };
    let is_one = variable.role.is_some_and(|role| {
        let ends = [(0, system.first_index), (1, system.last_offset)];
        role.comparison == Comparison::Eq && ends.contains(&(role.factor, role.offset))
    });
    match is_one && with_role.next().is_none() {
        true => Ok(Some(number)),
        false => Err(Refusal::Undecided("indices are compared, so that instances can be told apart".into())),
    }
}
