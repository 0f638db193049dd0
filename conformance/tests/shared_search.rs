//! A search that several workers share says what the ordinary one says: on random models, with two, three and five workers, with and without reductions.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::models::load;
use conformance::temporal::temporal_model;
use conformance::{Tree, generate, seeds};
use diagnostics::Diagnostic;
use explicit::{Failure, Settings, Use};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use system::{Answer, Observer, System, Unlimited};

/// The most states that are searched.
const MOST_STATES: u64 = 3000;

/// Keeps answers.
#[derive(Default)]
struct Heard(RefCell<HashMap<usize, Answer>>);

impl Observer for Heard {
    fn answered(&self, property: usize, answer: Answer) {
        self.0.borrow_mut().insert(property, answer);
    }
}

/// The answers of a shared search; nothing if there is no initial state.
fn shared(system: &Arc<System>, asked: &[usize], settings: &Settings, workers: usize) -> Option<Vec<Answer>> {
    let job = cluster::Job::in_memory(Arc::clone(system), asked.to_vec(), settings.clone());
    let heard = Heard::default();
    match cluster::check_with_threads(&job, workers, &Unlimited, &heard) {
        Ok(()) => {}
        Err(Failure::NoInitialState) => return None,
        Err(failure) => panic!("{failure:?}"),
    }
    let mut heard = heard.0.into_inner();
    asked.iter().map(|property| heard.remove(property)).collect()
}

/// An answer with the counts that are compared: those of searches that have seen all states.
fn compared(answer: &Answer) -> Answer {
    let is_complete = answer.evidence().is_some_and(|evidence| evidence.name() == "exhaustive search");
    let counts = answer
        .statistics
        .iter()
        .filter(|(name, _)| is_complete && ["states", "transitions", "depth"].contains(name));
    answer.clone().with_statistics(counts.cloned().collect())
}

/// Compares on one model; how many answers were compared.
fn compare(text: &str) -> usize {
    let loaded = load(text);
    let is_right = loaded.problems.is_empty() && !loaded.diagnostics.iter().any(Diagnostic::is_error);
    let Some(system) = loaded.system.filter(|_| is_right) else { return 0 };
    let system = Arc::new(system);
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let abilities = cluster::can_check(&system, &all);
    let asked: Vec<usize> = all
        .into_iter()
        .zip(abilities)
        .filter(|(_, ability)| ability.is_ok())
        .map(|(number, _)| number)
        .collect();
    if asked.is_empty() {
        return 0;
    }
    let limited = Settings { state_limit: Some(MOST_STATES), ..Settings::default() };
    let sizes = explicit::check(&system, &asked, &limited, &Unlimited);
    if sizes.is_ok_and(|answers| {
        answers.iter().any(|answer| format!("{:?}", answer.verdict()).contains("limit of"))
    }) {
        return 0;
    }
    let plain = Settings::default();
    let reduced = Settings { symmetry: Use::Always, inactive: Use::Always, ..plain.clone() };
    let mut count = 0;
    for settings in [plain, reduced] {
        let ordinary = explicit::check(&system, &asked, &settings, &Unlimited);
        let ordinary = match ordinary {
            Ok(answers) => Some(answers),
            Err(Failure::NoInitialState) => None,
            Err(failure) => panic!("{failure:?}"),
        };
        for workers in [2, 3, 5] {
            let shared = shared(&system, &asked, &settings, workers);
            assert_eq!(shared.is_some(), ordinary.is_some(), "{workers} workers\n{text}");
            for (one, other) in ordinary.iter().flatten().zip(shared.iter().flatten()) {
                let (one, other) = (compared(one), compared(other));
                assert!(one == other, "{workers} workers, {settings:?}\n{one:#?}\n{other:#?}\n{text}");
                count += 1;
            }
        }
    }
    count
}

fn run(model: fn(u64) -> Tree, few: u64, many: u64) {
    let mut count = 0;
    for seed in seeds(0, few, many) {
        println!("seed {seed}");
        count += compare(&model(seed).print());
    }
    assert!(count > 0, "no answer was compared");
}

#[test]
fn random_models_get_the_same_answers() {
    run(generate, 25, 3000);
}

#[test]
fn random_processes_get_the_same_answers() {
    run(temporal_model, 25, 3000);
}
