//! Branches: `choose`, `if`, `when`, and the order in which a step decides, reads, solves and asserts.

use conformance::steps;

#[test]
fn choose_takes_any_branch_that_can_be_taken() {
    let text = "var x: 0..3 := 1
        event e do choose { when x = 1 do x := 2 } or { when x = 0 do x := 3 } or { x := 0 }";
    steps(text, &["e: x = 2", "e: x = 0"]);
}

#[test]
fn a_transition_whose_branches_are_all_blocked_is_not_enabled() {
    steps("var x: 0..3 := 1 event e do choose { when x = 0 do x := 2 } or { when false do skip }", &[]);
    steps("var x: 0..3 := 1 event e do x := 2, choose { when x = 0 do skip }", &[]);
    steps("var x: 0..3 := 1 event e do { x := 2; choose { when x = 1 do skip } }", &[]);
    steps("var x: 0..3 := 1 event e do { x := 2; choose { when x = 2 do skip } }", &["e: x = 2"]);
}

#[test]
fn a_branch_that_blocks_later_is_not_taken() {
    steps("var x, y: 0..3 := 0 event e do choose { x := 1; y' = 4 } or { x := 2 }", &["e: x = 2"]);
    steps("var x: 0..3 := 0 event e do choose { x := 1; x' > x + 2 } or { x := 2 }", &["e: x = 2"]);
    steps(
        "var x: 0..3 := 0 event e do choose { x := 3; choose { when x < 3 do skip } } or { x := 2 }",
        &["e: x = 2"],
    );
}

#[test]
fn if_takes_the_branch_of_its_condition_and_no_other() {
    steps("var x: 0..3 := 1 event e do if x = 1 { x := 2 } else { x := 3 }", &["e: x = 2"]);
    steps("var x: 0..3 := 0 event e do if x = 1 { x := 2 } else { x := 3 }", &["e: x = 3"]);
    steps("var x: 0..3 := 0 event e do if x = 1 { x := 2 }", &["e: nothing changes"]);
    steps(
        "var x: 0..3 := 0 event e do if x = 1 { x := 2 } else if x = 0 { x := 3 } else { skip }",
        &["e: x = 3"],
    );
}

#[test]
fn a_false_when_in_an_if_blocks_and_does_not_fall_to_the_else() {
    steps("var x: 0..3 := 0 event e do if true { when x = 1 do x := 2 } else { x := 3 }", &[]);
    steps("var x: 0..3 := 0 event e do if false { x := 3 } else { when x = 1 do x := 2 }", &[]);
    steps("var x: 0..3 := 0 event e do if x = 0 { when x < 1 do x := 2 }", &["e: x = 2"]);
    steps("var x: 0..3 := 0 event e do if x = 1 { when false do x := 2 }", &["e: nothing changes"]);
}

#[test]
fn one_branch_may_fault_while_another_is_taken() {
    steps(
        "var x: 0..3 := 0 event e do choose { x := 1 / x } or { x := 2 }",
        &["e: x = 2", "e faults: division by zero"],
    );
    steps(
        "var x: 0..3 := 0 event e do choose { when 1 / x = 1 do x := 1 } or { x := 2 }",
        &["e: x = 2", "e faults: division by zero"],
    );
    steps(
        "var x: 0..3 := 0 event e do if 1 % x = 0 { x := 1 } else { x := 2 }",
        &["e faults: division by zero"],
    );
}

#[test]
fn whens_are_decided_before_right_hand_sides_are_read() {
    steps("var x: 0..3 := 0 event e do x := 1 / x, choose { when false do skip }", &[]);
    steps("var x: 0..3 := 0 event e do choose { when false do skip }, x := 1 / x", &[]);
    steps("var x: 0..3 := 0 event e do x := 1 / x, if true { if true { when x = 1 do skip } }", &[]);
}

#[test]
fn right_hand_sides_are_read_before_relations_are_solved() {
    let fault = ["e faults: division by zero"];
    steps("var x, y: 0..3 := 0 event e do y' = 4, x := 1 / x", &fault);
    steps("var x, y: 0..3 := 0 event e do x := 1 / x, y' = 4", &fault);
    steps("var x, y: 0..3 := 0 event e do y' = 4, if true { x := 1 / x }", &fault);
    steps("var x, y: 0..3 := 0 event e do y := any where false, x := 1", &[]);
}

#[test]
fn asserts_come_after_relations() {
    steps("var x: 0..3 := 0 event e do x' = 4, assert false", &[]);
    steps("var x: 0..3 := 0 event e do assert false, x' = 4", &[]);
    steps("var x: 0..3 := 0 event e do assert x = 1, x' = 1", &["e faults: assertion failed: x = 1"]);
    steps("var x: 0..3 := 0 event e do assert x = 1, if true { x' = 4 }", &[]);
    steps("var x: 0..3 := 0 event e do if true { assert x = 1 }, x' = 4", &[]);
    steps("var x: 0..3 := 0 event e do assert 1 / x = 1, x' = 4", &[]);
    steps("var x: 0..3 := 0 event e do assert 1 / x = 1, x' = 3", &["e faults: division by zero"]);
}

#[test]
fn an_assert_in_an_earlier_step_comes_before_a_later_step_blocks() {
    steps("var x: 0..3 := 0 event e do { assert x = 1; x' = 4 }", &["e faults: assertion failed: x = 1"]);
    steps("var x: 0..3 := 0 event e do { x' = 4; assert x = 1 }", &[]);
}
