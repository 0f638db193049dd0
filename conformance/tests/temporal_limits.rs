//! What the temporal side of the explicit engine does at its limits: it says so, and goes on with the next property.

use conformance::models::{files_below, load_right, read};
use explicit::{LinearSearch, Settings};
use system::{Answer, Expectation, System, Unlimited, Verdict};

fn answers(system: &System, settings: &Settings) -> Vec<Answer> {
    let names: Vec<&str> = system.properties.iter().map(|property| property.name.as_str()).collect();
    let asked: Vec<usize> = (0..names.len()).filter(|number| names[*number] != "no_faults").collect();
    explicit::check(system, &asked, settings, &Unlimited).expect("the engine answers")
}

#[test]
fn models_once_found_get_the_verdicts_that_they_expect() {
    for path in files_below("tests/models/found", ".fathom") {
        let system = load_right(&read(&path));
        for linear_search in [LinearSearch::Components, LinearSearch::Nested] {
            let settings = Settings { linear_search, ..Settings::default() };
            for (number, property) in system.properties.iter().enumerate() {
                if explicit::can_check(&system, property).is_err() {
                    continue;
                }
                let alone = explicit::check(&system, &[number], &settings, &Unlimited);
                check(&property.name, property.expect, alone.expect("the engine answers")[0].verdict());
            }
            let asked = system.properties.iter().filter(|property| property.name != "no_faults");
            for (property, answer) in asked.zip(answers(&system, &settings)) {
                check(&property.name, property.expect, answer.verdict());
            }
        }
    }
}

#[track_caller]
fn check(name: &str, expected: Option<Expectation>, verdict: &Verdict) {
    let agrees = match expected {
        None => true,
        Some(Expectation::Holds) => *verdict == Verdict::Holds,
        Some(Expectation::Violated) => *verdict == Verdict::Violated,
        Some(Expectation::Unknown) => matches!(verdict, Verdict::Unknown(_)),
    };
    assert!(agrees, "{name} should be {expected:?}, not {verdict:?}");
}

#[test]
fn a_limit_on_states_ends_the_search_for_a_path() {
    let system = load_right("var x: int := 0 event up do x := x + 1 ltl grows: G x >= 0 ltl falls: F x < 0");
    for linear_search in [LinearSearch::Components, LinearSearch::Nested] {
        let settings = Settings { state_limit: Some(1000), linear_search, ..Settings::default() };
        for answer in answers(&system, &settings) {
            let Verdict::Unknown(reason) = answer.verdict() else { panic!("not decided: {answer:?}") };
            assert!(reason.contains("limit of 1000 states"), "{reason}");
        }
    }
}

#[test]
fn a_violation_within_the_limit_is_found() {
    let system = load_right("var x: int := 0 event up do x := x + 1 event stay do skip ltl moves: F x = 1");
    let settings = Settings { state_limit: Some(1000), ..Settings::default() };
    let answers = answers(&system, &settings);
    assert_eq!(*answers[0].verdict(), Verdict::Violated);
    assert_eq!(answers[0].trace().map(|trace| trace.steps.len()), Some(1));
}

/// With so many conditions that they do not have a bit each, an unfair path was once taken for a fair one.
#[test]
fn more_conditions_than_bits_are_refused() {
    let text = "var x: 0..1 := 0 var y: 0..8 := 0 event cycle do y := (y + 1) % 9 \
        event e[i in 1..120] do x := if i = 120 then 1 else x \
        fair e \
        ltl many: F x = 1 || !(forall k in 0..8: G F y = k) \
        ltl few: F x = 1 || !(forall k in 0..1: G F y = k)";
    let system = load_right(text);
    let answers = answers(&system, &Settings::default());
    assert!(
        matches!(answers[0].verdict(), Verdict::Unknown(why) if why.contains("more than 128 conditions"))
    );
    assert_eq!(*answers[1].verdict(), Verdict::Holds);
}

/// Where all conditions have a bit, up to the last one.
#[test]
fn as_many_conditions_as_bits_are_met() {
    let text = "var x: 0..1 := 0 \
        event e[i in 1..119] do x := if i = 119 then 1 else x \
        event idle do skip \
        fair e fair idle \
        ltl last: F x = 1 \
        ltl stays: F G x = 0";
    let system = load_right(text);
    let answers = answers(&system, &Settings::default());
    assert_eq!(*answers[0].verdict(), Verdict::Holds);
    assert_eq!(*answers[1].verdict(), Verdict::Violated);
}

#[test]
fn states_that_need_more_bits_are_widened_on_the_way() {
    let text = "var x: int := 0 var y: nat := 0 \
        event up when x < 300 do x := x + 1, y := y + 70000 \
        event down when x = 300 do x := -300 \
        strong up \
        ltl returns: G F x = 300 \
        ltl never: G x < 299 \
        ctl all: AG AF x = -300 \
        ctl some: EF (x = -299 && y > 21000000)";
    let text = text.replace("y := y + 70000", "y := if y > 30000000 then 0 else y + 70000");
    let system = load_right(&text);
    let verdicts: Vec<Verdict> =
        answers(&system, &Settings::default()).into_iter().map(|answer| answer.verdict().clone()).collect();
    assert_eq!(verdicts, [Verdict::Holds, Verdict::Violated, Verdict::Holds, Verdict::Holds]);
}
