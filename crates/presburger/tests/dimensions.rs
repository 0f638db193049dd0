//! Products, cylinders, renamings and permutations of random sets, compared with lists of points.

mod support;

use presburger::{Budget, Relation, Set};
use support::{NAMES, Random, points, random_set};

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn products_agree_with_enumeration() {
    let mut random = Random::new(41);
    for round in 0..300 {
        let (left, right) = (1 + round % 2, 1 + round / 2 % 2);
        let a = random_set(&mut random, left, None, 2);
        let b = random_set(&mut random, right, None, 2);
        let product = a.product(&b, &unlimited()).unwrap();
        assert_eq!(product.dimension_count(), left + right);
        for point in points(left + right, 2) {
            let expected = a.contains(&point[..left]) && b.contains(&point[left..]);
            assert_eq!(product.contains(&point), expected, "round {round}: {a} and {b} at {point:?}");
        }
    }
}

#[test]
fn cylinders_agree_with_enumeration() {
    let mut random = Random::new(42);
    for round in 0..300 {
        let dimensions = 1 + round % 2;
        let position = (random.next() % (dimensions as u64 + 1)) as usize;
        let set = random_set(&mut random, dimensions, None, 2);
        let cylinder = set.cylinder(position, &["new"]);
        for mut point in points(dimensions + 1, 3) {
            let found = cylinder.contains(&point);
            point.remove(position);
            assert_eq!(found, set.contains(&point), "round {round}: {set} with a dimension at {position}");
        }
    }
}

#[test]
fn permutations_and_renamings_agree_with_enumeration() {
    let mut random = Random::new(43);
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for round in 0..300 {
        let set = random_set(&mut random, 3, None, 2);
        let order = orders[round % orders.len()];
        let permuted = set.permuted(&order);
        let renamed = set.renamed(&["a", "b", "c"]);
        assert_eq!(renamed.space().dimensions(), ["a", "b", "c"]);
        assert_eq!(permuted.space().dimensions()[0], NAMES[order[0]]);
        for point in points(3, 2) {
            let moved: Vec<i64> = order.iter().map(|&i| point[i]).collect();
            assert_eq!(permuted.contains(&moved), set.contains(&point), "round {round}: {set} by {order:?}");
            assert_eq!(renamed.contains(&point), set.contains(&point), "round {round}: {set}");
        }
        let again = Set::parse(&renamed.to_string()).unwrap();
        assert!(again.is_equal(&set, &unlimited()).unwrap(), "round {round}: {renamed}");
    }
}

#[test]
fn parameters_are_matched_by_name() {
    let budget = unlimited();
    let a = Set::parse("[n, m] -> { [x] : n <= x <= m }").unwrap();
    let b = Set::parse("[m, k] -> { [x] : m <= x <= k }").unwrap();
    let both = a.intersection(&b, &budget).unwrap();
    let expected = Set::parse("[k, m, n] -> { [x] : x = m and n <= m <= k }").unwrap();
    assert!(both.is_equal(&expected, &budget).unwrap(), "{both}");
    let product = a.product(&b, &budget).unwrap();
    let pair = Set::parse("[n, m, k] -> { [x, y] : n <= x <= m <= y <= k }").unwrap();
    assert!(product.is_equal(&pair, &budget).unwrap(), "{product}");
}

#[test]
fn relations_are_restricted_on_both_sides() {
    let mut random = Random::new(44);
    let budget = unlimited();
    for round in 0..150 {
        let relation = Relation::from_set(1, random_set(&mut random, 2, None, 2));
        let set = random_set(&mut random, 1, None, 2);
        let from = relation.restrict_domain(&set, &budget).unwrap();
        let to = relation.restrict_range(&set, &budget).unwrap();
        let twice = relation.inverse().inverse();
        for point in points(2, 4) {
            let holds = relation.pairs().contains(&point);
            let context = format!("round {round}: {relation} and {set} at {point:?}");
            assert_eq!(from.pairs().contains(&point), holds && set.contains(&point[..1]), "{context}");
            assert_eq!(to.pairs().contains(&point), holds && set.contains(&point[1..]), "{context}");
            assert_eq!(twice.pairs().contains(&point), holds, "{context}");
        }
    }
}
