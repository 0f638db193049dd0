//! Each rule of simplification on random formulas that it matches: the result means the same.

mod common;

use common::{Random, formula_from_pool, random_lasso};
use omega_automata::{Formulas, apply_rule, rule_names, satisfies, simplify};

/// Makes a test of each rule, of the same name.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

rules!(
    next_of_suspendable,
    next_with_suspendable,
    finally_of_eventual,
    finally_next,
    finally_until,
    finally_weak,
    finally_release,
    finally_strong,
    finally_or,
    finally_with_suspendable,
    globally_finally_with_eventual,
    until_of_eventual,
    weak_of_universal,
    until_of_universal,
    until_next,
    until_implied,
    until_covering,
    until_until,
    until_left_until,
    until_or_globally,
    until_or_eventual,
    until_with_suspendable,
    and_contradiction,
    and_implied,
    and_next,
    and_globally,
    and_finally_universal,
    and_weak_finally,
    and_until,
    and_release,
);

#[test]
fn every_rule_has_a_test() {
    assert_eq!(rule_names().collect::<Vec<&str>>(), TESTED);
}

/// Forty formulas that the rule matches, fewer without optimisation, on thirty words each.
fn check(rule: &str) {
    let mut random = Random::new(4);
    let mut matched = 0;
    let mut formulas = Formulas::new();
    for _ in 0..2_000_000 {
        if formulas.count() > 10_000 {
            formulas = Formulas::new();
        }
        let formula = formula_from_pool(&mut random, &mut formulas);
        let Some(result) = apply_rule(rule, &mut formulas, formula) else { continue };
        for _ in 0..30 {
            let word = random_lasso(&mut random, 2);
            let (before, after) = (satisfies(&word, &formulas, formula), satisfies(&word, &formulas, result));
            let (formula, result) = (formulas.show(formula, &[]), formulas.show(result, &[]));
            assert_eq!(before, after, "{rule}: {formula} became {result}, on {word:?}");
        }
        matched += 1;
        if matched == if cfg!(debug_assertions) { 10 } else { 40 } {
            return;
        }
    }
    panic!("{rule} matched {matched} formulas only");
}

#[test]
fn simplified_formulas_mean_the_same() {
    let mut random = Random::new(5);
    for _ in 0..3_000 {
        let mut formulas = Formulas::new();
        let formula = formula_from_pool(&mut random, &mut formulas);
        let result = simplify(&mut formulas, formula).expect("the formula is not deep");
        for _ in 0..20 {
            let word = random_lasso(&mut random, 2);
            let same = satisfies(&word, &formulas, formula) == satisfies(&word, &formulas, result);
            assert!(same, "{} on {word:?}", formulas.show(formula, &[]));
        }
    }
}
