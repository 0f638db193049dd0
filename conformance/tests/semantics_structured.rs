//! Records, sets, queues and `for`, sentence by sentence; in the interpreter, the explicit and the symbolic engine.

use conformance::{compare_engines, errors, steps};

/// What can happen in the only initial state; all engines agree on the model.
#[track_caller]
fn happens(text: &str, expected: &[&str]) {
    steps(text, expected);
    symbolic_agrees(text);
}

#[track_caller]
fn symbolic_agrees(text: &str) {
    let compared = compare_engines(text).unwrap_or_else(|other| panic!("{other:?}\n{text}"));
    assert_eq!((compared.skipped, compared.open), (None, 0), "{text}");
}

const BOX: &str =
    "var box: array [1..2] of fifo 2 of 0..3  var i: 1..2 := 1  var j: 1..2 := 1  var x: 0..3 := 0\n";

#[test]
fn a_send_to_a_full_queue_blocks() {
    happens("var c: fifo 1 of 0..3 event e do c ! 2", &["e: len(c) = 1, c[0] = 2"]);
    happens("var c: fifo 0 of 0..3 event e do c ! 2", &[]);
    let text = "var c: fifo 1 of 0..3 event e do { c ! 2; c ! 3 }";
    happens(text, &[]);
    let text = "var c: fifo 1 of 0..3 event e do choose { c ! 2; c ! 3 } or { c ! 1 }";
    happens(text, &["e: len(c) = 1, c[0] = 1"]);
}

#[test]
fn a_receive_from_an_empty_queue_blocks() {
    happens("var c: fifo 2 of 0..3 var x: 0..3 := 1 event e do c ? x", &[]);
    happens("var c: fifo 2 of 0..3 event e do c ? _", &[]);
    happens("var c: fifo 2 of 0..3 var x: 0..3 := 1 event e do { c ! 2; c ? x }", &["e: x = 2"]);
    happens("var c: fifo 2 of 0..3 event e do { c ! 2; c ! 3; c ? _ }", &["e: len(c) = 1, c[0] = 3"]);
}

#[test]
fn blocking_comes_before_anything_but_the_place_of_the_queue() {
    // What is sent, and everything beside it, would fault.
    happens("var c: fifo 0 of 0..3 var x: 0..3 := 0 event e do c ! 1 / x", &[]);
    happens("var c: fifo 0 of 0..3 var x: 0..3 := 0 event e do x := 1 / x, c ! 1", &[]);
    happens("var c: fifo 2 of 0..3 var x: 0..3 := 0 event e do x := 1 / x, c ? _", &[]);
    happens("var c: fifo 2 of 0..3 var x: 0..3 := 0 event e do c ? _, assert x > 0", &[]);
    let text = "var c: fifo 2 of 0..3 var a: array [1..2] of 0..3 := 0 var x: 0..3 := 0 event e do c ? a[x]";
    happens(text, &[]);
    // The queue's own place is read first.
    let text = format!("{BOX} event e do box[x] ? _");
    happens(&text, &["e faults: index 0 is outside the array: len(box[x])"]);
    let text = "var c: fifo 0 of 0..3 var x: 0..3 := 0 event e do c ! 1, if 1 / x = 0 { skip }";
    happens(text, &["e faults: division by zero"]);
}

#[test]
fn what_is_sent_is_read_before_anything_is_written() {
    let text = "var c: fifo 2 of 0..3 var x: 0..3 := 1 event e do c ! x, x := 2";
    happens(text, &["e: len(c) = 1, c[0] = 1, x = 2"]);
    let text = "var c, d: fifo 2 of 0..3 event e do { c ! 3; c ? _, d ! head(c) }";
    happens(text, &["e: len(d) = 1, d[0] = 3"]);
}

#[test]
fn a_second_write_to_a_queue_is_an_error_where_the_places_are_the_same() {
    errors(&format!("{BOX} event e do box[1] ! 1, box[1] ! 1"), &["E302"]);
    errors(&format!("{BOX} event e do box[i] ! 1, box[i] ! 1"), &["E302"]);
    errors(&format!("{BOX} event e do box[1] ! 1, box[1] ? _"), &["E302"]);
    errors(&format!("{BOX} event e do box[1] := box[2], box[1] ! 1"), &["E302"]);
    errors(&format!("{BOX} event e do box := [box[2], box[1]], box[1] ! 1"), &["E302"]);
    errors(&format!("{BOX} event e do for k in 1..2 {{ box[1] ! 1 }}"), &["E302"]);
}

#[test]
fn and_otherwise_a_fault_even_if_the_values_are_equal() {
    let fault = ["e faults: assertion failed: i != j"];
    happens(&format!("{BOX} event e do box[i] ! 1, box[j] ! 1"), &fault);
    happens(
        &format!("{BOX} event e do {{ box[1] ! 1; box[i] ! 1, box[j] ? _ }}"),
        &["e faults: two different values for len(box[1]) in one step"],
    );
    happens(&format!("{BOX} event e do {{ box[1] ! 1; box[i] ? _, box[j] ? _ }}"), &fault);
    happens(&format!("{BOX} event e do box[i] := box[2], box[j] := box[2]"), &fault);
}

#[test]
fn different_queues_are_written_in_one_step() {
    let text = format!("{BOX} event e do {{ j := 2; box[i] ! 1, box[j] ! 1 }}");
    happens(&text, &["e: len(box[1]) = 1, box[1][0] = 1, len(box[2]) = 1, box[2][0] = 1, j = 2"]);
    let text = format!("{BOX} event e do box[i] ! 1, box[3 - i] ! 1");
    happens(&text, &["e: len(box[1]) = 1, box[1][0] = 1, len(box[2]) = 1, box[2][0] = 1"]);
    let text = format!("{BOX} event e do for k in 1..2 {{ box[k] ! k }}");
    happens(&text, &["e: len(box[1]) = 1, box[1][0] = 1, len(box[2]) = 1, box[2][0] = 2"]);
}
