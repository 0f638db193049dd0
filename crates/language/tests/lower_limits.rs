//! Models that grow or nest without end: an error at the place, never a crash.

mod lower_support;

use expect_test::{Expect, expect};
use language::{Overrides, load};
use lower_support::codes;

#[track_caller]
fn check(model: &str, expected: Expect) {
    expected.assert_eq(&codes(model));
}

/// A chain of definitions, each of which uses the one before it.
fn chain(first: &str, next: impl Fn(usize) -> String, length: usize) -> String {
    let mut text = format!("let a0 = {first}\n");
    for number in 1..=length {
        text.push_str(&format!("let a{number} = {}\n", next(number - 1)));
    }
    text
}

#[test]
fn ranges_without_end() {
    check(
        "var a: array [1..1000000000000] of bool",
        expect![[r#"
        E501 `array [1..1000000000000] of bool`: the model becomes too large when this is expanded
    "#]],
    );
    check(
        "process P[i in -99999999999999999999..3] { loc a }",
        expect![[r#"
        E501 `-99999999999999999999..3`: the model becomes too large when this is expanded
    "#]],
    );
    check(
        "event e[i in 1..99999999999]",
        expect![[r#"
        E501 `event e[i in 1..99999999999]`: the model becomes too large when this is expanded
    "#]],
    );
    check(
        "var x: bool  invariant i: forall i in 1..99999999999: x",
        expect![[r#"
        E501 `forall i in 1..99999999999: x`: the model becomes too large when this is expanded
    "#]],
    );
    check(
        "const C := sum(i in 1..99999999999: i)",
        expect![[r#"
        E501 `sum(i in 1..99999999999: i)`: the model becomes too large when this is expanded
    "#]],
    );
    check(
        "var x: 0..170141183460469231731687303715884105727",
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn pairs_without_end() {
    let model = "
        sync b
        process P[i in 1..3000] { loc l  l -> l sync b!  l -> l sync b? }";
    check(
        model,
        expect![[r#"
        E501 `l -> l sync b!`: the model becomes too large when this is expanded
    "#]],
    );
}

#[test]
fn definitions_that_double() {
    let text = chain("x", |number| format!("a{number} + a{number}"), 60);
    check(
        &format!("{text}var x: int\ninvariant i: a60 = 0"),
        expect![[r#"
        E501 `a60`: the model becomes too large when this is expanded
    "#]],
    );
}

#[test]
fn definitions_that_nest() {
    let sums = chain("x", |number| format!("1 + a{number}"), 5000);
    check(
        &format!("{sums}var x: int\ninvariant i: a5000 = 0"),
        expect![[r#"
        E502 `a5000`: the definitions used here are nested too deeply
    "#]],
    );
    check(
        &format!("{sums}var x: int\ninvariant i: a150 = 0"),
        expect![[r#"
        nothing
    "#]],
    );
    let follows = chain("p", |number| format!("a{number}->next"), 5000);
    let surroundings = "var p: ref P\nprocess P[i in 1..2] { var next: ref P }\n";
    check(
        &format!("{follows}{surroundings}invariant i: a5000 = p"),
        expect![[r#"
        E502 `a5000`: the definitions used here are nested too deeply
    "#]],
    );
    let formulas = chain("x", |number| format!("AX a{number}"), 5000);
    check(
        &format!("{formulas}var x: bool\nctl i: a5000"),
        expect![[r#"
        E502 `a5000`: the definitions used here are nested too deeply
    "#]],
    );
}

#[test]
fn long_chains_are_not_deep() {
    let sum = vec!["x"; 20_000].join(" + ");
    let either = vec!["x > 1"; 20_000].join(" || ");
    let model = format!("var x: int\ninvariant i: {sum} > 0\ninvariant j: {either}");
    check(
        &model,
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn nothing_at_all() {
    let loaded = load("", &Overrides::default());
    assert!(loaded.system.is_some() && loaded.diagnostics.is_empty());
}

/// Every small change to a model either leaves it right or is reported, and nothing crashes.
#[test]
fn changed_models() {
    for code in diagnostics::Code::ALL.iter().filter(|code| code.as_str() != "E502") {
        for model in code.page().split("```").skip(1).step_by(2) {
            let model = model.split_once('\n').map_or("", |(_, model)| model);
            let words: Vec<&str> = model.split_inclusive(char::is_whitespace).collect();
            for position in 0..words.len() {
                let mut without = words.clone();
                without.remove(position);
                try_to_load(&without.concat());
                let mut doubled = words.clone();
                doubled.insert(position, words[position]);
                try_to_load(&doubled.concat());
                let mut swapped = words.clone();
                swapped.swap(position, (position * 7 + 3) % words.len());
                try_to_load(&swapped.concat());
            }
        }
    }
}

#[track_caller]
fn try_to_load(model: &str) {
    let loaded = load(model, &Overrides::default());
    let has_errors = loaded.diagnostics.iter().any(diagnostics::Diagnostic::is_error);
    assert_eq!(loaded.system.is_none(), has_errors, "{model}");
}
