//! Two writes to one place in the same step, through references and indices.

use conformance::steps;

const TWO: &str = "process P[i in 1..2] { var x: 0..3 := 0 loc a }\n";

#[test]
fn equal_values_are_fine() {
    let text = format!("{TWO} var p, q: ref P := P[1] event e do p->x := 2, q->x := 2");
    steps(&text, &["e: P[1].x = 2"]);
    let text = "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0 event e do a[i] := 1, a[j] := 1";
    steps(text, &["e: a[0] = 1"]);
    let text = format!("{TWO} var p: ref P := P[1] event e do p->x := 2, P[1].x := 2");
    steps(&text, &["e: P[1].x = 2"]);
}

#[test]
fn different_values_are_a_fault() {
    let text = format!("{TWO} var p, q: ref P := P[1] event e do p->x := 2, q->x := 3");
    steps(&text, &["e faults: two different values for P[1].x in one step"]);
    let text = "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0 event e do a[i] := 1, a[j] := 2";
    steps(text, &["e faults: two different values for a[0] in one step"]);
    let text = "var a: array [0..1] of 0..3 := 0 var i: 0..1 := 0 event e do a[i] := 1, a[0] := 2";
    steps(text, &["e faults: two different values for a[0] in one step"]);
}

#[test]
fn different_places_are_no_matter() {
    let text = format!("{TWO} var p: ref P := P[1] var q: ref P := P[2] event e do p->x := 2, q->x := 3");
    steps(&text, &["e: P[1].x = 2, P[2].x = 3"]);
    let text = "var a: array [0..1] of 0..3 := 0 var i: 0..1 := 0 event e do a[i] := 1, a[1 - i] := 2";
    steps(text, &["e: a[0] = 1, a[1] = 2"]);
}

#[test]
fn nested_blocks_write_in_the_same_step() {
    let text = "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0
        event e do a[i] := 1, choose { a[j] := 1 } or { a[j] := 2 }";
    steps(text, &["e: a[0] = 1", "e faults: two different values for a[0] in one step"]);
    let text = "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0
        event e do a[i] := 1, if true { a[j] := 2; a[j] := 1 }";
    steps(text, &["e: a[0] = 1"]);
}

#[test]
fn any_writes_too() {
    let fault = "e faults: two different values for a[0] in one step";
    let text =
        "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0 event e do a[i] := 1, a[j] := any in 1..2";
    steps(text, &["e: a[0] = 1", fault]);
    let text =
        "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0 event e do a[i] := 1, a[j] := any in {1}";
    steps(text, &["e: a[0] = 1"]);
    let text =
        "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0 event e do a[i] := 1, a[j] := any in {2}";
    steps(text, &[fault]);
}

#[test]
fn a_relation_through_a_reference_is_no_write() {
    let text = format!("{TWO} var p, q: ref P := P[1] event e do p->x := 2, q->x' = 2");
    steps(&text, &["e: P[1].x = 2"]);
    let text = format!("{TWO} var p, q: ref P := P[1] event e do p->x := 2, q->x' = 3");
    steps(&text, &[]);
    let text = format!("{TWO} var p, q: ref P := P[1] event e do p->x' > 1, q->x' < 3");
    steps(&text, &["e: P[1].x = 2"]);
}

#[test]
fn writes_of_different_steps_follow_each_other() {
    let text = "var a: array [0..1] of 0..3 := 0 var i, j: 0..1 := 0 event e do { a[i] := 1; a[j] := 2 }";
    steps(text, &["e: a[0] = 2"]);
}
