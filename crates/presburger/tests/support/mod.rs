//! Random sets, and the points of small boxes to compare them on.
#![allow(dead_code, reason = "each test file uses its own part of the support")]

use presburger::{Budget, Conjunction, Integer, Set, Space};
use random_numbers::Xorshift;

/// Pseudo-random numbers, so that every run is the same.
pub struct Random(Xorshift);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Xorshift::scattered(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() >> 11).rem_euclid((high - low + 1) as u64) as i64
    }
}

pub const NAMES: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

pub fn space(dimensions: usize) -> Space {
    Space::new(&[], &NAMES[..dimensions])
}

pub fn integers(values: &[i64]) -> Vec<Integer> {
    values.iter().map(|&v| Integer::from(v)).collect()
}

fn random_row(random: &mut Random, dimensions: usize, size: i64) -> Vec<Integer> {
    let mut row = vec![Integer::from(random.between(-6, 6))];
    row.extend((0..dimensions).map(|_| Integer::from(random.between(-size, size))));
    row
}

/// A random conjunction: some inequalities, sometimes an equality or a stride; in a box if asked.
pub fn random_conjunction(random: &mut Random, dimensions: usize, boxed: Option<i64>) -> Conjunction {
    let mut result = Conjunction::universe(dimensions);
    for _ in 0..random.between(0, 3) {
        result.add_inequality(random_row(random, dimensions, 3));
    }
    if random.between(0, 4) == 0 {
        result.add_equality(random_row(random, dimensions, 3));
    }
    if random.between(0, 2) == 0 {
        let numerator = random_row(random, dimensions, 3);
        let divisor = random.between(2, 4);
        let column = result.add_division(numerator.clone(), Integer::from(divisor));
        let mut row = numerator;
        row.resize(column + 1, Integer::ZERO);
        row[column] = Integer::from(-divisor);
        match random.between(0, 2) {
            0 => result.add_equality(row),
            1 => {
                row[0] = &row[0] + &Integer::from(random.between(-2, 0));
                result.add_inequality(row);
            }
            _ => {
                let mut row = random_row(random, dimensions, 2);
                row.resize(column, Integer::ZERO);
                row.push(Integer::from(random.between(-2, 2)));
                result.add_inequality(row);
            }
        }
    }
    if let Some(size) = boxed {
        for i in 0..dimensions {
            for sign in [1, -1] {
                let mut row = vec![Integer::ZERO; dimensions + 1];
                row[0] = Integer::from(size);
                row[i + 1] = Integer::from(sign);
                result.add_inequality(row);
            }
        }
    }
    result
}

pub fn random_set(random: &mut Random, dimensions: usize, boxed: Option<i64>, disjuncts: i64) -> Set {
    let budget = Budget::unlimited();
    let mut result = Set::empty(space(dimensions));
    for _ in 0..random.between(1, disjuncts) {
        let conjunction = random_conjunction(random, dimensions, boxed);
        let part = Set::from_conjunction(space(dimensions), conjunction.clone());
        for point in points(dimensions, 3) {
            assert_eq!(part.contains(&point), conjunction.contains(&integers(&point)), "{part} at {point:?}");
        }
        result = result.union(&part, &budget).unwrap();
    }
    result
}

/// All points with coordinates from `−size` to `size`.
pub fn points(dimensions: usize, size: i64) -> Vec<Vec<i64>> {
    let mut result = vec![Vec::new()];
    for _ in 0..dimensions {
        result = result
            .into_iter()
            .flat_map(|point| {
                (-size..=size).map(move |x| {
                    let mut point = point.clone();
                    point.push(x);
                    point
                })
            })
            .collect();
    }
    result
}
