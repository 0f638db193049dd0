//! Relations and `any`: which places they release, which values they find, when they block and fault.

use conformance::{errors, starts, steps};

#[test]
fn a_relation_blocks_where_an_assignment_faults() {
    steps("var x: 0..1 := 1 event e do x' = x + 1", &[]);
    steps("var x: 0..1 := 1 event e do x := x + 1", &["e faults: 2 is outside the type 0..1 of x"]);
    steps("var x: nat := 0 event e do x' = x - 1", &[]);
    steps("var x: nat := 0 event e do x := x - 1", &["e faults: -1 is outside the type nat of x"]);
    steps("var x: int := 0 event e when x = 0 do x := x - 1", &["e: x = -1"]);
}

#[test]
fn a_relation_finds_all_new_values() {
    steps("var x: 0..3 := 1 event e do x' > x", &["e: x = 2", "e: x = 3"]);
    steps("var x: 0..3 := 1 event e do x' != x", &["e: x = 0", "e: x = 2", "e: x = 3"]);
    steps("var x, y: 0..1 := 0 event e do x' = y'", &["e: nothing changes", "e: x = 1, y = 1"]);
    steps("var x, y: 0..1 := 0 event e do x' + y' = 1", &["e: y = 1", "e: x = 1"]);
    steps("var b: bool := false event e do b'", &["e: b = true"]);
    steps("var b: bool := false event e do !b'", &["e: nothing changes"]);
    steps("var b, c: bool := false event e do b' <=> c", &["e: nothing changes"]);
    steps("var x: int := 5 event e do 2 * x' = x + 1", &["e: x = 3"]);
    steps("var x: int := 5 event e do 2 * x' = x", &[]);
    steps("var x: int := 5 event e when x = 5 do x <= x' < x + 2", &["e: nothing changes", "e: x = 6"]);
    steps("var x: nat := 1 event e do x' < x", &["e: x = 0"]);
    steps("var x: int := 0 event e when x = 0 do x' in {x + 2, x - 1}", &["e: x = -1", "e: x = 2"]);
}

#[test]
fn a_new_value_may_depend_on_another() {
    steps(
        "var x: int := 7 var y: 0..1 := 0 event e when x = 7 do x' = max(y', 0) * 2",
        &["e: x = 0", "e: x = 2, y = 1"],
    );
    steps(
        "var x: int := 7 var y: 0..1 := 0 event e when x = 7 do x' in {y' + 1, abs(y')}",
        &["e: x = 0", "e: x = 1", "e: x = 1, y = 1", "e: x = 2, y = 1"],
    );
}

#[test]
fn a_relation_releases_the_places_of_its_primes_evaluated_or_not() {
    steps("var x: 0..1 := 0 event e do true || x' = 1", &["e: nothing changes", "e: x = 1"]);
    steps("var x: 0..1 := 0 event e do false => x' = 1", &["e: nothing changes", "e: x = 1"]);
    steps("var x: 0..1 := 0 event e do x' = x'", &["e: nothing changes", "e: x = 1"]);
    steps(
        "var x, y: 0..1 := 0 event e do if x = 0 then y' = 1 else x' = 1",
        &["e: y = 1", "e: x = 1, y = 1"],
    );
}

#[test]
fn a_relation_releases_just_the_element_that_it_names() {
    let text = "var a: array [0..1] of 0..1 := 0 var i: 0..1 := 1 event e do true || a[i]' = 1";
    steps(text, &["e: nothing changes", "e: a[1] = 1"]);
    let text = "var p: ref P := null process P[i in 0..1] { var x: 0..1 := 0 }
        event e do p = null || p->x' = 1";
    steps(text, &["e: nothing changes"]);
    let text = "var p: ref P := P[0] process P[i in 0..1] { var x: 0..1 := 0 }
        event e do p = null || p->x' = 1";
    steps(text, &["e: P[0].x = 1"]);
}

#[test]
fn a_relation_without_primes_only_blocks() {
    steps("var x: 0..1 := 0 event e do x = 1", &[]);
    steps("var x: 0..1 := 0 event e do x = 0", &["e: nothing changes"]);
    steps("var x: 0..1 := 0 event e do x = 0, x := 1", &["e: x = 1"]);
}

#[test]
fn new_values_for_which_a_relation_faults_are_faults_and_no_successors() {
    let fault = "e faults: division by zero";
    steps("var x: 0..2 := 1 event e do 10 / x' = 5", &["e: x = 2", fault]);
    steps("var x: 0..2 := 1 event e do x' != 0 && 10 / x' = 5", &["e: x = 2"]);
    steps("var x: 0..2 := 1 event e do x' = 0 || 10 / x' = 5", &["e: x = 0", "e: x = 2"]);
    steps("var x: 0..2 := 1 event e do 10 / x' = 5 && x' != 0", &["e: x = 2", fault]);
    steps("var x: 0..2 := 0 event e do x' = 1 / x", &[fault]);
    steps("var x: 0..2 := 0 event e do x' = 1 && 1 / x = 1", &[fault]);
    steps("var x: 0..2 := 0 event e do x' = 3 && 1 / x = 1", &[]);
}

#[test]
fn an_index_of_a_relation_may_be_outside() {
    let text = "var a: array [0..1] of 0..1 := 0 var i: 0..2 := 2 event e do a[i]' = 1";
    steps(text, &["e faults: index 2 is outside the array: a[i]"]);
    let text = "var a: array [0..1] of 0..1 := 0 var i: 0..2 := 2 event e do i < 2 && a[i]' = 1";
    steps(text, &[]);
}

#[test]
fn a_relation_may_constrain_what_is_assigned() {
    steps("var x: 0..3 := 0 event e do x := 1, x' > 0", &["e: x = 1"]);
    steps("var x: 0..3 := 0 event e do x := 1, x' > 1", &[]);
    steps("var x, y: 0..3 := 0 event e do x := 1, y' = x' + 1", &["e: x = 1, y = 2"]);
    steps("var x: 0..3 := 0 event e do x := any, x' > 1", &["e: x = 2", "e: x = 3"]);
    steps(
        "var x, y: 0..3 := 0 event e do choose { x := 1 } or { x := 2 }, y' = x' + 1",
        &["e: x = 1, y = 2", "e: x = 2, y = 3"],
    );
}

#[test]
fn any_ranges_over_the_type() {
    steps("var b: bool := false event e do b := any", &["e: nothing changes", "e: b = true"]);
    steps("var c: { A, B } := B event e do c := any", &["e: c = A", "e: nothing changes"]);
    let text = "var p: ref P := null process P[i in 1..2] { loc a } event e do p := any";
    steps(text, &["e: nothing changes", "e: p = P[1]", "e: p = P[2]"]);
    steps("var x: -1..1 := 0 event e do x := any", &["e: x = -1", "e: nothing changes", "e: x = 1"]);
}

#[test]
fn any_in_a_set_ranges_over_the_set() {
    steps("var x: 0..3 := 0 event e do x := any in 1..2", &["e: x = 1", "e: x = 2"]);
    steps("var x: 0..3 := 0 event e do x := any in {x + 1, 3, 1}", &["e: x = 1", "e: x = 3"]);
    steps("var x: 0..3 := 0 event e do x := any in 2..1", &[]);
    let outside = "e faults: 2 is outside the type 0..1 of x";
    steps("var x: 0..1 := 0 event e do x := any in 1..2", &["e: x = 1", outside]);
    steps("var x: 0..1 := 0 event e do x := any in {2}", &[outside]);
    steps("var x: 0..1 := 0 event e do x := any in 1..2 where x' < 2", &["e: x = 1"]);
    steps("var x: 0..1 := 0 event e do x := any in 1..2 where x' >= 2", &[outside]);
    steps("var x: int := 0 event e when x = 0 do x := any in x..x + 1", &["e: nothing changes", "e: x = 1"]);
    steps("var x: 0..3 := 0 event e do x := any in 0..1 / x", &["e faults: division by zero"]);
}

#[test]
fn where_is_a_condition_on_the_new_value() {
    steps("var x: 0..3 := 1 event e do x := any where x' > x", &["e: x = 2", "e: x = 3"]);
    steps("var x: 0..3 := 3 event e do x := any where x' > x", &[]);
    steps(
        "var x, y: 0..1 := 0 event e do x := any where x' = y'",
        &["e: nothing changes", "e: x = 1, y = 1"],
    );
    steps("var x, y: 0..1 := 0 event e do x := any where x' = y', y := 1", &["e: x = 1, y = 1"]);
    steps("var x: int := 0 event e do x := any where 1 <= x' <= 2", &["e: x = 1", "e: x = 2"]);
}

#[test]
fn primes_elsewhere_are_errors() {
    errors("var x: 0..1 := 0 event e when x' = 1", &["E303"]);
    errors("var x: 0..1 := 0 event e do x := x'", &["E303"]);
    errors("var x: 0..1 := 0 event e do assert x' = 1", &["E303"]);
    errors("var x: 0..1 := 0 invariant i: x' = 1", &["E303"]);
    errors("var x: 0..1 := 0 event e do choose { when x' = 1 do skip }", &["E303"]);
    errors("var x: 0..1 init x' = 1", &["E303"]);
}

#[test]
fn a_definition_may_use_primes_where_its_use_may() {
    steps("var x: 0..3 := 0 let next(n) = x' = x + n event e do next(2)", &["e: x = 2"]);
    errors("var x: 0..3 := 0 let next(n) = x' = x + n event e when next(2)", &["E303"]);
    starts("var x: 0..1 let low = x = 0 init low", &["x = 0"]);
}
