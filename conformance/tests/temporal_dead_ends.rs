//! Maximal paths: what the operators of both logics mean where nothing can happen any more.

use conformance::temporal::formulas;

/// Two states: `x = 0`, and behind one step the dead end `x = 1`.
const TWO: &str = "var x: 0..1 := 0 event e when x = 0 do x := 1";

/// One state, which is a dead end.
const ONE: &str = "var x: 0..1 := 0 event e when x = 1 do skip";

#[test]
fn next_at_a_dead_end() {
    formulas(
        ONE,
        &[
            ("ctl AX false", true),
            ("ctl AX x = 0", true),
            ("ctl EX true", false),
            ("ctl EX x = 0", false),
            ("ltl X x = 0", true),
            ("ltl X x = 1", false),
            ("ltl X false", false),
            ("ltl X X X x = 0", true),
        ],
    );
}

#[test]
fn finally_and_globally_at_a_dead_end() {
    formulas(
        ONE,
        &[
            ("ctl AF x = 0", true),
            ("ctl AF x = 1", false),
            ("ctl EF x = 0", true),
            ("ctl EF x = 1", false),
            ("ctl AG x = 0", true),
            ("ctl AG x = 1", false),
            ("ctl EG x = 0", true),
            ("ctl EG x = 1", false),
            ("ltl F x = 1", false),
            ("ltl G x = 0", true),
            ("ltl G F x = 0", true),
            ("ltl F G x = 1", false),
        ],
    );
}

#[test]
fn untils_at_a_dead_end() {
    formulas(
        ONE,
        &[
            ("ctl A[x = 0 U x = 1]", false),
            ("ctl E[x = 0 U x = 1]", false),
            ("ctl A[x = 1 U x = 0]", true),
            ("ctl A[x = 0 W x = 1]", true),
            ("ctl E[x = 0 W x = 1]", true),
            ("ctl A[x = 1 W x = 1]", false),
            ("ctl A[x = 1 R x = 0]", true),
            ("ctl E[x = 1 R x = 0]", true),
            ("ctl A[x = 0 R x = 1]", false),
            ("ctl E[x = 0 R x = 1]", false),
            ("ltl x = 0 U x = 1", false),
            ("ltl x = 0 W x = 1", true),
            ("ltl x = 1 R x = 0", true),
            ("ltl x = 0 R x = 1", false),
        ],
    );
}

#[test]
fn on_the_way_to_a_dead_end() {
    formulas(
        TWO,
        &[
            ("ctl AX x = 1", true),
            ("ctl EX x = 1", true),
            ("ctl AX EX true", false),
            ("ctl EX AX false", true),
            ("ctl AF x = 1", true),
            ("ctl AF AG x = 1", true),
            ("ctl EG x = 0", false),
            ("ctl EF EG x = 1", true),
            ("ctl AG EX true", false),
            ("ctl A[x = 0 U x = 1]", true),
            ("ctl A[x = 0 U AX false]", true),
            ("ltl X x = 1", true),
            ("ltl X X x = 1", true),
            ("ltl F G x = 1", true),
            ("ltl G (x = 1 => X x = 1)", true),
            ("ltl G (x = 0 => X x = 0)", false),
        ],
    );
}

#[test]
fn a_state_all_of_whose_transitions_fault_is_a_dead_end() {
    let text = "var x: 0..1 := 0 event up when x = 0 do x := 1 event over when x = 1 do x := x + 1";
    formulas(
        text,
        &[
            ("ctl AG EX true", false),
            ("ctl AF AX false", true),
            ("ctl EF EG x = 1", true),
            ("ltl F G x = 1", true),
            ("ltl G F x = 0", false),
        ],
    );
}

#[test]
fn a_path_may_end_or_go_on() {
    let text = "var x: 0..2 := 0 event stay when x = 0 do skip event leave when x = 0 do x := any in 1..2 \
                event back when x = 2 do x := 0";
    formulas(
        text,
        &[
            ("ctl AF x > 0", false),
            ("ctl EG x = 0", true),
            ("ctl EF AG x = 1", true),
            ("ctl AG (x = 2 => AX x = 0)", true),
            ("ctl EG x != 1", true),
            ("ctl AG EF x = 1", true),
            ("ctl AG (x = 1 => EG x = 1)", true),
            ("ltl F x > 0", false),
            ("ltl G (x = 2 => X x = 0)", true),
            ("ltl (F x = 1) || (G F x = 0)", true),
            ("ltl (F G x = 1) || (F G x = 0)", false),
        ],
    );
}

#[test]
fn every_initial_state_counts() {
    let text = "var x: 0..1 event e when x = 0 do x := 0";
    formulas(
        text,
        &[
            ("ctl EX true", false),
            ("ctl EX x = 0 || AX false", true),
            ("ctl x = 0", false),
            ("ctl EF x = 0", false),
            ("ltl x = 0", false),
            ("ltl (G x = 0) || (G x = 1)", true),
            ("ltl G x = 0", false),
        ],
    );
}
