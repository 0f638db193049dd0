//! Emptiness and sample points of dense systems, whose vertices are seldom whole, compared with enumeration.

mod support;

use presburger::{Budget, Conjunction, Integer, Set};
use support::{Random, integers, points, space};

/// Coefficients and constant of each inequality.
fn dense_rows(random: &mut Random, dimensions: usize, count: usize) -> Vec<Vec<i64>> {
    let row = |random: &mut Random| {
        let mut row = vec![random.between(-9, 9)];
        row.extend((0..dimensions).map(|_| random.between(-5, 5)));
        row
    };
    (0..count).map(|_| row(random)).collect()
}

fn holds(rows: &[Vec<i64>], point: &[i64]) -> bool {
    rows.iter().all(|row| row[0] + row[1..].iter().zip(point).map(|(c, x)| c * x).sum::<i64>() >= 0)
}

/// The box of that size, as inequalities.
fn walls(dimensions: usize, size: i64) -> Vec<Vec<i64>> {
    let wall = |i: usize, sign: i64| {
        let mut row = vec![0; dimensions + 1];
        row[0] = size;
        row[i + 1] = sign;
        row
    };
    (0..dimensions).flat_map(|i| [wall(i, 1), wall(i, -1)]).collect()
}

fn conjunction(rows: &[Vec<i64>]) -> Conjunction {
    let mut result = Conjunction::universe(rows[0].len() - 1);
    rows.iter().for_each(|row| result.add_inequality(integers(row)));
    result
}

#[test]
fn bounded_systems_have_a_point_where_enumeration_finds_one() {
    let mut random = Random::new(71);
    let budget = Budget::unlimited();
    let mut empty = 0;
    for round in 0..1500 {
        let dimensions = 2 + round % 2;
        let mut rows = dense_rows(&mut random, dimensions, 2 * dimensions);
        rows.extend(walls(dimensions, 2));
        let set = Set::from_conjunction(space(dimensions), conjunction(&rows));
        let expected = points(dimensions, 2).iter().any(|point| holds(&rows, point));
        empty += usize::from(!expected);
        assert_eq!(!set.is_empty(&budget).unwrap(), expected, "round {round}: {set}");
        let sample = set.sample(&budget).unwrap();
        assert_eq!(sample.is_some(), expected, "round {round}: {set}");
        assert!(sample.is_none_or(|point| set.contains_point(&point)), "round {round}: {set}");
    }
    assert!((200..1300).contains(&empty), "both answers occur often: {empty}");
}

#[test]
fn unbounded_systems_have_a_point_where_a_box_has_one() {
    let mut random = Random::new(72);
    let budget = Budget::unlimited();
    for round in 0..600 {
        let rows = dense_rows(&mut random, 3, 5);
        let set = Set::from_conjunction(space(3), conjunction(&rows));
        let sample = set.sample(&budget).unwrap();
        match sample {
            Some(point) => assert!(set.contains_point(&point), "round {round}: {set}"),
            None => {
                assert!(!points(3, 4).iter().any(|point| holds(&rows, point)), "round {round}: {set}");
            }
        }
    }
}

/// Adds `factor·(w − 2⁶²)` to each row, where `w` is a new dimension that is 2⁶² or one above it.
fn far_away(rows: &[Vec<i64>], random: &mut Random) -> (Vec<Vec<i64>>, Conjunction) {
    let distance = 1i64 << 62;
    let dimensions = rows[0].len() - 1;
    let mut near = Vec::new();
    let mut far = Conjunction::universe(dimensions + 1);
    for row in rows {
        // The walls stay where they are, so that the box to enumerate does, too.
        let wall = row[1..].iter().filter(|c| **c != 0).count() == 1;
        let factor = if wall { 0 } else { random.between(-7, 7) };
        let mut with_step = row.clone();
        with_step.push(factor);
        near.push(with_step.clone());
        let mut moved = integers(&with_step);
        moved[0] = &moved[0] - &(&Integer::from(factor) * &Integer::from(distance));
        far.add_inequality(moved);
    }
    for (sign, constant) in [(1, -distance), (-1, distance + 1)] {
        let mut wall = vec![0; dimensions + 2];
        wall[0] = constant;
        wall[dimensions + 1] = sign;
        far.add_inequality(integers(&wall));
    }
    (near, far)
}

#[test]
fn points_beyond_machine_words_are_found() {
    let mut random = Random::new(73);
    let budget = Budget::unlimited();
    for round in 0..300 {
        let mut rows = dense_rows(&mut random, 2, 4);
        rows.extend(walls(2, 2));
        let (near, far) = far_away(&rows, &mut random);
        let inside = |point: &Vec<i64>| (0..=1).any(|w| holds(&near, &[point[0], point[1], w]));
        let expected = points(2, 2).iter().any(inside);
        let set = Set::from_conjunction(space(3), far);
        let sample = set.sample(&budget).unwrap();
        assert_eq!(sample.is_some(), expected, "round {round}: {set}");
        assert!(sample.is_none_or(|point| set.contains_point(&point)), "round {round}: {set}");
        let simple = set.simplified(&budget).unwrap();
        assert!(simple.is_equal(&set, &budget).unwrap(), "round {round}: {set}");
    }
}

#[test]
fn simplification_keeps_the_points_and_adds_no_constraint() {
    let mut random = Random::new(74);
    let budget = Budget::unlimited();
    for round in 0..400 {
        let mut rows = dense_rows(&mut random, 2, 3);
        rows.extend(walls(2, 3));
        let set = Set::from_conjunction(space(2), conjunction(&rows));
        let simple = set.simplified(&budget).unwrap();
        for point in points(2, 4) {
            assert_eq!(simple.contains(&point), holds(&rows, &point), "round {round}: {set} at {point:?}");
        }
        // A polygon in a box has at most as many sides as it has lines, and seldom needs the box on every side.
        let sides = simple.disjuncts().first().map_or(0, |disjunct| disjunct.inequalities().len());
        assert!(sides <= set.disjuncts().first().map_or(0, |disjunct| disjunct.inequalities().len()));
    }
}
