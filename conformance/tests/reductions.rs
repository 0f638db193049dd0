//! Reduced searches give the verdicts of unreduced ones, with paths that are as short and can be walked: on random
//! models, on the examples, and on the models that were found to be difficult. A difference is shrunk and printed.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::models::{files_below, load, read};
use conformance::temporal::temporal_model;
use conformance::{Disagreement, Reduced, Tree, compare_reduced, generate, reduced_settings, seeds, shrink};
use diagnostics::Diagnostic;
use explicit::Settings;
use system::{Answer, Unlimited, Verdict};

fn compare(text: &str) -> Result<Option<Reduced>, Disagreement> {
    let loaded = load(text);
    let is_right = loaded.problems.is_empty() && !loaded.diagnostics.iter().any(Diagnostic::is_error);
    match loaded.system.filter(|_| is_right) {
        Some(system) => compare_reduced(&system),
        None => Ok(None),
    }
}

fn shrunk(seed: u64, tree: &Tree, disagreement: &Disagreement) -> String {
    let kind = disagreement.kind;
    let differs = |text: &str| compare(text).is_err_and(|other| other.kind == kind);
    let smallest = shrink(tree, &mut |text| differs(text)).print();
    let detail = compare(&smallest).expect_err("the shrunk model still differs").detail;
    format!("seed {seed}, {kind}: {detail}\n---------- reduced_{kind}_{seed}.fathom\n{smallest}----------")
}

fn run(model: fn(u64) -> Tree, few: u64, many: u64) -> Reduced {
    let mut sum = Reduced::default();
    let mut failures = Vec::new();
    for seed in seeds(0, few, many) {
        let tree = model(seed);
        match compare(&tree.print()) {
            Ok(outcome) => add(&mut sum, outcome),
            Err(disagreement) => failures.push(shrunk(seed, &tree, &disagreement)),
        }
        if failures.len() >= 3 {
            break;
        }
    }
    println!("{sum:?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    sum
}

fn add(sum: &mut Reduced, outcome: Option<Reduced>) {
    let outcome = outcome.unwrap_or_default();
    sum.answers += outcome.answers;
    sum.smaller.iter_mut().zip(outcome.smaller).for_each(|(sum, smaller)| *sum += smaller);
    sum.all_states += outcome.all_states;
    sum.found_states += outcome.found_states;
}

#[test]
fn random_models_get_the_same_answers() {
    // Symmetry is rare where everything is random.
    let sum = run(generate, 80, 20_000);
    assert!(
        sum.answers < 500 || sum.smaller[0] > 0 && sum.smaller[3] > 0,
        "some searches are smaller: {sum:?}"
    );
}

#[test]
fn random_processes_get_the_same_answers() {
    // Their processes have no variables of their own.
    let sum = run(temporal_model, 120, 20_000);
    assert!(
        sum.answers < 500 || sum.smaller[0] > 0 && sum.smaller[1] > 0,
        "some searches are smaller: {sum:?}"
    );
}

#[test]
fn examples_and_difficult_models_get_the_same_answers() {
    let mut sum = Reduced::default();
    for folder in ["examples", "tests/models"] {
        for path in files_below(folder, ".fathom") {
            match compare(&read(&path)) {
                Ok(outcome) => add(&mut sum, outcome),
                Err(Disagreement { kind, detail }) => panic!("{}: {kind}: {detail}", path.display()),
            }
        }
    }
    println!("{sum:?}");
    assert!(sum.smaller.iter().all(|smaller| *smaller > 10), "some searches are smaller: {sum:?}");
}

/// Questions about paths and largest values, too: reductions are used for some of them, and must not disturb the others.
#[test]
fn all_questions_about_examples_get_the_same_verdicts() {
    const MOST_STATES: u64 = 20_000;
    let (mut compared, mut reduced) = (0, 0);
    for path in files_below("examples", ".fathom") {
        let Some(system) = load(&read(&path)).system else { continue };
        let can_check = |number: &usize| explicit::can_check(&system, &system.properties[*number]).is_ok();
        let numbers: Vec<usize> = (0..system.properties.len()).filter(can_check).collect();
        let ask = |settings: &Settings| {
            let settings = Settings { state_limit: Some(MOST_STATES), ..settings.clone() };
            explicit::check(&system, &numbers, &settings, &Unlimited).expect("an example can be checked")
        };
        let plain = ask(&Settings::default());
        for settings in reduced_settings() {
            for ((plain, found), number) in plain.iter().zip(ask(&settings)).zip(&numbers) {
                let name = &system.properties[*number].name;
                let is_open = |answer: &Answer| matches!(answer.verdict(), Verdict::Unknown(_));
                if is_open(plain) || is_open(&found) {
                    continue;
                }
                assert_eq!(plain.verdict(), found.verdict(), "{}: {name}, {settings:?}", path.display());
                assert_eq!(plain.value(), found.value(), "{}: {name}, {settings:?}", path.display());
                compared += 1;
                reduced += usize::from(found.strategy != plain.strategy);
            }
        }
    }
    println!("{compared} answers compared, {reduced} of them found by a reduced search");
    assert!(compared > 1000 && reduced > 500, "{compared} compared, {reduced} reduced");
}
