//! The possible extensions: which transitions can fire with the tokens of a prefix, in a way that is not in it yet.
//!
//! A transition can fire with a set of conditions if their places are those that it takes from and they are pairwise concurrent.
//! A set that was not there before contains a condition of the youngest event; the others are concurrent with that event, or made
//! by it too. So only those are looked at, sorted by their places; they need only be compared with each other, and for
//! transitions that take from two places there is nothing to compare. Places with the fewest conditions come first.
//!
//! Where few events are concurrent with the new one, their conditions are looked through for those on the wanted places. Where that
//! are more than the conditions that were ever on these places, those are looked through for what is concurrent.
//!
//! # Reference
//!
//! Khomenko, Koutny: *Towards an Efficient Algorithm for Unfolding Petri Nets*, CONCUR 2001, doi:10.1007/3-540-44685-0_25: that the
//! time goes into this step, and what makes it cheap. Their trees of common parts of presets are not used.

use crate::concurrency::{Common, Concurrency};
use crate::occurrence::{Occurrence, START};
use crate::shape::Shape;
use budget::{Budget, Budgeted};
use std::ops::Range;

/// A transition that can fire, and the conditions that it takes, sorted.
pub(crate) type Extension = (u32, Box<[u32]>);

/// Room for the search, used again and again.
#[derive(Debug, Default)]
pub(crate) struct Extensions {
    /// For each place the conditions on it that are concurrent with the new ones, older ones first.
    on: Vec<Vec<u32>>,
    /// For each place how many of these are older.
    old: Vec<usize>,
    /// For each place whether conditions on it are wanted, and whether a new one is on it.
    marks: Vec<u8>,
    /// For each place the conditions on it that an event made, with the numbers of their events.
    made: Vec<Vec<(u32, u32)>>,
    places: Vec<u32>,
    moves: Vec<u32>,
    /// The extensions found last.
    pub(crate) found: Vec<Extension>,
    /// Whether another condition on the place of a new one can hold at the same time.
    pub(crate) crowded: bool,
}

const WANTED: u8 = 1;
const NEW: u8 = 2;

impl Extensions {
    /// Finds all sets of conditions that some transition can take and that contain a new one.
    ///
    /// The new conditions were made together, and `common` are the older ones that are concurrent with them. Must be called for all
    /// conditions, in their order.
    pub(crate) fn find(
        &mut self,
        (shape, occurrence, concurrency): (&Shape, &Occurrence, &Concurrency),
        new: Range<u32>,
        common: &Common,
        budget: &Budget<'_>,
    ) -> Budgeted<()> {
        self.found.clear();
        self.on.resize_with(shape.start.len(), Vec::new);
        self.made.resize_with(shape.start.len(), Vec::new);
        self.old.resize(shape.start.len(), 0);
        self.marks.resize(shape.start.len(), 0);
        self.want(shape, occurrence, new.clone());
        self.look_up((occurrence, concurrency), common, budget)?;
        for place in &self.places {
            let on = &mut self.on[*place as usize];
            on.sort_unstable();
            self.old[*place as usize] = on.len();
            self.crowded |= !on.is_empty() && self.marks[*place as usize] & NEW != 0;
        }
        for condition in new {
            let place = occurrence.place[condition as usize] as usize;
            if self.marks[place] & WANTED != 0 {
                self.on[place].push(condition);
            }
            let maker = concurrency.maker(occurrence, condition);
            if maker != START {
                self.made[place].push((condition, maker));
            }
        }
        let moves = std::mem::take(&mut self.moves);
        let searched =
            moves.iter().try_for_each(|one| self.search(shape, occurrence, concurrency, *one, budget));
        self.moves = moves;
        for place in self.places.drain(..) {
            self.on[place as usize].clear();
            self.marks[place as usize] = 0;
        }
        searched
    }

    /// Finds the older conditions on the marked places that can hold at the same time as the new ones.
    fn look_up(
        &mut self,
        (occurrence, concurrency): (&Occurrence, &Concurrency),
        common: &Common,
        budget: &Budget<'_>,
    ) -> Budgeted<()> {
        budget.spend(common.cut.len() / 4)?;
        for condition in &common.cut {
            let place = occurrence.place[*condition as usize] as usize;
            if self.marks[place] != 0 {
                self.on[place].push(*condition);
            }
        }
        let by_place: usize = self.places.iter().map(|place| self.made[*place as usize].len()).sum();
        let count = common.events.count();
        budget.spend(by_place.min(count) / 2)?;
        if count <= by_place {
            for event in common.events.iter() {
                for condition in occurrence.events[concurrency.event(event) as usize].postset.clone() {
                    let place = occurrence.place[condition as usize] as usize;
                    if self.marks[place] != 0 {
                        self.on[place].push(condition);
                    }
                }
            }
        } else {
            for place in &self.places {
                self.on[*place as usize].extend(common.events.select(&self.made[*place as usize]));
            }
        }
        Ok(())
    }

    /// Finds the transitions that take one of the new conditions, and the places that they take from.
    fn want(&mut self, shape: &Shape, occurrence: &Occurrence, new: Range<u32>) {
        self.moves.clear();
        self.crowded = false;
        for condition in new {
            let place = occurrence.place[condition as usize];
            self.moves.extend_from_slice(&shape.consumers[place as usize]);
            match std::mem::replace(&mut self.marks[place as usize], NEW) {
                0 => self.places.push(place),
                _ => self.crowded = true,
            }
        }
        self.moves.sort_unstable();
        self.moves.dedup();
        for one in &self.moves {
            for (place, _) in &shape.moves[*one as usize].takes {
                let mark = &mut self.marks[*place as usize];
                if *mark == 0 {
                    self.places.push(*place);
                }
                *mark |= WANTED;
            }
        }
    }

    /// Finds the sets that one transition can take.
    fn search(
        &mut self,
        shape: &Shape,
        occurrence: &Occurrence,
        concurrency: &Concurrency,
        one: u32,
        budget: &Budget<'_>,
    ) -> Budgeted<()> {
        let takes = &shape.moves[one as usize].takes;
        let enough = |(place, tokens): &(u32, u32)| self.on[*place as usize].len() >= *tokens as usize;
        budget.spend(1)?;
        if !takes.iter().all(enough) {
            return Ok(());
        }
        let mut lists: Vec<List<'_>> = takes
            .iter()
            .map(|(place, tokens)| List {
                conditions: &self.on[*place as usize],
                old: self.old[*place as usize],
                tokens: *tokens as usize,
            })
            .collect();
        lists.sort_by_key(|list| list.conditions.len());
        let mut choice = Choice {
            relation: (occurrence, concurrency),
            lists: &lists,
            first_new: 0,
            old: Vec::new(),
            new: Vec::new(),
            budget,
            found: &mut self.found,
            transition: one,
        };
        for (first_new, list) in lists.iter().enumerate() {
            if list.old < list.conditions.len() {
                choice.first_new = first_new;
                choice.choose(0, 0, 0)?;
            }
        }
        Ok(())
    }
}

/// The conditions that may be chosen for a place.
struct List<'a> {
    conditions: &'a [u32],
    /// How many of them, at the front, are older.
    old: usize,
    /// How many are to be chosen.
    tokens: usize,
}

/// A choice of conditions in the making: list by list, and from each list in increasing order.
struct Choice<'a, 'w> {
    relation: (&'a Occurrence, &'a Concurrency),
    lists: &'a [List<'a>],
    /// The first list that a new condition is taken from, so that each set is found once.
    first_new: usize,
    old: Vec<u32>,
    new: Vec<u32>,
    budget: &'a Budget<'w>,
    found: &'a mut Vec<Extension>,
    transition: u32,
}

impl Choice<'_, '_> {
    /// Chooses from list `at`, where so many are chosen already, from position `from` on.
    fn choose(&mut self, at: usize, chosen: usize, from: usize) -> Budgeted<()> {
        let lists = self.lists;
        let Some(list) = lists.get(at) else {
            let mut preset: Vec<u32> = self.old.iter().chain(&self.new).copied().collect();
            preset.sort_unstable();
            self.found.push((self.transition, preset.into_boxed_slice()));
            return Ok(());
        };
        if chosen == list.tokens {
            return self.choose(at + 1, 0, 0);
        }
        let missing = list.tokens - chosen;
        // The last that is chosen from the first list with a new one is new, as those stand behind the older ones.
        let from = if at == self.first_new && missing == 1 { from.max(list.old) } else { from };
        let until = if at < self.first_new { list.old } else { list.conditions.len() };
        for position in from..(until + 1).saturating_sub(missing) {
            let condition = list.conditions[position];
            if position >= list.old {
                self.new.push(condition);
                self.choose(at, chosen + 1, position + 1)?;
                self.new.pop();
            } else if self.fits(condition)? {
                self.old.push(condition);
                self.choose(at, chosen + 1, position + 1)?;
                self.old.pop();
            }
        }
        Ok(())
    }

    fn fits(&self, condition: u32) -> Budgeted<bool> {
        self.budget.spend(1 + self.old.len())?;
        let (occurrence, concurrency) = self.relation;
        Ok(self.old.iter().all(|other| concurrency.contains(occurrence, *other, condition)))
    }
}
