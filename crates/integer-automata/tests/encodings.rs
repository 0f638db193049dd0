//! The serial encoding against the parallel one: the same sets, in both.

mod support;

use integer_automata::{Budget, Encoding, Numbers, Serial, Store};
use support::{COMPARISONS, Random, points, random_linear, track};

/// A random set, made by the same steps in any encoding.
fn random_set<E: Encoding>(encoding: &mut E, seed: u64) -> E::Set {
    let (mut random, budget) = (Random::new(seed), Budget::unlimited());
    let next = |encoding: &mut E, random: &mut Random| {
        let linear = random_linear(random, 3, 3, 6);
        encoding.constraint(&linear, COMPARISONS[random.between(0, 5) as usize], &budget).unwrap()
    };
    let mut set = next(encoding, &mut random);
    for _ in 0..random.between(0, 3) {
        let other = next(encoding, &mut random);
        set = match random.between(0, 4) {
            0 => encoding.union(&set, &other, &budget).unwrap(),
            1 => encoding.complement(&set, &budget).unwrap(),
            2 => encoding.project(&set, track(random.between(0, 2) as usize), &budget).unwrap(),
            _ => encoding.intersection(&set, &other, &budget).unwrap(),
        };
    }
    set
}

#[test]
fn both_encodings_have_the_same_sets() {
    let mut store = Store::new(Numbers::Naturals);
    let mut serial = Serial::new((0..3).map(track).collect());
    let mut sets = Vec::new();
    for seed in 0..200 {
        let parallel = random_set(&mut store, seed);
        let other = random_set(&mut serial, seed);
        for point in points(Numbers::Naturals, 3, 4) {
            let value = |t: integer_automata::Track| point[usize::from(t.number())];
            let found = Encoding::contains(&store, &parallel, &value);
            assert_eq!(found, serial.contains(&other, &value), "seed {seed} at {point:?}");
        }
        assert_eq!(Encoding::is_empty(&store, &parallel), serial.is_empty(&other));
        sets.push((parallel, other));
    }
    // Two sets are equal in one encoding if they are in the other.
    for (parallel, other) in &sets {
        for (second, second_other) in &sets {
            assert_eq!(parallel == second, other == second_other);
        }
    }
}
