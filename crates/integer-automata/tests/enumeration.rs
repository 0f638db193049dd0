//! Constructions and operations against the points of small boxes, negative numbers included.

mod support;

use integer_automata::{Automaton, BooleanTrack, Budget, Formula, Numbers, Store};
use support::{BOTH, COMPARISONS, FLAGS, Random, holds, points, random_formula, random_linear, track};

fn contains(store: &Store, set: &Automaton, point: &[i64], flags: [bool; 2]) -> bool {
    store.contains(set, |t| point[usize::from(t.number())], |b: BooleanTrack| flags[usize::from(b.number())])
}

#[test]
fn single_constraints() {
    let budget = Budget::unlimited();
    let mut random = Random::new(1);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for round in 0..1500 {
            let tracks = 1 + round % 3;
            let linear = random_linear(&mut random, tracks, 6, 20);
            let formula = if round % 4 == 0 {
                Formula::divides(random.between(0, 12), linear)
            } else {
                linear.compared(COMPARISONS[random.between(0, 5) as usize])
            };
            let set = store.formula(&formula, &budget).unwrap();
            for point in points(numbers, tracks, [40, 9, 4][tracks - 1]) {
                let expected = holds(&formula, &point, &[]);
                assert_eq!(contains(&store, &set, &point, FLAGS[0]), expected, "{formula:?} at {point:?}");
            }
        }
    }
}

#[test]
fn combinations_in_one_product_and_by_parts() {
    let budget = Budget::unlimited();
    let mut random = Random::new(2);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for round in 0..700 {
            let formula = random_formula(&mut random, 2, 1 + round % 2, true);
            let set = store.formula(&formula, &budget).unwrap();
            for point in points(numbers, 2, 5) {
                for flags in FLAGS {
                    let expected = holds(&formula, &point, &flags);
                    assert_eq!(contains(&store, &set, &point, flags), expected, "{formula:?} at {point:?}");
                }
            }
        }
    }
}

#[test]
fn boolean_operations_and_questions() {
    let budget = Budget::unlimited();
    let mut random = Random::new(3);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for _ in 0..400 {
            let (f, g) = (random_formula(&mut random, 2, 1, true), random_formula(&mut random, 2, 1, true));
            let (a, b) = (store.formula(&f, &budget).unwrap(), store.formula(&g, &budget).unwrap());
            let results = [
                store.union(&a, &b, &budget).unwrap(),
                store.intersection(&a, &b, &budget).unwrap(),
                store.difference(&a, &b, &budget).unwrap(),
                store.symmetric_difference(&a, &b, &budget).unwrap(),
                store.complement(&a, &budget).unwrap(),
            ];
            let (mut subset, mut disjoint) = (true, true);
            for point in points(numbers, 2, 4) {
                for flags in FLAGS {
                    let (x, y) = (holds(&f, &point, &flags), holds(&g, &point, &flags));
                    let expected = [x || y, x && y, x && !y, x != y, !x];
                    let found = results.each_ref().map(|set| contains(&store, set, &point, flags));
                    assert_eq!(found, expected, "{f:?} and {g:?} at {point:?} {flags:?}");
                    subset &= !x || y;
                    disjoint &= !(x && y);
                }
            }
            // The points of the box can refute, and the operations decide.
            let is_subset = store.is_subset(&a, &b, &budget).unwrap();
            assert!(!is_subset || subset, "{f:?} and {g:?}");
            assert_eq!(is_subset, results[2].is_empty());
            let is_disjoint = store.is_disjoint(&a, &b, &budget).unwrap();
            assert!(!is_disjoint || disjoint, "{f:?} and {g:?}");
            assert_eq!(is_disjoint, results[1].is_empty());
            // Equal sets are equal handles, however they were made.
            let both = store.formula(&Formula::all([f, g]), &budget).unwrap();
            assert_eq!(both, results[1]);
        }
    }
}

/// In a box of this size, the formulas of this file have their witnesses.
const WITNESSES: i64 = 60;

#[test]
fn projections() {
    let budget = Budget::unlimited();
    let mut random = Random::new(4);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for round in 0..400 {
            let formula = random_formula(&mut random, 2, 1, true);
            let set = store.formula(&formula, &budget).unwrap();
            let removed = round % 2;
            let exists = store.project(&set, &[track(removed)], &budget).unwrap();
            let for_all = store.for_all(&set, &[track(removed)], &budget).unwrap();
            assert!(!exists.tracks().contains(&track(removed)));
            let low = if numbers == Numbers::Naturals { 0 } else { -WITNESSES };
            let other = if numbers == Numbers::Naturals { 0 } else { -6 };
            for x in other..6 {
                for flags in FLAGS {
                    let at = |y: i64| if removed == 0 { vec![y, x] } else { vec![x, y] };
                    let some = (low..=WITNESSES).any(|y| holds(&formula, &at(y), &flags));
                    let all = (low..=WITNESSES).all(|y| holds(&formula, &at(y), &flags));
                    let point = at(0);
                    assert_eq!(
                        contains(&store, &exists, &point, flags),
                        some,
                        "{formula:?} at {point:?} {flags:?}"
                    );
                    assert_eq!(
                        contains(&store, &for_all, &point, flags),
                        all,
                        "{formula:?} at {point:?} {flags:?}"
                    );
                }
            }
            let flag = BooleanTrack::new(0);
            let without_flag = store.project_all(&set, &[], &[flag], &budget).unwrap();
            for point in points(numbers, 2, 3) {
                for second in [false, true] {
                    let some = [false, true].iter().any(|&first| holds(&formula, &point, &[first, second]));
                    assert_eq!(contains(&store, &without_flag, &point, [false, second]), some, "{formula:?}");
                }
            }
        }
    }
}

#[test]
fn two_tracks_are_removed_at_once_or_one_by_one() {
    let budget = Budget::unlimited();
    let mut random = Random::new(5);
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        for _ in 0..100 {
            let formula = random_formula(&mut random, 3, 1, false);
            let set = store.formula(&formula, &budget).unwrap();
            let at_once = store.project(&set, &[track(0), track(2)], &budget).unwrap();
            let first = store.project(&set, &[track(2)], &budget).unwrap();
            assert_eq!(store.project(&first, &[track(0)], &budget).unwrap(), at_once, "{formula:?}");
        }
    }
}
