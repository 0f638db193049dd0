//! A polyhedron for each location of a process, around the values that a few related variables have there.
//!
//! The process is followed by itself: its own transitions lead from location to location, and whatever the transitions of other processes do
//! to the variables happens at each location (thread-modular, with what others do as a set of commands that does not know where they are). A polyhedron
//! that keeps growing is widened; in the end all transitions are applied once more to the whole, which makes it smaller again (narrowing). Faces
//! of one variable are bounds, those of two differences.
//!
//! # Reference
//! Cousot, Halbwachs: *Automatic Discovery of Linear Restraints Among Variables of a Program*, POPL 1978, doi:10.1145/512760.512770. Interference:
//! Miné: *Static Analysis of Run-Time Errors in Embedded Critical Parallel C Programs*, ESOP 2011, doi:10.1007/978-3-642-19718-5_21. Departure: what
//! comes out are candidates, which are proved together with all others.

use crate::commands::Command;
use crate::cubes::{Cube, conjunction, cubes};
use crate::expressions::formula;
use crate::generated::{At, Generated, Rule};
use crate::orbits::exchanged;
use crate::rows::{Literal, Row};
use crate::terms::variables;
use budget::{Budget, Budgeted};
use presburger::{Conjunction, Integer, Set, Space};
use std::collections::{BTreeMap, BTreeSet};
use system::{Comparison, System, Type, VariableId};

/// So many variables are looked at together.
const MOST_VARIABLES: usize = 4;
/// Rounds before polyhedra are widened, and all.
const PATIENCE: usize = 3;
const ROUNDS: usize = 12;
/// Commands times locations that are looked at.
const MOST_IMAGES: usize = 240;
/// What one process may cost, in row operations of polyhedra.
const OPERATIONS: u64 = 150_000;

/// Candidates from polyhedra, for each process and each of its instances.
pub fn polyhedra(system: &System, commands: &[Command]) -> Vec<Generated> {
    let mut found = Vec::new();
    for (number, process) in system.processes.iter().enumerate() {
        let Some(location) = process.location else { continue };
        let count = u32::try_from(process.locations.len()).unwrap_or(0);
        let own = Process::new(system, commands, Some((location, count)));
        let first = own.and_then(|own| own.run(&Budget::operations(OPERATIONS)).ok()).unwrap_or_default();
        let id = system::ProcessId::from_index(number);
        for ordinal in 0..process.count {
            let exchange = BTreeMap::from([((id, 0), (id, ordinal))]);
            // What mentions other instances is not the same for all of them.
            found.extend(first.iter().filter_map(|one| match ordinal {
                0 => Some(one.clone()),
                _ => exchanged(system, one, &exchange),
            }));
        }
    }
    if found.is_empty() {
        let own = Process::new(system, commands, None);
        found = own.and_then(|own| own.run(&Budget::operations(OPERATIONS)).ok()).unwrap_or_default();
    }
    found
}

/// A command as far as it concerns the variables.
struct Effect {
    /// The location before and after it; nothing for what others do.
    moves: Option<(u32, u32)>,
    guard: Vec<Cube>,
    updates: BTreeMap<VariableId, Option<Row>>,
}

struct Process<'s> {
    system: &'s System,
    location: Option<VariableId>,
    locations: u32,
    variables: Vec<VariableId>,
    effects: Vec<Effect>,
}

impl<'s> Process<'s> {
    /// The process whose location is held by the variable, or all commands; nothing if there is nothing to look at, or too much.
    fn new(system: &'s System, commands: &[Command], location: Option<(VariableId, u32)>) -> Option<Self> {
        let (variable, locations) = location.map_or((None, 1), |(variable, count)| (Some(variable), count));
        let own = |command: &Command| match variable {
            Some(variable) => command.from.iter().any(|from| from.0 == variable),
            None => true,
        };
        let mut counts: BTreeMap<VariableId, usize> = BTreeMap::new();
        for command in commands.iter().filter(|command| own(command)) {
            let values = command.updates.values().flatten();
            let read = command.guard.iter().chain(values).flat_map(variables);
            let mentioned: BTreeSet<VariableId> = read.chain(command.updates.keys().copied()).collect();
            for id in mentioned {
                if matches!(system.variable(id).ty, Type::Nat | Type::Int | Type::Range { .. }) {
                    *counts.entry(id).or_default() += 1;
                }
            }
        }
        let mut ranked: Vec<VariableId> = counts.keys().copied().collect();
        ranked.sort_by_key(|id| (std::cmp::Reverse(counts[id]), *id));
        ranked.truncate(MOST_VARIABLES);
        ranked.sort();
        let effects: Vec<Effect> =
            commands.iter().filter_map(|command| effect(command, variable, &ranked)).collect();
        let images = effects.len().saturating_mul(locations as usize);
        let is_small = !ranked.is_empty() && images <= MOST_IMAGES;
        is_small.then_some(Process { system, location: variable, locations, variables: ranked, effects })
    }

    fn space(&self, copies: usize) -> Space {
        let names = (0..self.variables.len() * copies).map(|at| format!("x{at}"));
        Space::from_names(Vec::new(), names.collect())
    }

    /// The row over the columns of the variables, which begin at this one.
    fn row(&self, row: &Row, first: usize, width: usize) -> Option<Vec<Integer>> {
        let mut columns = vec![Integer::from(0); 1 + width];
        columns[0] = Integer::from(i64::try_from(row.constant).ok()?);
        for (variable, factor) in &row.terms {
            let place = self.variables.iter().position(|own| own == variable)?;
            columns[1 + first + place] = Integer::from(i64::try_from(*factor).ok()?);
        }
        Some(columns)
    }

    /// What the types say of the variables.
    fn types(&self, conjunction: &mut Conjunction, first: usize, width: usize) {
        for variable in &self.variables {
            let (least, most) = match self.system.variable(*variable).ty {
                Type::Nat => (Some(0), None),
                Type::Range { low, high } => (Some(low), Some(high)),
                _ => (None, None),
            };
            let value = Row::variable(*variable);
            let lower = least.and_then(|least: i128| value.plus(-1, &Row::constant(least)));
            let upper = most.and_then(|most| Row::constant(most).plus(-1, &value));
            for row in lower.iter().chain(&upper).filter_map(|row| self.row(row, first, width)) {
                conjunction.add_inequality(row);
            }
        }
    }

    /// The variables in the states that satisfy a cube.
    fn region(&self, cube: &Cube) -> Set {
        let width = self.variables.len();
        let mut conjunction = Conjunction::universe(width);
        self.types(&mut conjunction, 0, width);
        self.demand(&mut conjunction, cube, width);
        Set::from_conjunction(self.space(1), conjunction)
    }

    fn demand(&self, conjunction: &mut Conjunction, cube: &Cube, width: usize) {
        for literal in cube {
            match literal {
                Literal::AtLeastZero(row) => {
                    self.row(row, 0, width).into_iter().for_each(|row| conjunction.add_inequality(row));
                }
                Literal::Zero(row) => {
                    self.row(row, 0, width).into_iter().for_each(|row| conjunction.add_equality(row));
                }
                Literal::NotZero(_) | Literal::Is(..) => {}
            }
        }
    }

    /// The states after a command.
    fn image(&self, before: &Set, effect: &Effect, budget: &Budget<'_>) -> Budgeted<Set> {
        let count = self.variables.len();
        let mut after = Set::empty(self.space(1));
        let names: Vec<String> = (count..2 * count).map(|at| format!("x{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for cube in &effect.guard {
            let mut step = Conjunction::universe(2 * count);
            self.demand(&mut step, cube, 2 * count);
            self.types(&mut step, count, 2 * count);
            for (place, variable) in self.variables.iter().enumerate() {
                let same = Some(Row::variable(*variable));
                let Some(value) = effect.updates.get(variable).unwrap_or(&same) else { continue };
                let Some(mut row) = self.row(value, 0, 2 * count) else { continue };
                row[1 + count + place] = Integer::from(-1);
                step.add_equality(row);
            }
            let step = Set::from_conjunction(self.space(2), step);
            let both = before.cylinder(count, &names).intersection(&step, budget)?;
            let old: Vec<usize> = (0..count).collect();
            let image = both.project_out(&old, budget)?;
            let own: Vec<String> = (0..count).map(|at| format!("x{at}")).collect();
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            after = after.union(&image.renamed(&own), budget)?.convex_hull(budget)?;
        }
        Ok(after)
    }

    fn run(&self, budget: &Budget<'_>) -> Budgeted<Vec<Generated>> {
        let start = self.start(budget)?;
        let mut current = start.clone();
        for round in 0..ROUNDS {
            let mut is_stable = true;
            let next = self.applied(&start, &current, budget)?;
            for (old, new) in current.iter_mut().zip(next) {
                if new.is_subset(old, budget)? {
                    continue;
                }
                is_stable = false;
                *old = match round < PATIENCE {
                    true => old.union(&new, budget)?.convex_hull(budget)?,
                    false => old.widened_hull(&new, budget)?,
                };
            }
            if is_stable {
                let narrowed = self.applied(&start, &current, budget)?;
                return Ok(self.faces(&narrowed));
            }
        }
        Ok(self.faces(&current))
    }

    /// The initial values at each location.
    fn start(&self, budget: &Budget<'_>) -> Budgeted<Vec<Set>> {
        let mut initial = vec![Cube::new()];
        for condition in self.system.initial.iter().filter_map(formula) {
            let both = cubes(&condition, true).and_then(|more| conjunction(&initial, &more));
            initial = both.unwrap_or(initial);
        }
        let mut all = Vec::new();
        for location in 0..self.locations {
            let mut here = Set::empty(self.space(1));
            for cube in &initial {
                let elsewhere = |literal: &Literal| {
                    matches!(literal, Literal::Is(variable, system::Value::Location(other), true)
                        if Some(*variable) == self.location && *other != location)
                };
                if !cube.iter().any(elsewhere) {
                    here = here.union(&self.region(cube), budget)?;
                }
            }
            all.push(here.convex_hull(budget)?);
        }
        Ok(all)
    }

    /// The initial values, and those after each command.
    fn applied(&self, start: &[Set], current: &[Set], budget: &Budget<'_>) -> Budgeted<Vec<Set>> {
        let mut next = start.to_vec();
        for effect in &self.effects {
            let moves: Vec<(u32, u32)> = match effect.moves {
                Some(moves) => vec![moves],
                None => (0..self.locations).map(|at| (at, at)).collect(),
            };
            for (from, to) in moves {
                let before = &current[from as usize];
                if before.disjuncts().is_empty() {
                    continue;
                }
                let image = self.image(before, effect, budget)?;
                next[to as usize] = next[to as usize].union(&image, budget)?.convex_hull(budget)?;
            }
        }
        Ok(next)
    }

    /// The faces of the polyhedra as formulas.
    fn faces(&self, all: &[Set]) -> Vec<Generated> {
        let mut found = Vec::new();
        for (location, set) in (0..).zip(all) {
            let at: Vec<At> = self.location.iter().map(|variable| (*variable, location)).collect();
            for conjunction in set.disjuncts().iter().filter(|one| one.divisions().is_empty()) {
                let equalities = conjunction.equalities().iter().map(|row| (row, Comparison::Eq));
                let inequalities = conjunction.inequalities().iter().map(|row| (row, Comparison::Ge));
                for (row, comparison) in equalities.chain(inequalities) {
                    found.extend(self.face(&at, row, comparison));
                }
            }
        }
        found
    }

    fn face(&self, at: &[At], columns: &[Integer], comparison: Comparison) -> Option<Generated> {
        let mut row = Row::constant(i128::from(columns.first()?.to_i64()?));
        for (variable, factor) in self.variables.iter().zip(&columns[1..]) {
            let factor = i128::from(factor.to_i64()?);
            row = row.plus(factor, &Row::variable(*variable))?;
        }
        let rule = match row.terms.len() {
            0 => return None,
            1 => Rule::Interval,
            2 if row.terms.values().all(|factor| factor.abs() == 1) => Rule::Difference,
            _ => Rule::Polyhedron,
        };
        Some(Generated { at: at.to_vec(), formula: row.compared(comparison), rule })
    }
}

/// What a command does to the variables; nothing if it concerns neither them nor the process.
fn effect(command: &Command, location: Option<VariableId>, variables: &[VariableId]) -> Option<Effect> {
    let place = command.from.iter().position(|from| Some(from.0) == location);
    let moves = place.and_then(|place| Some((command.from.get(place)?.1, command.to.get(place)?.1)));
    let is_tracked = |row: &Row| row.terms.keys().all(|variable| variables.contains(variable));
    let changed = command.updates.iter().filter(|(variable, _)| variables.contains(variable));
    let updates: BTreeMap<VariableId, Option<Row>> = changed
        .map(|(variable, value)| (*variable, value.as_ref().and_then(Row::of).filter(is_tracked)))
        .collect();
    if moves.is_none() && updates.is_empty() {
        return None;
    }
    let mut guard = vec![Cube::new()];
    for condition in &command.guard {
        let both = cubes(condition, true).and_then(|more| conjunction(&guard, &more));
        guard = both.unwrap_or(guard);
    }
    let tracked = |cube: &Cube| {
        let is_about = |literal: &&Literal| literal.variables().iter().all(|own| variables.contains(own));
        cube.iter().filter(is_about).cloned().collect::<Cube>()
    };
    let mut guard: Vec<Cube> = guard.iter().map(tracked).collect();
    guard.sort();
    guard.dedup();
    Some(Effect { moves, guard, updates })
}
