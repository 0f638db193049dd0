//! Which variable comes first.
//!
//! The size of a diagram depends on the order of its variables, often by an exponent: what is used together should
//! be close together. The attracted order treats the variables of one process as one unit, and each shared variable
//! as a unit of its own; a coupling (the variables of one transition) pulls its units to their centre of gravity.
//! Units are sorted by where they are pulled until the sum of the couplings' spans grows no smaller; the best order
//! seen is taken. It starts from the declared order and from a breadth-first walk along the couplings, and the better
//! of both results wins. What nothing is coupled with comes first, so that a set is one diagram for each of its values.
//!
//! # Reference
//!
//! Aloul, Markov, Sakallah: *FORCE: A Fast and Easy-to-Implement Variable-Ordering Heuristic*, GLSVLSI 2003,
//! doi:10.1145/764808.764839. Departures: units instead of single variables, and a second start.

use state_sets::{Space, Variable};
use std::collections::{BTreeMap, VecDeque};

/// A static order of the variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As the space lists them.
    Declared,
    /// Processes together, and close to what they are coupled with.
    #[default]
    Attracted,
    /// The same, with the variables that processes share before all processes.
    SharedFirst,
    /// The same, with the variables that processes share behind all processes.
    SharedLast,
}

/// How many rounds of sorting are done at most.
const ROUNDS: usize = 200;
/// After so many rounds without a better order there will be none.
const PATIENCE: usize = 10;

/// The variables, the topmost first.
pub(crate) fn arrange(space: &Space, order: Order) -> Vec<Variable> {
    match order {
        Order::Declared => space.all().collect(),
        Order::Attracted => attracted(space),
        Order::SharedFirst => apart(space, false),
        Order::SharedLast => apart(space, true),
    }
}

/// The attracted order with what processes share behind them, or before them; what nothing is coupled with still comes first. If
/// it is last, a step of one process has its topmost level at that process, so that nodes of few processes are saturated before
/// the others are looked at; if it is first, it is known when processes are looked at. Which is better depends on the model.
fn apart(space: &Space, last: bool) -> Vec<Variable> {
    let is_used = |variable: &Variable| space.couplings.iter().any(|coupling| coupling.contains(variable));
    let is_shared = |variable: &Variable| space.declaration(*variable).cluster.is_none();
    let mut order = attracted(space);
    order.sort_by_cached_key(|variable| is_used(variable) && is_shared(variable) == last);
    order
}

fn attracted(space: &Space) -> Vec<Variable> {
    let (units, unit_of) = units(space);
    let couplings = couplings(space, &unit_of);
    let starts = [(0..units.len()).collect(), walk(units.len(), &couplings)];
    let results = starts.into_iter().map(|start| settle(start, &couplings));
    let best = results.min_by_key(|(span, _)| *span);
    let mut order = best.map_or(Vec::new(), |(_, order)| order);
    order.sort_by_cached_key(|unit| couplings.iter().any(|coupled| coupled.contains(unit)));
    order.into_iter().flat_map(|unit| units[unit].clone()).collect()
}

/// The variables that stay together, and the unit of each variable.
fn units(space: &Space) -> (Vec<Vec<Variable>>, Vec<usize>) {
    let mut units: Vec<Vec<Variable>> = Vec::new();
    let mut of_cluster: BTreeMap<u32, usize> = BTreeMap::new();
    let mut unit_of = Vec::new();
    for variable in space.all() {
        let fresh = units.len();
        let unit = match space.declaration(variable).cluster {
            Some(cluster) => *of_cluster.entry(cluster).or_insert(fresh),
            None => fresh,
        };
        if unit == fresh {
            units.push(Vec::new());
        }
        units[unit].push(variable);
        unit_of.push(unit);
    }
    (units, unit_of)
}

/// The couplings between different units.
fn couplings(space: &Space, unit_of: &[usize]) -> Vec<Vec<usize>> {
    let between = |coupling: &Vec<Variable>| {
        let mut coupled: Vec<usize> =
            coupling.iter().filter_map(|variable| unit_of.get(variable.index()).copied()).collect();
        coupled.sort_unstable();
        coupled.dedup();
        coupled
    };
    space.couplings.iter().map(between).filter(|coupled| coupled.len() > 1).collect()
}

/// The units as a breadth-first walk along the couplings meets them.
fn walk(count: usize, couplings: &[Vec<usize>]) -> Vec<usize> {
    let mut couplings_of = vec![Vec::new(); count];
    for (number, coupled) in couplings.iter().enumerate() {
        for &unit in coupled {
            couplings_of[unit].push(number);
        }
    }
    let mut met = vec![false; count];
    let mut used = vec![false; couplings.len()];
    let mut order = Vec::with_capacity(count);
    for start in 0..count {
        let mut waiting = VecDeque::from([start]);
        while let Some(unit) = waiting.pop_front() {
            if std::mem::replace(&mut met[unit], true) {
                continue;
            }
            order.push(unit);
            for &number in &couplings_of[unit] {
                if !std::mem::replace(&mut used[number], true) {
                    waiting.extend(&couplings[number]);
                }
            }
        }
    }
    order
}

/// The best order that pulling finds from this one, and the sum of its spans.
fn settle(start: Vec<usize>, couplings: &[Vec<usize>]) -> (u64, Vec<usize>) {
    let mut places = places(&start);
    let mut order = start;
    let mut best = (span(&places, couplings), order.clone());
    let mut since = 0;
    for _ in 0..ROUNDS {
        order = pulled(&order, &places, couplings);
        places = self::places(&order);
        let span = span(&places, couplings);
        since = if span < best.0 { 0 } else { since + 1 };
        if span < best.0 {
            best = (span, order.clone());
        }
        if since > PATIENCE {
            break;
        }
    }
    best
}

fn places(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &unit) in order.iter().enumerate() {
        places[unit] = place;
    }
    places
}

/// The sum over all couplings of how far they reach.
fn span(places: &[usize], couplings: &[Vec<usize>]) -> u64 {
    let reach = |coupled: &Vec<usize>| {
        let places = || coupled.iter().map(|&unit| places[unit]);
        (places().max().unwrap_or(0) - places().min().unwrap_or(0)) as u64
    };
    couplings.iter().map(reach).sum()
}

/// The units sorted by the mean centre of gravity of their couplings.
fn pulled(order: &[usize], places: &[usize], couplings: &[Vec<usize>]) -> Vec<usize> {
    let mut pull = vec![(0.0, 0u32); order.len()];
    for coupled in couplings {
        let centre = coupled.iter().map(|&unit| places[unit] as f64).sum::<f64>() / coupled.len() as f64;
        for &unit in coupled {
            pull[unit].0 += centre;
            pull[unit].1 += 1;
        }
    }
    let target = |unit: usize| match pull[unit] {
        (_, 0) => places[unit] as f64,
        (sum, count) => sum / f64::from(count),
    };
    let mut sorted = order.to_vec();
    sorted.sort_by(|&left, &right| target(left).total_cmp(&target(right)));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use state_sets::{Declaration, Kind};

    fn space(clusters: &[Option<u32>], couplings: &[&[u32]]) -> Space {
        let declare = |cluster: &Option<u32>| Declaration {
            name: String::new(),
            kind: Kind::Finite { count: 2 },
            cluster: *cluster,
        };
        let couple = |coupling: &&[u32]| coupling.iter().map(|&number| Variable(number)).collect();
        Space {
            variables: clusters.iter().map(declare).collect(),
            couplings: couplings.iter().map(couple).collect(),
        }
    }

    fn numbers(space: &Space) -> Vec<u32> {
        arrange(space, Order::Attracted).into_iter().map(|variable| variable.0).collect()
    }

    #[test]
    fn variables_of_a_process_stay_together() {
        let space = space(&[Some(0), Some(1), Some(0), Some(1)], &[&[0, 1], &[2, 3]]);
        assert_eq!(numbers(&space), [0, 2, 1, 3]);
    }

    #[test]
    fn shared_variables_move_to_their_users() {
        // Six processes in a row, and the variables between neighbours declared after all of them.
        let clusters: Vec<Option<u32>> = (0..11).map(|number| (number < 6).then_some(number)).collect();
        let couplings: Vec<Vec<u32>> =
            (0..5).flat_map(|number| [vec![number, 6 + number], vec![number + 1, 6 + number]]).collect();
        let couplings: Vec<&[u32]> = couplings.iter().map(Vec::as_slice).collect();
        let space = space(&clusters, &couplings);
        let found = numbers(&space);
        let mut row: Vec<u32> = (0..5).flat_map(|number| [number, 6 + number]).chain([5]).collect();
        if found[0] == 5 {
            row.reverse();
        }
        assert_eq!(found, row);
    }

    #[test]
    fn what_nothing_is_coupled_with_comes_first() {
        let space = space(&[Some(0), Some(1), None], &[&[0, 1]]);
        assert_eq!(numbers(&space)[0], 2);
    }

    #[test]
    fn shared_variables_can_come_first_or_last() {
        let space = space(&[None, Some(0), None, Some(1), None], &[&[0, 1], &[0, 3], &[2, 3]]);
        let order: Vec<u32> = arrange(&space, Order::SharedLast).into_iter().map(|one| one.0).collect();
        assert_eq!(order[0], 4);
        assert!(order[3..].iter().all(|number| [0, 2].contains(number)), "{order:?}");
        let order: Vec<u32> = arrange(&space, Order::SharedFirst).into_iter().map(|one| one.0).collect();
        assert!(order[3..].iter().all(|number| [1, 3].contains(number)), "{order:?}");
    }

    #[test]
    fn every_variable_occurs_once() {
        let space = space(&[None, Some(3), None, Some(3), Some(1)], &[&[0, 4], &[2, 3, 9], &[1]]);
        let mut found = numbers(&space);
        found.sort_unstable();
        assert_eq!(found, [0, 1, 2, 3, 4]);
    }
}
