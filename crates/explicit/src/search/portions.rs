//! What lanes found, taken in.
//!
//! Whatever the number of lanes, new states are taken in by the same portions: those of so many states, in order,
//! that they have [`BATCH`] successors or end a level. After each portion the search may end. What is left over at the end of
//! a block is carried to the next one.

use super::{BreadthFirstSearch, Enough, Hindrance};
use crate::search::lane::{BATCH, Harvest};
use crate::states::missing::Missing;
use crate::states::successors::Successors;
use crate::states::visited::{Full, Lookup, Visited};
use state_storage::pieces::Apart;
use std::ops::Range;
use system::Progress;

/// Lists of missing states, and where those begin that were not taken in yet.
struct Untaken<'l> {
    lists: Vec<&'l Missing>,
    list: usize,
    at: usize,
    /// Whether the sieve has sorted out what is new.
    is_sorted_out: bool,
}

impl BreadthFirstSearch<'_, '_> {
    /// Takes in what the lanes found.
    pub(super) fn take_in_harvests(&mut self, harvests: &mut [Apart<Harvest>]) -> Result<(), Enough> {
        let mut carried = std::mem::replace(&mut self.carried, Missing::new(self.words.len()));
        let harvests: Vec<&Harvest> = harvests.iter_mut().map(|harvest| &*harvest.owned()).collect();
        let shares =
            self.reduction.is_none() && harvests.iter().skip(1).any(|harvest| !harvest.outcomes.is_empty());
        if shares {
            carried.share_out(self.visited.cut(self.watch.workers().count()));
        }
        let lists: Vec<&Missing> =
            std::iter::once(&carried).chain(harvests.iter().map(|harvest| &harvest.missing)).collect();
        if shares {
            self.sieve.sort_out(self.watch.workers(), &self.visited, &self.monitors, &lists);
        }
        let mut found = Untaken { lists, list: 0, at: 0, is_sorted_out: shares };
        let result = self.take_in_portions(&harvests, &mut found);
        if shares {
            let end = self.sieve.position(found.list, found.at);
            self.visited.fill_in(self.watch.workers(), &self.sieve, &found.lists, end);
        }
        result
    }

    fn take_in_portions(&mut self, harvests: &[&Harvest], found: &mut Untaken<'_>) -> Result<(), Enough> {
        for (number, harvest) in harvests.iter().enumerate() {
            let mut events = harvest.events.iter().peekable();
            for outcome in &harvest.outcomes {
                let state = self.expanded;
                self.expanded += 1;
                self.transitions += u64::from(outcome.kept);
                self.left_out += u64::from(outcome.dropped);
                self.pending += outcome.kept as usize;
                if self.reduction.is_some() && outcome.is_grounded {
                    self.grounded.note(state);
                }
                if let Some((_, expansion)) = events.next_if(|(number, _)| *number == state) {
                    self.monitors.see_expansion(state, expansion);
                    self.stop_if_decided()?;
                    if let Some(obstacle) = &expansion.obstacle {
                        self.hinder(Hindrance::Obstacle(obstacle.clone()));
                    }
                }
                self.work(1 + u64::from(outcome.kept))?;
                let is_last = self.expanded == self.level_end;
                if self.pending >= BATCH || is_last {
                    // The first list is what was carried.
                    self.take_in_until(found, number + 1, outcome.missing_end as usize)?;
                    self.end_portion()?;
                    let is_large = self.pause.is_some_and(|pause| self.visited.store.len() > pause);
                    if is_large && !is_last {
                        return Err(Enough);
                    }
                    // At the end of a level, its end is noted before.
                    if !is_last {
                        self.stop_to_tell()?;
                    }
                }
            }
        }
        self.carry(found);
        Ok(())
    }

    /// Takes in what comes before a place in a list.
    fn take_in_until(&mut self, found: &mut Untaken<'_>, list: usize, at: usize) -> Result<(), Enough> {
        if found.is_sorted_out {
            return self.admit_until(found, list, at);
        }
        while found.list < list {
            let missing = found.lists[found.list];
            self.insert(missing, found.at..missing.len())?;
            (found.list, found.at) = (found.list + 1, 0);
        }
        let some = found.at..at;
        found.at = at;
        self.insert(found.lists[list], some)
    }

    /// The same where it is known what is new: numbers are given, and states that decide something are shown to the monitors.
    /// The states are to be filled in later.
    fn admit_until(&mut self, found: &mut Untaken<'_>, list: usize, at: usize) -> Result<(), Enough> {
        let (start, end) = (self.sieve.position(found.list, found.at), self.sieve.position(list, at));
        let (progress, watch) = (self.progress(), self.watch);
        let may_allocate = |visited: &Visited, bytes: u64| {
            let now = Progress { bytes: visited.bytes(), ..progress };
            watch.may_allocate(&now, bytes)
        };
        let new = &self.sieve.new;
        let (before, first) = (new.before(start), self.visited.store.len());
        let wanted = new.before(end) - before;
        let (admitted, result) = self.visited.admit(wanted, &may_allocate);
        (found.list, found.at) = (list, at);
        let mut end = end;
        if admitted < wanted {
            end = new.member(before + admitted);
            (found.list, found.at) = self.sieve.place(end);
        }
        for position in self.sieve.notable(start, end) {
            let (list, at) = self.sieve.place(*position);
            let number = first + new.before(*position) - before;
            self.monitors.see_state(number as u32, found.lists[list].words(at));
        }
        result.map_err(|full| self.give_up(full))
    }

    /// Keeps what was not taken in for the next block.
    fn carry(&mut self, found: &Untaken<'_>) {
        if found.is_sorted_out {
            for position in self.sieve.new.from(self.sieve.position(found.list, found.at)) {
                let (list, at) = self.sieve.place(position);
                self.carried.add(found.lists[list], at);
            }
            return;
        }
        for (list, missing) in found.lists.iter().enumerate().skip(found.list) {
            let start = if list == found.list { found.at } else { 0 };
            self.carried.extend(missing, start..missing.len());
        }
    }

    /// Takes in initial states.
    pub(super) fn take_in_initial(&mut self) -> Result<(), Enough> {
        let mut missing = Missing::new(self.words.len());
        let mut candidates = std::mem::replace(&mut self.candidates, Successors::new(self.words.len()));
        self.visited.look_up(&mut candidates, &mut Lookup::default(), &mut missing);
        self.candidates = candidates;
        self.insert(&missing, 0..missing.len())?;
        self.end_portion()
    }

    /// Sees whether to go on.
    fn end_portion(&mut self) -> Result<(), Enough> {
        self.pending = 0;
        self.stop_if_decided()?;
        match self.settings.state_limit {
            Some(limit) if self.visited.store.len() as u64 > limit => {
                self.hinder(Hindrance::StateLimit(limit));
                Err(Enough)
            }
            _ => Ok(()),
        }
    }

    /// Takes in missing states, and shows the new ones to the monitors.
    fn insert(&mut self, missing: &Missing, some: Range<usize>) -> Result<(), Enough> {
        let (progress, watch) = (self.progress(), self.watch);
        let may_allocate = |visited: &Visited, bytes: u64| {
            let now = Progress { bytes: visited.bytes(), ..progress };
            watch.may_allocate(&now, bytes)
        };
        let monitors = &mut self.monitors;
        let found = |number: u32, words: &[u64]| monitors.see_state(number, words);
        self.visited.take_in(missing, some, &may_allocate, found).map_err(|full| self.give_up(full))
    }

    /// Notes why not all was taken in.
    fn give_up(&mut self, full: Full) -> Enough {
        match full {
            Full::Refused(stop) => self.stop(stop),
            Full::Numbers => {
                self.hinder(Hindrance::Numbers);
                Enough
            }
        }
    }
}
