//! What is said about slips of newcomers, by the parser and the checker together: each is one finding with
//! advice. Accept new output with `UPDATE_EXPECT=1 cargo test`.

mod lower_support;

use expect_test::{Expect, expect};
use language::{Overrides, load};
use lower_support::{codes, findings};

/// The findings of a model, each with its advice.
#[track_caller]
fn check(source: &str, expected: Expect) {
    let loaded = load(source, &Overrides::default());
    let mut shown = String::new();
    for finding in &loaded.diagnostics {
        let text = source.get(finding.at.range()).unwrap_or("");
        shown.push_str(&format!("{} `{text}`: {}\n", finding.code.as_str(), finding.message));
        if let Some(help) = &finding.help {
            shown.push_str(&format!("  help: {help}\n"));
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn an_assignment_where_a_condition_stands() {
    check(
        "var x: 0..3\nevent e when x := 3",
        expect![[r#"
        E011 `:=`: a guard assigns nothing
          help: compare with `=`, or begin the action with `do`
    "#]],
    );
    check(
        "var x: 0..3\ninit x := 3",
        expect![[r#"
        E011 `:=`: `init` states a condition
          help: compare with `=`: `init x = 0`; or give the value where the variable is declared
    "#]],
    );
    check(
        "var x: 0..3\ninvariant i: x := 3",
        expect![[r#"
        E011 `:=`: `:=` assigns, and nothing is assigned here
          help: compare with `=`; values are assigned in the action behind `do`
    "#]],
    );
    check(
        "var x: 0..3\nevent e when (x := 3) && x > 2 do skip",
        expect![[r#"
        E011 `:=`: `:=` assigns, and nothing is assigned here
          help: compare with `=`; values are assigned in the action behind `do`
    "#]],
    );
    check(
        "var x: 0..3\nevent e do if x := 3 { x := 1 }",
        expect![[r#"
        E011 `:=`: `:=` assigns, and nothing is assigned here
          help: compare with `=`; values are assigned in the action behind `do`
    "#]],
    );
    check(
        "var x: 0..3\nevent e when x := any",
        expect![[r#"
        E011 `:=`: a guard assigns nothing
          help: compare with `=`, or begin the action with `do`
    "#]],
    );
}

#[test]
fn operators_that_assign_and_compute() {
    check(
        "var x: 0..3\nevent e do x += 1\nvar total: int\nevent f do { total -= 2; x := 1 }",
        expect![[r#"
        E007 `+=`: `+=` is not an operator of this language
          help: write `x := x + 1`
        E007 `-=`: `-=` is not an operator of this language
          help: write `total := total - 2`
    "#]],
    );
    check(
        "var x: 0..3\nevent e do { x++; x := x - 1 }",
        expect![[r#"
        E007 `++`: `++` is not an operator of this language
          help: write `x := x + 1`
    "#]],
    );
}

#[test]
fn a_conditional_value_in_the_place_of_a_statement() {
    check(
        "var x: 0..9\nevent e do if x < 3 then x := x + 1",
        expect![[r#"
        E002 `then`: `if … then … else …` is a value, and a statement stands here
          help: a conditional statement is `if c { … }`
    "#]],
    );
    check(
        "var x: 0..9\nevent e do if x < 3 then x := x + 1 else x := 0\ninvariant i: x",
        expect![[r#"
        E002 `then`: `if … then … else …` is a value, and a statement stands here
          help: a conditional statement is `if c { … }`
        E201 `x`: an `invariant` must be a Boolean, but this is an integer
    "#]],
    );
    check(
        "var x: 0..9\nevent e do if x < 3 then { x := 1 }",
        expect![[r#"
        E002 `then`: `if … then … else …` is a value, and a statement stands here
          help: a conditional statement is `if c { … }`
    "#]],
    );
    check(
        "var x: 0..9\nevent e do { if x < 3 then skip; x := 2 }",
        expect![[r#"
        E002 `then`: `if … then … else …` is a value, and a statement stands here
          help: a conditional statement is `if c { … }`
    "#]],
    );
    check(
        "var x: 0..9\nevent e do if x < 3 then x' = 1",
        expect![[r#"
        E002 ``: expected `else`, found the end of the file
          help: an `if` that gives a value needs both branches; a conditional statement is `if c { … }`
    "#]],
    );
}

#[test]
fn an_expression_that_is_cut_short() {
    check(
        "var a: array [0..1] of 0..3\nevent e do a[any] := 1",
        expect![[r#"
        E002 `any`: expected an expression, found the reserved word `any`
          help: `any` can stand only directly behind `:=`
    "#]],
    );
    check(
        "var x: 0..9\ninit x 3",
        expect![[r#"
        E002 `3`: expected an item, such as `var`, `process` or `invariant`, found `3`
    "#]],
    );
    check(
        "var x: 0..9\ninvariant i: x # 3\nevent e when x y do skip",
        expect![[r#"
            E001 `#`: the character `#` has no meaning here
              help: "not equal" is written `!=`
            E002 `y`: expected an item, such as `var`, `process` or `invariant`, found `y`
        "#]],
    );
}

#[test]
fn misspelt_words() {
    check(
        "proces P {\n  loc a\n  vra x: 0..3\n  a -> a\n}\nInvariant i: 3\nproperty p: true",
        expect![[r#"
            E002 `proces`: expected an item, such as `var`, `process` or `invariant`, found `proces`
              help: did you mean `process`?
            E002 `vra`: expected an edge `L -> M` or a declaration, found `vra`
              help: did you mean `var`?
            E002 `Invariant`: expected an item, such as `var`, `process` or `invariant`, found `Invariant`
              help: did you mean `invariant`?
            E201 `3`: an `invariant` must be a Boolean, but this is an integer
            E016 `property`: `property` is written differently in this language
              help: properties are `invariant name: e`, `reachable name: e`, `ctl name: AG …` and `ltl name: G …`
        "#]],
    );
}

#[test]
fn types_and_values_of_other_languages() {
    check(
        "var a: boolean\nvar b: Integer\nvar c: natural\nvar d: itn",
        expect![[r#"
        E101 `boolean`: there is no type `boolean`
          help: did you mean `bool`?
        E101 `Integer`: there is no type `Integer`
          help: did you mean `int`?
        E101 `natural`: there is no type `natural`
          help: did you mean `nat`?
        E101 `itn`: there is no type `itn`
          help: did you mean `int`?
    "#]],
    );
    check(
        "var a: bool := True\ninit a = FALSE",
        expect![[r#"
        E101 `True`: `True` is not declared
          help: write `true`
        E101 `FALSE`: `FALSE` is not declared
          help: write `false`
    "#]],
    );
    check(
        "var a: array [0..1][0..1] of bool",
        expect![[r#"
            E002 `[`: expected `of`, found `[`
              help: an array has one index; for two, write `array [lo..hi] of array [lo..hi] of T`
        "#]],
    );
    check(
        "var a: array [0..1, 0..1] of bool",
        expect![[r#"
            E002 `,`: expected `]`, found `,`
              help: an array has one index; for two, write `array [lo..hi] of array [lo..hi] of T`
        "#]],
    );
    check(
        "var a: 0...3 := 1",
        expect![[r#"
        E007 `...`: `...` is not an operator of this language
          help: write `..`
    "#]],
    );
    check(
        "var a: 0..3\ninvariant i: min(a, 1, 2) < max(1, a, a) + abs(1, 2)",
        expect![[r#"
        E106 `min(a, 1, 2)`: `min` takes 2 arguments, not 3
          help: nest it for more: `min(a, min(b, c))`
        E106 `max(1, a, a)`: `max` takes 2 arguments, not 3
          help: nest it for more: `max(a, max(b, c))`
        E106 `abs(1, 2)`: `abs` takes one argument, not 2
    "#]],
    );
}

#[test]
fn locations_as_values() {
    let workers = "
        process Worker[i in 1..2] { var next: ref Worker := null  loc room, hall  room -> hall }
        process Boss { loc out, office  out -> office }
        population Guest { loc away, here  away -> here }
    ";
    let with = |line: &str| format!("{workers}{line}");
    check(
        &with("invariant i: Worker[1] = room"),
        expect![[r#"
        E101 `room`: `room` is a location of `Worker`, not a value
          help: a location is tested with `at`: `Worker[…] at room`
    "#]],
    );
    check(
        &with("invariant i: Worker[1].next != hall"),
        expect![[r#"
        E101 `hall`: `hall` is a location of `Worker`, not a value
          help: a location is tested with `at`: `Worker[…] at hall`
    "#]],
    );
    check(
        &with("invariant i: Boss = office"),
        expect![[r#"
        E101 `office`: `office` is a location of `Boss`, not a value
          help: a location is tested with `at`: `Boss at office`
    "#]],
    );
    check(
        &with("invariant i: Guest = here"),
        expect![[r#"
        E101 `here`: `here` is a location of `Guest`, not a value
          help: a location is tested with `at`: `count(Guest at here)`
    "#]],
    );
    check(
        &with("invariant i: office"),
        expect![[r#"
        E101 `office`: `office` is a location of `Boss`, not a value
          help: a location is tested with `at`: `Boss at office`
    "#]],
    );
    check(
        "process P { loc a, b  a -> b when self = a  b -> a when b }",
        expect![[r#"
        E101 `a`: `a` is a location of `P`, not a value
          help: a location is tested with `at`: `self at a`
        E101 `b`: `b` is a location of `P`, not a value
          help: a location is tested with `at`: `self at b`
    "#]],
    );
}

#[test]
fn a_name_that_hides_a_member() {
    expect![[r#"
        warning[W001]: `red` hides the member of a type
         --> model.fathom:1:7
          |
        1 | const red := 3
          |       ^^^ this is meant wherever the name stands
          |
          = help: give one of them another name

        error[E201]: these have different types and cannot be compared
         --> model.fathom:3:22
          |
        1 | const red := 3
          |       --- this `red` is meant
        2 | var light: { red, green } := green
        3 | invariant i: light = red
          |              -----   ^^^ an integer
          |              |
          |              a member of `{ red, green }`
          |
          = help: it hides the member `red` of `{ red, green }`; give one of them another name

        1 error, 1 warning
    "#]]
    .assert_eq(&findings("const red := 3\nvar light: { red, green } := green\ninvariant i: light = red"));
    check(
        "var light: { red, green } := green\nvar red: int := 0\nevent e do light := red\nevent f when light in {red, green}",
        expect![[r#"
            W001 `red`: `red` hides the member of a type
              help: give one of them another name
            E201 `red`: this is an integer, but a member of `{ red, green }` is needed
              help: it hides the member `red` of `{ red, green }`; give one of them another name
            E201 `red`: these have different types and cannot be compared
              help: it hides the member `red` of `{ red, green }`; give one of them another name
        "#]],
    );
    check(
        "var light: { red, green } := green\nprocess P { var green: bool  loc a  a -> a when light = green }",
        expect![[r#"
            W001 `green`: `green` hides an outer name
              help: `green` is a member of a type
            E201 `green`: these have different types and cannot be compared
              help: it hides the member `green` of `{ red, green }`; give one of them another name
        "#]],
    );
}

#[test]
fn short_names_get_no_far_suggestions() {
    check(
        "var a, b, xy: int\ninvariant i: c + A + yx + xz > 0",
        expect![[r#"
        E101 `c`: `c` is not declared
        E101 `A`: `A` is not declared
          help: did you mean `a`?
        E101 `yx`: `yx` is not declared
          help: did you mean `xy`?
        E101 `xz`: `xz` is not declared
    "#]],
    );
}

#[test]
fn reserved_words_are_reported_once() {
    check(
        "var init: int := 0\nevent e when init > 0 do init := init + 1\ninvariant i: init < 3",
        expect![[r#"
        E003 `init`: `init` is a reserved word
          help: choose another name, or put this one between backquotes; reserved are:
        any array assert at bool bound broadcast choose compassion const ctl do else
        event exists fair false forall if in init int invariant justice let loc ltl
        model nat null of or param population process reachable ref self skip start
        strong sync then true type var when where
    "#]],
    );
    check(
        "channel a of int\nchannel b of bool\nvar clock: int\nevent e do clock := clock + 1",
        expect![[r#"
        E004 `channel`: `channel` is not supported yet
          help: this word is reserved for a later version of the language
        E004 `clock`: `clock` is not supported yet
          help: as a name it has to stand between backquotes, `clock`, or take another one
    "#]],
    );
}

#[test]
fn types_without_values() {
    check(
        "var a: 3..2",
        expect![[r#"
        W008 `3..2`: `a` has no possible value
          help: no initial state can exist; a range is written with its smaller bound first
    "#]],
    );
    check(
        "const N := 0\ntype Slot = 1..N\nvar s: Slot\nvar t: array [0..1] of Slot",
        expect![[r#"
        W008 `Slot`: `s` has no possible value
          help: no initial state can exist; a range is written with its smaller bound first
        W008 `array [0..1] of Slot`: `t` has no possible value
          help: no initial state can exist; a range is written with its smaller bound first
    "#]],
    );
    check(
        "process P[i in 1..2] { var x: i..1 := i }",
        expect![[r#"
        W008 `i..1`: `x` has no possible value
          help: no initial state can exist; a range is written with its smaller bound first
        W006 `i`: 2 is outside of the type `2..1`
          help: an assignment of such a value is a fault, and no state begins with it
    "#]],
    );
    expect![[r#"
        nothing
    "#]].assert_eq(&codes(
        "const N := 0\nvar a: array [1..N] of bool\nvar b: array [1..N] of 3..2\nprocess P[i in 1..N] { var x: 3..2 }",
    ));
}
