//! Models with several mistakes: each is reported where it is, and none causes others.

mod lower_support;

use expect_test::expect;
use lower_support::{codes, findings};

#[test]
fn after_a_syntax_error_names_may_be_missing() {
    // The variable is lost with its declaration; that nobody declares it would be no news.
    let model = "
        var x: := 3
        var y: bool := false
        event e when x > 0 do y := 3";
    expect![[r#"
        E002 `:=`: expected a type, found `:=`
        E201 `3`: this is an integer, but a Boolean is needed
    "#]]
    .assert_eq(&codes(model));
}

#[test]
fn a_wrong_constant_is_reported_once() {
    let model = "
        const N := M
        var a: array [1..N] of 0..N := N
        process P[i in 1..N] { var x: 0..N  loc l  l -> l when x < N do x := x + N }
        invariant i: forall i in 1..N: a[i] < N && P[i].x = N";
    expect![[r#"
        E101 `M`: `M` is not declared
    "#]]
    .assert_eq(&codes(model));
}

#[test]
fn a_wrong_type_is_reported_once() {
    let model = "
        var x: Nothing
        var a: array [0..1] of Nothing
        var p: ref Nobody
        event e when x = 1 && a[0] && p->y > 3 do x := true, a[1] := 2, p := null, x' = 3
        invariant i: x = red && p = null && p at home";
    expect![[r#"
        E101 `Nothing`: there is no type `Nothing`
        E101 `Nothing`: there is no type `Nothing`
        E101 `Nobody`: there is no process array `Nobody`
        E101 `red`: `red` is not declared
    "#]]
    .assert_eq(&codes(model));
}

#[test]
fn mistakes_in_definitions_say_which_use_led_there() {
    let model = "
        var on: bool
        let next(v) = v + 1
        invariant i: next(on) > 2";
    expect![[r#"
        error[E201]: an operand of `+` must be an integer, but this is a Boolean
         --> model.fathom:3:23
          |
        3 |         let next(v) = v + 1
          |                       ^ expected an integer, found a Boolean
        4 |         invariant i: next(on) > 2
          |                      -------- in this use of `next`

        1 error
    "#]]
    .assert_eq(&findings(model));
}

#[test]
fn misplaced_operators_are_shown_where_the_definition_is_used() {
    let model = "
        var x: int
        let grows = x' > x
        event e when grows";
    expect![[r#"
        error[E303]: a new value is meant only in a relation or behind `where`
         --> model.fathom:4:22
          |
        3 |         let grows = x' > x
          |                     -- this prime has no meaning
        4 |         event e when grows
          |                      ^^^^^ `grows` cannot be used here
          |
          = help: a relation is a statement after `do`, such as `do x' = x + 1`

        1 error
    "#]]
    .assert_eq(&findings(model));
}

#[test]
fn operators_that_are_names_elsewhere() {
    let model = "
        var x: { A, B, G } := A
        var X: bool := false
        let first = x = A
        let until = A[x = B U x = G]
        invariant i: x = A || X || first
        ctl p: until";
    expect![[r#"
        nothing
    "#]]
    .assert_eq(&codes(model));
}
