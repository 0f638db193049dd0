//! Partial-order reduction: of the transitions that are enabled in a state, only a stubborn set is taken.
//!
//! # The algorithm
//!
//! A set of transitions is stubborn in a state if nothing outside it can disturb its enabled members or enable its
//! disabled ones. It is grown from a few transitions by two rules:
//!
//! ```text
//! an enabled member    brings in all transitions that may disturb it, or that it may disturb
//! a disabled member    has a guard that is false; it brings in all transitions that may make that guard true
//! ```
//!
//! A path that leaves the state either takes a member of the set, and then the first member on it can be moved to
//! the front; or it takes none, and every enabled member is still enabled at its end. So nothing is lost if what
//! is looked for needs a member:
//!
//! - *dead ends*: the set has an enabled member, which at a dead end it could not have;
//! - *states with a certain condition*: the set contains transitions one of which every path to such a state takes
//!   ([`goal`]); neither visibility nor a condition on cycles is needed, and a state may even be left without
//!   successors, where no path leads to what is sought;
//! - *faults*: the same for the condition that some transition faults;
//! - *linear-time formulas without `X`*: see below.
//!
//! Moving members forward permutes a path, so the paths found to conditions, dead ends and faults are
//! as short as without reduction.
//!
//! Where the transitions that are needed bring in too many, there is another way to conditions and faults: a set
//! whose enabled members are invisible, which means that none of them leads from what is sought to what is not. If a path
//! takes no member, any one can be put in front of it, and what is sought is then as far away as before. So
//! that this does not go on for ever, one member must lead to a state that is expanded later, or to one that
//! is *grounded*: either it took what is needed, or it has itself a member that leads to a state that was grounded
//! before. From every state, then, finitely many members lead to a state that takes what is needed. The
//! paths found may be longer than necessary, by members that were put in front.
//!
//! For linear-time formulas a transition is visible if it may change the value of a proposition. There are two kinds of sets:
//!
//! ```text
//! all enabled members are invisible, and there is one: visible transitions are put off
//! all visible transitions are members; and an enabled invisible one, if there is any
//! ```
//!
//! A path of the model is followed like this. If it takes a member, the first one is moved to the front. If that is visible, all
//! visible ones are members, and so those before it are invisible; either way the sequence of letters is the same up to
//! repetition, also because an enabled member stays enabled, so that it is invisible wherever it could have been taken. If the
//! path takes no member, an invisible one is put in front. The next visible transition of the path is reached at last, if every
//! cycle of the reduced graph has a state of the second kind. So the first kind is used only if no path
//! of such states leads from a member's target back to the state at hand; a cycle is closed by the last of its states that is
//! expanded, and those that are not expanded yet need no attention. If neither kind leaves anything out, all transitions are
//! taken.
//!
//! In a state in which a transition faults, or whose successors cannot all be listed, all transitions are taken.
//!
//! # Reference
//!
//! Valmari: *Stubborn Sets for Reduced State Space Generation*, Petri Nets 1989, doi:10.1007/3-540-53863-1_36;
//! guards and necessary enabling sets as in Laarman, Pater, van de Pol, Weber: *Guard-Based Partial-Order
//! Reduction*, SPIN 2013, doi:10.1007/978-3-642-39176-7_15; conditions on states as in Kristensen, Schmidt, Valmari:
//! *Question-Guided Stubborn Set Methods for State Properties*, Formal Methods in System Design 29, 2006,
//! doi:10.1007/s10703-006-0006-1; visibility and cycles as in Peled: *All from One, One for All*, CAV 1993,
//! doi:10.1007/3-540-56922-7_34; sets with all visible transitions as in Valmari: *The State Explosion Problem*, Lectures on Petri
//! Nets I, 1998, doi:10.1007/3-540-65306-6_21, where enabled members stay enabled, as Neele, Valmari, Willemse ask for: *The
//! Inconsistent Labelling Problem of Stutter-Preserving Partial-Order Reduction*, FoSSaCS 2020,
//! doi:10.1007/978-3-030-45231-5_25; and for states as in Bošnački, Holzmann: *Improving Spin's Partial-Order Reduction for
//! Breadth-First Search*, SPIN 2005, doi:10.1007/11537328_10. Departures: a fault is an outcome like a successor, decided by what a transition
//! reads; the cycle conditions speak of expanded and of grounded states instead of a stack or a queue, so that they fit every
//! order of expansion.

mod access;
mod goal;
mod interval;
mod relations;

pub(crate) use goal::Goal;

use crate::code::{Code, Values};
use crate::program::Program;
use goal::towards;
use relations::Relations;
use std::sync::Arc;
use system::TransitionId;

/// Bringing in an enabled transition is worse than bringing in so many disabled ones.
const ENABLED: u64 = 1 << 20;

/// Chooses stubborn sets.
#[derive(Debug, Clone)]
pub(crate) struct Stubborn {
    relations: Arc<Relations>,
    /// The round in which each transition was last enabled, and last a member.
    enabled: Vec<u32>,
    member: Vec<u32>,
    /// The number of the state at hand, and of the set.
    state_round: u32,
    round: u32,
    /// Members that have not brought in others yet.
    open: Vec<u32>,
    /// The enabled members.
    taken: Vec<u32>,
    seeds: Vec<u32>,
}

impl Stubborn {
    /// For the transitions of a program; nothing if there are too many that share variables.
    pub fn new(program: &Program<'_>) -> Option<Self> {
        let relations = Arc::new(Relations::new(program)?);
        let count = relations.accesses.len();
        Some(Stubborn {
            relations,
            enabled: vec![0; count],
            member: vec![0; count],
            state_round: 0,
            round: 0,
            open: Vec::new(),
            taken: Vec::new(),
            seeds: Vec::new(),
        })
    }

    /// The enabled members of a stubborn set that leads to all these goals, in order; nothing if all that is enabled
    /// must be taken. Nothing may fault in the state, and `enabled` must be all transitions with successors.
    pub fn towards_goals<'g>(
        &mut self,
        state: &[i64],
        enabled: &[TransitionId],
        goals: impl Iterator<Item = Goal<'g>>,
    ) -> Option<&[u32]> {
        self.enter(enabled);
        let mut seeds = std::mem::take(&mut self.seeds);
        seeds.clear();
        let mut seeks_dead_ends = false;
        for goal in goals {
            match goal {
                Goal::Condition { code, value, or_fault } => {
                    towards(&self.relations, code, value, or_fault, state, &mut seeds);
                }
                Goal::DeadEnd => seeks_dead_ends = true,
                Goal::Fault => self.towards_faults(state, &mut seeds),
            }
        }
        let is_small = self.grow(state, seeds.iter().copied(), enabled.len());
        self.seeds = seeds;
        if !is_small {
            return None;
        }
        if seeks_dead_ends && self.taken.is_empty() {
            let seed = self.smallest(state, enabled)?;
            let seeds = std::mem::take(&mut self.seeds);
            let is_small = self.grow(state, seeds.iter().copied().chain([seed]), enabled.len());
            self.seeds = seeds;
            if !is_small {
                return None;
            }
        }
        self.taken.sort_unstable();
        Some(&self.taken)
    }

    /// The enabled members of a stubborn set without visible ones that has fewer than `limit` of them, and that may be
    /// taken; nothing if there is none.
    pub fn invisible(
        &mut self,
        state: &[i64],
        enabled: &[TransitionId],
        limit: usize,
        is_visible: &[bool],
        mut may_take: impl FnMut(&[u32]) -> bool,
    ) -> Option<&[u32]> {
        self.enter(enabled);
        let mut best: Option<(usize, u32)> = None;
        for seed in enabled.iter().map(|transition| transition.0) {
            if is_visible[seed as usize] {
                continue;
            }
            let limit = best.map_or(limit, |(size, _)| size);
            let fits = self.grow(state, [seed].into_iter(), limit)
                && self.taken.iter().all(|taken| !is_visible[*taken as usize])
                && may_take(&self.taken);
            if fits {
                best = Some((self.taken.len(), seed));
                if self.taken.len() == 1 {
                    break;
                }
            }
        }
        let (_, seed) = best?;
        self.grow(state, [seed].into_iter(), enabled.len());
        self.taken.sort_unstable();
        Some(&self.taken)
    }

    /// The enabled members of a stubborn set with all visible transitions and, if one is enabled, an invisible one;
    /// nothing if all that is enabled must be taken.
    pub fn with_visible(
        &mut self,
        state: &[i64],
        enabled: &[TransitionId],
        is_visible: &[bool],
    ) -> Option<&[u32]> {
        self.enter(enabled);
        let visible =
            || (0..).zip(is_visible).filter(|(_, is_visible)| **is_visible).map(|(number, _)| number);
        if !self.grow(state, visible(), enabled.len()) {
            return None;
        }
        let is_unseen = |transition: &u32| !is_visible[*transition as usize];
        let mut unseen = enabled.iter().map(|transition| transition.0).filter(is_unseen).peekable();
        if unseen.peek().is_some() && !self.taken.iter().any(is_unseen) {
            let mut best: Option<(usize, u32)> = None;
            for seed in unseen {
                let limit = best.map_or(enabled.len(), |(size, _)| size);
                if self.grow(state, visible().chain([seed]), limit) {
                    best = Some((self.taken.len(), seed));
                }
            }
            let (_, seed) = best?;
            self.grow(state, visible().chain([seed]), enabled.len());
        }
        self.taken.sort_unstable();
        Some(&self.taken)
    }

    /// Which transitions may lead from what a search looks for to what it does not.
    pub fn visible_to<'g>(&self, goals: impl Iterator<Item = Goal<'g>>) -> Vec<bool> {
        let mut found = Vec::new();
        for goal in goals {
            match goal {
                Goal::Condition { code, value, .. } => self.relations.may_become(code, !value, &mut found),
                Goal::DeadEnd => {}
                Goal::Fault => self.relations.may_end_faults(&mut found),
            }
        }
        self.listed(found)
    }

    /// Which transitions may change one of these conditions.
    pub fn visible(&self, conditions: &[Code]) -> Vec<bool> {
        let mut found = Vec::new();
        conditions.iter().for_each(|condition| self.relations.may_change(condition, &mut found));
        self.listed(found)
    }

    fn listed(&self, found: Vec<u32>) -> Vec<bool> {
        let mut is_listed = vec![false; self.relations.accesses.len()];
        found.into_iter().for_each(|transition| is_listed[transition as usize] = true);
        is_listed
    }

    /// Begins with another state.
    fn enter(&mut self, enabled: &[TransitionId]) {
        if self.state_round == u32::MAX || self.round > u32::MAX - 2 * self.enabled.len() as u32 - 8 {
            self.enabled.fill(0);
            self.member.fill(0);
            (self.state_round, self.round) = (0, 0);
        }
        self.state_round += 1;
        for transition in enabled {
            self.enabled[transition.index()] = self.state_round;
        }
    }

    fn is_enabled(&self, transition: u32) -> bool {
        self.enabled[transition as usize] == self.state_round
    }

    /// Adds transitions, one of which every path takes from this state to one in which something faults.
    fn towards_faults(&self, state: &[i64], seeds: &mut Vec<u32>) {
        for (number, access) in (0u32..).zip(&self.relations.accesses) {
            let Some(faults) = &access.faults else { continue };
            match self.is_enabled(number) {
                true => faults.iter().for_each(|variable| self.relations.writers_of(*variable, seeds)),
                // It must become enabled first, and then what enables it comes with it.
                false => match self.false_guard(number, state, |list| list.len() as u64) {
                    Some(list) => seeds.extend(&self.relations.lists[list as usize]),
                    None => self.writers_of_reads(number, seeds),
                },
            }
        }
    }

    /// The list of a guard that is false, with the least cost; nothing if no guard is: then the action blocks.
    fn false_guard(&self, transition: u32, state: &[i64], cost: impl Fn(&[u32]) -> u64) -> Option<u32> {
        let access = &self.relations.accesses[transition as usize];
        let enabling = &self.relations.enabling[transition as usize];
        let mut best: Option<(u64, u32)> = None;
        for (guard, list) in access.guards.iter().zip(enabling) {
            match guard.code.test(Values::of(state)) {
                Ok(true) => continue,
                Ok(false) => {}
                // It is not reached now; but once it is, it faults, whatever comes behind it.
                Err(_) => break,
            }
            let cost = cost(&self.relations.lists[*list as usize]);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *list));
            }
            if access.only_first {
                break;
            }
        }
        best.map(|(_, list)| list)
    }

    fn writers_of_reads(&self, transition: u32, found: &mut Vec<u32>) {
        let touches = &self.relations.accesses[transition as usize].touches;
        for (variable, _) in touches.iter().filter(|(_, touch)| touch.needs.is_read()) {
            self.relations.writers_of(*variable, found);
        }
    }

    /// The enabled transition from which the smallest set grows; nothing if all sets have all that is enabled.
    fn smallest(&mut self, state: &[i64], enabled: &[TransitionId]) -> Option<u32> {
        let mut best = None;
        let mut limit = enabled.len();
        for seed in enabled.iter().map(|transition| transition.0) {
            if self.grow(state, [seed].into_iter(), limit) {
                (best, limit) = (Some(seed), self.taken.len());
                if limit == 1 {
                    break;
                }
            }
        }
        best
    }

    /// Grows a stubborn set from some transitions; false if it has `limit` enabled members or more.
    fn grow(&mut self, state: &[i64], seeds: impl Iterator<Item = u32>, limit: usize) -> bool {
        self.round += 1;
        self.open.clear();
        self.taken.clear();
        for seed in seeds {
            self.add(seed);
        }
        let mut brought = Vec::new();
        while let Some(transition) = self.open.pop() {
            if self.taken.len() >= limit {
                return false;
            }
            if self.is_enabled(transition) {
                for at in 0..self.relations.disturbed[transition as usize].len() {
                    self.add(self.relations.disturbed[transition as usize][at]);
                }
                continue;
            }
            match self.false_guard(transition, state, |list| self.cost(list)) {
                Some(list) => {
                    for at in 0..self.relations.lists[list as usize].len() {
                        self.add(self.relations.lists[list as usize][at]);
                    }
                }
                None => {
                    brought.clear();
                    self.writers_of_reads(transition, &mut brought);
                    brought.iter().for_each(|other| self.add(*other));
                }
            }
        }
        self.taken.len() < limit
    }

    fn cost(&self, list: &[u32]) -> u64 {
        let new = list.iter().filter(|transition| self.member[**transition as usize] != self.round);
        new.map(|transition| if self.is_enabled(*transition) { ENABLED } else { 1 }).sum()
    }

    fn add(&mut self, transition: u32) {
        let member = &mut self.member[transition as usize];
        if *member == self.round {
            return;
        }
        *member = self.round;
        self.open.push(transition);
        if self.is_enabled(transition) {
            self.taken.push(transition);
        }
    }
}
