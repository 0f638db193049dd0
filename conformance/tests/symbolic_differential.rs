//! The symbolic engine against the explicit one: random models with temporal properties and fairness, models that use the
//! whole language, all examples, and all models that were kept. A difference is shrunk and printed as a model that can be
//! saved below `tests/models/found`.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEED=n` runs the model with this seed only.

use conformance::{
    Compared, Disagreement, Tree, compare_engines, generate, models, shrink, temporal, wide_model,
};
use std::collections::BTreeMap;

#[test]
fn the_engines_agree_on_tiny_models_with_fairness() {
    let tally = run(temporal::temporal_model, 40, 20_000);
    let seen = tally.temporal > 100 && tally.fairness > 10 && tally.traces > 50;
    assert!(one_seed() || seen, "temporal properties, fairness and paths are frequent: {tally:?}");
}

#[test]
fn the_engines_agree_on_models_that_use_the_whole_language() {
    let tally = run(generate, 60, 20_000);
    let seen = tally.verdicts.iter().all(|count| *count > 20);
    assert!(one_seed() || seen, "both verdicts are frequent: {tally:?}");
}

#[test]
fn the_engines_agree_on_wide_numbers() {
    let tally = run(wide_model, 60, 20_000);
    // Most ranges are too wide for decision diagrams.
    assert!(one_seed() || tally.verdicts.iter().all(|count| *count > 2), "both verdicts occur: {tally:?}");
}

#[test]
fn the_engines_agree_on_all_models_of_the_project() {
    let mut failures = Vec::new();
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    for folder in ["examples", "tests/models"] {
        for path in models::files_below(folder, ".fathom") {
            println!("{}", path.display());
            match compare_engines(&models::read(&path)) {
                Ok(Compared { skipped: Some(reason), .. }) => *skipped.entry(reason).or_default() += 1,
                Ok(_) => {}
                Err(Disagreement { kind, detail }) => {
                    failures.push(format!("{}: {kind}: {detail}", path.display()));
                }
            }
        }
    }
    println!("{skipped:#?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
}

fn one_seed() -> bool {
    std::env::var_os("FATHOM_SEED").is_some()
}

fn run(model: fn(u64) -> Tree, few: u64, many: u64) -> Compared {
    let count = if std::env::var_os("FATHOM_SLOW").is_some() { many } else { few };
    let mut seeds = 0..count;
    if let Some(seed) = std::env::var("FATHOM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        seeds = seed..seed + 1;
    }
    let mut sum = Compared::default();
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for seed in seeds {
        match compare_engines(&model(seed).print()) {
            Ok(Compared { skipped: Some(reason), .. }) => *skipped.entry(reason).or_default() += 1,
            Ok(one) => add(&mut sum, &one),
            Err(disagreement) => {
                println!("seed {seed} differs, {}: {}", disagreement.kind, disagreement.detail);
                failures.push(shrunk(seed, &model(seed), &disagreement));
            }
        }
        if failures.len() >= 3 {
            break;
        }
    }
    println!("{sum:#?} {skipped:#?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    sum
}

fn add(sum: &mut Compared, one: &Compared) {
    sum.verdicts[0] += one.verdicts[0];
    sum.verdicts[1] += one.verdicts[1];
    sum.temporal += one.temporal;
    sum.open += one.open;
    sum.fairness += one.fairness;
    sum.traces += one.traces;
}

/// The smallest model with the same kind of disagreement.
fn shrunk(seed: u64, tree: &Tree, disagreement: &Disagreement) -> String {
    let kind = disagreement.kind;
    let differs = |text: &str| compare_engines(text).is_err_and(|other| other.kind == kind);
    let smallest = shrink(tree, &mut |text| differs(text)).print();
    let detail = compare_engines(&smallest).expect_err("the shrunk model still differs").detail;
    format!("seed {seed}, {kind}: {detail}\n---------- {kind}_{seed}.fathom\n{smallest}----------")
}
