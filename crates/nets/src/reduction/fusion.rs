//! From runs of a net whose components were fused to runs of the net before.
//!
//! The run is replayed on the net before. Where a step takes more tokens of a place than are there, tokens are first brought there from
//! other places of its component that have more than the step needs; since the sum is enough, there are some, and since the component is
//! strongly connected, there is a path. At the end of a cycle, tokens are brought back to where they were at its beginning, so that it can be gone
//! round again.

use super::marking::apply;
use super::reduced::Lasso;
use super::sums::start_before;
use crate::{Marking, Net, Place, Run, Start};
use budget::{Budget, Budgeted};
use std::collections::VecDeque;

/// The way back from a net to the net before, where a place stands for the sum of places between which tokens move freely.
#[derive(Debug, Clone)]
pub(super) struct Fusion {
    pub(super) before: Net,
    pub(super) starts: Vec<Start>,
    /// For each place after, the places before.
    pub(super) groups: Vec<Vec<Place>>,
    pub(super) group_of: Vec<Place>,
    pub(super) steps: Vec<Step>,
    /// For each place before, the transitions that move a token from there inside its group or to another, and where to.
    pub(super) moves: Vec<Vec<(usize, Place)>>,
}

/// What a transition after stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// A transition before.
    Fire(usize),
    /// A token goes around inside the group.
    Around(usize),
}

/// A replay on the net before.
struct Replay<'f, 'b, 'w> {
    fusion: &'f Fusion,
    budget: &'b Budget<'w>,
    marking: Marking,
    fired: Vec<usize>,
}

impl Fusion {
    /// The run before; nothing if the given one is no run of the net after.
    pub(super) fn lift(&self, run: &Run, budget: &Budget) -> Budgeted<Option<Run>> {
        let Some(start) = start_before(&self.before, &self.starts, &self.groups, &run.start) else {
            return Ok(None);
        };
        let mut replay = Replay { fusion: self, budget, marking: start.clone(), fired: Vec::new() };
        let done = replay.steps(&run.fired)?;
        Ok(done.then_some(Run { start, fired: replay.fired }))
    }

    /// The lasso before; nothing if the given one is none of the net after.
    pub(super) fn lift_lasso(&self, lasso: &Lasso, budget: &Budget) -> Budgeted<Option<Lasso>> {
        let Some(stem) = self.lift(&lasso.stem, budget)? else { return Ok(None) };
        let mut replay = Replay { fusion: self, budget, marking: stem.start.clone(), fired: Vec::new() };
        if !stem.fired.iter().all(|number| apply(&self.before, &mut replay.marking, *number).is_some()) {
            return Ok(None);
        }
        let first = replay.marking.clone();
        let done = replay.steps(&lasso.cycle)?;
        for group in self.groups.iter().filter(|group| group.len() > 1) {
            let needs: Vec<(Place, u64)> = group.iter().map(|place| (*place, first[*place])).collect();
            if !done || !replay.bring(&needs)? {
                return Ok(None);
            }
        }
        Ok(done.then_some(Lasso { stem, cycle: replay.fired }))
    }

    /// The transitions along a shortest path of at least one step inside a group.
    fn path(&self, from: Place, to: Place, budget: &Budget) -> Budgeted<Option<Vec<usize>>> {
        let mut came: Vec<Option<(usize, Place)>> = vec![None; self.moves.len()];
        budget.spend(self.moves.len())?;
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            for (number, next) in &self.moves[place] {
                if self.group_of[*next] == self.group_of[from] && came[*next].is_none() {
                    came[*next] = Some((*number, place));
                    open.push_back(*next);
                }
            }
            if came[to].is_some() {
                break;
            }
        }
        let (mut path, mut place) = (Vec::new(), to);
        while let Some((number, before)) = came[place] {
            path.push(number);
            place = before;
            if place == from {
                path.reverse();
                return Ok(Some(path));
            }
        }
        Ok(None)
    }
}

impl Replay<'_, '_, '_> {
    fn steps(&mut self, fired: &[usize]) -> Budgeted<bool> {
        for number in fired {
            self.budget.spend(1)?;
            let done = match self.fusion.steps.get(*number) {
                Some(Step::Fire(number)) => self.step(*number)?,
                Some(Step::Around(group)) => self.around(*group)?,
                None => false,
            };
            if !done {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn step(&mut self, number: usize) -> Budgeted<bool> {
        let needs = &self.fusion.before.transitions[number].takes;
        Ok(self.bring(needs)? && self.fire(number, 1)?)
    }

    /// Brings tokens of the groups of these places to where they are needed; whether there are enough.
    fn bring(&mut self, needs: &[(Place, u64)]) -> Budgeted<bool> {
        for (place, tokens) in needs {
            let group = &self.fusion.groups[self.fusion.group_of[*place]];
            while let Some(missing) = tokens.checked_sub(self.marking[*place]).filter(|missing| *missing > 0)
            {
                let spare = |other: &Place| {
                    let own = needs.iter().find(|(place, _)| place == other).map_or(0, |(_, own)| *own);
                    self.marking[*other].saturating_sub(own)
                };
                self.budget.spend(group.len())?;
                let Some(giver) = group.iter().find(|other| spare(other) > 0) else { return Ok(false) };
                let times = spare(giver).min(missing);
                let Some(path) = self.fusion.path(*giver, *place, self.budget)? else { return Ok(false) };
                for number in path {
                    if !self.fire(number, times)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Moves a token of the group around a cycle.
    fn around(&mut self, group: usize) -> Budgeted<bool> {
        let places = &self.fusion.groups[group];
        let Some(place) = places.iter().find(|place| self.marking[**place] > 0) else { return Ok(false) };
        let Some(path) = self.fusion.path(*place, *place, self.budget)? else { return Ok(false) };
        for number in path {
            if !self.fire(number, 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fire(&mut self, number: usize, times: u64) -> Budgeted<bool> {
        for _ in 0..times {
            self.budget.spend(1)?;
            if apply(&self.fusion.before, &mut self.marking, number).is_none() {
                return Ok(false);
            }
            self.fired.push(number);
        }
        Ok(true)
    }
}
