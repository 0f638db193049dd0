//! The serial encoding against the parallel one: the same sets, in both.

mod support;

use integer_automata::{Budget, Encoding, Linear, Numbers, Serial, Size, Store, Track};
use support::{BOTH, COMPARISONS, Random, points, random_linear, track};

const TRACKS: usize = 3;

fn constraint<E: Encoding>(encoding: &mut E, random: &mut Random, budget: &Budget) -> E::Set {
    let linear = random_linear(random, TRACKS, 3, 6);
    match random.between(0, 7) {
        kind @ 0..6 => encoding.constraint(&linear, COMPARISONS[kind as usize], budget).unwrap(),
        _ => encoding.divisible(random.between(0, 6), &linear, budget).unwrap(),
    }
}

fn assignments(random: &mut Random) -> Vec<(Track, Linear)> {
    let first = random.between(0, 2) as usize;
    let count = random.between(0, 2) as usize;
    (0..count).map(|n| (track((first + n) % TRACKS), random_linear(random, TRACKS, 2, 3))).collect()
}

/// A random set, made by the same steps in any encoding.
fn random_set<E: Encoding>(encoding: &mut E, seed: u64) -> E::Set {
    let (mut random, budget) = (Random::new(seed), Budget::unlimited());
    let mut set = constraint(encoding, &mut random, &budget);
    for _ in 0..random.between(0, 3) {
        let other = constraint(encoding, &mut random, &budget);
        let removed = track(random.between(0, 2) as usize);
        set = match random.between(0, 9) {
            0 => encoding.union(&set, &other, &budget).unwrap(),
            1 => encoding.complement(&set, &budget).unwrap(),
            2 => encoding.difference(&set, &other, &budget).unwrap(),
            3 => encoding.project(&set, removed, &budget).unwrap(),
            4 => encoding.for_all(&set, removed, &budget).unwrap(),
            5 => encoding.pre_image(&other, &assignments(&mut random), &set, &budget).unwrap(),
            6 => encoding.post_image(&other, &assignments(&mut random), &set, &budget).unwrap(),
            _ => encoding.intersection(&set, &other, &budget).unwrap(),
        };
    }
    set
}

/// A set cut down to a box, so that it can be counted.
fn boxed<E: Encoding>(encoding: &mut E, set: &E::Set, size: i64) -> E::Set {
    let budget = Budget::unlimited();
    let mut result = set.clone();
    for number in 0..TRACKS {
        for sign in [1, -1] {
            let bound = Linear::term(sign, track(number)).minus(&Linear::constant(size));
            let half = encoding.constraint(&bound, COMPARISONS[1], &budget).unwrap();
            result = encoding.intersection(&result, &half, &budget).unwrap();
        }
    }
    result
}

fn check_sample<E: Encoding>(encoding: &mut E, set: &E::Set, seed: u64) -> Option<u32> {
    let found = encoding.sample(set, &Budget::unlimited()).unwrap();
    assert_eq!(found.is_none(), encoding.is_empty(set), "seed {seed}");
    let point = found?;
    let value = |t: Track| point.iter().find(|known| known.0 == t).map_or(0, |known| known.1 as i64);
    assert!(encoding.contains(set, &value), "seed {seed}: {point:?}");
    // The bits without the sign.
    point.iter().map(|(_, value)| 128 - (value ^ (value >> 127)).leading_zeros()).max().or(Some(0))
}

#[test]
fn both_encodings_have_the_same_sets() {
    let budget = Budget::unlimited();
    let rounds = if std::env::var_os("FATHOM_SLOW").is_some() { 1000 } else { 60 };
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        let mut serial = Serial::new(numbers, (0..TRACKS).map(track).collect());
        let mut sets = Vec::new();
        for seed in 0..rounds {
            let parallel = random_set(&mut store, seed);
            let other = random_set(&mut serial, seed);
            let mut inside = 0;
            for point in points(numbers, TRACKS, 4) {
                let value = |t: Track| point[usize::from(t.number())];
                let found = Encoding::contains(&store, &parallel, &value);
                assert_eq!(found, serial.contains(&other, &value), "{numbers:?}, seed {seed} at {point:?}");
                inside += u128::from(found);
            }
            assert_eq!(Encoding::is_empty(&store, &parallel), serial.is_empty(&other));
            let bits = check_sample(&mut store, &parallel, seed);
            assert_eq!(bits, check_sample(&mut serial, &other, seed), "{numbers:?}, seed {seed}");
            let small = boxed(&mut serial, &other, 4);
            assert_eq!(serial.size(&small, &budget), Ok(Size::Finite(inside)), "seed {seed}");
            if parallel.tracks().len() == TRACKS {
                let size = Encoding::size(&mut store, &parallel, &budget);
                assert_eq!(serial.size(&other, &budget), size, "{numbers:?}, seed {seed}");
            }
            sets.push((parallel, other));
        }
        // Two sets are equal in one encoding if they are in the other, and so is inclusion.
        for (place, (parallel, other)) in sets.iter().enumerate() {
            for (second, second_other) in &sets {
                assert_eq!(parallel == second, other == second_other);
            }
            let (second, second_other) = &sets[(place * 7 + 1) % sets.len()];
            let expected = Encoding::is_subset(&mut store, parallel, second, &budget);
            assert_eq!(serial.is_subset(other, second_other, &budget), expected);
        }
    }
}

#[test]
fn negative_numbers_are_those_whose_last_bit_is_one() {
    let budget = Budget::unlimited();
    let mut serial = Serial::new(Numbers::Integers, vec![track(0)]);
    let negative = serial.constraint(&Linear::term(1, track(0)), COMPARISONS[0], &budget).unwrap();
    assert_eq!(serial.states(&negative), 2);
    assert_eq!(serial.size(&negative, &budget), Ok(Size::Infinite));
    assert_eq!(serial.sample(&negative, &budget), Ok(Some(vec![(track(0), -1)])));
}
