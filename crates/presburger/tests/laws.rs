//! Laws that hold between the operations, on random sets.

mod support;

use presburger::{Budget, Formula, Limits, Optimum, Set};
use std::rc::Rc;
use support::{Random, integers, random_set, space};

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn de_morgan() {
    let mut random = Random::new(31);
    let budget = unlimited();
    for round in 0..200 {
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
    for round in 0..200 {
        let a = random_set(&mut random, 3, None, 2);
        let b = random_set(&mut random, 2, None, 2);
        let left =
            a.intersection(&b.cylinder(2, &["z"]), &budget).unwrap().project_out(&[2], &budget).unwrap();
        let right = a.project_out(&[2], &budget).unwrap().intersection(&b, &budget).unwrap();
        assert!(left.is_equal(&right, &budget).unwrap(), "round {round}: {a} and {b}");
    }
}

#[test]
fn union_and_intersection_are_a_lattice() {
    let mut random = Random::new(36);
    let budget = unlimited();
    for round in 0..150 {
        let dimensions = 1 + round % 3;
        let mut sets = || random_set(&mut random, dimensions, None, 2);
        let (a, b, c) = (sets(), sets(), sets());
        let join = |x: &Set, y: &Set| x.union(y, &budget).unwrap();
        let meet = |x: &Set, y: &Set| x.intersection(y, &budget).unwrap();
        let same = |x: &Set, y: &Set| x.is_equal(y, &budget).unwrap();
        assert!(same(&meet(&a, &join(&a, &b)), &a), "round {round}: {a} and {b}");
        assert!(same(&meet(&a, &join(&b, &c)), &join(&meet(&a, &b), &meet(&a, &c))), "round {round}");
        let rest = a.difference(&b, &budget).unwrap();
        assert!(rest.is_disjoint(&b, &budget).unwrap(), "round {round}: {a} without {b}");
        assert!(same(&join(&rest, &meet(&a, &b)), &a), "round {round}: {a} without {b}");
    }
}

#[test]
fn a_double_complement_is_the_set() {
    let mut random = Random::new(37);
    let budget = unlimited();
    for round in 0..200 {
        let set = random_set(&mut random, 1 + round % 2, None, 2);
        let twice = set.complement(&budget).unwrap().complement(&budget).unwrap();
        assert!(twice.is_equal(&set, &budget).unwrap(), "round {round}: {set}");
    }
}

#[test]
fn projection_is_monotone_and_keeps_unions() {
    let mut random = Random::new(38);
    let budget = unlimited();
    for round in 0..150 {
        let a = random_set(&mut random, 3, None, 1);
        let b = random_set(&mut random, 3, None, 1);
        let project = |set: &Set| set.project_out(&[round % 3], &budget).unwrap();
        let both = project(&a.union(&b, &budget).unwrap());
        let apart = project(&a).union(&project(&b), &budget).unwrap();
        assert!(both.is_equal(&apart, &budget).unwrap(), "round {round}: {a} and {b}");
        let common = project(&a.intersection(&b, &budget).unwrap());
        assert!(common.is_subset(&project(&a), &budget).unwrap(), "round {round}: {a} and {b}");
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
    let limits = Limits { disjuncts: 2, ..Limits::default() };
    assert!(many.complement(&unlimited().with_limits(limits)).is_err());
    let within = Budget::within(Rc::new(Budget::operations(0)), 1);
    assert!(many.is_empty(&within).is_err());
}
