//! Shortcuts: any number of turns of a loop in one step.
//!
//! # The algorithm
//!
//! A loop is a move, or some moves one after the other, after which the finite variables are what they were before. The
//! transitive closure of what it does to the integers is a relation that leads only to states that the moves reach too,
//! so it may be added wherever only reaching counts: to the reachable states, to `EF` and, as an upper bound, to `EU`.
//! A closure that is not known exactly is taken from below, which leads to fewer states but to no wrong ones.
//!
//! # Reference
//!
//! Bultan, Gerber, Pugh: *Model-Checking Concurrent Systems with Unbounded Integer Variables: Symbolic
//! Representations, Approximations, and Experimental Results*, TOPLAS 1999, doi:10.1145/325478.325480, section 7.2
//! (there loops of one event; the finite variables play the part of the partition there). For loops of several
//! transitions: Bardin, Finkel, Leroux, Petrucci: *FAST: Acceleration from Theory to Practice*, STTT 2008,
//! doi:10.1007/s10009-008-0064-3.

use crate::Lowered;
use crate::sequence::{kept, then};
use state_sets::{Close, Complement, Halt, Limited, Side, Step};
use std::cell::Cell;

/// Which loops are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LoopSettings {
    /// The most moves of one turn.
    pub length: usize,
    /// The most loops that are tried.
    pub tries: usize,
}

/// The most sequences of moves that are put together: there may be very many, and most of them are no loops.
const SEQUENCES: usize = 2000;

/// The shortcuts of the loops of a system. Loops of several moves are taken only where the closure is exact.
pub(crate) fn shortcuts<D: Complement + Close>(
    domain: &D,
    lowered: &Lowered,
    settings: LoopSettings,
) -> Limited<Vec<D::Relation>> {
    let whole = domain.whole()?;
    let mut found = Vec::new();
    let mut tries = settings.tries;
    for (moves, step) in cycles(lowered, settings.length) {
        if step.changed.is_empty() {
            continue;
        }
        let Some(left) = tries.checked_sub(1) else { return Ok(found) };
        tries = left;
        let relation = domain.relation(&step)?;
        if domain.is_empty(&domain.pre(&whole, &relation)?)? {
            continue;
        }
        let closure = match domain.closure(&relation, Side::Below) {
            Ok(closure) => closure,
            Err(Halt::Unsupported(_)) => continue,
            Err(halt) => return Err(halt),
        };
        if closure.exact || moves.len() == 1 {
            found.push(closure.relation);
        }
    }
    Ok(found)
}

/// The loops of at most this many different moves, shorter ones first, as steps that keep all finite variables.
fn cycles(lowered: &Lowered, length: usize) -> impl Iterator<Item = (Vec<usize>, Step)> + '_ {
    let single = |number: usize| (vec![number], lowered.moves[number].step.clone());
    let mut paths: Vec<(Vec<usize>, Step)> = (0..lowered.moves.len()).map(single).collect();
    let left = Cell::new(SEQUENCES);
    let mut all = Vec::new();
    for _ in 0..length {
        let closed = |(moves, step): &(Vec<usize>, Step)| Some((moves.clone(), kept(step, &lowered.space)?));
        all.extend(paths.iter().filter_map(closed));
        let longer = |(moves, step): &(Vec<usize>, Step)| {
            // A loop can begin at any of its moves; the one with the least number stands for all of them.
            let first = moves[0];
            let next = (first + 1..lowered.moves.len()).filter(|number| !moves.contains(number));
            let path = |number: usize| {
                left.set(left.get().checked_sub(1)?);
                let both = then(step, &lowered.moves[number].step, &lowered.space)?;
                Some(([moves.as_slice(), &[number]].concat(), both))
            };
            next.filter_map(path).collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    all.into_iter()
}
