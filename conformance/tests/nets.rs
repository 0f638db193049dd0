//! Systems as nets against the reference interpreter, on random models and on the examples.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::nets::{ComparedNet, compare_net, net_model};
use conformance::{generate, models, seeds};

/// How many states of a model are compared.
const MOST_STATES: usize = 60;

#[derive(Debug, Default)]
struct Tally {
    nets: usize,
    others: Vec<String>,
    sum: ComparedNet,
}

fn compare(text: &str, what: &str, tally: &mut Tally) {
    let loaded = models::load(text);
    let Some(system) = loaded.system.filter(|_| loaded.problems.is_empty()) else { return };
    match compare_net(&system, MOST_STATES) {
        Ok(Ok(compared)) => {
            tally.nets += 1;
            tally.sum.states += compared.states;
            tally.sum.steps += compared.steps;
            tally.sum.conditions += compared.conditions;
        }
        Ok(Err(unfit)) => tally.others.push(format!("{what}: {unfit}")),
        Err(detail) => panic!("{what}: {detail}\n{text}"),
    }
}

#[test]
fn random_nets_do_what_their_systems_do() {
    let mut tally = Tally::default();
    for seed in seeds(0, 150, 5_000) {
        for plain in [true, false] {
            compare(&net_model(seed, plain, false), &format!("seed {seed}"), &mut tally);
        }
    }
    println!("{tally:#?}");
    assert!(tally.nets >= 250 || tally.others.len() + tally.nets < 300, "{tally:?}");
}

#[test]
fn random_models_that_are_nets_do_what_their_systems_do() {
    let mut tally = Tally::default();
    for seed in seeds(0, 150, 10_000) {
        compare(&generate(seed).print(), &format!("seed {seed}"), &mut tally);
    }
    println!("{tally:#?}");
    assert!(tally.nets >= 20 || tally.others.len() + tally.nets < 100, "{tally:?}");
}

#[test]
fn examples_that_are_nets_do_what_their_systems_do() {
    let mut tally = Tally::default();
    for path in models::files_below("examples", ".fathom") {
        compare(&models::read(&path), &path.display().to_string(), &mut tally);
    }
    println!("{tally:#?}");
    assert!(tally.nets >= 20, "there are examples");
}
