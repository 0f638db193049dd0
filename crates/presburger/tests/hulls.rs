//! Optima, gist, coalescing and hulls of random sets, compared with lists of points.

mod support;

use presburger::{Budget, Integer, Optimum, Set};
use support::{Random, integers, points, random_set};

const BOX: i64 = 3;

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[test]
fn optima_agree_with_enumeration() {
    let mut random = Random::new(11);
    for round in 0..500 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, Some(BOX), 2);
        let expression: Vec<i64> = (0..=dimensions).map(|_| random.between(-4, 4)).collect();
        let value =
            |p: &Vec<i64>| expression[0] + p.iter().zip(&expression[1..]).map(|(x, c)| x * c).sum::<i64>();
        let values: Vec<i64> =
            points(dimensions, BOX).iter().filter(|p| set.contains(p)).map(value).collect();
        let optimum = |v: Option<&i64>| v.map_or(Optimum::Empty, |v| Optimum::Value(Integer::from(*v)));
        let row = integers(&expression);
        let context = format!("round {round}: {expression:?} over {set}");
        assert_eq!(set.minimum(&row, &unlimited()).unwrap(), optimum(values.iter().min()), "{context}");
        assert_eq!(set.maximum(&row, &unlimited()).unwrap(), optimum(values.iter().max()), "{context}");
    }
}

#[test]
fn lexicographic_optima_agree_with_enumeration() {
    let mut random = Random::new(12);
    for round in 0..200 {
        let dimensions = 1 + round % 2;
        let set = random_set(&mut random, dimensions, Some(BOX), 2);
        let least = set.lexicographic_minimum(&unlimited()).unwrap();
        let greatest = set.lexicographic_maximum(&unlimited()).unwrap();
        let inside: Vec<Vec<i64>> = points(dimensions, BOX).into_iter().filter(|p| set.contains(p)).collect();
        for point in points(dimensions, BOX) {
            assert_eq!(least.contains(&point), inside.iter().min() == Some(&point), "round {round}: {set}");
            assert_eq!(
                greatest.contains(&point),
                inside.iter().max() == Some(&point),
                "round {round}: {set}"
            );
        }
    }
}

#[test]
fn the_gist_agrees_inside_the_context() {
    let mut random = Random::new(13);
    for round in 0..300 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, None, 2);
        let context = random_set(&mut random, dimensions, None, 2);
        let gist = set.gist(&context, &unlimited()).unwrap();
        for point in points(dimensions, 4).iter().filter(|p| context.contains(p)) {
            assert_eq!(
                gist.contains(point),
                set.contains(point),
                "round {round}: {set} in {context} at {point:?}"
            );
        }
    }
}

#[test]
fn coalescing_keeps_the_points() {
    let mut random = Random::new(14);
    let mut merged = 0;
    for round in 0..300 {
        let dimensions = 1 + round % 2;
        let set = random_set(&mut random, dimensions, None, 4);
        let coalesced = set.coalesced(&unlimited()).unwrap();
        merged += usize::from(coalesced.disjuncts().len() < set.disjuncts().len());
        assert!(coalesced.disjuncts().len() <= set.disjuncts().len());
        for point in points(dimensions, 5) {
            assert_eq!(coalesced.contains(&point), set.contains(&point), "round {round}: {set} at {point:?}");
        }
    }
    assert!(merged > 30, "coalescing finds something to do: {merged}");
}

#[test]
fn a_difference_and_its_intersection_coalesce_again() {
    let a = Set::parse("{ [x, y] : 0 <= x <= 9 and 0 <= y <= 9 }").unwrap();
    let b = Set::parse("{ [x, y] : 3 <= x <= 5 and 2 <= y <= 4 }").unwrap();
    let pieces = a.difference(&b, &unlimited()).unwrap().union(&b, &unlimited()).unwrap();
    assert!(pieces.disjuncts().len() > 3);
    assert_eq!(pieces.coalesced(&unlimited()).unwrap().disjuncts().len(), 1);
}

#[test]
fn hulls_contain_the_set_and_are_least() {
    let mut random = Random::new(15);
    for round in 0..200 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, Some(2), 2);
        let affine = set.affine_hull(&unlimited()).unwrap();
        let convex = set.convex_hull(&unlimited()).unwrap();
        let context = format!("round {round}: {set}");
        assert!(set.is_subset(&convex, &unlimited()).unwrap(), "{context}");
        assert!(convex.disjuncts().len() <= 1);
        assert!(set.is_subset(&affine, &unlimited()).unwrap(), "{context}");
        assert!(affine.disjuncts().iter().all(|d| d.inequalities().is_empty()), "{context}");
        let inside: Vec<Vec<i64>> = points(dimensions, 2).into_iter().filter(|p| set.contains(p)).collect();
        let equalities = affine.disjuncts().first().map_or(dimensions + 1, |d| d.equalities().len());
        assert_eq!(dimensions + 1 - equalities, rank(&inside), "{context} has the hull {affine}");
    }
}

/// The number of affinely independent points among these.
fn rank(points: &[Vec<i64>]) -> usize {
    let mut rows: Vec<Vec<i128>> =
        points.iter().map(|p| std::iter::once(1).chain(p.iter().map(|&x| i128::from(x))).collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for column in 0..width {
        let Some(place) = (rank..rows.len()).find(|&i| rows[i][column] != 0) else { continue };
        rows.swap(rank, place);
        for i in rank + 1..rows.len() {
            let (p, q) = (rows[rank][column], rows[i][column]);
            let pivot = rows[rank].clone();
            for (entry, above) in rows[i].iter_mut().zip(&pivot) {
                *entry = *entry * p - above * q;
            }
        }
        rank += 1;
    }
    rank
}
