//! Initial states.

use conformance::{starts, verdicts};

#[test]
fn without_a_value_any_value_is_possible() {
    starts("var x: 0..2", &["x = 0", "x = 1", "x = 2"]);
    starts("var b: bool", &["b = false", "b = true"]);
    starts("var c: { A, B }", &["c = A", "c = B"]);
    starts("process P[i in 4..5] {} var p: ref P", &["p = null", "p = P[4]", "p = P[5]"]);
}

#[test]
fn a_set_of_values() {
    starts("var x: 0..9 in 3..4", &["x = 3", "x = 4"]);
    starts("var x: int in {7, -1}", &["x = -1", "x = 7"]);
    starts("var x, y: int in 0..1", &["x = 0, y = 0", "x = 0, y = 1", "x = 1, y = 0", "x = 1, y = 1"]);
}

#[test]
fn a_value_may_use_other_initial_values() {
    starts("var x: 0..1 var y: 0..2 := x + 1", &["x = 0, y = 1", "x = 1, y = 2"]);
    starts("const N := 3 param s: nat where s <= 1 var x: int := s + N", &["s = 0, x = 3", "s = 1, x = 4"]);
    starts("process P[i in 1..2] { var x: 0..9 := i * 2 }", &["P[1].x = 2, P[2].x = 4"]);
}

#[test]
fn a_set_may_use_other_initial_values() {
    starts(
        "var x: int in {0, max(0, min(y, 2))} var y: 1..3",
        &["x = 0, y = 1", "x = 0, y = 2", "x = 0, y = 3", "x = 1, y = 1", "x = 2, y = 2", "x = 2, y = 3"],
    );
    starts(
        "var x: nat in {if y then 1 else 2, 0} var y: bool",
        &["x = 0, y = false", "x = 0, y = true", "x = 1, y = true", "x = 2, y = false"],
    );
}

#[test]
fn an_array_starts_with_the_value_of_each_element() {
    starts("var a: array [0..1] of 0..5 := 3", &["a[0] = 3, a[1] = 3"]);
    starts(
        "var a: array [0..1] of bool",
        &[
            "a[0] = false, a[1] = false",
            "a[0] = false, a[1] = true",
            "a[0] = true, a[1] = false",
            "a[0] = true, a[1] = true",
        ],
    );
    starts("var a: array [0..1] of 0..5 in {2, 3} init a[0] < a[1]", &["a[0] = 2, a[1] = 3"]);
}

#[test]
fn init_conditions_are_conjoined() {
    starts("var x, y: 0..2 init x = y init x != 1", &["x = 0, y = 0", "x = 2, y = 2"]);
    starts("var x, y: int init x = y + 1 init 0 <= y <= 1", &["x = 1, y = 0", "x = 2, y = 1"]);
    starts("var x: int := 4 init x > 3", &["x = 4"]);
}

#[test]
fn init_may_mention_processes() {
    let text = "process P[i in 1..2] { var x: 0..1 loc a, b start a, b } init P[1] at b init P[2].x = 1
        init P[1].x = 0 init count(P at b) = 1";
    starts(text, &["P[1] = b, P[1].x = 0, P[2] = a, P[2].x = 1"]);
    let text = "process P[i in 1..2] { var x: 0..3 init x = i + 1 }";
    starts(text, &["P[1].x = 2, P[2].x = 3"]);
}

#[test]
fn a_condition_that_faults_is_false() {
    let text = "process P[i in 1..1] { var x: 0..1 := 1 } var p: ref P init p->x = 1";
    starts(text, &["P[1].x = 1, p = P[1]"]);
    let text = "process P[i in 1..1] { var x: 0..1 := 1 } var p: ref P init !(p->x = 0)";
    starts(text, &["P[1].x = 1, p = P[1]"]);
    starts("var x: 0..2 init 2 / x = 1", &["x = 2"]);
}

#[test]
fn processes_start_at_the_first_location_unless_start_says_otherwise() {
    starts("process P { loc a, b }", &["P = a"]);
    starts("process P { loc a, b start b }", &["P = b"]);
    starts("process P { loc a, b, c start c, a }", &["P = a", "P = c"]);
}

#[test]
fn values_outside_the_type_are_no_initial_states() {
    starts("var x: 0..1 := 2", &[]);
    starts("var x: nat := -1", &[]);
    starts("var x: 0..1 in 1..5", &["x = 1"]);
    starts("var x: 0..3 init x = 4", &[]);
    starts("var x: 0..3 var y: 0..1 := x", &["x = 0, y = 0", "x = 1, y = 1"]);
    starts("process P { loc a, b } init P at b", &[]);
}

#[test]
fn params_never_change() {
    let text = "param s: nat where s <= 2 var x: nat := 0 event up when x < s do x := x + 1
        reachable two: x = 2 reachable three: x = 3 invariant below: x <= s invariant small: s < 2";
    let expected = [("two", "holds 2"), ("three", "violated"), ("below", "holds"), ("small", "violated 0")];
    verdicts(text, &expected);
    starts("param s: int where 0 <= s <= 1 init s != 0", &["s = 1"]);
}

#[test]
fn an_empty_process_array_has_no_instances() {
    let text = "const N := 0 process P[i in 1..N] { var x: 0..1 loc a, b  a -> b } var p: ref P
        invariant none: count(P at a) = 0 invariant deadlock_free";
    starts(text, &["p = null"]);
    verdicts(text, &[("none", "holds"), ("deadlock_free", "violated 0")]);
}
