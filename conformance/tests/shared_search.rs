//! A search that several workers share says what the ordinary one says: on random models, with two, three and five threads, and with one, two, three and five processes,
//! with and without reductions.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use cluster::{Company, CompanyFailure, Identity, Job, Place, Secret};
use conformance::models::load;
use conformance::temporal::temporal_model;
use conformance::{Tree, generate, seeds};
use diagnostics::Diagnostic;
use explicit::{Failure, Settings, Use};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use system::{Answer, Observer, Unlimited};

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

/// What the workers of a search are.
#[derive(Debug, Clone, Copy)]
enum Workers {
    /// So many threads of one process.
    Threads(usize),
    /// So many processes that are connected by sockets, with a thread each. Here they are threads, too.
    Processes(usize),
}

/// The answers of a shared search, as each process says them; nothing if there is no initial state.
fn shared(job: &Job, workers: Workers) -> Vec<Option<Vec<Answer>>> {
    match workers {
        Workers::Threads(count) => {
            let heard = Heard::default();
            let ended = cluster::check_with_threads(job, count, &Unlimited, &heard);
            vec![answers(job, heard, ended)]
        }
        Workers::Processes(processes) => {
            let (place, first) = Place::first(processes).expect("there is a free port");
            let further =
                (1..processes).map(|index| Place::Further { processes, index, first: first.clone() });
            let places: Vec<Place> = std::iter::once(place).chain(further).collect();
            thread::scope(|scope| {
                let start = |place| scope.spawn(move || process(job, place));
                let running: Vec<_> = places.into_iter().map(start).collect();
                running.into_iter().map(|process| process.join().expect("it does not panic")).collect()
            })
        }
    }
}

/// What one of several processes says.
fn process(job: &Job, place: Place) -> Option<Vec<Answer>> {
    let secret = Secret::from_text("the secret of these tests").expect("it is long enough");
    let company = Company { secret, identity: Identity::default() };
    let heard = Heard::default();
    let ended = cluster::check_with_processes(job, place, &company, 1, &|| Ok(()), &Unlimited, &heard);
    let ended = ended.map_err(|failure| match failure {
        CompanyFailure::Failed(failure) => failure,
        CompanyFailure::NotMet(reason) => panic!("{reason}"),
    });
    answers(job, heard, ended)
}

/// The answers that were heard; nothing if there is no initial state.
fn answers(job: &Job, heard: Heard, ended: Result<(), Failure>) -> Option<Vec<Answer>> {
    match ended {
        Ok(()) => {}
        Err(Failure::NoInitialState) => return None,
        Err(failure) => panic!("{failure:?}"),
    }
    let mut heard = heard.0.into_inner();
    job.properties.iter().map(|property| heard.remove(property)).collect()
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
fn compare(text: &str, all_workers: &[Workers]) -> usize {
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
        let job = Job::in_memory(Arc::clone(&system), asked.clone(), settings.clone());
        for workers in all_workers {
            for shared in shared(&job, *workers) {
                assert_eq!(shared.is_some(), ordinary.is_some(), "{workers:?}\n{text}");
                for (one, other) in ordinary.iter().flatten().zip(shared.iter().flatten()) {
                    let (one, other) = (compared(one), compared(other));
                    assert!(one == other, "{workers:?}, {settings:?}\n{one:#?}\n{other:#?}\n{text}");
                    count += 1;
                }
            }
        }
    }
    count
}

fn run(model: fn(u64) -> Tree, [few, many]: [u64; 2], workers: &[Workers]) {
    let mut count = 0;
    for seed in seeds(0, few, many) {
        println!("seed {seed}");
        count += compare(&model(seed).print(), workers);
    }
    assert!(count > 0, "no answer was compared");
}

#[test]
fn random_models_get_the_same_answers() {
    run(generate, [25, 3000], &[2, 3, 5].map(Workers::Threads));
}

#[test]
fn random_processes_get_the_same_answers() {
    run(temporal_model, [25, 3000], &[2, 3, 5].map(Workers::Threads));
}

#[test]
fn random_models_get_the_same_answers_by_processes() {
    run(generate, [8, 300], &[1, 2, 3, 5].map(Workers::Processes));
}

#[test]
fn random_processes_get_the_same_answers_by_processes() {
    run(temporal_model, [8, 300], &[1, 2, 3, 5].map(Workers::Processes));
}
