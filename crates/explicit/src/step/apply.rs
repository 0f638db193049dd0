//! Applies a rule to a packed state.

use crate::code::{Code, Compiler, Target, Trap, Values};
use crate::program::action::{SingleRoom, Solved};
use crate::states::layout::{Field, Layout, Misfit};
use crate::step::rule::{Assignment, BoundStage, Direct, Solving};

/// Why a rule leads nowhere.
#[derive(Debug)]
pub(crate) enum Unapplied {
    /// It is not enabled, or blocks.
    Blocked,
    /// It faults, or a number is too large.
    Trap(Trap),
    /// A value does not fit into its field.
    Misfit(Misfit),
}

impl From<Trap> for Unapplied {
    fn from(trap: Trap) -> Self {
        Unapplied::Trap(trap)
    }
}

/// What rules work on beside the packed state.
#[derive(Debug)]
pub(crate) struct Bench {
    /// The values of the state, as far as rules read them.
    pub values: Vec<i64>,
    /// What the stage at hand writes.
    writes: Vec<(u32, i64)>,
    /// What stages have written over in `values`.
    undo: Vec<(u32, i64)>,
    /// Room for the new values that relations seek.
    cells: Vec<i64>,
    /// Room for running actions that have one result.
    pub single: SingleRoom,
}

impl Bench {
    /// A bench for so many variables.
    pub fn new(variables: usize) -> Self {
        let (writes, undo) = (Vec::new(), Vec::new());
        let single = SingleRoom::default();
        Bench { values: vec![0; variables], writes, undo, cells: vec![0; variables], single }
    }
}

impl Direct {
    /// Adds the words of the successor to `found`, if the rule is enabled. Nothing is added on an error, and
    /// the values on the bench are as they were.
    #[inline]
    pub fn apply(
        &self,
        layout: &Layout,
        words: &[u64],
        bench: &mut Bench,
        found: &mut Vec<u64>,
    ) -> Result<(), Unapplied> {
        if !self.cubes.iter().all(|cube| cube.matches(words)) || !self.test.holds(words, &bench.values)? {
            return Err(Unapplied::Blocked);
        }
        let start = found.len();
        found.extend_from_slice(words);
        let new = &mut found[start..];
        let computed = match &self.stages[..] {
            [] => Ok(()),
            [only] => only.compute_only(layout, &bench.values, new),
            stages => run_stages(stages, layout, bench, new),
        };
        self.moves.iter().for_each(|shift| shift.apply(words, new));
        for patch in &self.patches {
            let word = &mut new[patch.word as usize];
            *word = (*word & !patch.mask) | patch.value;
        }
        if computed.is_err() {
            found.truncate(start);
        }
        computed
    }
}

impl Solving {
    /// Adds the words of all successors to `found`, and says what else came of it. Nothing is added on an
    /// error.
    pub fn apply(
        &self,
        compiler: Compiler<'_>,
        layout: &Layout,
        words: &[u64],
        bench: &mut Bench,
        found: &mut Vec<u64>,
    ) -> Result<Solved, Unapplied> {
        let start = found.len();
        self.direct.apply(layout, words, bench, found)?;
        let mut new = found.split_off(start);
        let mut misfit = None;
        let Bench { values, cells, .. } = bench;
        let solved = self.relations.solve(compiler, values, cells, &mut |cells| {
            for (variable, field) in &self.fields {
                if let Err(found) = put(field, *variable, cells[*variable as usize], &mut new) {
                    misfit = Some(found);
                }
            }
            let is_known = || found[start..].chunks_exact(new.len()).any(|other| other == new);
            if !self.relations.plan().may_repeat() || !is_known() {
                found.extend_from_slice(&new);
            }
        });
        let mut result = solved.map_err(Unapplied::Trap);
        if result.as_ref().is_ok_and(|solved| solved.solutions > 0) {
            match all_hold(&self.asserts, Values::of(values)) {
                Ok(true) => {}
                Ok(false) => result = Err(Trap::FAULT.into()),
                Err(trap) => result = Err(trap.into()),
            }
        }
        result = misfit.map_or(result, |misfit| Err(Unapplied::Misfit(misfit)));
        if result.is_err() {
            found.truncate(start);
        }
        result
    }
}

/// Runs stages one after the other, each on the values that the one before it left.
fn run_stages(
    stages: &[BoundStage],
    layout: &Layout,
    bench: &mut Bench,
    new: &mut [u64],
) -> Result<(), Unapplied> {
    let mut result = Ok(());
    for stage in stages {
        bench.writes.clear();
        result = stage.compute(&bench.values, |_, variable, value| bench.writes.push((variable, value)));
        if result.is_err() {
            break;
        }
        for (variable, value) in &bench.writes {
            let cell = &mut bench.values[*variable as usize];
            bench.undo.push((*variable, *cell));
            *cell = *value;
        }
    }
    if result.is_ok() {
        for (variable, _) in &bench.undo {
            let value = bench.values[*variable as usize];
            if let Err(misfit) = put(layout.field(*variable), *variable, value, new) {
                result = Err(Unapplied::Misfit(misfit));
            }
        }
    }
    for (variable, before) in bench.undo.drain(..).rev() {
        bench.values[variable as usize] = before;
    }
    result
}

/// Writes a value into its field.
#[inline]
pub(super) fn put(field: &Field, variable: u32, value: i64, words: &mut [u64]) -> Result<(), Misfit> {
    let bits = field.bits(value).ok_or(Misfit { variable, value })?;
    let word = &mut words[field.word as usize];
    *word = (*word & !field.cover()) | bits;
    Ok(())
}

impl BoundStage {
    /// Runs the only stage, writing straight into the packed successor.
    #[inline]
    fn compute_only(&self, layout: &Layout, values: &[i64], new: &mut [u64]) -> Result<(), Unapplied> {
        let mut misfit = None;
        self.compute(values, |assignment, variable, value| {
            let field = match &assignment.target {
                Target::Fixed(_) => &assignment.field,
                Target::Selected(_) => layout.field(variable),
            };
            if let Err(found) = put(field, variable, value, new) {
                misfit = Some(found);
            }
        })?;
        // A fault counts before a misfit, since the successor would not be there at all.
        misfit.map_or(Ok(()), |misfit| Err(Unapplied::Misfit(misfit)))
    }

    /// Computes what the stage writes, and tells it to `write`.
    #[inline]
    fn compute(&self, values: &[i64], mut write: impl FnMut(&Assignment, u32, i64)) -> Result<(), Unapplied> {
        let values = Values::of(values);
        if !all_hold(&self.tests, values)? {
            return Err(Unapplied::Blocked);
        }
        for assignment in &self.assignments {
            let variable = assignment.target.locate(values)?;
            let value = assignment.value.value(values)?;
            if !assignment.domain.contains(value) {
                return Err(Trap::FAULT.into());
            }
            write(assignment, variable, value);
        }
        for definition in &self.definitions {
            let variable = definition.target.locate(values)?;
            let value = definition.value.value(values)?;
            if !definition.domain.contains(value) {
                return Err(Unapplied::Blocked);
            }
            write(definition, variable, value);
        }
        if all_hold(&self.asserts, values)? { Ok(()) } else { Err(Trap::FAULT.into()) }
    }
}

fn all_hold(conditions: &[Code], values: Values<'_>) -> Result<bool, Trap> {
    for condition in conditions {
        if !condition.test(values)? {
            return Ok(false);
        }
    }
    Ok(true)
}
