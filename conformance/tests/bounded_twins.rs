//! The engine for unbounded systems against the explicit one: random models of integers that guards bound, with
//! parameters and rigid variables, and models whose ranges stay integers between bounds. Each tactic is tried alone, in
//! several domains. A difference is shrunk and printed as a model that can be saved below `tests/models/found`.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=100..200` runs those.

use conformance::{
    Disagreement, Tree, Twins, compare_twins, generate, models, seeds, shrink, temporal, wide_model,
};

#[test]
fn what_is_settled_about_unbounded_integers_is_right() {
    let sum = run(temporal::integer_model, 6, 20_000, 5);
    assert!(one_seed() || sum.verdicts.iter().all(|count| *count > 15), "both verdicts are frequent");
    assert!(one_seed() || sum.paths > 10, "paths are frequent");
}

#[test]
fn what_is_settled_about_ranges_with_fairness_is_right() {
    let sum = run(temporal::temporal_model, 4, 20_000, 4);
    assert!(one_seed() || sum.verdicts.iter().all(|count| *count > 5), "both verdicts are frequent");
}

#[test]
fn what_is_settled_about_wide_numbers_is_right() {
    let sum = run(wide_model, 20, 20_000, 4);
    assert!(one_seed() || sum.verdicts.iter().all(|count| *count > 5), "both verdicts are frequent");
}

#[test]
fn what_is_settled_about_models_that_use_the_whole_language_is_right() {
    if !conformance::is_slow() && !one_seed() {
        println!("only with FATHOM_SLOW=1: these models take long");
        return;
    }
    let sum = run(generate, 6, 20_000, 3);
    assert!(one_seed() || sum.verdicts.iter().all(|count| *count > 0), "both verdicts occur");
}

#[test]
fn what_is_settled_about_kept_models_is_right() {
    let mut failures = Vec::new();
    for path in models::files_below("tests/models/found", ".fathom") {
        if let Err(Disagreement { kind, detail }) = compare_twins(&models::read(&path), 30, 0) {
            failures.push(format!("{}: {kind}: {detail}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
}

fn one_seed() -> bool {
    std::env::var_os("FATHOM_SEEDS").is_some()
}

/// Compares so many models, or so many more where there is time; of all attempts at each, so many of a hundred are made.
fn run(model: fn(u64) -> Tree, few: u64, many: u64, percent: usize) -> Twins {
    let percent = if conformance::is_slow() { percent * 3 } else { percent };
    let mut sum = Twins::default();
    let mut failures = Vec::new();
    for seed in seeds(0, few, many) {
        match compare_twins(&model(seed).print(), percent, seed) {
            Ok(one) => sum.add(one),
            Err(disagreement) => {
                println!("seed {seed} differs, {}: {}", disagreement.kind, disagreement.detail);
                failures.push(shrunk(seed, &model(seed), &disagreement, percent));
            }
        }
        if failures.len() >= 3 {
            break;
        }
    }
    println!("{sum:#?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    sum
}

/// The smallest model with the same kind of disagreement.
fn shrunk(seed: u64, tree: &Tree, disagreement: &Disagreement, percent: usize) -> String {
    let kind = disagreement.kind;
    // Leaving a property out changes which attempts are made, so more of them are.
    let percent = (percent * 4).min(100);
    let differs = |text: &str| compare_twins(text, percent, seed).err().filter(|other| other.kind == kind);
    if differs(&tree.print()).is_none() {
        return format!("seed {seed}, {kind}: {}\n{}", disagreement.detail, tree.print());
    }
    let smallest = shrink(tree, &mut |text| differs(text).is_some()).print();
    let detail = differs(&smallest).map(|other| other.detail).unwrap_or_default();
    format!("seed {seed}, {kind}: {detail}\n---------- {kind}_{seed}.fathom\n{smallest}----------")
}
