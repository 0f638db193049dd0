//! Every verdict on random models and on all models of the project has a certificate that is accepted, or a reason why there is none.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=100..200` runs those with these seeds.

use conformance::{Certified, Tree, certify_model, generate, models, seeds, temporal};
use std::time::Duration;

/// The time for the answers, for each certificate and for each check.
const LIMIT: Duration = Duration::from_secs(5);

#[test]
fn random_models_that_use_the_whole_language() {
    let tally = run("the whole language", generate, seeds(0, 60, 5_000));
    assert!(one() || tally.share().0 > 100, "many verdicts are certified: {tally:#?}");
}

#[test]
fn random_models_with_temporal_properties_and_fairness() {
    let tally = run("temporal properties", temporal::temporal_model, seeds(0, 60, 5_000));
    assert!(one() || tally.share().0 > 100, "many verdicts are certified: {tally:#?}");
}

fn one() -> bool {
    std::env::var_os("FATHOM_SEEDS").is_some()
}

fn run(what: &str, model: fn(u64) -> Tree, seeds: std::ops::Range<u64>) -> Certified {
    let mut sum = Certified::default();
    for seed in seeds {
        let text = model(seed).print();
        if let Ok(mut tally) = certify_model(&text, LIMIT) {
            tally.refused.iter_mut().for_each(|one| *one = format!("seed {seed}: {one}"));
            sum.add(tally);
        }
        if sum.refused.len() > 5 {
            break;
        }
    }
    report(what, &sum);
    sum
}

fn report(what: &str, sum: &Certified) {
    let (accepted, all) = sum.share();
    println!("{what}: {accepted} of {all} accepted {sum:#?}");
    assert!(sum.refused.is_empty(), "{} certificates are refused: {:#?}", sum.refused.len(), sum.refused);
}

#[test]
fn all_models_of_the_project() {
    let mut sum = Certified::default();
    for folder in ["examples", "tests/models"] {
        for path in models::files_below(folder, ".fathom") {
            let Ok(mut tally) = certify_model(&models::read(&path), LIMIT) else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            tally.refused.iter_mut().for_each(|one| *one = format!("{name}: {one}"));
            for (reason, count) in tally.without.iter().chain(&tally.undecided) {
                println!("{name}: {count} times {reason}");
            }
            sum.add(tally);
        }
    }
    report("models of the project", &sum);
    let (accepted, all) = sum.share();
    assert!(accepted * 100 >= all * 95, "at least 95 of 100 are certified");
}
