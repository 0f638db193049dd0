//! Every operation on random sets in small boxes, compared with the same operation on lists of points.

mod support;

use presburger::{Budget, Set};
use support::{Random, integers, points, random_set};

const BOX: i64 = 3;

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn emptiness_and_samples_agree_with_enumeration() {
    let mut random = Random::new(1);
    for round in 0..1500 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, Some(BOX), 2);
        let expected = points(dimensions, BOX).iter().any(|p| set.contains(p));
        assert_eq!(set.is_empty(&unlimited()).unwrap(), !expected, "round {round}: {set}");
        match set.sample(&unlimited()).unwrap() {
            Some(point) => assert!(set.contains_point(&point), "round {round}: {set} at {point:?}"),
            None => assert!(!expected, "round {round}: {set}"),
        }
    }
}

#[test]
fn samples_of_unbounded_sets_are_in_them() {
    let mut random = Random::new(2);
    for round in 0..1500 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, None, 1);
        match set.sample(&unlimited()).unwrap() {
            Some(point) => assert!(set.contains_point(&point), "round {round}: {set} at {point:?}"),
            None => {
                assert!(points(dimensions, 6).iter().all(|p| !set.contains(p)), "round {round}: {set}");
            }
        }
    }
}

#[test]
fn boolean_operations_agree_with_enumeration() {
    let mut random = Random::new(3);
    for round in 0..600 {
        let dimensions = 1 + round % 2;
        let a = random_set(&mut random, dimensions, None, 3);
        let b = random_set(&mut random, dimensions, None, 3);
        let union = a.union(&b, &unlimited()).unwrap();
        let intersection = a.intersection(&b, &unlimited()).unwrap();
        let difference = a.difference(&b, &unlimited()).unwrap();
        let complement = a.complement(&unlimited()).unwrap();
        for point in points(dimensions, 5) {
            let (in_a, in_b) = (a.contains(&point), b.contains(&point));
            let context = || format!("round {round}: {a} and {b} at {point:?}");
            assert_eq!(union.contains(&point), in_a || in_b, "{}", context());
            assert_eq!(intersection.contains(&point), in_a && in_b, "{}", context());
            assert_eq!(difference.contains(&point), in_a && !in_b, "{}", context());
            assert_eq!(complement.contains(&point), !in_a, "{}", context());
        }
    }
}

#[test]
fn comparisons_agree_with_enumeration() {
    let mut random = Random::new(4);
    for round in 0..600 {
        let dimensions = 1 + round % 2;
        let a = random_set(&mut random, dimensions, Some(BOX), 2);
        let b = match round % 3 {
            0 => a.union(&random_set(&mut random, dimensions, Some(BOX), 1), &unlimited()).unwrap(),
            1 => a.simplified(&unlimited()).unwrap(),
            _ => random_set(&mut random, dimensions, Some(BOX), 2),
        };
        let list = points(dimensions, BOX);
        let subset = list.iter().all(|p| !a.contains(p) || b.contains(p));
        let superset = list.iter().all(|p| !b.contains(p) || a.contains(p));
        let disjoint = list.iter().all(|p| !a.contains(p) || !b.contains(p));
        let context = format!("round {round}: {a} and {b}");
        assert_eq!(a.is_subset(&b, &unlimited()).unwrap(), subset, "{context}");
        assert_eq!(a.is_equal(&b, &unlimited()).unwrap(), subset && superset, "{context}");
        assert_eq!(a.is_disjoint(&b, &unlimited()).unwrap(), disjoint, "{context}");
    }
}

#[test]
fn projection_agrees_with_enumeration() {
    let mut random = Random::new(5);
    for round in 0..1200 {
        let dimensions = 2 + round % 2;
        let set = random_set(&mut random, dimensions, Some(BOX), 2);
        let gone: Vec<usize> =
            if round % 4 < 2 { vec![round % dimensions] } else { (1..dimensions).collect() };
        let shadow = set.project_out(&gone, &unlimited()).unwrap();
        let kept: Vec<usize> = (0..dimensions).filter(|i| !gone.contains(i)).collect();
        let expected: Vec<Vec<i64>> = points(dimensions, BOX)
            .into_iter()
            .filter(|p| set.contains(p))
            .map(|p| kept.iter().map(|&i| p[i]).collect())
            .collect();
        for point in points(kept.len(), BOX + 1) {
            assert_eq!(
                shadow.contains(&point),
                expected.contains(&point),
                "round {round}: {set} without {gone:?}"
            );
        }
    }
}

#[test]
fn projection_of_unbounded_sets_agrees_with_emptiness_of_fibres() {
    let mut random = Random::new(6);
    for round in 0..400 {
        let set = random_set(&mut random, 3, None, 1);
        let shadow = set.project_out(&[1, 2], &unlimited()).unwrap();
        for x in -4..=4 {
            let fibre = Set::parse(&format!("{{ [x, y, z] : x = {x} }}")).unwrap();
            let empty = set.is_disjoint(&fibre, &unlimited()).unwrap();
            assert_eq!(shadow.contains(&[x]), !empty, "round {round}: {set} at {x}");
        }
    }
}

#[test]
fn simplification_keeps_the_points_and_printing_is_read_back() {
    let mut random = Random::new(7);
    for round in 0..600 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, None, 3);
        let simple = set.simplified(&unlimited()).unwrap();
        let again = Set::parse(&set.to_string()).unwrap();
        for point in points(dimensions, 4) {
            assert_eq!(simple.contains(&point), set.contains(&point), "round {round}: {set} at {point:?}");
            assert_eq!(again.contains_point(&integers(&point)), set.contains(&point), "round {round}: {set}");
        }
    }
}

#[test]
fn grey_shadows_are_searched() {
    let mut random = Random::new(8);
    for round in 0..60 {
        let mut parts = Vec::new();
        for _ in 0..3 {
            let (a, b) = (random.between(2, 5), random.between(2, 5));
            let signs = ["+", "-"];
            let sign = signs[random.between(0, 1) as usize];
            let (low, gap) = (random.between(-8, 8), random.between(0, 3));
            parts.push(format!("x + {low} <= {a}y {sign} {b}z <= x + {}", low + gap));
        }
        let set = Set::parse(&format!("{{ [x, y, z] : {} }}", parts.join(" and "))).unwrap();
        let shadow = set.project_out(&[1, 2], &unlimited()).unwrap();
        for x in -6..=6 {
            let mut plane = points(2, 30).into_iter();
            let expected = plane.any(|p| set.contains(&[x, p[0], p[1]]));
            let fibre = Set::parse(&format!("{{ [x, y, z] : x = {x} }}")).unwrap();
            let met = !set.is_disjoint(&fibre, &unlimited()).unwrap();
            // Three bands in a plane may be parallel and then meet far outside the window.
            assert!(met || !expected, "round {round}: {set} at {x}");
            assert_eq!(shadow.contains(&[x]), met, "round {round}: {set} at {x}");
        }
    }
}
