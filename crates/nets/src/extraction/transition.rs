//! The transitions of a net that together do what a step does.
//!
//! In each case of the step's relation, values of finite variables are known before and after it, counters are within bounds before it, and
//! new values of counters are sums of old ones. A counter flows into at most one other, with all its tokens; what is known of it by its lower
//! bound is taken first and given to where the rest flows, so that a guard is what is taken. A counter whose value is known is taken whole.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::alternatives::{Alternative, MOST_OF_STEPS, alternatives};
use super::boxes::{Bounds, boxes};
use super::sum::Sum;
use super::unfit::Unfit;
use super::update::{Update, updates};
use super::view::{Shape, View};
use crate::{Place, Transition};
use budget::Budget;
use state_sets::{Cell, Moment, Step, Variable};
use std::collections::BTreeMap;

/// A step with more transitions is not one of a net.
const MOST_TRANSITIONS: usize = 1 << 13;

/// A finite variable whose old value does not matter moves by cases up to this many values, and by transfers beyond.
const MOST_CASES: usize = 8;

/// A counter with a bound that is set to a constant is set by cases up to this many values.
const MOST_SET_CASES: u64 = 4;

/// The transitions that a step is.
pub(super) fn transitions(
    view: &View,
    name: &str,
    step: &Step,
    budget: &Budget<'_>,
) -> Result<Vec<Transition>, Unfit> {
    let mut found: Vec<Transition> = Vec::new();
    for alternative in alternatives(view, &step.relation, true, MOST_OF_STEPS, budget)? {
        for update in updates(view, &step.changed, &alternative)? {
            for bounds in boxes(view, &update.conditions)? {
                let counted = counted(view, name, &update, &bounds)?;
                for one in counted {
                    found.extend(valued(view, &step.changed, &alternative, one)?);
                    if found.len() > MOST_TRANSITIONS {
                        return Err(Unfit::Unsupported(format!("`{name}` has too many cases for a net")));
                    }
                }
            }
        }
    }
    for one in &mut found {
        one.takes.sort_unstable();
        one.gives.sort_unstable();
        one.limits.sort_unstable();
        one.transfers.sort_unstable();
    }
    found.dedup();
    Ok(found)
}

/// Where the tokens of counters go.
#[derive(Default)]
struct Flow {
    /// The counter that each source flows into; nothing for those that flow nowhere.
    into: BTreeMap<Variable, Option<Variable>>,
}

/// What happens to counters within bounds. A counter that is set to a constant though its value is not known is split into its values where
/// they are few.
fn counted(view: &View, name: &str, update: &Update, bounds: &Bounds) -> Result<Vec<Transition>, Unfit> {
    let unknown = update.next.iter().find_map(|(variable, value)| {
        let is_lost = update.next.values().all(|other| other.factor(Cell::now(*variable)) == 0);
        let most = bounds.most(view, *variable).filter(|most| *most < MOST_SET_CASES);
        let is_set = value.terms.is_empty() && is_lost && bounds.only(view, *variable).is_none();
        most.filter(|_| is_set).map(|most| (*variable, most))
    });
    let Some((variable, most)) = unknown else { return Ok(vec![moved(view, name, update, bounds)?]) };
    let mut found = Vec::new();
    for tokens in bounds.least(variable)..=most {
        let mut pinned = bounds.clone();
        pinned.lower.insert(variable, tokens);
        pinned.upper.insert(variable, tokens);
        found.extend(counted(view, name, update, &pinned)?);
    }
    Ok(found)
}

fn moved(view: &View, name: &str, update: &Update, bounds: &Bounds) -> Result<Transition, Unfit> {
    let flow = flow(view, update, bounds)?;
    let mut transition = Transition { name: name.into(), ..Transition::default() };
    let mut given: BTreeMap<Variable, i128> = BTreeMap::new();
    for (variable, value) in &update.next {
        let known = known(view, value, bounds)?;
        given.insert(*variable, value.constant.checked_add(known).ok_or_else(Unfit::overflow)?);
    }
    for (variable, tokens) in bounds.lower.iter().filter(|(_, tokens)| **tokens > 0) {
        transition.takes.push((place(view, *variable), *tokens));
        let target = match flow.into.get(variable) {
            Some(target) => *target,
            // Its value is known and has been counted, or it does not change.
            None if update.next.contains_key(variable) => None,
            None => Some(*variable),
        };
        if let Some(target) = target {
            let sum = given.entry(target).or_insert(0);
            *sum = sum.checked_add(i128::from(*tokens)).ok_or_else(Unfit::overflow)?;
        }
    }
    for (variable, most) in &bounds.upper {
        transition.limits.push((place(view, *variable), *most));
    }
    for (variable, target) in &flow.into {
        if *target != Some(*variable) {
            transition.transfers.push((place(view, *variable), target.map(|target| place(view, target))));
        }
    }
    for (variable, tokens) in given {
        let tokens = u64::try_from(tokens).map_err(|_| Unfit::Entangled(vec![variable]))?;
        if tokens > 0 {
            transition.gives.push((place(view, variable), tokens));
        }
    }
    Ok(transition)
}

/// What counters whose value is known contribute to a sum.
fn known(view: &View, value: &Sum, bounds: &Bounds) -> Result<i128, Unfit> {
    let mut sum: i128 = 0;
    for (factor, cell) in &value.terms {
        if let Cell::Variable(variable, Moment::Now) = cell
            && let Some(tokens) = bounds.only(view, *variable)
        {
            let more = factor.checked_mul(i128::from(tokens)).ok_or_else(Unfit::overflow)?;
            sum = sum.checked_add(more).ok_or_else(Unfit::overflow)?;
        }
    }
    Ok(sum)
}

/// Which counters flow where, those left out whose value is known.
fn flow(view: &View, update: &Update, bounds: &Bounds) -> Result<Flow, Unfit> {
    let mut flow = Flow::default();
    let entangled = |value: &Sum| {
        let variables = value.terms.iter().filter_map(|(_, cell)| match cell {
            Cell::Variable(variable, Moment::Now) => Some(*variable),
            _ => None,
        });
        variables.collect::<Vec<_>>()
    };
    for (target, value) in &update.next {
        for (factor, cell) in &value.terms {
            let Cell::Variable(source, Moment::Now) = cell else {
                return Err(Unfit::Unsupported("a new value is chosen in a way that is beyond nets".into()));
            };
            if bounds.only(view, *source).is_some() {
                continue;
            }
            let is_kept = !update.next.contains_key(source);
            if *factor != 1 || is_kept || flow.into.insert(*source, Some(*target)).is_some() {
                let mut variables = entangled(value);
                variables.push(*target);
                return Err(Unfit::Entangled(variables));
            }
        }
    }
    for variable in update.next.keys() {
        if bounds.only(view, *variable).is_none() {
            flow.into.entry(*variable).or_insert(None);
        }
    }
    Ok(flow)
}

fn place(view: &View, variable: Variable) -> Place {
    match view.shape(variable) {
        Shape::Counter { place, .. } => *place,
        Shape::Values { first, .. } => *first,
    }
}

/// The transition once for each combination of the values that finite variables have before and after it.
fn valued(
    view: &View,
    changed: &[Variable],
    alternative: &Alternative,
    transition: Transition,
) -> Result<Vec<Transition>, Unfit> {
    let mut found = vec![transition];
    for (number, shape) in view.shapes.iter().enumerate() {
        let Shape::Values { first, count, .. } = shape else { continue };
        let variable = Variable(u32::try_from(number).map_err(|_| Unfit::overflow())?);
        let before = alternative.values.get(&Cell::now(variable));
        let after = alternative.values.get(&Cell::next(variable));
        let is_changed = changed.binary_search(&variable).is_ok();
        if before.is_none() && !is_changed {
            continue;
        }
        let all = || (0..*count).collect::<Vec<u64>>();
        let into = is_changed.then(|| after.cloned().unwrap_or_else(all));
        let moves = match (before, into) {
            (None, Some(into)) if *count as usize > MOST_CASES && into.len() == 1 => {
                found.iter_mut().for_each(|one| gather(one, *first, *count, into[0]));
                continue;
            }
            (before, into) => (before.cloned().unwrap_or_else(all), into),
        };
        found = with_moves(&found, *first, &moves.0, moves.1.as_deref())?;
    }
    Ok(found)
}

/// All values become one.
fn gather(transition: &mut Transition, first: Place, count: u64, into: u64) {
    let place = |code: u64| first.saturating_add(code as usize);
    let others = (0..count).filter(|code| *code != into);
    transition.transfers.extend(others.map(|code| (place(code), Some(place(into)))));
}

fn with_moves(
    found: &[Transition],
    first: Place,
    before: &[u64],
    into: Option<&[u64]>,
) -> Result<Vec<Transition>, Unfit> {
    let place = |code: u64| first.saturating_add(code as usize);
    let mut longer = Vec::new();
    for one in found {
        for old in before {
            for new in into.unwrap_or(&[*old]) {
                let mut next = one.clone();
                next.takes.push((place(*old), 1));
                next.gives.push((place(*new), 1));
                longer.push(next);
            }
        }
        if longer.len() > MOST_TRANSITIONS {
            return Err(Unfit::too_many());
        }
    }
    Ok(longer)
}
