//! The largest value of an expression over all reachable states.

use conformance::models::load_right;
use explicit::Settings;
use system::{BoundValue, Unlimited, Verdict};

/// Asserts the value of a bound, or that there is none since it faults everywhere.
#[track_caller]
fn bound(declarations: &str, expression: &str, expected: Option<i128>) {
    let text = format!("{declarations}\nbound largest: {expression}\n");
    let system = load_right(&text);
    let place = system.properties.iter().position(|p| p.name == "largest").expect("the property was written");
    let answers = explicit::check(&system, &[place], &Settings::default(), &Unlimited);
    let answer = &answers.expect("the engine can check it")[0];
    match expected {
        Some(value) => {
            assert_eq!(*answer.verdict(), Verdict::Holds, "{text}");
            assert_eq!(answer.value(), Some(BoundValue::Exact(value)), "{text}");
        }
        None => assert!(matches!(answer.verdict(), Verdict::Unknown(_)), "{text}"),
    }
    conformance::temporal::compare_temporal(&text, 100).expect("the definitions agree");
}

#[test]
fn the_largest_value_of_all_reachable_states() {
    let text = "var x: 0..5 := 1 event e when x < 4 do x := x + 1";
    bound(text, "x", Some(4));
    bound(text, "-x", Some(-1));
    bound(text, "x * (4 - x)", Some(4));
    bound(text, "7", Some(7));
}

#[test]
fn states_in_which_the_expression_faults_do_not_count() {
    let text = "var x: -1..2 := 2 event e when x > -1 do x := x - 1";
    bound(text, "6 / x", Some(6));
    bound(text, "-6 / x", Some(6));
    bound(text, "1 / (x * x) - 5", Some(-4));
    bound("var x: 0..0 := 0", "1 / x", None);
}

#[test]
fn faulting_transitions_lead_nowhere() {
    bound("var x: 0..2 := 0 event e do x := x + 2", "x", Some(2));
}

#[test]
fn fairness_does_not_matter() {
    bound("var x: 0..1 := 0 event e do x := 1 justice x = 0", "x", Some(1));
}

#[test]
fn every_initial_state_counts() {
    bound("var x: -3..3 init x < 2", "x", Some(1));
}
