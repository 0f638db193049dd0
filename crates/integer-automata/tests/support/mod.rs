//! Random formulas, and their meaning on the points of small boxes.
#![allow(dead_code, reason = "each test file uses its own part of the support")]

use integer_automata::{BooleanTrack, Comparison, Formula, Linear, Numbers, Track};
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

pub const COMPARISONS: [Comparison; 6] = [
    Comparison::Less,
    Comparison::AtMost,
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::AtLeast,
    Comparison::Greater,
];

pub fn track(number: usize) -> Track {
    Track::new(number as u16)
}

/// A random expression over tracks 0, 1, ….
pub fn random_linear(random: &mut Random, tracks: usize, size: i64, constant: i64) -> Linear {
    let mut result = Linear::constant(random.between(-constant, constant));
    for number in 0..tracks {
        result = result.plus(&Linear::term(random.between(-size, size), track(number)));
    }
    result
}

/// A random formula without quantifiers. Boolean tracks 0 and 1 occur if asked.
pub fn random_formula(random: &mut Random, tracks: usize, depth: usize, booleans: bool) -> Formula {
    if depth == 0 {
        return match random.between(0, 9) {
            0 if booleans => Formula::Boolean(BooleanTrack::new(random.between(0, 1) as u16)),
            1 if booleans => Formula::Boolean(BooleanTrack::new(random.between(0, 1) as u16)).not(),
            2 => Formula::PowerOfTwo(track(random.between(0, tracks as i64 - 1) as usize)),
            3 | 4 => Formula::divides(random.between(0, 7), random_linear(random, tracks, 5, 6)),
            _ => {
                let comparison = COMPARISONS[random.between(0, 5) as usize];
                random_linear(random, tracks, 4, 9).compared(comparison)
            }
        };
    }
    let parts: Vec<Formula> =
        (0..random.between(1, 3)).map(|_| random_formula(random, tracks, depth - 1, booleans)).collect();
    match random.between(0, 4) {
        0 => Formula::All(parts).not(),
        1 | 2 => Formula::All(parts),
        _ => Formula::Any(parts),
    }
}

/// The meaning of a formula without quantifiers and sets.
pub fn holds(formula: &Formula, point: &[i64], booleans: &[bool]) -> bool {
    let value = |track: Track| point[usize::from(track.number())];
    match formula {
        Formula::Constant(value) => *value,
        Formula::Compare(linear, comparison) => comparison.holds(linear.at(value)),
        Formula::Divides(0, linear) => linear.at(value) == 0,
        Formula::Divides(number, linear) => linear.at(value) % i128::from(*number) == 0,
        Formula::Boolean(track) => booleans[usize::from(track.number())],
        Formula::PowerOfTwo(track) => value(*track) > 0 && value(*track).count_ones() == 1,
        Formula::Not(body) => !holds(body, point, booleans),
        Formula::All(parts) => parts.iter().all(|part| holds(part, point, booleans)),
        Formula::Any(parts) => parts.iter().any(|part| holds(part, point, booleans)),
        _ => panic!("the reference knows no quantifiers and sets"),
    }
}

/// The points of a box around zero, or in the corner at zero over natural numbers.
pub fn points(numbers: Numbers, dimensions: usize, size: i64) -> Vec<Vec<i64>> {
    let low = if numbers == Numbers::Naturals { 0 } else { -size };
    let mut result = vec![Vec::new()];
    for _ in 0..dimensions {
        result = result
            .into_iter()
            .flat_map(|point| (low..=size).map(move |x| [point.clone(), vec![x]].concat()))
            .collect();
    }
    result
}

/// The two meanings of words.
pub const BOTH: [Numbers; 2] = [Numbers::Naturals, Numbers::Integers];
/// The values of two Boolean tracks.
pub const FLAGS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];
