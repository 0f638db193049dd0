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
mod growth;
mod interval;
mod list;
mod queue;
mod relations;

pub(crate) use goal::StubbornGoal;
pub(crate) use list::Marks;

use crate::code::Code;
use crate::program::Program;
use goal::{Aim, Look};
use growth::{Growth, false_guard};
use relations::StaticRelations;
use std::sync::Arc;
use system::TransitionId;

/// Chooses stubborn sets.
#[derive(Debug, Clone)]
pub(crate) struct Stubborn {
    relations: Arc<StaticRelations>,
    growth: Growth,
    aims: Arc<[Aim]>,
    looks: Vec<Look>,
    seeds: Marks,
    /// The enabled members of the best set so far.
    best: Vec<u32>,
}

impl Stubborn {
    /// For the transitions of a program; nothing if there are too many that share variables.
    pub fn new(program: &Program<'_>) -> Option<Self> {
        let relations = Arc::new(StaticRelations::new(program)?);
        let count = relations.accesses.len();
        Some(Stubborn {
            relations,
            growth: Growth::new(count),
            aims: Arc::new([]),
            looks: Vec::new(),
            seeds: Marks::new(count),
            best: Vec::new(),
        })
    }

    /// Aims at these goals from now on.
    pub fn aim_at<'g>(&mut self, goals: impl Iterator<Item = StubbornGoal<'g>>) {
        let mut aims: Vec<Aim> = goals.map(|goal| Aim::new(&self.relations, goal)).collect();
        // Where a small one needs all that is enabled, the large ones are not looked at.
        aims.sort_by_key(Aim::size);
        self.aims = aims.into();
    }

    /// Whether nothing but dead ends is sought, so that no set of invisible transitions is smaller than one that leads there.
    pub fn seeks_only_dead_ends(&self) -> bool {
        self.aims.iter().all(|aim| matches!(aim, Aim::DeadEnd))
    }

    /// The enabled members of a stubborn set that leads to all goals, in order; nothing if all that is enabled
    /// must be taken. Nothing may fault in the state, and `enabled` must be all transitions with successors.
    pub fn towards_goals(&mut self, state: &[i64], enabled: &[TransitionId]) -> Option<&[u32]> {
        self.growth.enter(enabled);
        self.seeds.clear();
        let aims = self.aims.clone();
        for aim in &*aims {
            match aim {
                Aim::Condition(part, or_fault) => {
                    let (looks, seeds) = (&mut self.looks, &mut self.seeds);
                    part.towards(&self.relations, *or_fault, state, looks, &mut |list| seeds.add(list));
                }
                Aim::DeadEnd => {}
                Aim::Fault => self.towards_faults(state),
            }
            if self.seeds.covers(&self.growth.enabled) {
                return None;
            }
        }
        if !self.growth.grow(&self.relations, state, self.seeds.iter(), enabled.len()) {
            return None;
        }
        let seeks_dead_ends = aims.iter().any(|aim| matches!(aim, Aim::DeadEnd));
        if seeks_dead_ends && self.growth.taken.is_empty() {
            let seed = self.smallest(state, enabled)?;
            self.growth.avoided.clear();
            let seeds = self.seeds.iter().chain([seed]);
            if !self.growth.grow(&self.relations, state, seeds, enabled.len()) {
                return None;
            }
        }
        self.growth.taken.sort_unstable();
        Some(&self.growth.taken)
    }

    /// The enabled members of a stubborn set without visible ones that has fewer than `limit` of them, and that may be
    /// taken; nothing if there is none.
    pub fn invisible(
        &mut self,
        state: &[i64],
        enabled: &[TransitionId],
        limit: usize,
        visible: &Marks,
        mut may_take: impl FnMut(&[u32]) -> bool,
    ) -> Option<&[u32]> {
        self.growth.enter(enabled);
        self.growth.avoided.copy(visible);
        let mut limit = limit;
        let mut is_found = false;
        for seed in enabled.iter().map(|transition| transition.0) {
            if self.growth.avoided.contains(seed) || self.growth.tried.contains(seed) {
                continue;
            }
            let fits = self.growth.grow_from(&self.relations, state, seed, limit);
            if fits && may_take(&self.growth.taken) {
                (is_found, limit) = (true, self.growth.taken.len());
                std::mem::swap(&mut self.best, &mut self.growth.taken);
                if limit == 1 {
                    break;
                }
            }
        }
        self.best.sort_unstable();
        is_found.then_some(&self.best[..])
    }

    /// The enabled members of a stubborn set with all visible transitions and, if one is enabled, an invisible one;
    /// nothing if all that is enabled must be taken.
    pub fn with_visible(
        &mut self,
        state: &[i64],
        enabled: &[TransitionId],
        visible: &Marks,
    ) -> Option<&[u32]> {
        self.growth.enter(enabled);
        let (relations, growth) = (&self.relations, &mut self.growth);
        if visible.covers(&growth.enabled) || !growth.grow(relations, state, visible.iter(), enabled.len()) {
            return None;
        }
        let mut unseen =
            enabled.iter().map(|transition| transition.0).filter(|one| !visible.contains(*one)).peekable();
        let has_unseen = growth.taken.iter().any(|one| !visible.contains(*one));
        if has_unseen || unseen.peek().is_none() {
            growth.taken.sort_unstable();
            return Some(&growth.taken);
        }
        let mut limit = enabled.len();
        for seed in unseen {
            if growth.grow(relations, state, visible.iter().chain([seed]), limit) {
                limit = growth.taken.len();
                std::mem::swap(&mut self.best, &mut growth.taken);
            }
        }
        self.best.sort_unstable();
        (limit < enabled.len()).then_some(&self.best[..])
    }

    /// Which transitions may lead from what a search looks for to what it does not.
    pub fn visible_to<'g>(&self, goals: impl Iterator<Item = StubbornGoal<'g>>) -> Marks {
        let mut found = Vec::new();
        for goal in goals {
            match goal {
                StubbornGoal::Condition { code, value, .. } => {
                    self.relations.may_become(code, !value, &mut found)
                }
                StubbornGoal::DeadEnd => {}
                StubbornGoal::Fault => self.relations.may_end_faults(&mut found),
            }
        }
        self.marked(&found)
    }

    /// Which transitions may change one of these conditions.
    pub fn visible(&self, conditions: &[Code]) -> Marks {
        let mut found = Vec::new();
        conditions.iter().for_each(|condition| self.relations.may_change(condition, &mut found));
        self.marked(&found)
    }

    fn marked(&self, found: &[u32]) -> Marks {
        let mut marks = Marks::new(self.relations.accesses.len());
        found.iter().for_each(|transition| {
            marks.insert(*transition);
        });
        marks
    }

    /// Adds transitions, one of which every path takes from this state to one in which something faults.
    fn towards_faults(&mut self, state: &[i64]) {
        let (relations, seeds) = (&self.relations, &mut self.seeds);
        for (number, access) in (0u32..).zip(&relations.accesses) {
            let Some(faults) = &access.faults else { continue };
            let mut add_changing = |variable: u32| seeds.add(&relations.changing[variable as usize]);
            match self.growth.enabled.contains(number) {
                true => faults.iter().copied().for_each(add_changing),
                // It must become enabled first, and then what enables it comes with it.
                false => match false_guard(relations, number, state, |list| list.len() as u64) {
                    Some(list) => seeds.add(&relations.lists[list as usize]),
                    None => relations.read_by(number).for_each(&mut add_changing),
                },
            }
        }
    }

    /// The enabled transition from which the smallest set grows; nothing if all sets have all that is enabled.
    fn smallest(&mut self, state: &[i64], enabled: &[TransitionId]) -> Option<u32> {
        let mut best = None;
        let mut limit = enabled.len();
        for seed in enabled.iter().map(|transition| transition.0) {
            let is_new = !self.growth.tried.contains(seed);
            if is_new && self.growth.grow_from(&self.relations, state, seed, limit) {
                (best, limit) = (Some(seed), self.growth.taken.len());
                if limit == 1 {
                    break;
                }
            }
        }
        best
    }
}
