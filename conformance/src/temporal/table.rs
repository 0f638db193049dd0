//! What tiny models satisfy, stated by hand: for tests that go through the rules of the language one by one.

use super::branching::states_of;
use super::compare::compare_temporal;
use super::graph::Graph;
use super::linear::some_path_violates;
use crate::models::load_right;
use explicit::Settings;
use system::{Question, Unlimited, Verdict};

/// Asserts which formulas hold of a model with these declarations; each is written with its kind,
/// `ctl AF x = 1`. The definitions must say so, and the explicit engine too, with paths that show what they claim.
///
/// # Panics
/// If the model is wrong, or a formula has another verdict.
#[track_caller]
pub fn formulas(declarations: &str, expected: &[(&str, bool)]) {
    let mut text = format!("{declarations}\n");
    for (number, (formula, _)) in expected.iter().enumerate() {
        let (kind, formula) = formula.split_once(' ').expect("a formula stands behind its kind");
        text.push_str(&format!("{kind} f{number}: {formula}\n"));
    }
    let system = load_right(&text);
    let graph = Graph::new(&system, 100).expect("the model has a few states");
    for (number, (formula, holds)) in expected.iter().enumerate() {
        let place = system.properties.iter().position(|property| property.name == format!("f{number}"));
        let place = place.expect("the property was written");
        let naive = match &system.properties[place].question {
            Question::Ctl(f) => {
                let truth = states_of(&system, &graph, f).expect("the formula can be judged");
                truth[..graph.initial].iter().all(|holds| *holds)
            }
            Question::Ltl(f) => {
                let violates = some_path_violates(&system, &graph, f).expect("the formula can be judged");
                !violates.expect("the formula is small")
            }
            other => panic!("the question became another: {other:?}"),
        };
        assert_eq!(naive, *holds, "{formula} by definition, with\n{declarations}");
        let answers = explicit::check(&system, &[place], &Settings::default(), &Unlimited);
        let verdict = answers.expect("the engine can check it")[0].verdict().clone();
        let wanted = if *holds { Verdict::Holds } else { Verdict::Violated };
        assert_eq!(verdict, wanted, "{formula} by the engine, with\n{declarations}");
    }
    if let Err(disagreement) = compare_temporal(&text, 100) {
        panic!("{}: {}\n{text}", disagreement.kind, disagreement.detail);
    }
}
