//! Transitive closures: against paths that are followed one step at a time, against their laws, and for loops from
//! the literature.

mod support;

use presburger::{Budget, Relation, Set, Side};
use std::collections::BTreeSet;
use support::{Random, points, random_set};

/// More rounds where the slow tests are asked for.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("FATHOM_SLOW").is_some() { 10 * usual } else { usual }
}

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

/// The pairs of points of a box that a path inside the box joins.
fn followed(relation: &Relation, size: i64) -> BTreeSet<Vec<i64>> {
    let n = relation.input_count();
    let steps: Vec<Vec<i64>> =
        points(2 * n, size).into_iter().filter(|pair| relation.pairs().contains(pair)).collect();
    let mut result: BTreeSet<Vec<i64>> = steps.iter().cloned().collect();
    let mut fresh: Vec<Vec<i64>> = steps.clone();
    while let Some(pair) = fresh.pop() {
        for step in steps.iter().filter(|step| step[..n] == pair[n..]) {
            let longer = [&pair[..n], &step[n..]].concat();
            if result.insert(longer.clone()) {
                fresh.push(longer);
            }
        }
    }
    result
}

/// Checks both bounds of a relation that lies in a box; true if the closure was exact.
#[track_caller]
fn check(relation: &Relation, size: i64, context: &str) -> bool {
    let expected = followed(relation, size);
    let above = relation.transitive_closure(Side::Above, &unlimited()).unwrap();
    // An exact closure is its own bound from below; the laws below check that both sides agree on it.
    let below = if above.exact {
        above.clone()
    } else {
        relation.transitive_closure(Side::Below, &unlimited()).unwrap()
    };
    assert_eq!(above.exact, below.exact, "{context}: {relation}");
    for pair in points(2 * relation.input_count(), size) {
        let holds = expected.contains(&pair);
        let (high, low) = (above.relation.pairs().contains(&pair), below.relation.pairs().contains(&pair));
        assert!(!holds || high, "{context}: {relation} misses {pair:?}");
        assert!(!low || holds, "{context}: {relation} has no path {pair:?}");
        assert!(!above.exact || high == holds, "{context}: {relation} is not exact at {pair:?}");
    }
    above.exact
}

#[test]
fn closures_of_random_relations_lie_on_the_right_side() {
    let mut random = Random::new(22);
    let mut exact = 0;
    let count = rounds(100);
    for round in 0..count {
        let relation = Relation::from_set(1, random_set(&mut random, 2, Some(2), 2));
        exact += usize::from(check(&relation, 2, &format!("round {round}")));
    }
    assert!(20 * exact >= 19 * count, "most small relations have an exact closure: {exact}");
}

#[test]
fn closures_of_guarded_translations_agree_with_paths() {
    let mut random = Random::new(24);
    let mut exact = 0;
    let count = rounds(18);
    for round in 0..count {
        let mut pieces = Vec::new();
        for _ in 0..random.between(1, 3) {
            let (u, v) = (random.between(-2, 2), random.between(-2, 2));
            let (a, b, c) = (random.between(-1, 1), random.between(-1, 1), random.between(-1, 3));
            let stride = match random.between(0, 3) {
                0 => format!("and (x + y) mod {} = 0", random.between(2, 3)),
                _ => String::new(),
            };
            pieces.push(format!(
                "[x, y] -> [x + {u}, y + {v}] : -2 <= x, y <= 2 and -2 <= x + {u}, y + {v} <= 2 and {a}x + {b}y <= {c} {stride}"
            ));
        }
        let relation = Relation::parse(&format!("{{ {} }}", pieces.join("; "))).unwrap();
        exact += usize::from(check(&relation, 2, &format!("round {round}")));
    }
    assert!(2 * exact >= count, "guarded translations are mostly exact: {exact}");
}

#[test]
fn single_translations_with_convex_guards_are_exact() {
    let mut random = Random::new(27);
    for round in 0..rounds(40) {
        let (u, v) = (random.between(-2, 2), random.between(-2, 2));
        let (a, b, c) = (random.between(-2, 2), random.between(-2, 2), random.between(-1, 3));
        let equality = if round % 4 == 0 { "and x = y" } else { "" };
        let text = format!(
            "{{ [x, y] -> [x + {u}, y + {v}] : -2 <= x, y <= 2 and -2 <= x + {u}, y + {v} <= 2 and {a}x + {b}y <= {c} {equality} }}"
        );
        assert!(check(&Relation::parse(&text).unwrap(), 2, &format!("round {round}")), "{text}");
    }
}

#[test]
fn closures_obey_their_laws() {
    let budget = unlimited();
    let mut random = Random::new(25);
    let mut relations: Vec<Relation> = [
        "{ [x] -> [2x] : x >= 1 }",
        "{ [x] -> [y] : y = x + 2 and x < 10 or y = x - 5 and x > 3 }",
        "[n] -> { [x] -> [x + n] }",
    ]
    .iter()
    .map(|text| Relation::parse(text).unwrap())
    .collect();
    for _ in 0..rounds(25) {
        let (low, high) = (random.between(-3, 2), random.between(2, 4));
        let (a, c) = (random.between(-2, 2), random.between(-4, 4));
        let text = format!("{{ [x] -> [y] : x + {low} <= y <= x + {high} and {a}x + y <= {c} }}");
        relations.push(Relation::parse(&text).unwrap());
    }
    for step in relations {
        let above = step.transitive_closure(Side::Above, &budget).unwrap();
        let below = step.transitive_closure(Side::Below, &budget).unwrap();
        let (high, low) = (&above.relation, &below.relation);
        assert!(step.is_subset(low, &budget).unwrap(), "{step}");
        assert!(low.is_subset(high, &budget).unwrap(), "{step}");
        assert!(low.then(&step, &budget).unwrap().is_subset(high, &budget).unwrap(), "{step}");
        if above.exact {
            assert!(high.is_equal(low, &budget).unwrap(), "{step}");
            for longer in [high.then(&step, &budget), step.then(high, &budget), high.then(high, &budget)] {
                assert!(longer.unwrap().is_subset(high, &budget).unwrap(), "{step}");
            }
            let back = step.inverse().transitive_closure(Side::Above, &budget).unwrap();
            assert!(high.is_subset(&back.relation.inverse(), &budget).unwrap(), "{step}");
        }
    }
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
    closes_to("{ [x] -> [x + 2]; [x] -> [x + 3] }", "{ [x] -> [y] : y >= x + 2 }");
    closes_to(
        "{ [x] -> [x + 2] : x mod 2 = 0 and x < 10; [x] -> [x + 4] : x mod 2 = 1 }",
        "{ [x] -> [y] : y > x and (x mod 2 = 0 and y mod 2 = 0 and y <= 10 \
         or x mod 2 = 1 and (y - x) mod 4 = 0) }",
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
    closes_to(
        "{ [x] -> [y] : x + 3 <= y <= x + 7 and (y - x) mod 2 = 1 and x < 20 }",
        "{ [x] -> [y] : x < 20 and y - x = 3 or x < 20 and y - x = 5 or x < 20 and y - x = 7 \
         or y <= 26 and x <= 16 and y - x >= 6 and (y - x) mod 2 = 0 \
         or y <= 26 and x <= 13 and y - x >= 9 and (y - x) mod 2 = 1 }",
    );
}

#[test]
fn parameters_in_differences_are_exact_where_the_closure_is_linear() {
    closes_to("[n] -> { [x] -> [y] : x < y <= x + n }", "[n] -> { [x] -> [y] : x < y and n >= 1 }");
    closes_to(
        "[n] -> { [x] -> [y] : x + n <= y <= x + 2n and n >= 1 }",
        "[n] -> { [x] -> [y] : x + n <= y and n >= 1 }",
    );
    closes_to(
        "[n] -> { [x] -> [x + n] : 1 <= n <= 3 }",
        "[n] -> { [x] -> [y] : y > x and (n = 1 or n = 2 and (y - x) mod 2 = 0 or n = 3 and (y - x) mod 3 = 0) }",
    );
    closes_to("[n] -> { [x] -> [x + n] : 0 <= x < n }", "[n] -> { [x] -> [y] : 0 <= x < n and y = x + n }");
}

#[test]
fn a_parameter_as_difference_is_bounded_by_its_sign() {
    let step = Relation::parse("[n] -> { [x] -> [x + n] }").unwrap();
    let found = step.transitive_closure(Side::Above, &unlimited()).unwrap();
    assert!(!found.exact, "multiples of a parameter are not linear");
    let bound = Relation::parse(
        "[n] -> { [x] -> [y] : n = 0 and y = x or n > 0 and y >= x + n or n < 0 and y <= x + n }",
    );
    assert!(found.relation.is_equal(&bound.unwrap(), &unlimited()).unwrap(), "{}", found.relation);
}

#[test]
fn unions_close_by_sorting_and_by_taking_out() {
    // A nested loop: the inner counter starts again at one.
    closes_to(
        "[n] -> { [i, j] -> [i, j + 1] : 1 <= i <= n and 1 <= j < n; [i, j] -> [i + 1, 1] : 1 <= i < n and j = n }",
        "[n] -> { [i, j] -> [u, v] : 1 <= i, j, u, v <= n and (u = i and v > j or u > i) }",
    );
    closes_to(
        "{ [x] -> [x + 1] : x < 3; [x] -> [0] : x = 3 }",
        "{ [x] -> [y] : x < y <= 3 or x <= 3 and 0 <= y <= 3 }",
    );
    // Tokens that move on: steps can be exchanged.
    closes_to(
        "{ [a, b, c] -> [a - 1, b + 1, c] : a >= 1; [a, b, c] -> [a, b - 1, c + 1] : b >= 1 }",
        "{ [a, b, c] -> [u, v, w] : exists i, j: i, j >= 0 and i + j >= 1 and u = a - i and v = b + i - j \
         and w = c + j and (i = 0 or u >= 0) and (j = 0 or v >= 0) }",
    );
}

#[test]
fn loops_that_permute_and_copy_close_through_their_powers() {
    closes_to(
        "{ [x, y] -> [y, x + 1] }",
        "{ [x, y] -> [u, v] : exists k: k >= 0 and (u = y + k and v = x + k + 1 or k >= 1 and u = x + k and v = y + k) }",
    );
    closes_to(
        "{ [x, y, z] -> [x + 1, x, y] }",
        "{ [x, y, z] -> [u, v, w] : u = x + 1 and v = x and w = y or u >= x + 2 and v = u - 1 and w = u - 2 }",
    );
    closes_to("{ [x] -> [-x + 1] }", "{ [x] -> [y] : y = x or y = -x + 1 }");
}

/// Section 7.2 of Bultan, Gerber and Pugh: the self loops of the unbounded buffer (their figure 10), without the
/// control variable, whose value is the same before and after.
#[test]
fn the_loops_of_the_unbounded_buffer_close_exactly() {
    closes_to("{ [p, c] -> [p, c + 1] : c < p }", "{ [p, c] -> [u, v] : u = p and v > c and v <= p }");
    let receive = "(u = a - 1 and v = b and a > 0 or u = a and v = b - 1 and b > 0)";
    closes_to(
        &format!("{{ [p, c, a, b] -> [p, c + 1, u, v] : {receive} }}"),
        "{ [p, c, a, b] -> [p, d, u, v] : d = a + b + c - u - v and d > c \
         and (0 <= u <= a or u = a) and (0 <= v <= b or v = b) }",
    );
    // Inside the class where something is left to receive.
    closes_to(
        &format!("{{ [p, c, a, b] -> [p, c + 1, u, v] : {receive} and a, b, u, v >= 0 and u + v >= 1 }}"),
        "{ [p, c, a, b] -> [p, d, u, v] : d = a + b + c - u - v and d > c and 0 <= u <= a and 0 <= v <= b \
         and (1 <= u or 1 <= v) }",
    );
    // The sender, inside the class where something is in a buffer.
    closes_to(
        "{ [p, c, a, b] -> [p + 1, c, u, v] : (u = a + 1 and v = b or u = a and v = b + 1) and a, b >= 0 and a + b >= 1 }",
        "{ [p, c, a, b] -> [q, c, u, v] : q = p - a - b + u + v and q > p and 0 <= a <= u and 0 <= b <= v \
         and (1 <= a or 1 <= b) }",
    );
}

/// The other programs of section 8 of the same article.
#[test]
fn the_loops_of_the_bakery_and_the_ticket_algorithm_close_exactly() {
    // A process that takes a ticket, once and again.
    closes_to("{ [a, b] -> [b + 1, b] }", "{ [a, b] -> [b + 1, b] }");
    closes_to("{ [a, b] -> [b + 1, b]; [a, b] -> [0, b] }", "{ [a, b] -> [u, b] : u = b + 1 or u = 0 }");
    closes_to("{ [a, b, t, s] -> [t, b, t + 1, s] }", "{ [a, b, t, s] -> [u, b, u + 1, s] : u >= t }");
    closes_to("{ [a, b, t, s] -> [a, b, t, s + 1] }", "{ [a, b, t, s] -> [a, b, t, r] : r > s }");
    closes_to(
        "{ [a, b, t, s] -> [t, b, t + 1, s]; [a, b, t, s] -> [a, t, t + 1, s] }",
        "{ [a, b, t, s] -> [u, v, w, s] : w > t and (u = w - 1 and (v = b or t <= v < u) or v = w - 1 and (u = a or t <= u < v)) }",
    );
}

#[test]
fn the_loops_of_the_bounded_buffer_close_exactly() {
    closes_to(
        "[s] -> { [a, p, q, c, d] -> [a - 1, p + 1, q, c, d] : a > 0 and s >= 1 }",
        "[s] -> { [a, p, q, c, d] -> [x, y, q, c, d] : y > p and a + p = x + y and x >= 0 and s >= 1 }",
    );
    closes_to(
        "[s] -> { [a, p, q, c, d] -> [a - 1, p + 1, q, c, d] : a > 0; [a, p, q, c, d] -> [a - 1, p, q + 1, c, d] : a > 0 }",
        "[s] -> { [a, p, q, c, d] -> [x, y, z, c, d] : y >= p and z >= q and y + z > p + q \
         and a + p + q = x + y + z and x >= 0 }",
    );
    closes_to(
        "[s] -> { [a, p, q, c, d] -> [a + 1, p, q, c + 1, d] : a < s; [a, p, q, c, d] -> [a + 1, p, q, c, d + 1] : a < s }",
        "[s] -> { [a, p, q, c, d] -> [x, p, q, y, z] : y >= c and z >= d and y + z > c + d \
         and x - a = y + z - c - d and x <= s }",
    );
}

#[test]
fn the_loops_of_the_circular_queue_close_exactly() {
    for guard in ["h < t + 1", "h > t + 1"] {
        // After the last step the guard need not hold, but before it, it must.
        let last = if guard.contains('<') { "h < t + 1" } else { "h > u" };
        closes_to(
            &format!("[s] -> {{ [h, t, p, c] -> [h, t + 1, p + 1, c] : t < s and {guard} }}"),
            &format!(
                "[s] -> {{ [h, t, p, c] -> [h, u, q, c] : u > t and u - t = q - p and u <= s and {last} }}"
            ),
        );
    }
    closes_to(
        "[s] -> { [h, t, p, c] -> [h, 0, p + 1, c] : t = s and h > 0 and s >= 1 }",
        "[s] -> { [h, t, p, c] -> [h, 0, p + 1, c] : t = s and h > 0 and s >= 1 }",
    );
    closes_to(
        "[s] -> { [h, t, p, c] -> [h + 1, t, p, c + 1] : h < t }",
        "[s] -> { [h, t, p, c] -> [g, t, p, d] : g > h and g - h = d - c and g <= t }",
    );
    closes_to(
        "[s] -> { [h, t, p, c] -> [h + 1, t, p, c + 1] : t < h < s }",
        "[s] -> { [h, t, p, c] -> [g, t, p, d] : g > h > t and g - h = d - c and g <= s }",
    );
    // Producer and consumer together, while the queue has not wrapped round.
    closes_to(
        "[s] -> { [h, t, p, c] -> [h, t + 1, p + 1, c] : t < s and h < t + 1; [h, t, p, c] -> [h + 1, t, p, c + 1] : h < t }",
        "[s] -> { [h, t, p, c] -> [g, u, q, d] : g >= h and u >= t and g - h = d - c and u - t = q - p \
         and g + u > h + t and g <= u and h <= t and (u = t or u <= s) }",
    );
}

/// The loops of counter machines and broadcast protocols that accelerations are made for.
#[test]
fn accelerated_loops_close_exactly() {
    // Processes that meet and change state.
    closes_to("{ [a, b] -> [a - 1, b + 1] : a >= 1 }", "{ [a, b] -> [u, v] : a + b = u + v and 0 <= u < a }");
    // A broadcast that moves all processes, and one that moves all but the sender.
    closes_to("{ [a, b] -> [0, a + b] }", "{ [a, b] -> [0, a + b] }");
    closes_to(
        "{ [a, b, c] -> [a - 1, 1, b + c] : a >= 1 and b, c >= 0 }",
        "{ [a, b, c] -> [u, 1, w] : 0 <= u < a and b, c >= 0 and a + b + c = u + w + 1 }",
    );
}

#[test]
fn a_poor_budget_still_gives_an_error_and_never_a_wrong_bound() {
    let mut random = Random::new(26);
    let mut refused = 0;
    for round in 0..rounds(25) {
        let relation = Relation::from_set(1, random_set(&mut random, 2, Some(2), 2));
        let expected = followed(&relation, 2);
        for limit in [100, 3_000, 20_000] {
            match relation.transitive_closure(Side::Above, &Budget::operations(limit)) {
                Err(_) => refused += 1,
                Ok(found) => {
                    let pairs = found.relation.pairs();
                    assert!(expected.iter().all(|pair| pairs.contains(pair)), "round {round}: {relation}");
                }
            }
        }
    }
    assert!(refused > 10, "some budgets are too small: {refused}");
}

#[test]
fn the_identity_and_the_empty_relation_are_closed() {
    let names = ["x".to_string(), "y".to_string()];
    let identity = Relation::identity(&[], &names);
    let closed = identity.transitive_closure(Side::Above, &unlimited()).unwrap();
    assert!(closed.exact && closed.relation.is_equal(&identity, &unlimited()).unwrap());
    let empty = Relation::from_set(1, Set::parse("{ [x, y] : false }").unwrap());
    let star = empty.reflexive_transitive_closure(Side::Below, &unlimited()).unwrap();
    assert!(
        star.exact && star.relation.pairs().contains(&[4, 4]) && !star.relation.pairs().contains(&[4, 5])
    );
}
