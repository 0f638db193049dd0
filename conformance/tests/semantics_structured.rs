//! Records, sets, queues and `for`, sentence by sentence; in the interpreter, the explicit and the symbolic engine.

use conformance::{compare_engines, errors, starts, steps, values, verdicts};

/// What can happen in the only initial state; all engines agree on the model.
#[track_caller]
fn happens(text: &str, expected: &[&str]) {
    steps(text, expected);
    symbolic_agrees(text);
}

/// The verdicts; all engines agree on them.
#[track_caller]
fn decided(text: &str, expected: &[(&str, &str)]) {
    verdicts(text, expected);
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
    happens(text, &[]);
    let text = "var c: fifo 0 of 0..3 var x: 0..3 := 0 event e do if 1 / x = 0 { skip }, c ! 1";
    happens(text, &[]);
    let text =
        "var c: fifo 0 of 0..3 var x: 0..3 := 0 event e do if 1 / x = 0 { skip }, for k in 1..1 { c ! 1 }";
    happens(text, &[]);
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

#[test]
fn writes_count_where_they_are_executed() {
    let text = format!("{BOX} event e do if x = 0 {{ box[i] ! 1 }}, if x = 1 {{ box[j] ! 1 }}");
    happens(&text, &["e: len(box[1]) = 1, box[1][0] = 1"]);
    let text = format!("{BOX} event e do if x = 0 {{ box[i] ! 1 }}, if x < 1 {{ box[j] ! 1 }}");
    happens(&text, &["e faults: assertion failed: x = 0 => i != j"]);
    let text = format!("{BOX} event e do choose {{ box[i] ! 1 }} or {{ box[j] ! 1 }}");
    happens(&text, &["e: len(box[1]) = 1, box[1][0] = 1"]);
    let text = format!("{BOX} event e do choose {{ box[i] ! 1 }} or {{ x := 1 }}, box[j] ! 1");
    happens(&text, &["e: len(box[1]) = 1, box[1][0] = 1, x = 1", "e faults: assertion failed: j != i"]);
    let text = format!(
        "{BOX} event e do choose {{ box[i] ! 1 }} or {{ skip }}, choose {{ box[j] ! 1 }} or {{ skip }}"
    );
    happens(
        &text,
        &["e: len(box[1]) = 1, box[1][0] = 1", "e: nothing changes", "e faults: assertion failed: i != j"],
    );
    // One block may write the same queue in several of its steps, and its neighbour counts against each.
    let text = format!("{BOX} event e do if true {{ box[i] ! 1; box[j] ! 2 }}, x := 1");
    happens(&text, &["e: len(box[1]) = 2, box[1][0] = 1, box[1][1] = 2, x = 1"]);
    let text = format!("{BOX} event e do if true {{ x := 1; box[i] ! 1 }}, box[j] ! 1");
    happens(&text, &["e faults: assertion failed: j != i"]);
}

#[test]
fn a_queue_is_written_once_through_references_too() {
    let declared =
        "process P[k in 1..2] { var c: fifo 1 of 0..3 } var p, q: ref P := P[1] var m: 1..2 := 1\n";
    happens(&format!("{declared} event e do p->c ! 1, q->c ! 1"), &["e faults: assertion failed: p != q"]);
    happens(
        &format!("{declared} event e do p->c ! 1, P[2].c ! 1"),
        &["e: len(P[1].c) = 1, P[1].c[0] = 1, len(P[2].c) = 1, P[2].c[0] = 1"],
    );
    happens(
        &format!("{declared} event e do p->c ! 1, P[1].c ! 1"),
        &["e faults: assertion failed: p != P[1]"],
    );
    let text = format!("{declared} event e do p->c ! 1, P[m].c ! 1");
    happens(&text, &["e faults: assertion failed: index(p) != m"]);
    // Each instance has a queue of another type.
    let uneven = "process P[k in 1..2] { var c: fifo 1 of 0..k } var p, q: ref P := P[1]\n";
    let text = format!("{uneven} event e do p->c ! 1, q->c ! 1");
    happens(&text, &["e faults: assertion failed: index(p) <= 1 => false"]);
    // Processes that send at once.
    let text = "process P[k in 1..2] { var to: 1..2 := 2 loc a, b  a -> b do box[k] ? _, box[to] ! 0 }
        var box: array [1..2] of fifo 2 of 0..3  event e when empty(box[1]) do for k in 1..2 { box[k] ! 1 }";
    happens(text, &["e: len(box[1]) = 1, box[1][0] = 1, len(box[2]) = 1, box[2][0] = 1"]);
}

#[test]
fn queues_inside_of_records_and_arrays_count() {
    let declared = "type R = record { c: fifo 1 of bool, b: bool }
        var r: array [1..2] of R  var one: R  var i, j: 1..2 := 1\n";
    let fault = ["e faults: assertion failed: i != j"];
    let text = format!(
        "{declared} event e do r[i] := one, r[j].c := one.c  invariant b: !one.b && !r[1].b && !r[2].b"
    );
    let text = text.replace("b: bool }", "b: {off} }").replace("!one.b && !r[1].b && !r[2].b", "one.b = off");
    happens(&text, &fault);
    let text = text.replace("r[j].c := one.c", "r[j].c ! true");
    happens(&text, &["e faults: two different values for len(r[1].c) in one step"]);
    let text = text.replace("r[i] := one, r[j]", "r[i].b := off, r[j]");
    happens(&text, &["e: len(r[1].c) = 1, r[1].c[0] = true"]);
}

#[test]
fn heads_and_entries_that_are_not_there_are_faults() {
    let declared = "var c: fifo 2 of 0..3 var x: 0..3 := 0\n";
    happens(&format!("{declared} event e do x := head(c)"), &["e faults: the queue has no entry 0: c[0]"]);
    happens(&format!("{declared} event e do {{ c ! 2; x := c[0] }}"), &["e: len(c) = 1, c[0] = 2, x = 2"]);
    happens(
        &format!("{declared} event e do {{ c ! 2; x := c[1] }}"),
        &["e faults: the queue has no entry 1: c[1]"],
    );
    values(declared, &[("len(c)", "0"), ("empty(c)", "true"), ("full(c)", "false"), ("0 in c", "false")]);
    values(declared, &[("head(c)", "fault"), ("c[x]", "fault"), ("c[0] = 0", "fault as condition")]);
}

#[test]
fn ranges_are_checked_on_send_and_receive() {
    let text = "var c: fifo 2 of 0..3 var x: 0..9 := 7 event e do c ! x";
    happens(text, &["e faults: 7 is outside the type 0..3 of c[0]"]);
    let text = "var c: fifo 2 of 0..9 var x: 0..3 := 0 event e do { c ! 7; c ? x }";
    happens(text, &["e faults: 7 is outside the type 0..3 of x"]);
    happens("var c: fifo 2 of 0..9 event e do { c ! 7; c ? _ }", &["e: nothing changes"]);
    // A part outside its type is none until the value is sent.
    let text =
        "type R = record { a: 0..1 } var c: fifo 2 of R event e when R{a: 7} != R{a: 1} do c ! R{a: 1}";
    happens(text, &["e: len(c) = 1, c[0].a = 1"]);
    let text = "type R = record { a: 0..1 } var c: fifo 2 of R var x: 0..9 := 7 event e do c ! R{a: x}";
    happens(text, &["e faults: 7 is outside the type 0..1 of c[0].a"]);
}

#[test]
fn a_place_contains_its_parts() {
    let declared =
        "type R = record { a: 0..3, b: 0..3 } var m: R := R{a: 0, b: 0} var n: R := R{a: 1, b: 0}\n";
    errors(&format!("{declared} event e do m := n, m.a := 1"), &["E302"]);
    happens(&format!("{declared} event e do m.a := 2, m.b := 3"), &["e: m.a = 2, m.b = 3"]);
    let rows = "var g: array [1..2] of array [1..2] of 0..3 := 0 var i: 1..2 := 1 var j: 1..2 := 2\n";
    happens(&format!("{rows} event e do g[1] := g[2], g[i][j] := 0"), &["e: nothing changes"]);
    let text = format!("{rows} event e do g[1] := g[2], g[i][j] := 1");
    happens(&text, &["e faults: two different values for g[1][2] in one step"]);
}

#[test]
fn starts_fit_the_whole_or_each_element() {
    starts(
        "var g: array [1..2] of array [1..2] of 0..3 := [[0, 1], [2, 3]] event e when false",
        &["g[1][1] = 0, g[1][2] = 1, g[2][1] = 2, g[2][2] = 3"],
    );
    starts(
        "var g: array [1..2] of array [1..2] of 0..3 := [0, 1] event e when false",
        &["g[1][1] = 0, g[1][2] = 1, g[2][1] = 0, g[2][2] = 1"],
    );
    starts(
        "type R = record { a: 0..1 } var r: array [1..2] of R := R{a: 1} event e when false",
        &["r[1].a = 1, r[2].a = 1"],
    );
    starts(
        "var c: array [1..2] of fifo 1 of 2..3 event e when empty(c[1])",
        &["len(c[1]) = 0, c[1][0] = 2, len(c[2]) = 0, c[2][0] = 2"],
    );
}

#[test]
fn primes_release_all_or_one_field() {
    let declared = "type R = record { a: 0..1, b: 0..1 } var m: R := R{a: 0, b: 0}\n";
    happens(&format!("{declared} event e do m'.a = 1"), &["e: m.a = 1", "e: m.a = 1, m.b = 1"]);
    happens(&format!("{declared} event e do m.a' = 1"), &["e: m.a = 1"]);
    let queue = "var c: fifo 1 of 0..1\n";
    happens(
        &format!("{queue} event e do c'[0] = 1"),
        &["e: len(c) = 1, c[0] = 1", "e faults: the queue has no entry 0: c[0]"],
    );
    errors(&format!("{queue} event e do c[0] := 1"), &["E301"]);
}

#[test]
fn sets_are_domains_in_the_state_where_they_are_evaluated() {
    let declared = "var s: set of 1..3 := {1} event e do s := union(s, {2})\n";
    values(declared, &[("sum(v in s: v)", "1"), ("count(v in {1, 1, 1}: true)", "1"), ("card(s)", "1")]);
    let text =
        format!("{declared} invariant some: exists v in s: v = 1  invariant all: forall v in s: v < 2");
    decided(&text, &[("some", "holds"), ("all", "violated 1")]);
    happens("var s: set of 1..3 := {} var x: 1..3 := 1 event e do x := any in s", &[]);
}

#[test]
fn for_takes_a_constant_domain_that_may_be_empty() {
    happens("var x: 0..3 := 0 event e do for k in 1..0 { x := k }", &["e: nothing changes"]);
    let text = "var a: array [0..1] of 0..3 := [1, 2] event e do for k in 0..1 { a[k] := a[1 - k] }";
    happens(text, &["e: a[0] = 2, a[1] = 1"]);
    errors("var s: set of 0..3 := {} var x: 0..3 := 0 event e do for k in s { x := k }", &["E207"]);
    errors("var x, y: 0..3 := 0 event e do for k in 0..0 { x := k; y := k }", &["E002"]);
}

#[test]
fn a_macro_is_no_place_but_its_parameter_may_be_one() {
    errors(&format!("{BOX} let c = box[1] event e do c ! 1"), &["E301"]);
    let text = format!(
        "{BOX} let has(c, v) = len(c) > 0 && head(c) = v  event e when !has(box[1], 1) do box[1] ! 1"
    );
    happens(&text, &["e: len(box[1]) = 1, box[1][0] = 1"]);
}
