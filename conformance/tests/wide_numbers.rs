//! Numbers at the ends of machine arithmetic: the models below `tests/models/wide` are settled by the symbolic engine and
//! by `auto`; and what `auto` says of random models is what the naive checker finds.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::models::{files_below, load, load_right, read};
use conformance::{MOST_STATES, Survey, auto, seeds, shrink, survey, verdicts_within, wide_model};
use engines::{Availability, Choice, Options, find};
use std::time::Duration;
use system::{Expectation, System, Verdict};

const LIMIT: Duration = Duration::from_secs(10);

fn all(system: &System) -> Vec<usize> {
    (0..system.properties.len()).collect()
}

#[test]
fn wide_models_are_settled_as_they_expect() {
    let Availability::Here(symbolic) = find("symbolic") else { panic!("the symbolic engine is there") };
    let mut settled = 0;
    for path in files_below("tests/models/wide", ".fathom") {
        let system = load_right(&read(&path));
        for choice in [Choice::Auto, Choice::Only(symbolic)] {
            let verdicts = verdicts_within(&system, &all(&system), choice, &Options::default(), LIMIT)
                .unwrap_or_else(|reason| panic!("{}: {reason}", path.display()));
            for (property, verdict) in system.properties.iter().zip(verdicts) {
                let expected = match property.expect {
                    Some(Expectation::Violated) => Verdict::Violated,
                    _ => Verdict::Holds,
                };
                assert_eq!(verdict, expected, "{}: {}", path.display(), property.name);
                settled += 1;
            }
        }
    }
    assert!(settled > 20, "there are models");
}

/// What `auto` says wrongly of a model, and how many properties it settles.
fn compared(text: &str) -> Result<usize, String> {
    let loaded = load(text);
    let is_wrong = !loaded.problems.is_empty() || loaded.diagnostics.iter().any(|finding| finding.is_error());
    let Some(system) = loaded.system.filter(|_| !is_wrong) else { return Ok(0) };
    let Ok(survey) = survey(&system, MOST_STATES) else { return Ok(0) };
    let verdicts = auto(&system, &all(&system), LIMIT)?;
    let mut settled = 0;
    for (property, verdict) in system.properties.iter().zip(verdicts) {
        match (truth(&survey, &system, &property.question), &verdict) {
            (Some(true), Verdict::Violated) | (Some(false), Verdict::Holds) => {
                return Err(format!("'{}' is not {verdict:?}", property.name));
            }
            (_, Verdict::Holds | Verdict::Violated) => settled += 1,
            (_, Verdict::Unknown(_)) => {}
        }
    }
    Ok(settled)
}

fn truth(survey: &Survey, system: &System, question: &system::Question) -> Option<bool> {
    survey.truth(system, question).ok().flatten().map(|truth| truth.holds)
}

#[test]
fn auto_is_right_about_wide_numbers() {
    let (mut settled, mut models) = (0, 0);
    for seed in seeds(1_000, 60, 20_000) {
        models += 1;
        match compared(&wide_model(seed).print()) {
            Ok(count) => settled += count,
            Err(reason) => {
                let smallest = shrink(&wide_model(seed), &mut |text| compared(text).is_err()).print();
                panic!("seed {seed}: {reason}\n{smallest}");
            }
        }
    }
    println!("{settled} properties of {models} models");
    assert!(models < 50 || settled > 2 * models, "most properties are settled: {settled} of {models} models");
}
