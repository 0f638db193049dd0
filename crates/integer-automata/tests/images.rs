//! Renaming, substitution and images against the points of small boxes.

mod support;

use integer_automata::{Automaton, Budget, Formula, Linear, Numbers, Point, Size, Store, Update};
use support::{BOTH, Random, holds, points, random_formula, random_linear, track};

fn contains(store: &Store, set: &Automaton, point: &[i64]) -> bool {
    store.contains(set, |t| point[usize::from(t.number())], |_| false)
}

fn value(linear: &Linear, point: &[i64]) -> i64 {
    linear.at(|t| point[usize::from(t.number())]) as i64
}

fn is_number(numbers: Numbers, value: i64) -> bool {
    numbers == Numbers::Integers || value >= 0
}

#[test]
fn renaming_reads_other_tracks() {
    let budget = Budget::unlimited();
    let mut random = Random::new(11);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for _ in 0..300 {
            let formula = random_formula(&mut random, 3, 1, false);
            let set = store.formula(&formula, &budget).unwrap();
            let names: Vec<usize> = (0..3).map(|_| random.between(0, 2) as usize).collect();
            let name = |t: integer_automata::Track| track(names[usize::from(t.number())]);
            let renamed = store.rename(&set, name, &budget).unwrap();
            for point in points(numbers, 3, 3) {
                let read: Vec<i64> = names.iter().map(|&name| point[name]).collect();
                assert_eq!(
                    contains(&store, &renamed, &point),
                    holds(&formula, &read, &[]),
                    "{formula:?} {names:?}"
                );
            }
        }
    }
}

#[test]
fn substitution_and_pre_images() {
    let budget = Budget::unlimited();
    let mut random = Random::new(12);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for round in 0..300 {
            let (formula, guard) =
                (random_formula(&mut random, 2, 1, false), random_formula(&mut random, 2, 0, false));
            let set = store.formula(&formula, &budget).unwrap();
            let guard_set = store.formula(&guard, &budget).unwrap();
            let values = [0, 1].map(|own| match random.between(0, 3) {
                0 => Linear::constant(random.between(-40, 40)),
                1 => Linear::term(1, track(own)).plus(&Linear::constant(random.between(-20, 20))),
                _ => random_linear(&mut random, 2, 3, 9),
            });
            let mut update = Update::new(guard_set).assign(track(0), values[0].clone());
            if round % 2 == 0 {
                update = update.assign(track(1), values[1].clone());
            }
            let before = store.pre_image(&update, &set, &budget).unwrap();
            for point in points(numbers, 2, 6) {
                let mut after = vec![value(&values[0], &point), point[1]];
                if round % 2 == 0 {
                    after[1] = value(&values[1], &point);
                }
                let possible = after.iter().all(|&value| is_number(numbers, value));
                let expected = possible && holds(&guard, &point, &[]) && holds(&formula, &after, &[]);
                assert_eq!(
                    contains(&store, &before, &point),
                    expected,
                    "{formula:?} {values:?} {guard:?} {point:?}"
                );
            }
        }
    }
}

#[test]
fn post_images() {
    let budget = Budget::unlimited();
    let mut random = Random::new(13);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for round in 0..150 {
            // The set is bounded, so that all sources of a point are in a box.
            let inside = |own: usize| {
                let x = Linear::term(1, track(own));
                Formula::all([Linear::constant(-5).at_most(&x), x.at_most(&Linear::constant(5))])
            };
            let formula = Formula::all([inside(0), inside(1), random_formula(&mut random, 2, 1, false)]);
            let set = store.formula(&formula, &budget).unwrap();
            let values = [0, 1].map(|own| match random.between(0, 3) {
                0 => Linear::constant(random.between(-5, 9)),
                1 => Linear::term(random.between(-1, 1), track(own))
                    .plus(&Linear::constant(random.between(-5, 5))),
                _ => random_linear(&mut random, 2, 2, 5),
            });
            let all = store.universe();
            let mut update = Update::new(all).assign(track(0), values[0].clone());
            if round % 3 == 0 {
                update = update.assign(track(1), values[1].clone());
            }
            let after = store.post_image(&update, &set, &budget).unwrap();
            let mut expected = std::collections::HashSet::new();
            for point in points(numbers, 2, 5) {
                let mut next = vec![value(&values[0], &point), point[1]];
                if round % 3 == 0 {
                    next[1] = value(&values[1], &point);
                }
                if holds(&formula, &point, &[]) && next.iter().all(|&value| is_number(numbers, value)) {
                    expected.insert(next);
                }
            }
            for point in points(numbers, 2, 12) {
                assert_eq!(
                    contains(&store, &after, &point),
                    expected.contains(&point),
                    "{values:?} {point:?}"
                );
            }
            // Going back from where one came to, one finds all sources.
            let back = store.pre_image(&update, &after, &budget).unwrap();
            let all = store.universe();
            let possible = store.pre_image(&update, &all, &budget).unwrap();
            let source = store.intersection(&set, &possible, &budget).unwrap();
            assert!(store.is_subset(&source, &back, &budget).unwrap());
        }
    }
}

#[test]
fn sizes_and_samples() {
    let budget = Budget::unlimited();
    let mut random = Random::new(14);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        let (mut finite, mut infinite) = (0, 0);
        for _ in 0..600 {
            let formula = random_formula(&mut random, 2, 2, false);
            let set = store.formula(&formula, &budget).unwrap();
            let tracks = [track(0), track(1)];
            let inside = points(numbers, 2, 40).iter().filter(|point| holds(&formula, point, &[])).count();
            match store.size(&set, &tracks, &[], &budget).unwrap() {
                // The coefficients are so small that a finite set lies within the box.
                Size::Finite(size) => {
                    finite += 1;
                    assert_eq!(size, inside as u128, "{formula:?}");
                    let all = store.samples(&set, 30, &budget).unwrap();
                    assert_eq!(all.len(), inside.min(30), "{formula:?}");
                }
                Size::Infinite => {
                    infinite += 1;
                    assert!(inside > 0, "{formula:?}");
                }
            }
            match store.sample(&set, &budget).unwrap() {
                Some(Point { integers, .. }) => {
                    let value = |n: usize| {
                        integers.iter().find(|value| value.0 == track(n)).map_or(0, |value| value.1 as i64)
                    };
                    let point = [value(0), value(1)];
                    assert!(holds(&formula, &point, &[]), "{formula:?} at {point:?}");
                    let bits = |x: i64| 64 - (if x < 0 { !x } else { x }).leading_zeros();
                    let most = |point: &[i64]| point.iter().map(|&x| bits(x)).max().unwrap();
                    let fewest = points(numbers, 2, 40)
                        .iter()
                        .filter(|p| holds(&formula, p, &[]))
                        .map(|p| most(p))
                        .min();
                    assert!(fewest.is_none_or(|fewest| most(&point) <= fewest), "{formula:?} at {point:?}");
                }
                None => assert_eq!(inside, 0, "{formula:?}"),
            }
        }
        assert!(finite > 50 && infinite > 50, "{finite} {infinite}");
    }
}
