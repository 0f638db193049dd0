//! From which markings one step leads into an upward-closed set.
//!
//! # The closed form
//!
//! After a transition, a place holds what was left there (if it is no source of a transfer), what was left on the sources of the
//! transfers that lead to it, and what is given. So each place has a *pool* of places whose leftovers it gets; pools of different
//! places are disjoint, since what is left on a place goes to one place at most. A demand `d` on a place, less what is given,
//! must be met by its pool: the least ways are all distributions of the number on the pool, none if the pool is empty. The least
//! predecessors are the tokens that are taken, and on top of them one distribution for each demanded place.
//!
//! # Limits
//!
//! A transition with a limit `x ≤ k` fires only where `x` is at most `k`. A least predecessor that demands more than `k` is
//! dropped: no marking above it fires the transition. The others are kept without the limit, so their upward closure contains
//! markings that do not fire it: the result is a *superset* of the predecessors, and the set itself where the transition has no
//! limits. This is monotone abstraction.
//!
//! # What is useful
//!
//! A transition makes a demand smaller only where it gives more than it takes, or transfers tokens there. All other predecessors
//! are above the demand itself, and [`Predecessors::useful`] leaves their transitions out.
//!
//! # Reference
//!
//! Abdulla, Čerāns, Jonsson, Tsay: *General decidability theorems for infinite-state systems*, LICS 1996,
//! doi:10.1109/LICS.1996.561359. Finkel, Schnoebelen: *Well-structured transition systems everywhere!*, Theoretical Computer
//! Science 256, 2001, doi:10.1016/S0304-3975(00)00102-X. Abdulla, Delzanno, Rezine: *Parameterized verification of infinite-state
//! processes with global conditions*, CAV 2007, doi:10.1007/978-3-540-73368-3_17 (monotone abstraction).

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::demand::Demand;
use crate::interrupted::Interrupted;
use budget::Budget;
use nets::{Net, Overflow, Place, Transition};

/// In more ways than this, tokens of a demand are not distributed one by one.
pub const MOST_WAYS: u64 = 100_000;

/// The transitions of a net, prepared for predecessors.
#[derive(Debug, Clone)]
pub struct Predecessors<'n> {
    net: &'n Net,
    /// For each place, the transitions that can have put tokens there.
    producers: Vec<Vec<usize>>,
    /// For each place, the transitions that can have removed tokens there.
    consumers: Vec<Vec<usize>>,
    /// For each transition, the pools of the places that transfers lead from or to.
    pools: Vec<Vec<(Place, Vec<Place>)>>,
}

impl<'n> Predecessors<'n> {
    /// Those of a net, by the transitions for which `included` holds.
    pub fn new(net: &'n Net, included: impl Fn(usize) -> bool) -> Predecessors<'n> {
        let mut producers = vec![Vec::new(); net.places.len()];
        let mut consumers = producers.clone();
        for (number, transition) in net.transitions.iter().enumerate() {
            if included(number) {
                targets(transition).for_each(|place| producers[place].push(number));
                sources(transition).for_each(|place| consumers[place].push(number));
            }
        }
        producers.iter_mut().chain(&mut consumers).for_each(|list| list.dedup());
        Predecessors { net, producers, consumers, pools: net.transitions.iter().map(pools).collect() }
    }

    /// The net.
    pub fn net(&self) -> &'n Net {
        self.net
    }

    /// The transitions by which a predecessor may demand less somewhere; sorted.
    pub fn useful(&self, places: impl Iterator<Item = Place>) -> Vec<usize> {
        let mut transitions: Vec<usize> =
            places.flat_map(|place| self.producers[place].iter().copied()).collect();
        transitions.sort_unstable();
        transitions.dedup();
        transitions
    }

    /// The transitions that can have removed tokens from a place.
    pub(super) fn consumers(&self, place: Place) -> &[usize] {
        &self.consumers[place]
    }

    /// The least predecessors of a demand by a transition.
    pub fn of(
        &self,
        demand: &Demand,
        transition: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<Demand>, Interrupted> {
        let Transition { takes, limits, gives, .. } = &self.net.transitions[transition];
        budget.spend(demand.amounts().len().saturating_add(takes.len()))?;
        let mut fixed = Vec::with_capacity(takes.len().saturating_add(demand.amounts().len()));
        fixed.extend_from_slice(takes);
        let mut shared: Vec<(&[Place], u64)> = Vec::new();
        for (place, amount) in demand.amounts() {
            let missing = amount.saturating_sub(amount_of(gives, *place));
            if missing == 0 {
                continue;
            }
            match self.pool(transition, *place) {
                None => add(&mut fixed, *place, missing)?,
                Some([]) => return Ok(Vec::new()),
                Some([source]) => add(&mut fixed, *source, missing)?,
                Some(pool) => shared.push((pool, missing)),
            }
        }
        let within = |amounts: &[(Place, u64)]| {
            limits
                .iter()
                .all(|(place, most)| amounts.iter().all(|(own, least)| own != place || least <= most))
        };
        if !within(&fixed) {
            return Ok(Vec::new());
        }
        if shared.is_empty() {
            return Ok(vec![Demand::new(fixed)]);
        }
        let mut found = vec![fixed];
        for (pool, missing) in shared {
            found = distribute(found, pool, missing, budget)?;
        }
        Ok(found.into_iter().filter(|amounts| within(amounts)).map(Demand::new).collect())
    }

    /// Whether the least predecessors of the demand by some transition are more than [`MOST_WAYS`], since tokens are distributed on many places.
    pub fn are_many(&self, demand: &Demand, transition: usize) -> bool {
        let mut all: u64 = 1;
        for (place, amount) in demand.amounts() {
            let missing = amount.saturating_sub(amount_of(&self.net.transitions[transition].gives, *place));
            let pool = self.pool(transition, *place).map_or(1, <[Place]>::len);
            all = all.saturating_mul(ways(missing, pool).max(1));
        }
        all > MOST_WAYS
    }

    /// The places whose leftovers come to a place; nothing if these are its own only.
    pub fn pool(&self, transition: usize, place: Place) -> Option<&[Place]> {
        self.pools[transition].iter().find(|(own, _)| *own == place).map(|(_, pool)| &pool[..])
    }
}

/// The places that may have more tokens after the transition than before.
fn targets(transition: &Transition) -> impl Iterator<Item = Place> {
    let given =
        transition.gives.iter().filter(|(place, amount)| *amount > amount_of(&transition.takes, *place));
    given.map(|(place, _)| *place).chain(transition.transfers.iter().filter_map(|(_, target)| *target))
}

/// The places that may have fewer tokens after the transition than before.
fn sources(transition: &Transition) -> impl Iterator<Item = Place> {
    let taken =
        transition.takes.iter().filter(|(place, amount)| *amount > amount_of(&transition.gives, *place));
    taken.map(|(place, _)| *place).chain(transition.transfers.iter().map(|(source, _)| *source))
}

fn amount_of(amounts: &[(Place, u64)], place: Place) -> u64 {
    amounts.iter().find(|(own, _)| *own == place).map_or(0, |(_, amount)| *amount)
}

/// In how many ways so many tokens can be distributed on so many places; if more than [`MOST_WAYS`], some larger number.
pub fn ways(tokens: u64, places: usize) -> u64 {
    let places = places as u64;
    if places <= 1 {
        return places.max(u64::from(tokens == 0));
    }
    let mut ways: u64 = 1;
    for number in 1..=tokens {
        // After each factor it is a binomial coefficient, so that no division has a remainder.
        let factor = number.saturating_add(places).saturating_sub(1);
        ways = ways.saturating_mul(factor).checked_div(number).unwrap_or(u64::MAX);
        if ways > MOST_WAYS {
            break;
        }
    }
    ways
}

fn pools(transition: &Transition) -> Vec<(Place, Vec<Place>)> {
    let transfers = &transition.transfers;
    let mut places: Vec<Place> =
        transfers.iter().flat_map(|(source, target)| [Some(*source), *target]).flatten().collect();
    places.sort_unstable();
    places.dedup();
    let stays = |place: Place| transfers.iter().all(|(source, _)| *source != place);
    let pool = |place: Place| {
        let own = Some(place).filter(|place| stays(*place));
        let others = transfers.iter().filter(|(_, target)| *target == Some(place)).map(|(source, _)| *source);
        own.into_iter().chain(others).collect()
    };
    places.into_iter().map(|place| (place, pool(place))).collect()
}

fn add(amounts: &mut Vec<(Place, u64)>, place: Place, more: u64) -> Result<(), Overflow> {
    match amounts.iter_mut().find(|(own, _)| *own == place) {
        Some((_, amount)) => *amount = amount.checked_add(more).ok_or(Overflow)?,
        None => amounts.push((place, more)),
    }
    Ok(())
}

/// Every way to put that many tokens on places of the pool, on top of each of the given amounts.
fn distribute(
    bases: Vec<Vec<(Place, u64)>>,
    pool: &[Place],
    tokens: u64,
    budget: &Budget<'_>,
) -> Result<Vec<Vec<(Place, u64)>>, Interrupted> {
    let Some((last, others)) = pool.split_last() else { return Ok(Vec::new()) };
    let mut open: Vec<(Vec<(Place, u64)>, u64)> = bases.into_iter().map(|base| (base, tokens)).collect();
    for place in others {
        let mut next = Vec::new();
        for (base, left) in open {
            for amount in 0..=left {
                budget.spend(base.len().saturating_add(1))?;
                let mut more = base.clone();
                if amount > 0 {
                    add(&mut more, *place, amount)?;
                }
                next.push((more, left.saturating_sub(amount)));
            }
        }
        open = next;
    }
    let mut complete = Vec::with_capacity(open.len());
    for (mut base, left) in open {
        if left > 0 {
            add(&mut base, *last, left)?;
        }
        complete.push(base);
    }
    Ok(complete)
}
