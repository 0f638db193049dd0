//! Steps that forget values which nobody will read.
//!
//! At some locations of a process some of its variables are *inactive*: whatever they have, the same happens afterwards. Somebody
//! who knows where that is (an analysis of the system) says so, with a value for each such variable; then
//!
//! * a step that brings a process to such a location gives the variable this value, whatever it would have had there;
//! * a step that writes such a variable while its process stays at such a location leaves it alone.
//!
//! The steps of each part of a move stay as small as they were, but for the location of a process whose variable is written by
//! another one. Where a step does not say plainly to which location it leads, it stays as it is: states that differ
//! in inactive variables have the same future, so that each of them may stand for all, in each step anew.

use crate::Coding;
use crate::apart::Apart;
use crate::lower::{Lowered, all, both, coupled, variables};
use state_sets::{Cell, Formula, Kind, Local, Moment, Space, Step, Variable};
use std::collections::BTreeMap;
use system::{Value, VariableId};

/// For each location variable, for each location: the variables that are inactive there, with what they are set to.
pub type Resets = [(VariableId, Vec<Vec<(VariableId, Value)>>)];

impl Lowered {
    /// Makes the moves forget what is inactive, and returns the steps that make states forget it: for each process one for
    /// each of its locations, which together are possible everywhere.
    pub fn forget(&mut self, resets: &Resets) -> Vec<Vec<Step>> {
        let forgetting = Forgetting::new(resets, &self.space, &self.coding);
        for one in &mut self.moves {
            let parts: Vec<Step> = one.steps().iter().flat_map(|step| forgetting.step(step)).collect();
            one.parts = parts;
        }
        let states = forgetting.states();
        self.space.couplings = coupled(&self.moves);
        states
    }
}

/// What is forgotten where.
struct Forgetting<'a> {
    space: &'a Space,
    /// The code that each inactive variable gets, by the variable that holds a location, and by its code.
    places: BTreeMap<Variable, Vec<BTreeMap<Variable, u64>>>,
    /// The location variable of each variable that is inactive somewhere.
    location_of: BTreeMap<Variable, Variable>,
}

impl<'a> Forgetting<'a> {
    fn new(resets: &Resets, space: &'a Space, coding: &Coding) -> Self {
        let mut places = BTreeMap::new();
        let mut location_of = BTreeMap::new();
        for (location, at) in resets {
            let own = coding.variable(*location);
            let code = |(variable, value): &(VariableId, Value)| {
                let place = coding.variable(*variable);
                let code = u64::try_from(coding.codes[variable.index()].code(*value)?).ok()?;
                let is_code = matches!(space.kind(place), Kind::Finite { count } if code < count);
                is_code.then_some((place, code))
            };
            let known: Vec<BTreeMap<Variable, u64>> =
                at.iter().map(|resets| resets.iter().filter_map(code).collect()).collect();
            location_of.extend(known.iter().flat_map(BTreeMap::keys).map(|variable| (*variable, own)));
            places.insert(own, known);
        }
        Forgetting { space, places, location_of }
    }

    /// The steps that forget what is inactive in a state.
    fn states(&self) -> Vec<Vec<Step>> {
        let step = |location: Variable, code: usize, resets: &BTreeMap<Variable, u64>| {
            let here = Formula::is(Cell::now(location), code as u64);
            let set = resets.iter().map(|(variable, code)| Formula::is(Cell::next(*variable), *code));
            let relation = Formula::all(std::iter::once(here).chain(set));
            Step { changed: resets.keys().copied().collect(), relation }
        };
        let steps = |(location, at): (&Variable, &Vec<BTreeMap<Variable, u64>>)| {
            at.iter().enumerate().map(|(code, resets)| step(*location, code, resets)).collect()
        };
        self.places.iter().map(steps).collect()
    }

    /// Steps that do what the step does, and forget.
    fn step(&self, step: &Step) -> Vec<Step> {
        let mut open = vec![step.clone()];
        for variable in &step.changed {
            let Some(location) = self.location_of.get(variable) else { continue };
            if step.changed.contains(location) || open.len() > Apart::default().most_parts {
                continue;
            }
            open = open.iter().flat_map(|one| self.written(one, *variable, *location)).collect();
        }
        open.into_iter().map(|one| self.moved(one)).collect()
    }

    /// A step that writes a variable of a process that stays where it is: where the variable is active, and where it is not.
    fn written(&self, step: &Step, variable: Variable, location: Variable) -> Vec<Step> {
        let at = &self.places[&location];
        let codes = |wanted: bool| {
            let is_so = |code: &usize| at[*code].contains_key(&variable) == wanted;
            (0..at.len()).filter(is_so).map(|code| code as u64).collect::<Vec<u64>>()
        };
        let (inactive, active) = (codes(true), codes(false));
        let within = |codes: Vec<u64>, relation: &Formula| {
            if codes.is_empty() {
                return Formula::falsity();
            }
            both(relation, &Formula::Member(Cell::now(location), codes))
        };
        let kept = Step { changed: step.changed.clone(), relation: within(active, &step.relation) };
        let changed = step.changed.iter().copied().filter(|own| *own != variable).collect();
        let free = self.released(&step.relation, variable);
        let left = Step { changed, relation: within(inactive, &free) };
        [kept, left].into_iter().filter(|one| !one.relation.is_falsity()).collect()
    }

    /// A step, with what is forgotten where processes come to.
    fn moved(&self, mut step: Step) -> Step {
        let locations: Vec<Variable> =
            step.changed.iter().copied().filter(|one| self.places.contains_key(one)).collect();
        for location in locations {
            let at = &self.places[&location];
            let to = codes(&step.relation, Cell::next(location));
            let Some([to]) = to.as_deref() else { continue };
            let Some(resets) = at.get(*to as usize) else { continue };
            let from = codes(&step.relation, Cell::now(location));
            for (variable, code) in resets {
                let is_set = |from: &u64| at.get(*from as usize).is_some_and(|at| at.contains_key(variable));
                if step.changed.contains(variable) {
                    step.relation = self.released(&step.relation, *variable);
                } else if from.as_ref().is_some_and(|from| from.iter().all(is_set)) {
                    // It has been forgotten.
                    continue;
                } else {
                    step.changed.push(*variable);
                    step.changed.sort_unstable();
                }
                step.relation = both(&step.relation, &Formula::is(Cell::next(*variable), *code));
            }
        }
        step
    }

    /// The relation where the new value of the variable may be any.
    fn released(&self, relation: &Formula, variable: Variable) -> Formula {
        let parts = parts(relation);
        let next = Cell::next(variable);
        let (speaking, silent): (Vec<&Formula>, Vec<&Formula>) =
            parts.iter().partition(|part| variables(part).contains(&variable) && mentions(part, next));
        match speaking.as_slice() {
            [] => return relation.clone(),
            [Formula::Member(_, codes)] if !codes.is_empty() => return all(silent),
            [Formula::Same(left, right)] if self.has_value(*left, *right, next) => return all(silent),
            _ => {}
        }
        let local = Local(relation.last_local().map_or(0, |local| local.0.saturating_add(1)));
        let body = all(speaking).with_cells(&|cell| if cell == next { Cell::Local(local) } else { cell });
        both(&all(silent), &Formula::exists(vec![(local, self.space.kind(variable))], body))
    }

    /// Whether the next one of two cells that should be the same can have each value of the other.
    fn has_value(&self, left: Cell, right: Cell, next: Cell) -> bool {
        let count = |cell: Cell| match cell {
            Cell::Variable(variable, _) => match self.space.kind(variable) {
                Kind::Finite { count } => Some(count),
                Kind::Integer { .. } => None,
            },
            Cell::Local(_) => None,
        };
        let other = if left == next { right } else { left };
        match (count(next), count(other)) {
            (Some(own), Some(other)) => other <= own,
            _ => false,
        }
    }
}

fn parts(relation: &Formula) -> Vec<Formula> {
    match relation {
        Formula::And(parts) => parts.to_vec(),
        other => vec![other.clone()],
    }
}

/// Whether the formula depends on the cell, by looking what becomes of it when the cell is another.
fn mentions(formula: &Formula, cell: Cell) -> bool {
    let Cell::Variable(variable, Moment::Next) = cell else { return true };
    formula.with_cells(&|own| if own == cell { Cell::now(variable) } else { own }) != *formula
}

/// The codes that a conjunct allows the cell.
fn codes(relation: &Formula, cell: Cell) -> Option<Vec<u64>> {
    parts(relation).iter().find_map(|part| match part {
        Formula::Member(own, codes) if *own == cell => Some(codes.clone()),
        _ => None,
    })
}
