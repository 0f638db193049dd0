//! The models below `tests/models`: the naive checker and the explicit engine agree on each, and with what it
//! expects.

use conformance::models::{files_below, load_right, read};
use conformance::{MOST_STATES, Outcome, compare, survey};
use system::Expectation;

/// Whether the model has numbers that the explicit engine says it cannot compute with.
fn is_wide(path: &std::path::Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("wide"))
}

#[test]
fn every_saved_model_is_as_it_expects() {
    let mut wrong = Vec::new();
    let paths = files_below("tests/models", ".fathom");
    assert!(paths.len() > 10, "there are models");
    for path in paths {
        let text = read(&path);
        let system = load_right(&text);
        let survey = survey(&system, MOST_STATES)
            .unwrap_or_else(|given_up| panic!("{}: {given_up:?}", path.display()));
        for property in &system.properties {
            let truth = survey.truth(&system, &property.question).expect("the property can be decided");
            let expected = property.expect == Some(Expectation::Holds);
            if let (Some(truth), Some(_)) = (truth, property.expect)
                && truth.holds != expected
            {
                wrong.push(format!("{}: {} is {}", path.display(), property.name, truth.holds));
            }
        }
        match compare(&text) {
            Ok(Outcome::Agreed { .. }) => {}
            Ok(Outcome::Open(reason)) if is_wide(&path) && reason.contains("64 bits") => {}
            other => wrong.push(format!("{}: {other:?}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
