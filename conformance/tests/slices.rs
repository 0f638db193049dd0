//! Random models: bounds against the states that are reached, and answers about slices against the whole.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::temporal::temporal_model;
use conformance::{Disagreement, SliceOutcome, Tree, compare_slices, generate, seeds, shrink, wide_model};

#[test]
fn slices_agree_with_the_whole() {
    let sum = run(generate, 400, 300, 20_000, false);
    assert!(sum.sliced * 4 > sum.questions, "too few questions have a smaller slice: {sum:?}");
    assert!(sum.lifted > 100, "too few paths are lifted: {sum:?}");
    assert!(sum.bounded > 50, "too few variables are bounded: {sum:?}");
}

#[test]
fn slices_agree_with_the_whole_for_paths() {
    let sum = run(temporal_model, 100, 300, 20_000, false);
    assert!(sum.questions > 300, "too few questions: {sum:?}");
}

#[test]
fn slices_agree_with_the_whole_on_wide_numbers() {
    run(wide_model, 200, 150, 20_000, true);
}

fn run(model: fn(u64) -> Tree, most: usize, few: u64, many: u64, is_wide: bool) -> SliceOutcome {
    let mut sum = SliceOutcome::default();
    let mut failures = Vec::new();
    for seed in seeds(0, few, many) {
        match compare_slices(&model(seed).print(), most) {
            Ok(Some(outcome)) => add(&mut sum, &outcome),
            Ok(None) => {}
            // Where the engine could not look at a nearer state, its path is longer.
            Err(Disagreement { kind: "distance", .. }) if is_wide => sum.open += 1,
            Err(disagreement) => failures.push(shrunk(seed, &model(seed), most, &disagreement)),
        }
        if failures.len() >= 3 {
            break;
        }
    }
    println!("{sum:#?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    sum
}

fn add(sum: &mut SliceOutcome, one: &SliceOutcome) {
    sum.questions += one.questions;
    sum.sliced += one.sliced;
    sum.paths += one.paths;
    sum.lifted += one.lifted;
    sum.endless += one.endless;
    sum.bounded += one.bounded;
    sum.dead += one.dead;
    sum.open += one.open;
}

/// The smallest model with the same kind of disagreement.
fn shrunk(seed: u64, tree: &Tree, most: usize, disagreement: &Disagreement) -> String {
    let kind = disagreement.kind;
    let differs = |text: &str| compare_slices(text, most).is_err_and(|other| other.kind == kind);
    let smallest = shrink(tree, &mut |text| differs(text)).print();
    let detail = compare_slices(&smallest, most).map_or_else(|error| error.detail, |_| String::new());
    format!("seed {seed}, {kind}: {detail}\n---------- {kind}_{seed}.fathom\n{smallest}----------")
}
