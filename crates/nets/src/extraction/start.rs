//! The markings that a system may start with.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::alternatives::{Alternative, MOST_OF_STATES, alternatives};
use super::boxes::{Bounds, boxes};
use super::unfit::Unfit;
use super::view::{Shape, View};
use crate::{Amount, Start};
use budget::Budget;
use state_sets::{Cell, Formula, Variable};

/// A system with more starts is not taken for a net.
const MOST_STARTS: usize = 1 << 12;

/// The starts that are the initial states.
pub(super) fn starts(view: &View, initial: &Formula, budget: &Budget<'_>) -> Result<Vec<Start>, Unfit> {
    let mut found = Vec::new();
    for alternative in alternatives(view, initial, true, MOST_OF_STATES, budget)? {
        for bounds in boxes(view, &alternative.sums, MOST_OF_STATES)? {
            found.extend(within(view, &alternative, &bounds)?);
            if found.len() > MOST_STARTS {
                return Err(too_many());
            }
        }
    }
    found.sort_by(|one: &Start, other| one.0.cmp(&other.0));
    found.dedup();
    Ok(found)
}

fn too_many() -> Unfit {
    Unfit::Unsupported("there are too many initial states for a net".into())
}

fn within(view: &View, alternative: &Alternative, bounds: &Bounds) -> Result<Vec<Start>, Unfit> {
    let mut found = vec![Start(vec![Amount::Exactly(0); view.names.len()])];
    for (number, shape) in view.shapes.iter().enumerate() {
        let variable = Variable(u32::try_from(number).map_err(|_| Unfit::overflow())?);
        let choices: Vec<(usize, Amount)> = match shape {
            Shape::Counter { place, .. } => {
                amounts(view, bounds, variable)?.into_iter().map(|amount| (*place, amount)).collect()
            }
            Shape::Values { first, count, .. } => {
                let known = alternative.values.get(&Cell::now(variable));
                let codes = known.cloned().unwrap_or_else(|| (0..*count).collect());
                let place = |code: u64| first.saturating_add(code as usize);
                codes.into_iter().map(|code| (place(code), Amount::Exactly(1))).collect()
            }
        };
        if found.len().saturating_mul(choices.len()) > MOST_STARTS {
            return Err(too_many());
        }
        if let [(place, amount)] = choices.as_slice() {
            found.iter_mut().for_each(|start| start.0[*place] = *amount);
            continue;
        }
        let with = |start: &Start| {
            let chosen = |(place, amount): &(usize, Amount)| {
                let mut start = start.clone();
                start.0[*place] = *amount;
                start
            };
            choices.iter().map(chosen).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(with).collect();
    }
    Ok(found)
}

/// The amounts of a counter within bounds.
fn amounts(view: &View, bounds: &Bounds, variable: Variable) -> Result<Vec<Amount>, Unfit> {
    let least = bounds.least(variable);
    match bounds.most(view, variable) {
        None => Ok(vec![Amount::AtLeast(least)]),
        Some(most) if most.saturating_sub(least) < MOST_STARTS as u64 => {
            Ok((least..=most).map(Amount::Exactly).collect())
        }
        Some(_) => Err(too_many()),
    }
}
