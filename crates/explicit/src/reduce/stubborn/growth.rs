//! Grows stubborn sets.

use super::list::{List, Marks};
use super::relations::StaticRelations;
use crate::code::Values;
use system::TransitionId;

/// Bringing in an enabled transition is worse than bringing in so many disabled ones.
const ENABLED: u64 = 1 << 20;

/// A set of transitions that grows in one state until it is stubborn.
#[derive(Debug, Clone)]
pub(super) struct Growth {
    /// The transitions that are enabled in the state.
    pub enabled: Marks,
    /// Enabled transitions that the set must not get; what leads to them is in vain.
    pub avoided: Marks,
    member: Marks,
    /// Members that have not brought in others yet: enabled ones, which are looked at first, and disabled ones.
    open: Vec<u32>,
    waiting: Vec<u32>,
    /// The enabled members.
    pub taken: Vec<u32>,
    /// Enabled transitions from each of which a set grew already, or one from another that it disturbs: their sets are the same.
    pub tried: Marks,
    /// How many enabled members there were before a disabled one was looked at.
    alike: usize,
    is_in_vain: bool,
}

impl Growth {
    /// Sets of so many transitions.
    pub fn new(count: usize) -> Self {
        Growth {
            enabled: Marks::new(count),
            avoided: Marks::new(count),
            member: Marks::new(count),
            open: Vec::new(),
            waiting: Vec::new(),
            taken: Vec::new(),
            tried: Marks::new(count),
            alike: 0,
            is_in_vain: false,
        }
    }

    /// Begins with another state.
    pub fn enter(&mut self, enabled: &[TransitionId]) {
        self.enabled.clear();
        self.avoided.clear();
        self.tried.clear();
        enabled.iter().for_each(|transition| {
            self.enabled.insert(transition.0);
        });
    }

    /// Grows a stubborn set from some transitions; false if it has `limit` enabled members or more, or one that is to be
    /// avoided.
    pub fn grow(
        &mut self,
        relations: &StaticRelations,
        state: &[i64],
        seeds: impl Iterator<Item = u32>,
        limit: usize,
    ) -> bool {
        self.member.clear();
        self.open.clear();
        self.waiting.clear();
        self.taken.clear();
        self.is_in_vain = false;
        for seed in seeds {
            if self.member.insert(seed) {
                self.place(seed);
            }
        }
        let mut has_waited = false;
        loop {
            if !has_waited {
                self.alike = self.taken.len();
            }
            if self.is_in_vain || self.taken.len() >= limit {
                return false;
            }
            if let Some(transition) = self.open.pop() {
                self.bring(&relations.disturbed[transition as usize]);
                continue;
            }
            has_waited = true;
            let Some(transition) = self.waiting.pop() else { return true };
            let cost = |list: &List| list.cost(&self.member, &self.enabled, ENABLED);
            match false_guard(relations, transition, state, cost) {
                Some(list) => self.bring(&relations.lists[list as usize]),
                None => relations.read_by(transition).for_each(|variable| {
                    self.bring(&relations.changing[variable as usize]);
                }),
            }
        }
    }

    /// Grows a set from one enabled transition. Those that it disturbs, those that they disturb, and so on, grow the same
    /// set and are noted as tried; as to be avoided, too, if the set is in vain.
    pub fn grow_from(&mut self, relations: &StaticRelations, state: &[i64], seed: u32, limit: usize) -> bool {
        let fits = self.grow(relations, state, [seed].into_iter(), limit);
        let alike = &self.taken[..self.alike];
        alike.iter().for_each(|transition| {
            self.tried.insert(*transition);
        });
        if !fits {
            alike.iter().for_each(|transition| {
                self.avoided.insert(*transition);
            });
        }
        fits
    }

    fn bring(&mut self, list: &List) {
        let mut member = std::mem::take(&mut self.member);
        member.add_telling(list, |transition| self.place(transition));
        self.member = member;
    }

    #[inline]
    fn place(&mut self, transition: u32) {
        if self.enabled.contains(transition) {
            self.is_in_vain |= self.avoided.contains(transition);
            self.taken.push(transition);
            self.open.push(transition);
        } else {
            self.waiting.push(transition);
        }
    }
}

/// The list of a guard that is false, with the least cost; nothing if no guard is: then the action blocks.
pub(super) fn false_guard(
    relations: &StaticRelations,
    transition: u32,
    state: &[i64],
    cost: impl Fn(&List) -> u64,
) -> Option<u32> {
    let access = &relations.accesses[transition as usize];
    let enabling = &relations.enabling[transition as usize];
    let mut best: Option<(u64, u32)> = None;
    for (guard, list) in access.guards.iter().zip(enabling) {
        match guard.code.test(Values::of(state)) {
            Ok(true) => continue,
            Ok(false) => {}
            // It is not reached now; but once it is, it faults, whatever comes behind it.
            Err(_) => break,
        }
        let cost = cost(&relations.lists[*list as usize]);
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, *list));
        }
        if access.only_first {
            break;
        }
    }
    best.map(|(_, list)| list)
}
