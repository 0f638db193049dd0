//! The markings that a system may start with.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::alternatives::{Alternative, MOST_OF_STATES, alternatives};
use super::boxes::Bounds;
use super::related::{Definition, LinearSet, Related, mixed, related, widened};
use super::sum::Sum;
use super::unfit::Unfit;
use super::view::{Shape, View};
use crate::{Amount, Marking, Place, Start};
use budget::Budget;
use state_sets::{Cell, Formula, Variable};

/// A system with more starts is not taken for a net.
const MOST_STARTS: usize = 1 << 12;

/// The markings that a system may start with.
#[derive(Debug, Clone, Default)]
pub(super) struct Starts {
    /// Boxes around them.
    pub boxes: Vec<Start>,
    /// Exactly these, if the boxes have more.
    pub related: Vec<LinearSet>,
}

/// The starts that are the initial states.
pub(super) fn starts(view: &View, initial: &Formula, budget: &Budget<'_>) -> Result<Starts, Unfit> {
    let alternatives = alternatives(view, initial, true, MOST_OF_STATES, budget)?;
    let wide = &widened(view, alternatives.iter().map(|one| mixed(&one.sums)).max().unwrap_or(0));
    let (mut found, mut varies) = (Vec::new(), false);
    for alternative in &alternatives {
        for one in related(wide, view.shapes.len(), &alternative.sums, MOST_OF_STATES)? {
            for mut start in within(wide, alternative, &one)? {
                varies |= define(wide, &one, &mut start)?;
                found.push((start, one.definitions.clone()));
            }
            if found.len() > MOST_STARTS {
                return Err(too_many());
            }
        }
    }
    let places = view.names.len();
    let set = |(start, definitions): &(Start, Vec<Definition>)| linear_set(wide, places, definitions, start);
    let related = if varies { found.iter().map(set).collect::<Result<_, _>>()? } else { Vec::new() };
    let narrow = |(start, _): (Start, _)| Start(start.0.into_iter().take(places).collect());
    let mut boxes: Vec<Start> = found.into_iter().map(narrow).collect();
    boxes.sort_by(|one, other| one.0.cmp(&other.0));
    boxes.dedup();
    Ok(Starts { boxes, related })
}

fn too_many() -> Unfit {
    Unfit::Unsupported("there are too many initial states for a net".into())
}

/// The place of a counter.
fn place_of(view: &View, variable: Variable) -> Option<Place> {
    match view.shape(variable) {
        Shape::Counter { place, .. } => Some(*place),
        Shape::Values { .. } => None,
    }
}

/// Adds the amounts of the counters that are sums of others; whether one of them is not the same in all markings of the start.
fn define(view: &View, related: &Related, start: &mut Start) -> Result<bool, Unfit> {
    let mut varies = false;
    for (variable, value) in &related.definitions {
        let (least, is_open) = amount(view, value, start)?;
        varies |= is_open;
        if let Some(place) = place_of(view, *variable) {
            start.0[place] = if is_open { Amount::AtLeast(least) } else { Amount::Exactly(least) };
        }
    }
    Ok(varies)
}

/// The least value of a sum, and whether it has others.
fn amount(view: &View, sum: &Sum, start: &Start) -> Result<(u64, bool), Unfit> {
    let (mut least, mut is_open) = (sum.constant, false);
    for (factor, cell) in &sum.terms {
        let Cell::Variable(variable, _) = cell else { continue };
        let Some(place) = place_of(view, *variable) else { continue };
        let tokens = factor.checked_mul(start.0[place].least().into());
        least = tokens.and_then(|tokens| least.checked_add(tokens)).ok_or_else(Unfit::overflow)?;
        is_open |= matches!(start.0[place], Amount::AtLeast(_));
    }
    Ok((u64::try_from(least).map_err(|_| Unfit::overflow())?, is_open))
}

/// The markings of a start of which only those are meant where counters are what their definitions say; so many places are the net's.
fn linear_set(
    view: &View,
    places: usize,
    definitions: &[Definition],
    start: &Start,
) -> Result<LinearSet, Unfit> {
    let mut least = start.least();
    least.truncate(places);
    let is_defined = |place: Place| definitions.iter().any(|(own, _)| place_of(view, *own) == Some(place));
    let mut periods = Vec::new();
    for (number, amount) in start.0.iter().enumerate() {
        if matches!(amount, Amount::AtLeast(_)) && !is_defined(number) {
            periods.push(period(view, places, definitions, number)?);
        }
    }
    Ok(LinearSet { least, periods })
}

/// What one token more on a place that varies adds.
fn period(view: &View, places: usize, definitions: &[Definition], varied: Place) -> Result<Marking, Unfit> {
    let mut period = vec![0; view.names.len()];
    period[varied] = 1;
    for (variable, value) in definitions {
        let Some(place) = place_of(view, *variable) else { continue };
        for (factor, cell) in &value.terms {
            if let Cell::Variable(variable, _) = cell
                && place_of(view, *variable) == Some(varied)
            {
                period[place] = u64::try_from(*factor).map_err(|_| Unfit::overflow())?;
            }
        }
    }
    period.truncate(places);
    Ok(period)
}

/// The boxes of what varies; what is defined is left at zero.
fn within(view: &View, alternative: &Alternative, related: &Related) -> Result<Vec<Start>, Unfit> {
    let mut found = vec![Start(vec![Amount::Exactly(0); view.names.len()])];
    for (number, shape) in view.shapes.iter().enumerate() {
        let variable = Variable(u32::try_from(number).map_err(|_| Unfit::overflow())?);
        if related.definitions.iter().any(|(own, _)| *own == variable) {
            continue;
        }
        let choices: Vec<(usize, Amount)> = match shape {
            Shape::Counter { place, .. } => {
                amounts(view, &related.bounds, variable)?.into_iter().map(|amount| (*place, amount)).collect()
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
