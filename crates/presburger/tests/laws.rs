//! Laws that hold between the operations, on random sets.

mod support;

use presburger::{Budget, Formula, Optimum, Set};
use support::{Random, integers, random_set, space};

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[test]
fn de_morgan() {
    let mut random = Random::new(31);
    let budget = unlimited();
    for round in 0..100 {
        let a = random_set(&mut random, 2, None, 2);
        let b = random_set(&mut random, 2, None, 2);
        let left = a.union(&b, &budget).unwrap().complement(&budget).unwrap();
        let right =
            a.complement(&budget).unwrap().intersection(&b.complement(&budget).unwrap(), &budget).unwrap();
        assert!(left.is_equal(&right, &budget).unwrap(), "round {round}: {a} and {b}");
    }
}

#[test]
fn projection_against_cylinders() {
    let mut random = Random::new(32);
    let budget = unlimited();
    for round in 0..100 {
        let a = random_set(&mut random, 3, None, 2);
        let b = random_set(&mut random, 2, None, 2);
        let left =
            a.intersection(&b.cylinder(2, &["z"]), &budget).unwrap().project_out(&[2], &budget).unwrap();
        let right = a.project_out(&[2], &budget).unwrap().intersection(&b, &budget).unwrap();
        assert!(left.is_equal(&right, &budget).unwrap(), "round {round}: {a} and {b}");
    }
}

#[test]
fn an_optimum_is_reached_and_not_passed() {
    let mut random = Random::new(33);
    let budget = unlimited();
    for round in 0..300 {
        let set = random_set(&mut random, 2, None, 2);
        let row = integers(&[0, random.between(-3, 3), random.between(-3, 3)]);
        let value = format!("{} x + {} y", row[1], row[2]).replace("+ -", "- ");
        let below = |bound: &str| Set::parse(&format!("{{ [x, y] : {value} <= {bound} }}")).unwrap();
        match set.minimum(&row, &budget).unwrap() {
            Optimum::Empty => assert!(set.is_empty(&budget).unwrap(), "round {round}: {set}"),
            Optimum::Unbounded => {
                assert!(
                    !set.is_disjoint(&below("-100000"), &budget).unwrap(),
                    "round {round}: {value} over {set}"
                );
            }
            Optimum::Value(least) => {
                assert!(
                    !set.is_disjoint(&below(&least.to_string()), &budget).unwrap(),
                    "round {round}: {set}"
                );
                let lower = (&least - &1.into()).to_string();
                assert!(
                    set.is_disjoint(&below(&lower), &budget).unwrap(),
                    "round {round}: {value} over {set}"
                );
            }
        }
    }
}

#[test]
fn quantifiers_are_dual() {
    let budget = unlimited();
    for (text, expected) in [
        ("forall y: y > x => y > x - 1", "true"),
        ("forall y: 2y != x", "x mod 2 = 1"),
        ("exists y: 3y = x and forall z: z > y => 2z > x", "x mod 3 = 0 and x < 6"),
        ("not (exists y: x = 2y or x = 3y)", "x mod 6 = 1 or x mod 6 = 5"),
    ] {
        let left = Set::from_formula(space(1), &Formula::parse(text).unwrap(), &budget).unwrap();
        let right = Set::from_formula(space(1), &Formula::parse(expected).unwrap(), &budget).unwrap();
        assert!(left.is_equal(&right, &budget).unwrap(), "{text} is {left}");
    }
}

#[test]
fn a_spent_budget_is_an_error_and_loses_nothing() {
    let mut random = Random::new(34);
    let mut refused = 0;
    for _ in 0..100 {
        let set = random_set(&mut random, 3, None, 3);
        let poor = Budget::operations(40);
        match set.complement(&poor) {
            Err(_) => refused += 1,
            Ok(found) => {
                assert!(found.is_equal(&set.complement(&unlimited()).unwrap(), &unlimited()).unwrap())
            }
        }
    }
    assert!(refused > 10);
    let many = Set::parse("{ [x] : x = 1 or x = 3 or x = 5 }").unwrap();
    assert!(many.complement(&unlimited().with_disjuncts(2)).is_err());
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    assert!(many.is_empty(&unlimited().with_stop(flag)).is_err());
}

#[test]
fn the_parser_refuses_and_never_panics() {
    let pieces = [
        "{", "}", "[", "]", "x", ":", "->", "exists", "(", ")", "=", "<=", "2", "+", "-", "mod", ",", "or",
        "floor", "/", "é", ";",
    ];
    let mut random = Random::new(35);
    for _ in 0..3000 {
        let count = random.between(1, 14);
        let text: Vec<&str> =
            (0..count).map(|_| pieces[random.between(0, pieces.len() as i64 - 1) as usize]).collect();
        let _ = presburger::Notation::parse(&text.join(" "));
        let _ = Formula::parse(&text.join(" "));
    }
    assert!(Formula::parse(&"(".repeat(100_000)).is_err());
    assert!(Formula::parse(&"not ".repeat(100_000)).is_err());
}
