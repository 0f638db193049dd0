//! From which markings one step leads into a set of markings between bounds.
//!
//! # The closed form
//!
//! As for [demands](super::Predecessors), each place has a pool of places whose leftovers it gets, and pools are disjoint. A place between
//! `l` and `u` after the step, to which `g` tokens are given, asks its pool for a sum of leftovers between `l - g` and `u - g`. A pool of one
//! place says that with the bounds of this place. A larger one says it by cases: the sum is at least `l - g` if the number is distributed on
//! the pool and each place has at least its share, and at most `u - g` if each place has at most its share in some way to distribute
//! that. What is taken is added to both bounds, and a limit of the transition is one more upper bound.
//!
//! Where an upper bound could be distributed in very many ways, each place of the pool is only asked to be below the whole of it. That is a
//! larger set, and said so: [`CubePredecessors::exact`].

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::predecessor::Predecessors;
use crate::interrupted::Interrupted;
use budget::Budget;
use nets::{Cube, Overflow, Place, Transition};

/// In more ways than this an upper bound is not distributed.
const MOST_WAYS: usize = 256;

/// The markings from which a step leads into a cube.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CubePredecessors {
    /// None of them is empty.
    pub cubes: Vec<Cube>,
    /// Whether these are exactly the predecessors, or more.
    pub exact: bool,
}

/// The amounts of places, in any order, each at most once.
type Amounts = Vec<(Place, u64)>;

/// A sum of leftovers on several places, between two numbers.
struct Shared<'p> {
    pool: &'p [Place],
    least: u64,
    most: Option<u64>,
}

impl Predecessors<'_> {
    /// The markings from which the transition leads into the cube.
    pub fn of_cube(
        &self,
        cube: &Cube,
        transition: usize,
        budget: &Budget<'_>,
    ) -> Result<CubePredecessors, Interrupted> {
        let Transition { takes, limits, .. } = &self.net().transitions[transition];
        budget.spend(cube.at_least.len().saturating_add(cube.at_most.len()).saturating_add(takes.len()))?;
        let mut first = Bounds { least: takes.clone(), most: limits.clone() };
        let none = CubePredecessors { cubes: Vec::new(), exact: true };
        let mut shared = Vec::new();
        for (place, least, most) in bounded(cube) {
            match self.asked(transition, place, least, most, &mut first)? {
                Asked::Never => return Ok(none),
                Asked::Alone => {}
                Asked::Several(sum) => shared.push(sum),
            }
        }
        let mut found = CubePredecessors { cubes: Vec::new(), exact: true };
        let mut open = vec![first];
        for sum in shared {
            open = sum.distribute(open, takes, &mut found.exact, budget)?;
        }
        found.cubes.extend(open.into_iter().filter_map(Bounds::cube));
        Ok(found)
    }

    /// What a place between bounds after the transition asks of its pool, which is noted if that is at most one place.
    fn asked(
        &self,
        transition: usize,
        place: Place,
        least: u64,
        most: Option<u64>,
        bounds: &mut Bounds,
    ) -> Result<Asked<'_>, Interrupted> {
        let Transition { takes, gives, .. } = &self.net().transitions[transition];
        let given = amount(gives, place);
        if most.is_some_and(|most| most < given) {
            return Ok(Asked::Never);
        }
        let (least, most) = (least.saturating_sub(given), most.map(|most| most.saturating_sub(given)));
        let own = [place];
        let pool = self.pool(transition, place);
        let source = match pool {
            None => own[0],
            Some([]) => return Ok(if least > 0 { Asked::Never } else { Asked::Alone }),
            Some([source]) => *source,
            Some(pool) => return Ok(Asked::Several(Shared { pool, least, most })),
        };
        bounds.raise(source, least)?;
        if let Some(most) = most {
            bounds.lower(source, most, takes)?;
        }
        Ok(Asked::Alone)
    }

    /// The transitions by which a predecessor of the cube may be outside it; sorted.
    pub fn useful_for_cube(&self, cube: &Cube) -> Vec<usize> {
        let mut useful = self.useful(cube.at_least.iter().map(|(place, _)| *place));
        useful.extend(cube.at_most.iter().flat_map(|(place, _)| self.consumers(*place).iter().copied()));
        useful.sort_unstable();
        useful.dedup();
        useful
    }
}

/// What becomes of a demand on a place.
enum Asked<'p> {
    /// It cannot be met.
    Never,
    /// It has been noted.
    Alone,
    /// It is one for a sum.
    Several(Shared<'p>),
}

/// The places of a cube with their bounds.
fn bounded(cube: &Cube) -> impl Iterator<Item = (Place, u64, Option<u64>)> {
    let from_below = cube.at_least.iter().map(|(place, least)| (*place, *least, find(&cube.at_most, *place)));
    let above_only = cube.at_most.iter().filter(|(place, _)| find(&cube.at_least, *place).is_none());
    from_below.chain(above_only.map(|(place, most)| (*place, 0, Some(*most))))
}

fn find(amounts: &[(Place, u64)], place: Place) -> Option<u64> {
    amounts.iter().find(|(own, _)| *own == place).map(|(_, amount)| *amount)
}

fn amount(amounts: &[(Place, u64)], place: Place) -> u64 {
    find(amounts, place).unwrap_or(0)
}

/// A cube in the making.
#[derive(Clone)]
struct Bounds {
    least: Amounts,
    most: Amounts,
}

impl Bounds {
    /// Demands more tokens on a place.
    fn raise(&mut self, place: Place, more: u64) -> Result<(), Interrupted> {
        match self.least.iter_mut().find(|(own, _)| *own == place) {
            Some((_, least)) => *least = least.checked_add(more).ok_or(Overflow)?,
            None if more > 0 => self.least.push((place, more)),
            None => {}
        }
        Ok(())
    }

    /// Allows at most so many leftovers on a place.
    fn lower(&mut self, place: Place, most: u64, takes: &[(Place, u64)]) -> Result<(), Interrupted> {
        let most = most.checked_add(amount(takes, place)).ok_or(Overflow)?;
        match self.most.iter_mut().find(|(own, _)| *own == place) {
            Some((_, own)) => *own = most.min(*own),
            None => self.most.push((place, most)),
        }
        Ok(())
    }

    /// The cube, unless it is empty.
    fn cube(mut self) -> Option<Cube> {
        if self.most.iter().any(|(place, most)| amount(&self.least, *place) > *most) {
            return None;
        }
        self.least.sort_unstable();
        self.most.sort_unstable();
        Some(Cube { at_least: self.least, at_most: self.most })
    }
}

impl Shared<'_> {
    /// Every way in which the sum is between its bounds, on top of each of the given ones.
    fn distribute(
        &self,
        open: Vec<Bounds>,
        takes: &[(Place, u64)],
        exact: &mut bool,
        budget: &Budget<'_>,
    ) -> Result<Vec<Bounds>, Interrupted> {
        let lower = ways(self.least, self.pool.len(), usize::MAX, budget)?.unwrap_or_default();
        let upper = match self.most {
            None => vec![None],
            Some(most) => match ways(most, self.pool.len(), MOST_WAYS, budget)? {
                Some(ways) => ways.into_iter().map(Some).collect(),
                None => {
                    *exact = false;
                    vec![Some(vec![most; self.pool.len()])]
                }
            },
        };
        let mut found = Vec::new();
        for bounds in &open {
            for low in &lower {
                for high in &upper {
                    budget.spend(self.pool.len().saturating_add(bounds.least.len()))?;
                    found.extend(self.within(bounds, low, high.as_deref(), takes)?);
                }
            }
        }
        Ok(found)
    }

    /// The bounds with shares of the sum; nothing if a share is larger from below than from above.
    fn within(
        &self,
        bounds: &Bounds,
        low: &[u64],
        high: Option<&[u64]>,
        takes: &[(Place, u64)],
    ) -> Result<Option<Bounds>, Interrupted> {
        if high.is_some_and(|high| low.iter().zip(high).any(|(low, high)| low > high)) {
            return Ok(None);
        }
        let mut bounds = bounds.clone();
        for (at, place) in self.pool.iter().enumerate() {
            bounds.raise(*place, low[at])?;
            if let Some(high) = high {
                bounds.lower(*place, high[at], takes)?;
            }
        }
        Ok(Some(bounds))
    }
}

/// All ways to distribute a number on so many places; nothing if there are too many.
fn ways(
    number: u64,
    places: usize,
    most: usize,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Vec<u64>>>, Interrupted> {
    let mut open = vec![(Vec::new(), number)];
    for _ in 1..places {
        let mut longer = Vec::new();
        for (shares, left) in &open {
            for share in 0..=*left {
                budget.spend(places)?;
                let mut more: Vec<u64> = shares.clone();
                more.push(share);
                longer.push((more, left.saturating_sub(share)));
            }
            if longer.len() > most {
                return Ok(None);
            }
        }
        open = longer;
    }
    let complete = |(mut shares, left): (Vec<u64>, u64)| {
        shares.push(left);
        shares
    };
    Ok(Some(open.into_iter().map(complete).collect()))
}
