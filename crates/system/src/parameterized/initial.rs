//! Initial configurations: all that can be known of some instances in an initial state.

use std::collections::BTreeSet;

use super::configuration::{BELOW, ConfigurationShape, EXACT, MORE, NULL, OTHER};
use super::counted::agrees;
use super::data::{Domain, ParameterizedSystem, ParameterizedVariable};
use super::evaluate::{Computation, Scene};
use super::neighbour::is_arranged;
use super::oracle::Oracle;
use super::run::{Said, truths};
use super::term::{Quantifier, Site, Term};
use crate::Comparison;

/// More configurations than this are not tried.
const LIMIT: usize = 1 << 18;

/// All configurations of so many instances that some initial state contains; more than that are possible where
/// something outside would decide. Where a constant is given there is nothing outside.
pub fn initial_configurations(
    system: &ParameterizedSystem,
    shape: &ConfigurationShape,
    facts: &[super::evaluate::Fact],
    instances: usize,
    constant: Option<i128>,
) -> Result<BTreeSet<Vec<i16>>, &'static str> {
    let scene = Scene {
        system,
        shape,
        facts,
        constant,
        has_room: false,
        witnesses: None,
        is_blind: false,
        commitments: &[],
    };
    let places = shape.globals + instances * shape.locals;
    let mut partial = vec![Vec::with_capacity(places)];
    for at in 0..places {
        let mut longer = Vec::new();
        for data in partial {
            for value in starts(scene, &data, at, instances)? {
                let mut data = data.clone();
                data.push(value);
                longer.push(data);
            }
            if longer.len() > LIMIT {
                return Err("too many initial states");
            }
        }
        partial = longer;
    }
    let is_initial = |data: &Vec<i16>| {
        is_possible(system, shape, data)
            && system.initial.iter().all(|condition| {
                let said = truths(scene, data, condition);
                said.iter().any(|one| *one != Said::Truth(false))
            })
    };
    let all: BTreeSet<Vec<i16>> = partial.into_iter().filter(is_initial).collect();
    Ok(with_facts(scene, all, instances))
}

/// Whether what is known of indices, of neighbours and of numbers that count can be true of different instances.
pub fn is_possible(system: &ParameterizedSystem, shape: &ConfigurationShape, data: &[i16]) -> bool {
    let instances = shape.instances(data);
    let is_unique = |variable: &ParameterizedVariable| {
        variable.role.is_some_and(|role| role.comparison == Comparison::Eq)
    };
    let unique = (0..system.locals.len()).filter(|local| is_unique(&system.locals[*local]));
    agrees(system, shape, data)
        && is_arranged(system, shape, data)
        && unique.into_iter().all(|local| {
            (0..instances).filter(|instance| data[shape.start(*instance) + local] == 1).count() <= 1
        })
}

/// Sets the facts, which come last among the global values.
fn with_facts(scene: Scene<'_>, all: BTreeSet<Vec<i16>>, instances: usize) -> BTreeSet<Vec<i16>> {
    let mut complete = all;
    for (number, fact) in scene.facts.iter().enumerate() {
        let at = scene.system.globals.len() + number;
        let mut oracle = Oracle::default();
        let mut is_inside = |data: &Vec<i16>| {
            let mut run = Computation::new(scene, &mut oracle, instances);
            let state = run.decode(data);
            (0..instances).any(|instance| run.fact_of(&state, fact, instance) == Ok(true))
        };
        // Whoever is outside is inside of another configuration.
        let is_ever = complete.iter().any(&mut is_inside);
        let mut next = BTreeSet::new();
        for mut data in complete {
            let inside = is_inside(&data);
            data[at] = i16::from(inside);
            next.insert(data.clone());
            if !inside && is_ever && scene.constant.is_none() {
                data[at] = 1;
                next.insert(data);
            }
        }
        complete = next;
    }
    complete
}

/// The values that a place can start with, if those before it have these.
fn starts(scene: Scene<'_>, data: &[i16], at: usize, instances: usize) -> Result<Vec<i16>, &'static str> {
    let (system, shape) = (scene.system, scene.shape);
    if at >= system.globals.len() && at < shape.globals {
        return Ok(vec![0]);
    }
    let (variable, owner) = match at.checked_sub(shape.globals) {
        None => (&system.globals[at], None),
        Some(local) => {
            (&system.locals[local % shape.locals], Some((local / shape.locals, local % shape.locals)))
        }
    };
    if let (Some(role), Some(constant), Some((instance, _))) = (variable.role, scene.constant, owner) {
        let index = system.first_index + i128::try_from(instance).unwrap_or(0);
        return Ok(vec![i16::from(role.holds(index, constant))]);
    }
    if let (Some(neighbour), Some(_), Some((instance, _))) = (variable.neighbour, scene.constant, owner) {
        return Ok(vec![neighbour.of(instance, instances)]);
    }
    let all = values(&variable.domain, instances, scene.constant)?;
    let Some(value) = defined(scene, data, at, owner, instances) else { return Ok(all) };
    let is_large = matches!(variable.domain, Domain::UpTo(..)) && scene.constant.is_none() && value > EXACT;
    let value = if is_large { MORE } else { value };
    Ok(all.into_iter().filter(|one| *one == value).collect())
}

/// The value that a condition of the form `x = e` fixes, if all that `e` reads is known.
fn defined(
    scene: Scene<'_>,
    data: &[i16],
    at: usize,
    owner: Option<(usize, usize)>,
    instances: usize,
) -> Option<i16> {
    let shape = scene.shape;
    let value = scene
        .system
        .initial
        .iter()
        .find_map(|condition| definition(condition, at, owner.map(|one| one.1)))?;
    let known = |site: &Site| match (&site.owner, owner, &site.element) {
        (_, _, Some(_)) => false,
        (None, _, None) => site.variable < data.len().min(scene.system.globals.len()),
        (Some(of), Some((_, local)), None) => **of == Term::Bound(0) && site.variable < local,
        (Some(_), None, None) => false,
    };
    if value.any(&mut |term| match term {
        Term::Read(site) => !known(site),
        Term::Quantified(_) | Term::Size(_) => true,
        _ => false,
    }) {
        return None;
    }
    let mut oracle = Oracle::default();
    let mut run = Computation::new(scene, &mut oracle, instances);
    let mut full = data.to_vec();
    full.resize(shape.globals + instances * shape.locals, 0);
    let state = run.decode(&full);
    let mut bound: Vec<i64> = owner.iter().map(|one| one.0 as i64).collect();
    let value = run.value(&state, value, &mut bound).ok()?;
    // What was chosen on the way is not the only value.
    if oracle.advance() {
        return None;
    }
    super::evaluate::plain(value)
}

/// What a condition says that a variable is equal to, for all instances if it belongs to one.
fn definition(condition: &Term, at: usize, local: Option<usize>) -> Option<&Term> {
    let body = match (local, condition) {
        (None, condition) => condition,
        (Some(_), Term::Quantified(one)) if one.quantifier == Quantifier::Forall && one.bound == 0 => {
            &one.body
        }
        (Some(_), _) => return None,
    };
    let (Term::Compare(Comparison::Eq, left, right) | Term::Same(left, right)) = body else { return None };
    let Term::Read(site) = &**left else { return None };
    let is_it = match (local, &site.owner) {
        (None, None) => site.variable == at,
        (Some(local), Some(owner)) => site.variable == local && **owner == Term::Bound(0),
        _ => false,
    };
    (is_it && site.element.is_none()).then_some(&**right)
}

fn values(domain: &Domain, instances: usize, constant: Option<i128>) -> Result<Vec<i16>, &'static str> {
    let mut all = Vec::new();
    match domain {
        Domain::Bool => all.extend([0, 1]),
        Domain::Range(low, high) => all.extend(*low..=*high),
        Domain::Members(count) => all.extend(0..*count),
        Domain::Locations(names) => all.extend((0..names.len()).map(|at| at as i16)),
        Domain::UpTo(low, offset) => match constant {
            Some(constant) => {
                let high =
                    i16::try_from(constant.saturating_add(*offset)).map_err(|_| "a constant is too large")?;
                all.extend(*low..=high);
            }
            None => all.extend((*low..=EXACT).chain([MORE])),
        },
        Domain::Pointer { null, below } => {
            all.extend((0..instances).map(|at| at as i16));
            all.extend(constant.is_none().then_some(OTHER));
            all.extend(null.then_some(NULL));
            all.extend((0..*below).map(|at| BELOW - at));
        }
    }
    Ok(all)
}
