//! Widenings: above their arguments, with chains that end.

mod support;

use presburger::{Budget, Conjunction, Relation, Set};
use support::{Random, integers, random_set, space};

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn widenings_lie_above_their_arguments() {
    let mut random = Random::new(23);
    let budget = unlimited();
    for round in 0..120 {
        let dimensions = 1 + round % 2;
        let bound = 1 + round % 4;
        let before = random_set(&mut random, dimensions, Some(2), 2);
        let next = random_set(&mut random, dimensions, if round % 3 == 0 { None } else { Some(3) }, 2);
        for widened in [before.widened(&next, bound, &budget), before.widened_hull(&next, &budget)] {
            let widened = widened.unwrap();
            let context = format!("round {round}: {before} with {next} gives {widened}");
            assert!(before.is_subset(&widened, &budget).unwrap(), "{context}");
            assert!(next.is_subset(&widened, &budget).unwrap(), "{context}");
        }
    }
}

#[test]
fn chains_of_random_sets_end() {
    let mut random = Random::new(27);
    let budget = unlimited();
    for round in 0..30 {
        let dimensions = 1 + round % 2;
        let bound = 1 + round % 4;
        let mut current = random_set(&mut random, dimensions, Some(2), 1);
        let mut changes = 0;
        for step in 0..40 {
            let next = random_set(&mut random, dimensions, Some(3 + step), 2);
            let widened = current.widened(&next, bound, &budget).unwrap();
            assert!(next.is_subset(&widened, &budget).unwrap(), "round {round}: {current} with {next}");
            if !widened.is_subset(&current, &budget).unwrap() {
                changes += 1;
                assert!(widened.disjuncts().len() <= bound, "round {round}: {widened}");
            }
            current = widened;
        }
        // Without an end there would be a change in nearly every step.
        assert!(changes < 25, "round {round}: {changes} changes up to {current}");
    }
}

/// An adversary adds a point that is not there yet, as long as there is one. So a chain ends only at all points.
#[test]
fn chains_against_an_adversary_end_with_all_points() {
    let mut random = Random::new(28);
    let budget = unlimited();
    for round in 0..24 {
        let dimensions = 1 + round % 2;
        let bound = 1 + round % 3;
        let mut current = Set::empty(space(dimensions));
        let mut steps = 0;
        loop {
            let outside = current.complement(&budget).unwrap();
            let near = random_set(&mut random, dimensions, Some(4), 1);
            let near = outside.intersection(&near, &budget).unwrap();
            let chosen = if near.is_empty(&budget).unwrap() { &outside } else { &near };
            let Some(point) = chosen.sample(&budget).unwrap() else { break };
            let mut conjunction = Conjunction::universe(dimensions);
            for (i, value) in point.iter().enumerate() {
                let mut row = integers(&vec![0; dimensions + 1]);
                row[0] = -value;
                row[i + 1] = 1.into();
                conjunction.add_equality(row);
            }
            let point = Set::from_conjunction(space(dimensions), conjunction);
            current = current.widened(&point, bound, &budget).unwrap();
            assert!(current.disjuncts().len() <= bound);
            steps += 1;
            assert!(steps < 200, "round {round}: the chain does not end at {current}");
        }
    }
}

#[test]
fn the_widening_guesses_the_direction_of_growth() {
    let budget = unlimited();
    let before = Set::parse("{ [x, y] : x >= 0 and 0 <= y <= 1 }").unwrap();
    let after = Set::parse("{ [x, y] : x >= 0 and 0 <= y <= 2 }").unwrap();
    let expected = Set::parse("{ [x, y] : x >= 0 and 0 <= y }").unwrap();
    assert!(before.widened(&after, 4, &budget).unwrap().is_equal(&expected, &budget).unwrap());
}

/// The example of Bultan, Gerber and Pugh, their figure 8, with `a` a parameter.
#[test]
fn the_example_of_the_article_converges() {
    let budget = unlimited();
    let first = Set::parse("[a] -> { [x, y] : a <= x + y and a - 1 <= y <= a }").unwrap();
    let second = Set::parse("[a] -> { [x, y] : a <= x + y and a - 2 <= y <= a }").unwrap();
    let expected = Set::parse("[a] -> { [x, y] : a <= x + y and y <= a }").unwrap();
    let widened = first.widened(&second, 4, &budget).unwrap();
    assert!(widened.is_equal(&expected, &budget).unwrap(), "{widened}");
}

/// A line that grows to a strip is copied and not widened to the whole plane, as it would be without the rule.
#[test]
fn sets_of_different_dimension_are_not_widened() {
    let budget = unlimited();
    let line = Set::parse("[a] -> { [x, y] : y = a }").unwrap();
    let strip = Set::parse("[a] -> { [x, y] : a <= x + y and a - 1 <= y <= a or y = a }").unwrap();
    let widened = line.widened(&strip, 4, &budget).unwrap();
    assert!(widened.is_equal(&strip, &budget).unwrap(), "{widened}");
    let hull = line.widened_hull(&strip, &budget).unwrap();
    assert!(!hull.is_equal(&strip, &budget).unwrap(), "the rule made a difference");
}

#[test]
fn beyond_the_bound_disjuncts_are_joined() {
    let budget = unlimited();
    let before = Set::parse("{ [x] : x = 0 or x = 10 or x = 20 }").unwrap();
    let after = Set::parse("{ [x] : x = 0 or x = 10 or x = 20 or x = 30 }").unwrap();
    let wide = before.widened(&after, 4, &budget).unwrap();
    assert!(wide.is_equal(&after, &budget).unwrap(), "{wide}");
    let narrow = before.widened(&after, 3, &budget).unwrap();
    let expected = Set::parse("{ [x] : x >= 0 }").unwrap();
    assert!(narrow.is_equal(&expected, &budget).unwrap(), "{narrow}");
}

/// The article's unbounded buffer: items in two buffers that were produced and not yet consumed.
#[test]
fn the_debt_of_the_unbounded_buffer_is_bounded_after_one_exact_iteration() {
    let budget = unlimited();
    let inside = Set::parse("{ [p, c, q, r] : p >= 0 and c >= 0 and q >= 0 and r >= 0 }").unwrap();
    let step = Relation::parse(
        "{ [p, c, q, r] -> [p + 1, c, q + 1, r]; [p, c, q, r] -> [p + 1, c, q, r + 1]; \
         [p, c, q, r] -> [p, c + 1, q - 1, r] : q >= 1; [p, c, q, r] -> [p, c + 1, q, r - 1] : r >= 1 }",
    )
    .unwrap();
    let next = |current: &Set| {
        let before = step.pre_image(current, &budget).unwrap().intersection(&inside, &budget).unwrap();
        current.union(&before, &budget).unwrap().coalesced(&budget).unwrap()
    };
    let start = Set::parse("{ [p, c, q, r] : p < c }").unwrap().intersection(&inside, &budget).unwrap();
    let printed =
        Set::parse("{ [p, c, q, r] : p < c + q + r }").unwrap().intersection(&inside, &budget).unwrap();
    let first = next(&start);
    assert_eq!(first.disjuncts().len(), 1, "{first}");
    let widened = |before: &Set, after: &Set| {
        before.widened(after, 8, &budget).unwrap().intersection(&inside, &budget).unwrap()
    };
    let bound = widened(&first, &next(&first));
    assert!(bound.is_equal(&printed, &budget).unwrap(), "{bound}");
    assert!(next(&bound).is_equal(&printed, &budget).unwrap());
    // Widened from the start, the one constraint that does not stay is lost, and with it everything.
    let lost = widened(&start, &first);
    assert!(lost.is_equal(&inside, &budget).unwrap(), "{lost}");
}
