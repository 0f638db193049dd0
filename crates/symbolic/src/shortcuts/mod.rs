//! Shortcuts: any number of turns of a loop in one step.
//!
//! # The algorithm
//!
//! A loop is a move, or some moves one after the other, after which the finite variables are what they were before. The
//! transitive closure of what it does to the integers is a relation that leads only to states that the moves reach too,
//! so it may be added wherever only reaching counts: to the reachable states and to `EF`.
//! A closure that is not known exactly is taken from below, which leads to fewer states but to no wrong ones.
//!
//! Where a condition has to hold on the way, as in `E[f U g]`, a loop serves as it is if no move of it leads out of the
//! condition: then all states on the way satisfy it once the first one does. Otherwise its steps are restricted to those
//! that begin where the condition holds, and the closure of these is taken; it passes through no other states.
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
use budget::Budget;
use state_sets::{
    Cell as Place, Close, Closure, Complement, Describe, Formula, Halt, Limited, Local, Side, Step,
};

/// Which loops are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LoopSettings {
    /// The most moves of one turn.
    pub length: usize,
    /// The most loops that are tried.
    pub tries: usize,
}

/// Any number of turns of a loop.
#[derive(Debug, Clone)]
pub(crate) struct Shortcut<R> {
    /// From where the first turn begins to where some turn ends.
    pub closure: R,
    /// What one turn does, where it is a single move.
    turn: Option<Step>,
    /// The moves of one turn.
    moves: Vec<R>,
}

/// The most sequences of moves that are put together: there may be very many, and most of them are no loops.
const SEQUENCES: usize = 2000;

/// The shortcuts of the loops of a system. Loops of several moves are taken only where the closure is exact.
pub(crate) fn shortcuts<D: Complement + Close>(
    domain: &D,
    lowered: &Lowered,
    settings: LoopSettings,
    budget: &Budget<'_>,
) -> Limited<Vec<Shortcut<D::Relation>>> {
    let whole = domain.whole()?;
    let mut found = Vec::new();
    let mut tries = settings.tries;
    for (moves, step) in cycles(lowered, settings.length, budget)? {
        if step.changed.is_empty() {
            continue;
        }
        let Some(left) = tries.checked_sub(1) else { return Ok(found) };
        tries = left;
        let relation = domain.relation(&step)?;
        if domain.is_empty(&domain.pre(&whole, &relation)?)? {
            continue;
        }
        let Some(closure) = closed(domain, &relation)? else { continue };
        if moves.len() == 1 {
            found.push(Shortcut { closure: closure.relation, turn: Some(step), moves: vec![relation] });
        } else if closure.exact {
            let moves = moves.iter().map(|number| domain.relation(&lowered.moves[*number].step));
            let moves = moves.collect::<Limited<Vec<_>>>()?;
            found.push(Shortcut { closure: closure.relation, turn: None, moves });
        }
    }
    Ok(found)
}

/// One or more steps of a relation, from below; nothing if the domain does not know any.
fn closed<D: Close>(domain: &D, relation: &D::Relation) -> Limited<Option<Closure<D::Relation>>> {
    match domain.closure(relation, Side::Below) {
        Ok(closure) => Ok(Some(closure)),
        Err(Halt::Unsupported(_)) => Ok(None),
        Err(halt) => Err(halt),
    }
}

/// Relations that lead only where paths lead on which all states but the last one belong to the set.
pub(crate) fn within<D: Complement + Close + Describe>(
    domain: &D,
    shortcuts: &[Shortcut<D::Relation>],
    set: &D::Set,
) -> Limited<Vec<D::Relation>> {
    let mut found = Vec::new();
    let mut written = None;
    for shortcut in shortcuts {
        if is_kept(domain, shortcut, set)? {
            found.push(shortcut.closure.clone());
            continue;
        }
        let Some(turn) = &shortcut.turn else { continue };
        if written.is_none() {
            written = Some(described(domain, set)?);
        }
        let Some(Some(condition)) = &written else { continue };
        let relation = turn.relation.clone().and(shifted(condition, &turn.relation));
        let relation = domain.relation(&Step { changed: turn.changed.clone(), relation })?;
        found.extend(closed(domain, &relation)?.map(|closure| closure.relation));
    }
    Ok(found)
}

/// Whether no move of the loop leads out of the set.
fn is_kept<D: Complement>(domain: &D, shortcut: &Shortcut<D::Relation>, set: &D::Set) -> Limited<bool> {
    for relation in &shortcut.moves {
        if !domain.is_subset(&domain.post(set, relation)?, set)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The set as a formula; nothing if it cannot be written exactly.
fn described<D: Complement + Describe>(domain: &D, set: &D::Set) -> Limited<Option<Formula>> {
    let Some(formula) = domain.describe(set)? else { return Ok(None) };
    Ok(domain.is_equal(&domain.set(&formula)?, set)?.then_some(formula))
}

/// The formula with bound variables that the other one does not bind.
fn shifted(formula: &Formula, other: &Formula) -> Formula {
    let first = other.last_local().map_or(0, |local| local.0 + 1);
    formula.with_cells(&|cell| match cell {
        Place::Local(local) => Place::Local(Local(local.0 + first)),
        variable => variable,
    })
}

/// The loops of at most this many different moves, shorter ones first, as steps that keep all finite variables.
fn cycles(lowered: &Lowered, length: usize, budget: &Budget<'_>) -> Limited<Vec<(Vec<usize>, Step)>> {
    let single = |number: usize| (vec![number], lowered.moves[number].step.clone());
    let mut paths: Vec<(Vec<usize>, Step)> = (0..lowered.moves.len()).map(single).collect();
    let mut left = SEQUENCES;
    let mut all = Vec::new();
    for _ in 0..length {
        for (moves, step) in &paths {
            listen(budget)?;
            all.extend(kept(step, &lowered.space).map(|step| (moves.clone(), step)));
        }
        let mut longer = Vec::new();
        for (moves, step) in &paths {
            // A loop can begin at any of its moves; the one with the least number stands for all of them.
            let first = moves[0];
            for number in (first + 1..lowered.moves.len()).filter(|number| !moves.contains(number)) {
                let Some(fewer) = left.checked_sub(1) else { break };
                left = fewer;
                listen(budget)?;
                let both = then(step, &lowered.moves[number].step, &lowered.space);
                longer.extend(both.map(|both| ([moves.as_slice(), &[number]].concat(), both)));
            }
        }
        paths = longer;
    }
    Ok(all)
}

/// Whether the work may go on; steps of large formulas take long to put together.
fn listen(budget: &Budget<'_>) -> Limited<()> {
    budget.ask(0).map_err(Halt::spent)
}
