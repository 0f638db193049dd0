//! Images under guarded updates in the serial encoding.
//!
//! Bits of a new value would be needed before the bits that they are computed from have been read, so there is no shortcut by
//! an adder. Each assigned variable gets a second turn, right after its own, for the new value; the update is a
//! conjunction of equations over the longer letters, and what is not wanted is projected away.

use super::machine::explored;
use super::{Serial, SerialSet};
use crate::encoding::Encoding;
use crate::linear::{Comparison, Linear};
use crate::track::Track;
use budget::{Budget, Budgeted, OutOfBudget};

/// The vectors from which an update leads into a set.
pub(super) fn before(
    serial: &mut Serial,
    guard: &SerialSet,
    assignments: &[(Track, Linear)],
    set: &SerialSet,
    budget: &Budget,
) -> Budgeted<SerialSet> {
    let mut wide = Wide::new(serial, assignments)?;
    // The set speaks of new values where there are some.
    let target = lifted(set, &wide.second_turns(), budget)?;
    let result = wide.constrained(target, assignments, budget)?;
    let result = wide.serial.project_all(&result, &wide.new_tracks(), budget)?;
    let result = dropped(&result, &wide.first_turns(), budget)?;
    serial.intersection(&result, guard, budget)
}

/// The vectors to which an update leads from a set.
pub(super) fn after(
    serial: &mut Serial,
    guard: &SerialSet,
    assignments: &[(Track, Linear)],
    set: &SerialSet,
    budget: &Budget,
) -> Budgeted<SerialSet> {
    let source = serial.intersection(set, guard, budget)?;
    let mut wide = Wide::new(serial, assignments)?;
    let source = lifted(&source, &wide.first_turns(), budget)?;
    let result = wide.constrained(source, assignments, budget)?;
    let result = wide.serial.project_all(&result, &wide.old_tracks(), budget)?;
    dropped(&result, &wide.second_turns(), budget)
}

/// The encoding with second turns.
struct Wide {
    serial: Serial,
    /// Each variable, and the name of its new value if it is assigned.
    pairs: Vec<(Track, Option<Track>)>,
}

impl Wide {
    fn new(serial: &Serial, assignments: &[(Track, Linear)]) -> Budgeted<Wide> {
        let mentioned = assignments.iter().flat_map(|(track, value)| {
            value.terms().iter().map(|term| term.0.number()).chain([track.number()])
        });
        let mut name = serial.tracks.iter().map(|track| track.number()).chain(mentioned).max().unwrap_or(0);
        let mut pairs = Vec::new();
        for &track in &serial.tracks {
            let is_assigned = assignments.iter().any(|assignment| assignment.0 == track);
            if is_assigned {
                name = name.checked_add(1).ok_or(OutOfBudget)?;
            }
            pairs.push((track, is_assigned.then(|| Track::new(name))));
        }
        let tracks = pairs.iter().flat_map(|&(old, new)| [Some(old), new]).flatten().collect();
        Ok(Wide { serial: Serial::new(serial.numbers, tracks), pairs })
    }

    fn new_tracks(&self) -> Vec<Track> {
        self.pairs.iter().filter_map(|pair| pair.1).collect()
    }

    /// The variables that are assigned.
    fn old_tracks(&self) -> Vec<Track> {
        self.pairs.iter().filter(|pair| pair.1.is_some()).map(|pair| pair.0).collect()
    }

    /// For each turn, whether it is the variable's own.
    fn first_turns(&self) -> Vec<bool> {
        self.pairs.iter().flat_map(|pair| [Some(true), pair.1.map(|_| false)]).flatten().collect()
    }

    /// For each turn, whether it has the value that the variable has afterwards.
    fn second_turns(&self) -> Vec<bool> {
        self.pairs.iter().flat_map(|pair| [Some(pair.1.is_none()), pair.1.map(|_| true)]).flatten().collect()
    }

    /// The vectors of a set in which the new values are those of the assignments.
    fn constrained(
        &mut self,
        mut set: SerialSet,
        assignments: &[(Track, Linear)],
        budget: &Budget,
    ) -> Budgeted<SerialSet> {
        for (track, value) in assignments {
            let pair = self.pairs.iter().find(|pair| pair.0 == *track);
            let Some(new) = pair.and_then(|pair| pair.1) else { continue };
            let equation = Linear::term(1, new).minus(value);
            let equal = self.serial.constraint(&equation, Comparison::Equal, budget)?;
            set = self.serial.intersection(&set, &equal, budget)?;
        }
        Ok(set)
    }
}

/// The set in longer letters, in which only some turns are its own.
pub(super) fn lifted(set: &SerialSet, own: &[bool], budget: &Budget) -> Budgeted<SerialSet> {
    let (machine, turns) = (&set.0, own.len().max(1));
    let step = |&(turn, state): &(usize, i64), bit: usize| {
        let is_own = own.get(turn).copied().unwrap_or(true);
        ((turn + 1) % turns, if is_own { machine.next(state, bit) } else { state })
    };
    explored((0, 0), step, |&(turn, state)| turn == 0 && machine.accepts(state), budget)
}

/// The set in shorter letters, of which only some turns are left. It does not depend on the others.
pub(super) fn dropped(set: &SerialSet, kept: &[bool], budget: &Budget) -> Budgeted<SerialSet> {
    let machine = &set.0;
    if kept.is_empty() {
        return Ok(set.clone());
    }
    let places: Vec<usize> = (0..kept.len()).filter(|&turn| kept[turn]).collect();
    let zeros = |state: i64, count: usize| (0..count).fold(state, |state, _| machine.next(state, 0));
    let step = |&(turn, state): &(usize, i64), bit: usize| {
        let from = if turn == 0 { 0 } else { places[turn - 1] + 1 };
        let mut next = machine.next(zeros(state, places[turn] - from), bit);
        let is_last = turn + 1 == places.len();
        if is_last {
            next = zeros(next, kept.len() - 1 - places[turn]);
        }
        (if is_last { 0 } else { turn + 1 }, next)
    };
    explored((0, 0), step, |&(turn, state)| turn == 0 && machine.accepts(state), budget)
}
