//! Garbage collection and budgets: neither changes an answer.

mod support;

use integer_automata::{Automaton, Budget, Budgeted, Limits, Numbers, OutOfBudget, Store, Update};
use std::rc::Rc;
use support::{BOTH, Random, holds, points, random_formula, random_linear, track};

/// A computation that uses most operations.
fn computation(store: &mut Store, seed: u64, budget: &Budget) -> Budgeted<Vec<Automaton>> {
    let mut random = Random::new(seed);
    let (f, g) = (random_formula(&mut random, 3, 1, true), random_formula(&mut random, 3, 1, true));
    let (a, b) = (store.formula(&f, budget)?, store.formula(&g, budget)?);
    let both = store.intersection(&a, &b, budget)?;
    let less = store.difference(&a, &b, budget)?;
    let some = store.project(&both, &[track(1)], budget)?;
    let all = store.for_all(&less, &[track(0)], budget)?;
    let renamed = store.rename(&a, |t| if t == track(0) { track(2) } else { t }, budget)?;
    let update = Update::new(b.clone()).assign(track(0), random_linear(&mut random, 3, 2, 5));
    let before = store.pre_image(&update, &a, budget)?;
    let after = store.post_image(&update, &some, budget)?;
    Ok(vec![a, b, both, less, some, all, renamed, before, after])
}

#[test]
fn sets_survive_the_collection_of_garbage() {
    let budget = Budget::unlimited();
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        let mut kept = Vec::new();
        for seed in 0..25 {
            let mut random = Random::new(seed);
            let formula = random_formula(&mut random, 2, 1, false);
            kept.push((store.formula(&formula, &budget).unwrap(), formula));
            drop(computation(&mut store, seed, &budget));
            let before = store.nodes();
            store.collect_garbage();
            assert!(store.nodes() <= before);
        }
        for (set, formula) in &kept {
            for point in points(numbers, 2, 4) {
                let found = store.contains(set, |t| point[usize::from(t.number())], |_| false);
                assert_eq!(found, holds(formula, &point, &[]), "{formula:?}");
            }
            // What is made again is what was kept.
            assert_eq!(store.formula(formula, &budget).unwrap(), *set);
        }
        kept.clear();
        store.collect_garbage();
        assert_eq!(store.nodes(), 0);
    }
}

#[test]
fn a_spent_budget_ends_work_and_harms_nothing() {
    for numbers in BOTH {
        let mut store = Store::new(numbers);
        let mut ended = 0;
        for seed in 0..8 {
            let expected = computation(&mut store, seed, &Budget::unlimited()).unwrap();
            let mut other = Store::new(numbers);
            let mut steps = 1;
            let found = loop {
                match computation(&mut other, seed, &Budget::operations(steps)) {
                    Ok(found) => break found,
                    Err(OutOfBudget) => ended += 1,
                }
                steps *= 3;
            };
            let sizes =
                |sets: &[Automaton]| sets.iter().map(|set| (set.states(), set.nodes())).collect::<Vec<_>>();
            assert_eq!(sizes(&found), sizes(&expected));
        }
        assert!(ended > 8, "{ended}");
    }
}

#[test]
fn limits_on_states_and_nodes_and_an_outer_budget_end_work() {
    let large = random_linear(&mut Random::new(3), 3, 900, 900);
    let mut store = Store::new(Numbers::Integers);
    let few = |limits| Budget::unlimited().with_limits(limits);
    for budget in [
        few(Limits { states: 20, ..Limits::default() }),
        few(Limits { nodes: 20, ..Limits::default() }),
        Budget::within(Rc::new(Budget::operations(0)), 100),
    ] {
        assert_eq!(store.constraint(&large, integer_automata::Comparison::Less, &budget), Err(OutOfBudget));
    }
    assert!(store.constraint(&large, integer_automata::Comparison::Less, &Budget::unlimited()).is_ok());
}
