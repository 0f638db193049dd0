//! Processes that meet over sockets: here each one is a thread, so that tests can hold both ends.

mod support;

use cluster::{Company, CompanyFailure, Identity, Job, Place, Secret, Settings, check_with_processes};
use std::sync::Arc;
use std::thread;
use support::{Heard, Said, is_exhaustive, is_small, models, said, system};
use system::{Answer, System, Unlimited};

const COUNTER: &str = "var x: array [1..4] of 0..5 := 0 event up[i in 1..4] do x[i] := (x[i] + 1) % 6
    invariant low: x[1] + x[2] + x[3] < 14 reachable odd: x[4] = 5 && x[1] = 3 bound most: x[1] * 2 - x[2]";

fn company(secret: &str, model: &str) -> Company {
    let secret = Secret::from_text(secret).expect("it is long enough");
    Company { secret, identity: Identity(vec![("the model".into(), model.into())]) }
}

fn job(system: &Arc<System>) -> Job {
    Job::in_memory(Arc::clone(system), support::shared_properties(system), Settings::default())
}

type Outcome = Result<Vec<Answer>, CompanyFailure>;

/// What a process says.
fn process(system: &Arc<System>, place: Place, company: &Company, threads: usize) -> Outcome {
    let (job, heard) = (job(system), Heard::default());
    check_with_processes(&job, place, company, threads, &|| Ok(()), &Unlimited, &heard)?;
    let mut answers: Vec<(usize, Answer)> = heard.0.into_inner().into_iter().collect();
    answers.sort_by_key(|(property, _)| *property);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

/// Lets processes, each with its own company, meet on this machine; what each of them says.
fn together(system: &Arc<System>, companies: &[Company], threads: usize) -> Vec<Outcome> {
    let processes = companies.len();
    let (place, first) = Place::first(processes).expect("there is a free port");
    let further = (1..processes).map(|index| Place::Further { processes, index, first: first.clone() });
    let places: Vec<Place> = std::iter::once(place).chain(further).collect();
    thread::scope(|scope| {
        let start = |(place, company)| scope.spawn(move || process(system, place, company, threads));
        let running: Vec<_> = places.into_iter().zip(companies).map(start).collect();
        running.into_iter().map(|process| process.join().expect("it does not panic")).collect()
    })
}

#[test]
fn processes_say_what_the_ordinary_search_says() {
    let system = Arc::new(system(COUNTER));
    let properties = support::shared_properties(&system);
    let alone = explicit::check(&system, &properties, &Settings::default(), &Unlimited).expect("it answers");
    let compared =
        |answers: &[Answer]| -> Vec<Said> { answers.iter().map(|answer| said(answer, false)).collect() };
    for (processes, threads) in [(2, 1), (3, 1), (5, 1), (2, 2)] {
        let companies = vec![company("the secret of this test", COUNTER); processes];
        for outcome in together(&system, &companies, threads) {
            let answers = outcome.expect("they meet");
            assert!(compared(&answers) == compared(&alone), "{processes} processes, {threads} threads");
        }
    }
}

#[test]
fn another_model_is_refused_by_both() {
    let system = Arc::new(system(COUNTER));
    let companies =
        [company("the secret of this test", "one"), company("the secret of this test", "another")];
    for outcome in together(&system, &companies, 1) {
        let Err(CompanyFailure::NotMet(reason)) = outcome else { panic!("{outcome:?}") };
        assert!(reason.contains("the model differs"), "{reason}");
    }
}

/// Examples with more states than this are left to the long tests.
const FEW: u64 = 300;

/// The same in long tests.
const MANY: u64 = 50_000;

#[test]
fn examples_are_the_same_for_processes() {
    let is_long = std::env::var_os("FATHOM_SLOW").is_some();
    let (most, counts): (u64, &[usize]) = if is_long { (MANY, &[2, 3, 5]) } else { (FEW, &[3]) };
    let mut compared = 0;
    for path in models("examples") {
        let text = std::fs::read_to_string(&path).expect("the model can be read");
        let loaded = language::load(&text, &language::Overrides::default());
        let Some(system) = loaded.system.filter(|system| is_small(system, most)) else { continue };
        let (name, system) = (path.display().to_string(), Arc::new(system));
        let properties = support::shared_properties(&system);
        let alone = explicit::check(&system, &properties, &Settings::default(), &Unlimited);
        let Ok(alone) = alone else { continue };
        for processes in counts {
            let companies = vec![company("the secret of this test", &name); *processes];
            for outcome in together(&system, &companies, 1) {
                let answers = outcome.expect("they meet");
                for (one, other) in alone.iter().zip(&answers) {
                    let is_complete = is_exhaustive(one);
                    let (one, other) = (said(one, is_complete), said(other, is_complete));
                    assert!(other == one, "{name}, {processes} processes: {other:?}\n{one:?}");
                }
            }
        }
        compared += 1;
    }
    assert!(compared > 15, "only {compared} examples were compared");
}
