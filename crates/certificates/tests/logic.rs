//! The logic that decides, against enumeration: random conditions, and the classic examples.

mod random_formulas;

use certificates::{Diagrams, Kind, Linear, Logic, Refusal, Valuation, Variable};
use random_formulas::{Formula, Numbers, Setting, bounded, build};
use system::Unlimited;

/// The condition that the variables have these values.
fn point(
    setting: &Setting,
    logic: &mut Diagrams,
    values: &[i128],
    skipped: &[Variable],
) -> certificates::Diagram {
    let mut all = logic.constant(true);
    for (index, value) in values.iter().enumerate() {
        let variable = Variable(index as u32);
        let own = match setting.kinds[index] {
            _ if skipped.contains(&variable) => continue,
            Kind::Finite(_) => logic.is(variable, *value as u32).unwrap(),
            Kind::Integer(..) => {
                logic.is_zero(&Linear::variable(variable).minus(&Linear::constant(*value)).unwrap()).unwrap()
            }
        };
        all = logic.and(all, own).unwrap();
    }
    all
}

/// Compares the logic with the enumeration. The variables that are skipped occur only under a quantifier.
fn compare(setting: &Setting, formula: &Formula, skipped: &[Variable], numbers: &mut Numbers) -> bool {
    let mut logic = Diagrams::new(&Unlimited, 1_000_000);
    setting.declare(&mut logic);
    let condition = build(&mut logic, formula).unwrap();
    let valuations = setting.valuations(skipped);
    let true_of: Vec<bool> =
        valuations.iter().map(|values| setting.holds(formula, &mut values.clone())).collect();
    let solution = logic.satisfying(condition).unwrap();
    assert_eq!(solution.is_some(), true_of.contains(&true), "{formula:?} {solution:?}");
    if let Some(solution) = &solution {
        let all = (0..setting.kinds.len() as u32).map(Variable);
        let mut values: Vec<i128> = all
            .map(|variable| solution.get(&variable).copied().unwrap_or(*setting.values(variable).start()))
            .collect();
        assert!(setting.holds(formula, &mut values), "{formula:?} {solution:?}");
    }
    for _ in 0..8 {
        let index = numbers.below(valuations.len() as i128) as usize;
        let point = point(setting, &mut logic, &valuations[index], skipped);
        let both = logic.and(condition, point).unwrap();
        assert_eq!(
            logic.satisfying(both).unwrap().is_some(),
            true_of[index],
            "{formula:?} {:?}",
            valuations[index]
        );
    }
    let opposite = logic.not(condition).unwrap();
    let neither = logic.satisfying(opposite).unwrap().is_none();
    assert_eq!(neither, !true_of.contains(&false), "{formula:?}");
    solution.is_some()
}

fn run(setting: &Setting, quantified: &[Variable], skipped: &[Variable], rounds: u32, depth: u32) {
    let mut numbers = Numbers(u64::from(rounds) + u64::from(depth));
    let mut satisfied = 0;
    for _ in 0..rounds {
        let mut formula = setting.random(&mut numbers, depth, quantified);
        for variable in skipped {
            formula = Formula::Exists(*variable, Box::new(formula));
        }
        satisfied += u32::from(compare(setting, &formula, skipped, &mut numbers));
    }
    println!("{satisfied} of {rounds} are satisfiable");
}

#[test]
fn mixed_conditions_are_those_that_enumeration_finds() {
    run(&bounded(), &[], &[], 300, 3);
    run(&bounded(), &[], &[], 40, 6);
}

#[test]
fn quantified_conditions_are_those_that_enumeration_finds() {
    let all: Vec<_> = (0..5).map(Variable).collect();
    run(&bounded(), &all, &[], 200, 4);
    run(&bounded(), &all, &[Variable(1), Variable(2)], 100, 3);
}

#[test]
fn variables_without_bounds_are_eliminated() {
    let kinds =
        vec![Kind::Integer(None, None), Kind::Integer(Some(-4), Some(4)), Kind::Integer(Some(0), Some(3))];
    let setting = Setting { kinds, range: 250, factor: 3, constant: 9 };
    run(&setting, &[], &[Variable(0)], 100, 3);
}

#[test]
fn conjunctions_with_large_factors_are_those_that_enumeration_finds() {
    let kinds = vec![Kind::Integer(Some(-6), Some(6)); 3];
    let setting = Setting { kinds, range: 0, factor: 17, constant: 20 };
    let mut numbers = Numbers(7);
    let mut satisfied = 0;
    for _ in 0..300 {
        let literal = |numbers: &mut Numbers| match numbers.below(6) {
            0 => setting.equation(numbers),
            1 => Formula::Not(Box::new(Formula::Divides(numbers.between(2, 5), setting.sum(numbers)))),
            _ => Formula::AtMostZero(setting.sum(numbers)),
        };
        let mut formula = literal(&mut numbers);
        for _ in 0..numbers.between(2, 6) {
            formula = Formula::And(Box::new(formula), Box::new(literal(&mut numbers)));
        }
        satisfied += u32::from(compare(&setting, &formula, &[], &mut numbers));
    }
    println!("{satisfied} of 300 are satisfiable");
}

#[test]
fn variables_are_eliminated_from_conjunctions() {
    let kinds =
        vec![Kind::Integer(None, None), Kind::Integer(Some(-4), Some(4)), Kind::Integer(Some(0), Some(3))];
    let setting = Setting { kinds, range: 250, factor: 4, constant: 12 };
    let mut numbers = Numbers(5);
    for round in 0..200 {
        let literal = |index| match (index, round % 3) {
            (0, 0) => setting.equation(&mut numbers),
            (1, 1) => Formula::Divides(numbers.between(2, 5), setting.sum(&mut numbers)),
            _ => Formula::AtMostZero(setting.sum(&mut numbers)),
        };
        let parts: Vec<_> = (0..3).map(literal).collect();
        let all =
            parts.into_iter().reduce(|left, right| Formula::And(Box::new(left), Box::new(right))).unwrap();
        compare(&setting, &Formula::Exists(Variable(0), Box::new(all)), &[Variable(0)], &mut numbers);
    }
}

/// Clauses of few literals, so that the search goes deep and jumps back.
#[test]
fn clauses_are_satisfied_as_enumeration_finds() {
    let mut numbers = Numbers(8);
    let mut satisfied = 0;
    for round in 0..300 {
        let kinds = vec![Kind::Integer(Some(-3), Some(3)); 3];
        let setting = Setting { kinds, range: 0, factor: 1 + round % 3, constant: 5 };
        let mut clause = |width: i128| {
            let parts = (0..width).map(|_| Formula::AtMostZero(setting.sum(&mut numbers)));
            parts.reduce(|left, right| Formula::Or(Box::new(left), Box::new(right))).unwrap()
        };
        let clauses: Vec<_> = (0..12 + round % 17).map(|index| clause(2 + index % 2)).collect();
        let all =
            clauses.into_iter().reduce(|left, right| Formula::And(Box::new(left), Box::new(right))).unwrap();
        satisfied += u32::from(compare(&setting, &all, &[], &mut numbers));
    }
    println!("{satisfied} of 300 are satisfiable");
    assert!((30..270).contains(&satisfied));
}

/// A union of conjunctions and the opposite of another one, as obligations have it.
#[test]
fn unions_are_included_as_enumeration_finds() {
    let setting =
        Setting { kinds: vec![Kind::Integer(Some(-5), Some(5)); 3], range: 0, factor: 2, constant: 6 };
    let mut numbers = Numbers(3);
    let mut satisfied = 0;
    for round in 0..120 {
        let mut union = |count: i128, width: i128| {
            let conjunction = |numbers: &mut Numbers| {
                let parts = (0..width).map(|_| Formula::AtMostZero(setting.sum(numbers)));
                parts.reduce(|left, right| Formula::And(Box::new(left), Box::new(right))).unwrap()
            };
            let parts: Vec<_> = (0..count).map(|_| conjunction(&mut numbers)).collect();
            parts.into_iter().reduce(|left, right| Formula::Or(Box::new(left), Box::new(right))).unwrap()
        };
        let (inner, outer) = (union(3 + round % 3, 4), union(10 + round % 8, 2));
        let formula = Formula::And(Box::new(inner), Box::new(Formula::Not(Box::new(outer))));
        satisfied += u32::from(compare(&setting, &formula, &[], &mut numbers));
    }
    println!("{satisfied} of 120 are satisfiable");
    assert!((12..108).contains(&satisfied));
}

/// Conditions that need many cases inside each other: six variables with different values from one up to a number.
#[test]
fn many_cases_are_searched() {
    for (places, expected) in [(5, false), (4, false), (6, true)] {
        let mut logic = Diagrams::new(&Unlimited, 1_000_000);
        let variables: Vec<_> =
            (0..6).map(|_| logic.declare("place", Kind::Integer(Some(1), Some(places)))).collect();
        let mut all = logic.constant(true);
        for (index, left) in variables.iter().enumerate() {
            for right in &variables[..index] {
                let same = logic.is_zero(&sum(&[(*left, 1), (*right, -1)], 0)).unwrap();
                let different = logic.not(same).unwrap();
                all = logic.and(all, different).unwrap();
            }
        }
        assert_eq!(logic.satisfying(all).unwrap().is_some(), expected);
    }
}

fn sum(terms: &[(Variable, i128)], constant: i128) -> Linear {
    Linear { terms: terms.iter().copied().collect(), constant }
}

/// `least <= a*x + b*y <= most` for each of these.
fn strips(strips: &[(i128, i128, i128, i128)]) -> Option<Valuation> {
    let mut logic = Diagrams::new(&Unlimited, 1_000_000);
    let (x, y) =
        (logic.declare("x", Kind::Integer(None, None)), logic.declare("y", Kind::Integer(None, None)));
    let mut all = logic.constant(true);
    for (least, a, b, most) in strips {
        let above = logic.at_most_zero(&sum(&[(x, -a), (y, -b)], *least)).unwrap();
        let below = logic.at_most_zero(&sum(&[(x, *a), (y, *b)], -most)).unwrap();
        all = logic.all(&[all, above, below]).unwrap();
    }
    let solution = logic.satisfying(all).unwrap();
    for (least, a, b, most) in strips {
        assert!(
            solution.iter().all(|solution| (*least..=*most).contains(&(a * solution[&x] + b * solution[&y])))
        );
    }
    solution
}

#[test]
fn the_examples_of_the_omega_test() {
    assert_eq!(strips(&[(27, 11, 13, 45), (-10, 7, -9, 4)]), None);
    assert!(strips(&[(27, 11, 13, 46), (-10, 7, -9, 8)]).is_some());
    assert_eq!(strips(&[(1, 3, 6, 2)]), None);
    assert!(strips(&[(1, 3, 7, 1)]).is_some());
    assert_eq!(strips(&[(1000, 6, -10, 1000), (7, 15, 0, 14)]), None);
}

#[test]
fn equations_without_unit_factors_are_solved() {
    let mut logic = Diagrams::new(&Unlimited, 1_000_000);
    let [x, y, z] = [(); 3].map(|()| logic.declare("x", Kind::Integer(None, None)));
    // The example of Pugh: 7x + 12y + 31z = 17, 3x + 5y + 14z = 7, 1 <= x <= 40, -50 <= y <= 50.
    let parts = [
        logic.is_zero(&sum(&[(x, 7), (y, 12), (z, 31)], -17)).unwrap(),
        logic.is_zero(&sum(&[(x, 3), (y, 5), (z, 14)], -7)).unwrap(),
        logic.at_most_zero(&sum(&[(x, -1)], 1)).unwrap(),
        logic.at_most_zero(&sum(&[(x, 1)], -40)).unwrap(),
        logic.at_most_zero(&sum(&[(y, -1)], -50)).unwrap(),
        logic.at_most_zero(&sum(&[(y, 1)], -50)).unwrap(),
    ];
    let all = logic.all(&parts).unwrap();
    let solution = logic.satisfying(all).unwrap().unwrap();
    assert_eq!(7 * solution[&x] + 12 * solution[&y] + 31 * solution[&z], 17);
    assert_eq!(3 * solution[&x] + 5 * solution[&y] + 14 * solution[&z], 7);
}

#[test]
fn a_failed_obligation_shows_a_valuation() {
    let mut logic = Diagrams::new(&Unlimited, 1_000_000);
    let (color, level) =
        (logic.declare("color", Kind::Finite(3)), logic.declare("level", Kind::Integer(Some(0), None)));
    let green = logic.is(color, 2).unwrap();
    let high = logic.at_most_zero(&sum(&[(level, -2)], 7)).unwrap();
    let both = logic.and(green, high).unwrap();
    let shown = |valuation: &Valuation| format!("color {} level {}", valuation[&color], valuation[&level]);
    let refusal = logic.refute("nothing is green and high", both, &shown).unwrap_err();
    let expected =
        Refusal::Failed { obligation: "nothing is green and high".into(), shown: "color 2 level 4".into() };
    assert_eq!(refusal, expected);
    let low = logic.not(high).unwrap();
    let neither = logic.and(both, low).unwrap();
    assert!(logic.is_plainly_false(neither));
    assert_eq!(logic.refute("neither", neither, &shown), Ok(()));
}

#[test]
fn limits_and_large_numbers_are_refused() {
    let mut logic = Diagrams::new(&Unlimited, 10);
    let variables: Vec<_> = (0..40).map(|_| logic.declare("bit", Kind::Finite(2))).collect();
    let codes: Vec<_> = variables.iter().map(|variable| logic.is(*variable, 1)).collect();
    assert!(codes.iter().any(|code| matches!(code, Err(Refusal::Undecided(_)))));
    let mut logic = Diagrams::new(&Unlimited, 1000);
    let x = logic.declare("x", Kind::Integer(None, None));
    let y = logic.declare("y", Kind::Integer(None, None));
    assert_eq!(logic.at_most_zero(&sum(&[(x, i128::MIN), (y, 1)], 0)), Err(Refusal::Overflow));
    let large = i128::MAX / 2;
    let upper = logic.at_most_zero(&sum(&[(x, large), (y, 3)], 5)).unwrap();
    let lower = logic.at_most_zero(&sum(&[(x, -large + 1), (y, 7)], 5)).unwrap();
    let third = logic.at_most_zero(&sum(&[(x, -3), (y, 1 - large)], 5)).unwrap();
    let all = logic.all(&[upper, lower, third]).unwrap();
    assert_eq!(logic.satisfying(all), Err(Refusal::Overflow));
}

#[test]
fn the_order_of_variables_changes_nothing_but_the_size() {
    let mut logic = Diagrams::new(&Unlimited, 1_000_000);
    let variables: Vec<_> = (0..6).map(|_| logic.declare("code", Kind::Finite(3))).collect();
    logic.set_order(&[variables[5], variables[0], variables[3]]);
    let mut same = logic.constant(true);
    for pair in variables.chunks(2) {
        let mut any = logic.constant(false);
        for code in 0..3 {
            let (left, right) = (logic.is(pair[0], code).unwrap(), logic.is(pair[1], code).unwrap());
            let both = logic.and(left, right).unwrap();
            any = logic.or(any, both).unwrap();
        }
        same = logic.and(same, any).unwrap();
    }
    let first = logic.is(variables[0], 2).unwrap();
    let both = logic.and(same, first).unwrap();
    assert_eq!(logic.satisfying(both).unwrap().unwrap()[&variables[1]], 2);
    let mut projected = both;
    for variable in &variables[1..] {
        projected = logic.exists(*variable, projected).unwrap();
    }
    assert_eq!(projected, first);
}
