//! Faults: where they arise, what they do to a transition, and what they count as in guards and properties.

use conformance::{steps, verdicts};

const TWO: &str =
    "process P[i in 1..2] { var x: 0..3 := 0 loc a, b }\nvar p: ref P := null\nvar z: int := 0\n";

#[test]
fn reading_and_writing_through_null() {
    let text = format!("{TWO} event e do z := p->x");
    steps(&text, &["e faults: null dereference: p->x"]);
    let text = format!("{TWO} event e do p->x := 1");
    steps(&text, &["e faults: null dereference: p->x"]);
    let text = format!("{TWO} event e do p.x := 1");
    steps(&text, &["e faults: null dereference: p->x"]);
    let text = format!("{TWO} event e do p->x' = 1");
    steps(&text, &["e faults: null dereference: p->x"]);
    let text = format!("{TWO} event e when p at a");
    steps(&text, &["e faults: null dereference: p"]);
    let text = format!("{TWO} event e do z := index(p)");
    steps(&text, &["e faults: the index of null: index(p)"]);
}

#[test]
fn indices_outside() {
    let text = format!("{TWO} event e do z := P[z].x");
    steps(&text, &["e faults: index 0 is outside the process array: P[z].x"]);
    let text = format!("{TWO} event e do p := P[z + 3]");
    steps(&text, &["e faults: index 3 is outside the process array: P[z + 3]"]);
    let text = "var a: array [1..2] of 0..3 := 0 var i: 0..3 := 0 event e do a[i] := 1";
    steps(text, &["e faults: index 0 is outside the array: a[i]"]);
    let text = "var a: array [1..2] of 0..3 := 0 var i: 0..3 := 0 event e do i := a[3 - i]";
    steps(text, &["e faults: index 3 is outside the array: a[3 - i]"]);
}

#[test]
fn dividing_by_zero() {
    let fault = ["e faults: division by zero"];
    steps("var x: 0..3 := 0 event e do x := 1 / x", &fault);
    steps("var x: 0..3 := 0 event e do x := 1 % x", &fault);
    steps("var x: 0..3 := 0 event e do x := 0 * (1 / x)", &fault);
    steps("var x: 0..3 := 0 event e do x := min(0, 1 / x)", &fault);
}

#[test]
fn values_outside_their_types() {
    steps("var x: 1..3 := 3 event e do x := x + 1", &["e faults: 4 is outside the type 1..3 of x"]);
    steps("var x: 1..3 := 1 event e do x := x - 1", &["e faults: 0 is outside the type 1..3 of x"]);
    steps("var x: nat := 0 event e do x := -1", &["e faults: -1 is outside the type nat of x"]);
    let text = "var a: array [0..1] of 0..1 := 0 var i: 0..1 := 1 event e do a[i] := 2";
    steps(text, &["e faults: 2 is outside the type 0..1 of a[1]"]);
}

#[test]
fn a_fault_in_a_guard_counts() {
    let text = format!("{TWO} event e when p->x = 0 do z := 1");
    steps(&text, &["e faults: null dereference: p->x"]);
    let text = "var x: 0..1 := 0 process P { loc a, b  a -> b when 1 / x = 1  b -> a when 1 / x = 1 }";
    steps(text, &["P: a -> b faults: division by zero"]);
}

#[test]
fn a_fault_ends_only_its_own_transition() {
    let text = "var x: 0..3 := 0 event bad do x := 1 / x event good do x := 1";
    steps(text, &["good: x = 1", "bad faults: division by zero"]);
    let text = "var x: 0..3 := 0 event e do x := any in 0..1, choose { skip } or { x' = 1 / x }";
    steps(text, &["e: nothing changes", "e: x = 1", "e faults: division by zero"]);
}

#[test]
fn evaluation_stops_early() {
    let text = format!("{TWO} event e when p != null && p->x = 0");
    steps(&text, &[]);
    let text = format!("{TWO} event e when p = null || p->x = 0");
    steps(&text, &["e: nothing changes"]);
    let text = format!("{TWO} event e when p != null => p->x = 0");
    steps(&text, &["e: nothing changes"]);
    let text = format!("{TWO} event e do z := if p = null then 7 else p->x");
    steps(&text, &["e: z = 7"]);
    let text = format!("{TWO} event e when p->x = 0 && p != null");
    steps(&text, &["e faults: null dereference: p->x"]);
    let text = format!("{TWO} event e when (p != null <=> p->x = 0)");
    steps(&text, &["e faults: null dereference: p->x"]);
    let text = "var x: 0..3 := 0 event e when forall i in 0..2: i < x || 1 / i >= 0";
    steps(text, &["e faults: division by zero"]);
    let text = "var x: 0..3 := 1 event e when forall i in 0..2: i < x || 1 / i >= 0";
    steps(text, &["e: nothing changes"]);
    let text = "var x: 0..3 := 0 event e when exists i in -1..1: 1 / i < 0";
    steps(text, &["e: nothing changes"]);
}

#[test]
fn chains_stop_early_too() {
    // A chain means the conjunction of neighbours.
    steps("var x: 0..3 := 0 event e when 1 < x < 1 / x", &[]);
    steps("var x: 0..3 := 0 event e when x < 1 < 1 / x", &["e faults: division by zero"]);
}

#[test]
fn failed_asserts_are_faults() {
    steps("var x: 0..3 := 0 event e do assert x > 0", &["e faults: assertion failed: x > 0"]);
    steps("var x: 0..3 := 0 event e do { x := 1; assert x > 1 }", &["e faults: assertion failed: x > 1"]);
}

#[test]
fn a_fault_in_a_property_counts_as_false() {
    let text = format!(
        "{TWO} invariant a: p->x = 0  invariant b: !(p->x = 0)  reachable c: p->x = 0 || p = null
         reachable d: p = null || p->x = 0  invariant e: p = null || p->x = 0"
    );
    let expected = [
        ("a", "violated 0"),
        ("b", "violated 0"),
        ("c", "violated"),
        ("d", "holds 0"),
        ("e", "holds"),
        ("no_faults", "holds"),
    ];
    verdicts(&text, &expected);
}

#[test]
fn a_state_all_of_whose_transitions_fault_is_a_dead_end() {
    let text = "var x: 0..2 := 0 event e do x := x + 1 invariant deadlock_free reachable top: x = 2";
    verdicts(text, &[("deadlock_free", "violated 2"), ("no_faults", "violated 2"), ("top", "holds 2")]);
    let text = "var x: 0..2 := 0 event e do x := x + 1 event f when x = 2 invariant deadlock_free";
    verdicts(text, &[("deadlock_free", "holds"), ("no_faults", "violated 2")]);
}

#[test]
fn a_fault_that_nothing_reaches_is_none() {
    let text = "var x: 0..2 := 0 event e when x < 1 do x := x + 1 event f when x = 2 do x := 3";
    verdicts(text, &[("no_faults", "holds")]);
}

#[test]
fn quantifiers_over_all_integers_stop_early() {
    let text = format!("{TWO} event e when exists k in int: k >= 0 && p != null && p->x = k do z := 1");
    steps(&text, &[]);
    let text = format!("{TWO} event e when forall k in int: k < 0 || p = null || p->x = k do z := 1");
    steps(&text, &["e: z = 1"]);
    let text =
        format!("{TWO} event e when exists k in int: (if p = null then k = 1 else p->x = k) do z := 1");
    steps(&text, &["e: z = 1"]);
    let text = format!("{TWO} event e when exists k in int: p->x = k do z := 1");
    steps(&text, &["e faults: null dereference: p->x"]);
}

#[test]
fn a_value_for_which_the_body_faults_does_not_satisfy_it() {
    let with = |guard: &str| {
        format!("var a: array [0..1] of int := 0 var z: int := 0 event e when {guard} do z := 1")
    };
    steps(&with("exists k in int: !(a[k] = 0)"), &[]);
    steps(&with("exists k in int: a[k] != 0 || !(a[k] >= 0)"), &[]);
    steps(&with("exists k in int: (a[k] = 0) = false"), &[]);
    steps(&with("forall k in int: !(a[k] = 1)"), &[]);
    steps(&with("forall k in int: 0 <= k <= 1 => !(a[k] = 1)"), &["e: z = 1"]);
}

#[test]
fn the_type_of_the_variable_itself_decides() {
    let process = "process P[i in 1..2] { var x: 0..i := 0 loc a }";
    let text = format!("{process} var r: ref P := P[1] event e do r->x := 2");
    steps(&text, &["e faults: 2 is outside the type 0..1 of P[1].x"]);
    let text = format!("{process} var r: ref P := P[2] event e do r->x := 2");
    steps(&text, &["e: P[2].x = 2"]);
}
