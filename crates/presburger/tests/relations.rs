//! Relations, closures and widenings, compared with lists of pairs and with their laws.

mod support;

use presburger::{Budget, Relation, Set, Side};
use support::{Random, points, random_set};

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn pairs(relation: &Relation, size: i64) -> Vec<(i64, i64)> {
    let inside = points(2, size).into_iter().filter(|p| relation.pairs().contains(p));
    inside.map(|p| (p[0], p[1])).collect()
}

#[test]
fn relational_operations_agree_with_enumeration() {
    let mut random = Random::new(21);
    let budget = unlimited();
    for round in 0..300 {
        let r = Relation::from_set(1, random_set(&mut random, 2, Some(3), 2));
        let s = Relation::from_set(1, random_set(&mut random, 2, Some(3), 2));
        let set = random_set(&mut random, 1, Some(3), 2);
        let (of_r, of_s) = (pairs(&r, 3), pairs(&s, 3));
        let composed = r.then(&s, &budget).unwrap();
        let (domain, range) = (r.domain(&budget).unwrap(), r.range(&budget).unwrap());
        let (image, before) = (r.image(&set, &budget).unwrap(), r.pre_image(&set, &budget).unwrap());
        let inverse = r.inverse();
        for x in -3..=3 {
            assert_eq!(domain.contains(&[x]), of_r.iter().any(|p| p.0 == x), "round {round}: {r}");
            assert_eq!(range.contains(&[x]), of_r.iter().any(|p| p.1 == x), "round {round}: {r}");
            assert_eq!(
                image.contains(&[x]),
                of_r.iter().any(|p| p.1 == x && set.contains(&[p.0])),
                "{r} of {set}"
            );
            assert_eq!(
                before.contains(&[x]),
                of_r.iter().any(|p| p.0 == x && set.contains(&[p.1])),
                "{r} of {set}"
            );
            for z in -3..=3 {
                let joined = of_r.iter().any(|p| p.0 == x && of_s.contains(&(p.1, z)));
                assert_eq!(composed.pairs().contains(&[x, z]), joined, "round {round}: {r} then {s}");
                assert_eq!(inverse.pairs().contains(&[z, x]), of_r.contains(&(x, z)), "round {round}: {r}");
            }
        }
        let again = Relation::parse(&r.to_string()).unwrap();
        assert!(again.is_equal(&r, &budget).unwrap(), "round {round}: {r}");
    }
}

#[test]
fn closures_of_random_relations_lie_on_the_right_side() {
    let mut random = Random::new(22);
    let mut exact = 0;
    for round in 0..20 {
        let relation = Relation::from_set(1, random_set(&mut random, 2, Some(2), 2));
        let mut closed = pairs(&relation, 2);
        loop {
            let longer: Vec<(i64, i64)> = closed
                .iter()
                .flat_map(|p| closed.iter().filter(move |q| p.1 == q.0).map(move |q| (p.0, q.1)))
                .filter(|p| !closed.contains(p))
                .collect();
            if longer.is_empty() {
                break;
            }
            closed.extend(longer);
            closed.sort_unstable();
            closed.dedup();
        }
        let limited = || Budget::operations(40_000);
        let Ok(above) = relation.transitive_closure(Side::Above, &limited()) else { continue };
        let Ok(below) = relation.transitive_closure(Side::Below, &limited()) else { continue };
        exact += usize::from(above.exact);
        for point in points(2, 2) {
            let expected = closed.contains(&(point[0], point[1]));
            let (high, low) =
                (above.relation.pairs().contains(&point), below.relation.pairs().contains(&point));
            assert!(!expected || high, "round {round}: {relation} at {point:?}");
            assert!(!low || expected, "round {round}: {relation} at {point:?}");
            assert!(!above.exact || high == expected, "round {round}: {relation} at {point:?}");
        }
    }
    assert!(exact >= 5, "many small relations have an exact closure: {exact}");
}

#[track_caller]
fn closes_to(step: &str, closure: &str) {
    let relation = Relation::parse(step).unwrap();
    let expected = Relation::parse(closure).unwrap();
    let found = relation.transitive_closure(Side::Above, &unlimited()).unwrap();
    assert!(found.exact, "{step} has the closure {}", found.relation);
    assert!(
        found.relation.is_equal(&expected, &unlimited()).unwrap(),
        "{step} has the closure {}",
        found.relation
    );
}

#[test]
fn translations_with_guards_close_exactly() {
    closes_to("{ [x] -> [x + 1] }", "{ [x] -> [y] : y > x }");
    closes_to(
        "[n] -> { [x] -> [x + 3] : 0 <= x < n }",
        "[n] -> { [x] -> [y] : 0 <= x and y < n + 3 and y > x and (y - x) mod 3 = 0 }",
    );
    closes_to(
        "{ [p, c] -> [p + 1, c]; [p, c] -> [p, c + 1] }",
        "{ [p, c] -> [u, v] : u >= p and v >= c and u + v > p + c }",
    );
}

#[test]
fn difference_relations_close_exactly() {
    closes_to("{ [x] -> [y] : x < y <= x + 2 }", "{ [x] -> [y] : x < y }");
    closes_to("{ [x] -> [y] : x + 2 <= y <= x + 3 }", "{ [x] -> [y] : y >= x + 2 }");
    closes_to(
        "{ [x, y] -> [u, v] : u >= x + 1 and v <= y - 1 }",
        "{ [x, y] -> [u, v] : u >= x + 1 and v <= y - 1 }",
    );
}

#[test]
fn the_loops_of_the_unbounded_buffer_close_exactly() {
    closes_to("{ [p, c] -> [p, c + 1] : c < p }", "{ [p, c] -> [u, v] : u = p and v > c and v <= p }");
}

#[test]
fn closures_obey_their_laws() {
    let budget = unlimited();
    for text in ["{ [x] -> [2x] : x >= 1 }", "{ [x] -> [y] : y = x + 2 and x < 10 or y = x - 5 and x > 3 }"] {
        let step = Relation::parse(text).unwrap();
        let above = step.transitive_closure(Side::Above, &budget).unwrap();
        let below = step.transitive_closure(Side::Below, &budget).unwrap();
        assert!(step.is_subset(&below.relation, &budget).unwrap());
        assert!(below.relation.is_subset(&above.relation, &budget).unwrap());
        let squared = step.then(&step, &budget).unwrap();
        assert!(squared.is_subset(&above.relation, &budget).unwrap());
        let star = step.reflexive_transitive_closure(Side::Above, &budget).unwrap();
        assert!(star.relation.pairs().contains(&[7, 7]));
    }
}

#[test]
fn widenings_lie_above_their_arguments_and_chains_end() {
    let mut random = Random::new(23);
    let budget = unlimited();
    for round in 0..40 {
        let dimensions = 1 + round % 2;
        let bound = 1 + round % 3;
        let mut current = random_set(&mut random, dimensions, Some(2), 2);
        let mut rounds = 0;
        let mut unchanged = 0;
        while unchanged < 5 {
            let next = random_set(&mut random, dimensions, Some(3 + rounds), 2);
            let widened = current.widened(&next, bound, &budget).unwrap();
            assert!(current.is_subset(&widened, &budget).unwrap(), "round {round}: {current} with {next}");
            assert!(next.is_subset(&widened, &budget).unwrap(), "round {round}: {current} with {next}");
            assert!(widened.disjuncts().len() <= bound.max(1));
            unchanged = if widened.is_subset(&current, &budget).unwrap() { unchanged + 1 } else { 0 };
            current = widened;
            rounds += 1;
            assert!(rounds < 200, "round {round}: the chain does not end at {current}");
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
