//! Steps: what is read, what is written, what keeps its value. One table of tiny models for each rule.

use conformance::{errors, steps};

#[test]
fn a_variable_that_is_not_written_keeps_its_value() {
    steps("var x, y: 0..3 := 1 event e do x := 2", &["e: x = 2"]);
    steps("var x, y: 0..3 := 1 event e do x' = 2", &["e: x = 2"]);
    steps("var x, y: 0..3 := 1 event e do x := any in {2}", &["e: x = 2"]);
    steps("var x, y: 0..3 := 1 event e do skip", &["e: nothing changes"]);
    steps("var x, y: 0..3 := 1 event e when true", &["e: nothing changes"]);
    steps("var x: 0..3 := 1 event e do assert x = 1", &["e: nothing changes"]);
}

#[test]
fn each_branch_frames_for_itself() {
    let text = "var x, y: 0..3 := 1 event e do choose { x := 2 } or { y := 3 } or { skip }";
    steps(text, &["e: x = 2", "e: y = 3", "e: nothing changes"]);
    let text = "var x, y: 0..1 := 0 event e do if x = 1 { x' = 0 } else { y' = 1 }";
    steps(text, &["e: y = 1"]);
}

#[test]
fn everything_is_read_before_anything_is_written() {
    steps("var x: 0..3 := 1 var y: 0..3 := 2 event e do x := y, y := x", &["e: x = 2, y = 1"]);
    steps("var x: 0..3 := 1 var y: 0..3 := 2 event e do x' = y, y' = x", &["e: x = 2, y = 1"]);
    steps("var x: 0..3 := 1 var y: 0..3 := 2 event e do x' = y && y' = x", &["e: x = 2, y = 1"]);
    steps("var x: 0..3 := 1 var y: 0..3 := 2 event e do x := y, y' = x", &["e: x = 2, y = 1"]);
    steps("var x, y: 0..3 := 1 event e do x := 2, assert x = 1", &["e: x = 2"]);
    steps("var x, y: 0..3 := 1 event e do x := 2, if x = 2 { y := 3 }", &["e: x = 2"]);
}

#[test]
fn a_step_in_braces_sees_the_one_before_it() {
    steps("var x: 0..3 := 1 var y: 0..3 := 2 event e do { x := y; y := x }", &["e: x = 2"]);
    steps("var x, y: 0..3 := 0 event e do { x := 1; x := x + 1; y := x }", &["e: x = 2, y = 2"]);
    steps("var x, y: 0..3 := 0 event e do { x' = 1; y' = x }", &["e: x = 1, y = 1"]);
    steps(
        "var x, y: 0..3 := 0 event e do { x := any in 1..2; y := x }",
        &["e: x = 1, y = 1", "e: x = 2, y = 2"],
    );
    steps("var x: 0..3 := 0 event e do { x := 1; assert x = 1; x := 0 }", &["e: nothing changes"]);
    steps("var x: 0..3 := 0 event e do { x := 1, x' < 2; x := 3 }", &["e: x = 3"]);
}

#[test]
fn a_value_between_steps_must_be_of_the_type_too() {
    steps(
        "var x: 0..3 := 3 event e do { x := x + 1; x := 0 }",
        &["e faults: 4 is outside the type 0..3 of x"],
    );
    steps("var x: 0..3 := 3 event e do { x' = x + 1; x := 0 }", &[]);
}

#[test]
fn a_nested_block_begins_where_its_step_begins() {
    let text = "var x: 0..3 := 1 var y, z: 0..3 := 0 event e do x := 3, if true { y := x; z := y }";
    steps(text, &["e: x = 3, y = 1, z = 1"]);
    let text = "var x: 0..3 := 1 var y: 0..3 := 0 event e do { x := 2; x := 3, choose { y := x } }";
    steps(text, &["e: x = 3, y = 2"]);
    let text = "var x, y: 0..3 := 0 event e do choose { x := 1; y := x } or { y := 2; x := y }";
    steps(text, &["e: x = 1, y = 1", "e: x = 2, y = 2"]);
}

#[test]
fn what_nested_blocks_write_is_merged() {
    let text =
        "var x, y: 0..3 := 0 event e do choose { x := 1 } or { x := 2 }, choose { y := 1 } or { y := 2 }";
    steps(text, &["e: x = 1, y = 1", "e: x = 1, y = 2", "e: x = 2, y = 1", "e: x = 2, y = 2"]);
    let text = "var x, y, z: 0..3 := 0 event e do if true { x := 1; x := 2 }, y := x, if true { z := x }";
    steps(text, &["e: x = 2"]);
}

#[test]
fn primes_in_a_nested_block_concern_its_own_steps() {
    let text = "var x, y: 0..3 := 0 event e do if true { x := 1; y' = x + 1 }";
    steps(text, &["e: x = 1, y = 2"]);
    let text = "var x, y: 0..3 := 0 event e do if true { x' = 1; y' = x }, skip";
    steps(text, &["e: x = 1, y = 1"]);
}

#[test]
fn locations_change_last() {
    let text = "var x: 0..3 := 0
        process P { loc a, b  a -> b do { x := if P at a then 1 else 2; x := x + (if P at a then 1 else 0) } }";
    steps(text, &["P: a -> b: x = 2, P = b"]);
}

#[test]
fn what_is_inside_a_place_is_read_before_the_step() {
    let text = "var a: array [0..1] of 0..3 := 0 var i: 0..1 := 0 event e do i := 1, a[i] := 2";
    steps(text, &["e: a[0] = 2, i = 1"]);
    let text = "var a: array [0..1] of 0..3 := 0 var i: 0..1 := 0 event e do i := 1, a[i]' = 2";
    steps(text, &["e: a[0] = 2, i = 1"]);
    let text = "var a: array [0..1] of 0..3 := 0 var i: 0..1 := 0 event e do { i := 1; a[i]' = 2 }";
    steps(text, &["e: a[1] = 2, i = 1"]);
}

#[test]
fn a_place_may_hold_a_place() {
    let text = "var a: array [0..1] of 0..1 := 1 var b: array [0..1] of 0..3 := 0 event e do b[a[0]] := 3";
    steps(text, &["e: b[1] = 3"]);
    let text = "var p: ref P := P[1]
        process P[i in 1..2] { var next: ref P := P[3 - i] var n: 0..3 := 0 loc a }
        event e do p->next->n := 2, p->n := 1";
    steps(text, &["e: P[1].n = 1, P[2].n = 2"]);
}

#[test]
fn equal_successors_of_one_transition_are_one() {
    steps(
        "var x: 0..3 := 0 event e do choose { x := 1 } or { x := 1 } or { x := any in {1} }",
        &["e: x = 1"],
    );
}

#[test]
fn two_writes_to_one_fixed_place_are_an_error() {
    errors("var x: 0..3 := 0 event e do x := 1, x := 1", &["E302"]);
    errors("var x: 0..3 := 0 event e do x := 1, x := any", &["E302"]);
    errors("var a: array [0..1] of 0..3 := 0 event e do a[1] := 1, a[1] := 1", &["E302"]);
    errors("const N := 1 var a: array [0..1] of 0..3 := 0 event e do a[N] := 1, a[2 - 1] := 1", &["E302"]);
    errors("var a: array [0..1] of 0..3 := 0 var i: 0..1 := 0 event e do a[i] := 1, a[i] := 1", &["E302"]);
    errors("process P { var x: 0..3 := 0 loc a  a -> a do x := 1, P.x := 1 }", &["E302"]);
}
