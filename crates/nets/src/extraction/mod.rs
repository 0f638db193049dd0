//! The net that a system is.
//!
//! A variable that only counts becomes a place, and a variable with few values one place for each of them; a transition of the system becomes
//! one or more transitions of the net, which together do exactly what it does. Nothing is approximated: a system with a condition or an
//! action that nets cannot say is refused, with the reason. Whoever leaves out the limits of the net's transitions
//! approximates, and knows it.
//!
//! It starts from the formulas of `encoding`, so that synchronisation, broadcasts, faults and branches mean the same here as in the
//! symbolic engine. Ranges are taken as counters first; those that are compared with each other, or used in ways that counters cannot
//! be, are split into their values.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod alternatives;
mod boxes;
mod capacity;
mod complement;
mod conditions;
mod formula;
mod names;
mod related;
mod start;
mod sum;
mod transition;
mod unfit;
mod update;
mod view;
mod weights;

pub use unfit::Unfit;
pub use view::{Shape, View};

use crate::{Cube, Marking, Net, Place, Run};
use alternatives::{MOST_OF_STATES, alternatives};
use boxes::{Bounds, boxes};
use budget::Budget;
use encoding::{Coding, LowerOptions, Lowered, LoweringError, Prepared};
use related::LinearSet;
use start::Starts;
use state_sets::{Cell, Formula, Halt, Variable};
use std::collections::{BTreeMap, BTreeSet};
use system::{ClaimedPath, Expr, PathEnding, State, System, TransitionId, Value, VariableId};

/// A system as a net.
#[derive(Debug, Clone)]
pub struct SystemNet {
    /// The net.
    pub net: Net,
    /// For each of its transitions, the system's.
    pub origins: Vec<TransitionId>,
    /// Which places stand for which variables; places with what is missing on others follow them.
    pub view: View,
    /// For places with a complement, that place and how many tokens both have together.
    pub complements: BTreeMap<Place, (Place, u64)>,
    /// The markings of the view's places that the system starts with, if the net starts with more.
    related: Vec<LinearSet>,
    coding: Coding,
    lowered: Lowered,
}

/// A system with more transitions in its net is refused.
const MOST_TRANSITIONS: usize = 1 << 18;

/// The net that a system is.
///
/// # Errors
/// If it is none, or the budget ends the work.
pub fn extract(prepared: &Prepared<'_>, budget: &Budget<'_>) -> Result<SystemNet, Unfit> {
    let options = LowerOptions { most_codes: 0, ..LowerOptions::default() };
    let lowered = prepared.lowered(&options, budget).map_err(refused)?;
    if let Some((_, unsupported)) = lowered.refused.first() {
        return Err(Unfit::Unsupported(unsupported.to_string()));
    }
    let mut split = BTreeSet::new();
    loop {
        let view = View::new(&lowered.space, &split)?;
        match read(prepared.system, &lowered, &view, budget) {
            Err(Unfit::Entangled(variables)) => {
                let more = view.splittable(&variables);
                if more.is_empty() {
                    return Err(Unfit::Unsupported(names(&lowered, &variables)));
                }
                split.extend(more);
            }
            other => return other,
        }
    }
}

fn refused(error: LoweringError) -> Unfit {
    match error {
        LoweringError::Unsupported(unsupported) => Unfit::Unsupported(unsupported.to_string()),
        LoweringError::Interrupted(halt) => Unfit::Interrupted(halt),
    }
}

/// The reason why variables do not count.
fn names(lowered: &Lowered, variables: &[Variable]) -> String {
    let mut names: Vec<&str> =
        variables.iter().map(|variable| lowered.space.declaration(*variable).name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(3);
    match names.as_slice() {
        [] => "variables are compared with each other".into(),
        [one] => format!("`{one}` does more than count up and down by constants"),
        several => format!("`{}` are compared or mixed with each other", several.join("`, `")),
    }
}

fn read(system: &System, lowered: &Lowered, view: &View, budget: &Budget<'_>) -> Result<SystemNet, Unfit> {
    let mut net = Net { places: view.names.clone(), starts: Vec::new(), transitions: Vec::new() };
    let mut origins = Vec::new();
    for one in &lowered.moves {
        budget.spend(1).map_err(|spent| Unfit::Interrupted(Halt::spent(spent)))?;
        let name = &system.edge(system.transition(one.transition).sender).name;
        for transition in transition::transitions(view, name, &one.step, budget)? {
            net.transitions.push(transition);
            origins.push(one.transition);
        }
        if net.transitions.len() > MOST_TRANSITIONS {
            return Err(Unfit::Unsupported("the net would have too many transitions".into()));
        }
    }
    let Starts { boxes, related } = start::starts(view, &lowered.initial, budget)?;
    net.starts = boxes;
    capacity::drop_implied(&mut net, budget).map_err(|spent| Unfit::Interrupted(Halt::spent(spent)))?;
    let mut complements = BTreeMap::new();
    for place in limited(&net) {
        if let Some(most) = view.most(place)
            && let Some(other) = complement::complement(&mut net, place, most)
        {
            complements.insert(place, (other, most));
        }
    }
    assert!(net.is_well_formed(), "a net that is read from formulas is well formed");
    let (view, coding, lowered) = (view.clone(), lowered.coding.clone(), lowered.clone());
    Ok(SystemNet { net, origins, view, complements, related, coding, lowered })
}

/// The places that transitions have limits on.
fn limited(net: &Net) -> BTreeSet<Place> {
    net.transitions.iter().flat_map(|transition| transition.limits.iter().map(|(place, _)| *place)).collect()
}

impl SystemNet {
    /// The cubes of markings in which a condition on states is true, or in which it is not; where it faults, it is false.
    ///
    /// # Errors
    /// If nets cannot say it.
    pub fn condition(
        &self,
        system: &System,
        condition: &Expr,
        positive: bool,
        budget: &Budget<'_>,
    ) -> Result<Vec<Cube>, Unfit> {
        let formula = self.lowered.condition(system, condition, budget).map_err(refused)?;
        self.cubes(&formula, positive, budget)
    }

    /// An integer expression as a weighted sum of tokens and a constant.
    ///
    /// # Errors
    /// If it is no such sum, or can fault.
    pub fn weights(
        &self,
        system: &System,
        expression: &Expr,
        budget: &Budget<'_>,
    ) -> Result<(Vec<(Place, u64)>, i128), Unfit> {
        let value = self.lowered.value(system, expression, budget).map_err(refused)?;
        let no_sum = || Unfit::Unsupported("the expression is no weighted sum of tokens".into());
        let cases = value.cases().ok_or_else(no_sum)?;
        let [(guard, sum)] = cases.as_slice() else { return Err(no_sum()) };
        if !guard.is_truth() || !value.defined().is_truth() {
            return Err(no_sum());
        }
        weights::weights(&self.view, sum).ok_or_else(no_sum)
    }

    /// The cubes of markings in which some transition faults.
    ///
    /// # Errors
    /// If nets cannot say it.
    pub fn faults(&self, budget: &Budget<'_>) -> Result<Vec<(TransitionId, Vec<Cube>)>, Unfit> {
        let faults = self.lowered.faults.iter();
        faults.map(|(id, formula)| Ok((*id, self.cubes(formula, true, budget)?))).collect()
    }

    /// The cubes of markings that satisfy a formula, or that do not.
    fn cubes(&self, formula: &Formula, positive: bool, budget: &Budget<'_>) -> Result<Vec<Cube>, Unfit> {
        let mut found = Vec::new();
        for alternative in alternatives(&self.view, formula, positive, MOST_OF_STATES, budget)? {
            for bounds in boxes(&self.view, &alternative.sums, MOST_OF_STATES)? {
                self.with_values(&alternative.values, &bounds, &mut found)?;
            }
        }
        Ok(found)
    }

    /// The cube of the bounds, once for each combination of the values that finite variables may have.
    fn with_values(
        &self,
        values: &BTreeMap<Cell, Vec<u64>>,
        bounds: &Bounds,
        found: &mut Vec<Cube>,
    ) -> Result<(), Unfit> {
        let mut cubes = vec![self.cube(bounds)];
        for (cell, codes) in values {
            let Cell::Variable(variable, _) = cell else { continue };
            let Shape::Values { first, .. } = self.view.shape(*variable) else { continue };
            let place = |code: &u64| first.saturating_add(*code as usize);
            let with = |cube: &Cube| {
                let at = |code: &u64| {
                    let mut cube = cube.clone();
                    cube.at_least.push((place(code), 1));
                    cube
                };
                codes.iter().map(at).collect::<Vec<_>>()
            };
            cubes = cubes.iter().flat_map(with).collect();
            if cubes.len().saturating_add(found.len()) > MOST_TRANSITIONS {
                return Err(Unfit::too_many());
            }
        }
        cubes.iter_mut().for_each(|cube| cube.at_least.sort_unstable());
        found.extend(cubes);
        Ok(())
    }

    fn cube(&self, bounds: &Bounds) -> Cube {
        let place = |variable: &Variable| match self.view.shape(*variable) {
            Shape::Counter { place, .. } => *place,
            Shape::Values { first, .. } => *first,
        };
        let mut cube = Cube::default();
        for (variable, tokens) in bounds.lower.iter().filter(|(_, tokens)| **tokens > 0) {
            cube.at_least.push((place(variable), *tokens));
        }
        for (variable, tokens) in &bounds.upper {
            match self.complements.get(&place(variable)) {
                Some((other, most)) => cube.at_least.push((*other, most.saturating_sub(*tokens))),
                None => cube.at_most.push((place(variable), *tokens)),
            }
        }
        cube.at_least.retain(|(_, tokens)| *tokens > 0);
        cube.at_most.sort_unstable();
        cube
    }

    /// The system as formulas, in the coding of which the net was read.
    pub fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    /// The places of a variable of the system.
    pub fn places_of(&self, variable: VariableId) -> std::ops::Range<Place> {
        match self.view.shapes.get(variable.index()) {
            Some(Shape::Counter { place, .. }) => *place..place.saturating_add(1),
            Some(Shape::Values { first, count, .. }) => *first..first.saturating_add(*count as usize),
            None => 0..0,
        }
    }

    /// The value that a variable of the system has where its place holds so many tokens, or the place with this number among its places one.
    pub fn value_at(&self, variable: VariableId, number: u64) -> Option<Value> {
        let (Shape::Counter { low, .. } | Shape::Values { low, .. }) =
            self.view.shapes.get(variable.index())?;
        Some(self.coding.codes.get(variable.index())?.value(low.checked_add(number.into())?))
    }

    /// The state that a marking stands for.
    pub fn state(&self, marking: &[u64]) -> Option<State> {
        self.view.state(&self.coding, marking)
    }

    /// The marking of a state; nothing if a place with what is missing on another would hold less than nothing.
    pub fn marking(&self, state: &State) -> Option<Marking> {
        self.completed(self.view.marking(&self.coding, state)?)
    }

    /// A marking of the view's places with those that hold what is missing on others.
    fn completed(&self, mut marking: Marking) -> Option<Marking> {
        marking.resize(self.net.places.len(), 0);
        for (place, (other, most)) in &self.complements {
            marking[*other] = most.checked_sub(marking[*place])?;
        }
        Some(marking)
    }

    /// Whether the system starts with a marking that the net starts with; the net has more starts where initial values depend on each other.
    pub fn is_initial(&self, marking: &[u64]) -> bool {
        self.related.is_empty() || self.initial_above(marking).is_some_and(|above| above == marking)
    }

    /// The same transitions from a marking that the system starts with, with at least as many tokens; nothing if there is none, or limits
    /// are in the way of more tokens.
    pub fn grounded(&self, run: Run) -> Option<Run> {
        if self.related.is_empty() {
            return Some(run);
        }
        let run = Run { start: self.initial_above(&run.start)?, ..run };
        self.net.walk(&run).ok()?.is_some().then_some(run)
    }

    /// A marking that the system starts with, with at least as many tokens and few more.
    fn initial_above(&self, marking: &[u64]) -> Option<Marking> {
        let own = &marking[..marking.len().min(self.view.names.len())];
        let above = self.related.iter().filter_map(|set| self.completed(set.above(own)?));
        let covers = |found: &Marking| found.iter().zip(marking).all(|(tokens, wanted)| tokens >= wanted);
        let size = |found: &Marking| found.iter().fold(0u64, |sum, tokens| sum.saturating_add(*tokens));
        above.filter(covers).min_by_key(size)
    }

    /// A run as a path of the system; nothing if it is no run of the net.
    pub fn path(&self, run: &Run, ending: PathEnding) -> Option<ClaimedPath> {
        let markings = self.net.walk(run).ok()??;
        let states = markings.iter().map(|marking| self.state(marking)).collect::<Option<Vec<State>>>()?;
        let mut states = states.into_iter();
        let initial = states.next()?;
        let steps = run.fired.iter().map(|fired| self.origins[*fired]).zip(states).collect();
        Some(ClaimedPath { initial, steps, ending })
    }
}
