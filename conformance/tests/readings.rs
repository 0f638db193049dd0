//! Random models, read twice: the front end and the reference interpreter against the oracle, which shares only
//! the parser with them. A difference is shrunk and printed.
//!
//! `FATHOM_SLOW=1` reads many more models; `FATHOM_SEEDS=5..9` reads those with these seeds.

use conformance::models::{files_below, read};
use conformance::{Disagreement, Readings, compare_readings, generate, seeds, shrink};

/// The most states of one model that are compared.
const MOST: usize = 60;

fn shrunk(seed: u64, disagreement: &Disagreement) -> String {
    let kind = disagreement.kind;
    let differs = |text: &str| compare_readings(text, MOST).is_err_and(|other| other.kind == kind);
    let smallest = shrink(&generate(seed), &mut |text| differs(text)).print();
    let detail = compare_readings(&smallest, MOST).expect_err("the shrunk model still differs").detail;
    let shown =
        format!("seed {seed}, {kind}: {detail}\n---------- reading_{seed}.fathom\n{smallest}----------");
    println!("{shown}");
    shown
}

#[test]
fn random_models_mean_the_same_in_both_readings() {
    let (mut same, mut compared, mut none) = (0, 0, 0);
    let mut failures = Vec::new();
    for seed in seeds(100_000, 300, 20_000) {
        match compare_readings(&generate(seed).print(), MOST) {
            Ok(Readings::Same { states }) => {
                same += 1;
                compared += states;
            }
            Ok(Readings::None(reason)) => {
                none += 1;
                println!("seed {seed}: {reason}");
            }
            Err(disagreement) => failures.push(shrunk(seed, &disagreement)),
        }
        if failures.len() >= 12 {
            break;
        }
    }
    println!("{same} models with {compared} states are the same, {none} are not compared");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    assert!(none <= same / 3, "too few models are compared");
}

#[test]
fn models_of_the_project_mean_the_same_in_both_readings() {
    let mut same = 0;
    for folder in ["examples", "tests/models"] {
        for path in files_below(folder, ".fathom") {
            match compare_readings(&read(&path), 20) {
                Ok(Readings::Same { .. }) => same += 1,
                Ok(Readings::None(reason)) => println!("{}: {reason}", path.display()),
                Err(disagreement) => panic!("{}: {}", path.display(), disagreement.detail),
            }
        }
    }
    assert!(same > 20, "only {same} models are compared");
}
