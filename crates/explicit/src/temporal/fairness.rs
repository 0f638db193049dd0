//! The fairness assumptions of a system, as marks on the edges of its graph.
//!
//! Weak fairness and justice become bits that must be repeated for ever, strong fairness and compassion become
//! obligations. A unit can move in a state if one of the state's edges moves it, so what a state contributes is
//! known only when all its edges are.

use crate::bits::Bits;
use crate::code::{Code, Trap, Unsupported, Values};
use crate::program::Program;
use crate::step::fire::moved;
use crate::temporal::graph::Promise;
use std::collections::HashMap;
use system::{Assumption, EdgeId, TransitionId};

/// The most conditions of either kind.
pub(crate) const MOST: usize = 120;

/// What an edge contributes to acceptance. Bits of `repeated` must all occur infinitely often; a bit of `obliging`
/// that occurs infinitely often needs the same bit of `meeting` infinitely often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct FairMarks {
    /// Büchi conditions.
    pub repeated: u128,
    /// The left sides of Streett conditions.
    pub obliging: u128,
    /// Their right sides.
    pub meeting: u128,
}

impl FairMarks {
    /// What a dead end contributes: a finite maximal path is fair.
    pub const DEAD_END: FairMarks = FairMarks { repeated: u128::MAX, obliging: 0, meeting: 0 };

    /// Both.
    pub fn and(self, other: FairMarks) -> FairMarks {
        FairMarks {
            repeated: self.repeated | other.repeated,
            obliging: self.obliging | other.obliging,
            meeting: self.meeting | other.meeting,
        }
    }

    /// Whether a cycle with these marks meets the Streett conditions.
    pub fn meets_obligations(self) -> bool {
        self.obliging & !self.meeting == 0
    }
}

/// The assumptions of a system, compiled.
#[derive(Debug, Default)]
pub(crate) struct Assumptions {
    /// For each edge of the system, the bits of the units that it belongs to: weak ones, and strong ones.
    units: Vec<(u128, u128)>,
    /// All bits of weak units and of strong units.
    weak: u128,
    strong: u128,
    /// Bits that are repeated where a condition holds.
    justice: Vec<(u32, Code)>,
    /// Bits that oblige where the first condition holds, and are met where the second does.
    compassion: Vec<(u32, Code, Code)>,
    /// How many bits must be repeated.
    pub repeated: u32,
    /// How many obligations there are.
    pub obligations: u32,
    /// The bits of each transition that always moves the same edges.
    fixed: Vec<Option<(u128, u128)>>,
}

impl Assumptions {
    /// Compiles the assumptions of a system.
    pub fn new(program: &Program<'_>) -> Result<Self, Unsupported> {
        let system = program.system();
        let mut new = Assumptions { units: vec![(0, 0); system.edges.len()], ..Assumptions::default() };
        for fairness in &system.fairness {
            match &fairness.assumption {
                Assumption::Weak(unit) => {
                    let bit = 1 << bit(&mut new.repeated)?;
                    new.weak |= bit;
                    unit.edges.iter().for_each(|edge| new.units[edge.index()].0 |= bit);
                }
                Assumption::Strong(unit) => {
                    let bit = 1 << bit(&mut new.obligations)?;
                    new.strong |= bit;
                    unit.edges.iter().for_each(|edge| new.units[edge.index()].1 |= bit);
                }
                Assumption::Justice(condition) => {
                    let code = program.compiler.expression(condition)?;
                    new.justice.push((bit(&mut new.repeated)?, code));
                }
                Assumption::Compassion(first, second) => {
                    let (first, second) =
                        (program.compiler.expression(first)?, program.compiler.expression(second)?);
                    new.compassion.push((bit(&mut new.obligations)?, first, second));
                }
            }
        }
        new.fixed = system
            .transitions
            .iter()
            .map(|transition| {
                let always = transition.receivers.iter().all(|receiver| receiver.required);
                let edges = transition.receivers.iter().map(|receiver| receiver.edge);
                always.then(|| new.bits_of(edges.chain([transition.sender])))
            })
            .collect();
        Ok(new)
    }

    /// Whether the transition always moves the same edges.
    pub fn is_fixed(&self, transition: u32) -> bool {
        self.fixed[transition as usize].is_some()
    }

    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.repeated == 0 && self.obligations == 0
    }

    fn bits_of(&self, edges: impl IntoIterator<Item = EdgeId>) -> (u128, u128) {
        edges.into_iter().map(|edge| self.units[edge.index()]).fold((0, 0), |a, b| (a.0 | b.0, a.1 | b.1))
    }

    /// What the edges of a state contribute, and what the state itself does. A condition that faults is false.
    pub fn marks(
        &self,
        program: &Program<'_>,
        values: &[i64],
        transitions: &[u32],
    ) -> Result<(FairMarks, Vec<FairMarks>), Trap> {
        let mut movable = (0, 0);
        let mut edges = Vec::with_capacity(transitions.len());
        for transition in transitions {
            let bits = self.fixed[*transition as usize]
                .unwrap_or_else(|| self.bits_of(moved(program, TransitionId(*transition), values)));
            movable = (movable.0 | bits.0, movable.1 | bits.1);
            edges.push(FairMarks { repeated: bits.0, obliging: 0, meeting: bits.1 });
        }
        let mut state =
            FairMarks { repeated: self.weak & !movable.0, obliging: self.strong & movable.1, meeting: 0 };
        let holds = |code: &Code| match code.test(Values::of(values)) {
            Err(trap) if trap.overflow_span().is_none() => Ok(false),
            result => result,
        };
        for (bit, condition) in &self.justice {
            state.repeated |= u128::from(holds(condition)?) << bit;
        }
        for (bit, obliging, meeting) in &self.compassion {
            state.obliging |= u128::from(holds(obliging)?) << bit;
            state.meeting |= u128::from(holds(meeting)?) << bit;
        }
        Ok((state, edges))
    }
}

fn bit(count: &mut u32) -> Result<u32, Unsupported> {
    *count += 1;
    if *count as usize > MOST {
        let message = format!("explicit search takes at most {MOST} fairness assumptions of a kind");
        return Err(Unsupported(message));
    }
    Ok(*count - 1)
}

/// Marks, stored once each.
#[derive(Debug, Default)]
pub(crate) struct MarkTable {
    numbers: HashMap<FairMarks, u32>,
    all: Vec<FairMarks>,
    /// The marks looked up last, which are often the same again.
    recent: Option<(FairMarks, u32)>,
    /// The marks of each transition that always moves the same edges.
    by_transition: Vec<Option<u32>>,
}

impl MarkTable {
    /// The number of the marks of an edge that is this transition.
    pub fn of_transition(&mut self, transition: u32, marks: FairMarks, is_fixed: bool) -> u32 {
        if !is_fixed {
            return self.number(marks);
        }
        let at = transition as usize;
        if at >= self.by_transition.len() {
            self.by_transition.resize(at + 1, None);
        }
        if let Some(number) = self.by_transition[at] {
            return number;
        }
        let number = self.number(marks);
        self.by_transition[at] = Some(number);
        number
    }

    /// The number of these marks.
    pub fn number(&mut self, marks: FairMarks) -> u32 {
        if let Some((_, number)) = self.recent.filter(|(recent, _)| *recent == marks) {
            return number;
        }
        let number = self.look_up(marks);
        self.recent = Some((marks, number));
        number
    }

    fn look_up(&mut self, marks: FairMarks) -> u32 {
        let MarkTable { numbers, all, .. } = self;
        *numbers.entry(marks).or_insert_with(|| {
            all.push(marks);
            all.len() as u32 - 1
        })
    }

    /// The marks with this number.
    #[inline]
    pub fn get(&self, number: u32) -> FairMarks {
        self.all[number as usize]
    }
}

/// The promises that marks on the edges of a graph amount to.
pub(crate) fn promises(
    states: usize,
    edges: usize,
    repeated: u128,
    state_obliging: impl Fn(usize) -> u128,
    edge_marks: impl Fn(usize) -> FairMarks,
) -> Vec<Promise> {
    let bits = |mask: u128| (0..128).filter(move |bit| mask >> bit & 1 == 1);
    let all_obliging = (0..states).fold(0, |sum, state| sum | state_obliging(state));
    let buchi = bits(repeated)
        .map(|bit| Promise::Edges(Bits::of(edges, |edge| edge_marks(edge).repeated >> bit & 1 == 1)));
    let streett = bits(all_obliging).map(|bit| Promise::Strong {
        enabled: Bits::of(states, |state| state_obliging(state) >> bit & 1 == 1),
        moved: Bits::of(edges, |edge| edge_marks(edge).meeting >> bit & 1 == 1),
    });
    buchi.chain(streett).collect()
}
