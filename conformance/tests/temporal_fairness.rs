//! Fairness: which paths the quantifiers of both logics range over.

use conformance::temporal::formulas;

/// `go` is enabled in every other state of the loop that `turn` makes.
const ALTERNATING: &str = "var x: 0..2 := 0 \
    event turn when x < 2 do x := 1 - x \
    event go when x = 1 do x := 2";

#[test]
fn weak_and_strong_fairness_differ_where_a_unit_is_enabled_now_and_then() {
    let reach = |holds: bool| [("ctl AF x = 2", holds), ("ltl F x = 2", holds), ("ctl EG x < 2", !holds)];
    formulas(ALTERNATING, &reach(false));
    formulas(&format!("{ALTERNATING} fair go"), &reach(false));
    formulas(&format!("{ALTERNATING} strong go"), &reach(true));
}

#[test]
fn weak_fairness_is_enough_where_a_unit_is_enabled_for_ever() {
    let text = "var x: 0..1 := 0 event idle do skip event go when x = 0 do x := 1";
    formulas(text, &[("ctl AF x = 1", false), ("ltl F x = 1", false)]);
    let fair = format!("{text} fair go");
    formulas(
        &fair,
        &[("ctl AF x = 1", true), ("ltl F x = 1", true), ("ctl EG x = 0", false), ("ctl AX x = 1", false)],
    );
    formulas(&format!("{text} fair idle"), &[("ctl AF x = 1", false), ("ltl F x = 1", false)]);
}

#[test]
fn a_loop_of_the_unit_itself_counts_as_moving() {
    let text = "var x: 0..1 := 0 process P { loc a go: a -> a go: a -> a do x := 1 }";
    formulas(&format!("{text} strong P"), &[("ctl AF x = 1", false), ("ltl F x = 1", false)]);
    formulas(&format!("{text} strong P.go"), &[("ctl AF x = 1", false)]);
    let two = "var x: 0..1 := 0 process P { loc a stay: a -> a go: a -> a do x := 1 }";
    formulas(&format!("{two} fair P"), &[("ctl AF x = 1", false)]);
    formulas(&format!("{two} fair P.go"), &[("ctl AF x = 1", true), ("ltl F x = 1", true)]);
}

#[test]
fn justice_and_compassion() {
    let text = "var x: 0..2 := 0 event e do x := any in 0..2";
    formulas(
        &format!("{text} justice x = 1"),
        &[
            ("ctl AF x = 1", true),
            ("ctl AG AF x = 1", true),
            ("ctl AF x = 2", false),
            ("ltl G F x = 1", true),
            ("ltl F G x = 1", false),
            ("ctl AX x = 1", false),
        ],
    );
    formulas(
        &format!("{text} compassion (x = 0, x = 1)"),
        &[
            ("ctl AF x = 1", false),
            ("ctl AF x > 0", true),
            ("ltl (G F x = 0) => (G F x = 1)", true),
            ("ltl F G x = 2", false),
            ("ltl G F x > 0", true),
            ("ctl EF EG x = 2", true),
            ("ctl EF EG x = 0", false),
        ],
    );
    formulas(
        &format!("{text} compassion (x = 0, x = 1) compassion (x = 1, x = 2)"),
        &[("ctl AF x = 2", true), ("ltl G F x = 2", true), ("ctl AF x = 1", false), ("ltl F G x = 2", false)],
    );
}

/// Two workers, each of which may go round for ever.
const WORKERS: &str = "process Worker[i in 1..2] { loc a, b go: a -> b back: b -> a }";

#[test]
fn each_instance_is_a_unit() {
    let first = "ctl AF Worker[1] at b";
    let both = "ltl G F Worker[1] at b && G F Worker[2] at b";
    formulas(WORKERS, &[(first, false), (both, false)]);
    formulas(&format!("{WORKERS} fair Worker[1]"), &[(first, true), (both, false)]);
    formulas(&format!("{WORKERS} fair Worker[2]"), &[(first, false), (both, false)]);
    formulas(
        &format!("{WORKERS} fair Worker"),
        &[(first, true), (both, true), ("ctl AG AF (Worker[1] at a && Worker[2] at a)", false)],
    );
}

#[test]
fn a_labelled_edge_is_a_unit_in_each_instance() {
    let at_b = "ltl forall i in 1..2: G F Worker[i] at b";
    let round = "ltl forall i in 1..2: (G F Worker[i] at a && G F Worker[i] at b)";
    // A worker at b for ever cannot go, so nothing is asked of it.
    formulas(&format!("{WORKERS} fair Worker.go"), &[(at_b, true), (round, false)]);
    formulas(&format!("{WORKERS} strong Worker.go"), &[(at_b, true), (round, false)]);
    formulas(&format!("{WORKERS} strong Worker.back"), &[(at_b, false), (round, false)]);
    formulas(&format!("{WORKERS} fair Worker.go fair Worker.back"), &[(round, true)]);
    formulas(
        &format!("{WORKERS} fair Worker[1].go fair Worker[1].back"),
        &[(at_b, false), ("ltl G F Worker[1] at a && G F Worker[1] at b", true)],
    );
}

#[test]
fn several_edges_of_one_label_are_one_unit() {
    let text = "var x: 0..2 := 0 process P { loc a go: a -> a do x := 1 go: a -> a do x := 2 rest: a -> a }";
    formulas(
        &format!("{text} fair P.go"),
        &[("ctl AF x > 0", true), ("ltl G F x = 1", false), ("ltl (G F x = 1) || (G F x = 2)", true)],
    );
}

#[test]
fn an_event_is_a_unit() {
    let text = "var x: 0..2 := 0 event set[i in 1..2] do x := i event idle do skip";
    formulas(
        &format!("{text} fair set"),
        &[("ltl G F x = 1 && G F x = 2", true), ("ctl AG AF x = 2", true), ("ctl AX x = 1", false)],
    );
    formulas(&format!("{text} fair set[1]"), &[("ltl G F x = 1", true), ("ltl G F x = 2", false)]);
}

#[test]
fn a_population_is_one_unit() {
    let text =
        "var b: bool := false population Crowd { loc u, v start u: 2 u -> v v -> u } event flip do b := !b";
    formulas(text, &[("ctl AF count(Crowd at v) > 0", false)]);
    formulas(
        &format!("{text} fair Crowd"),
        &[
            ("ctl AF count(Crowd at v) > 0", true),
            ("ctl AF count(Crowd at v) = 2", false),
            ("ltl G F b", false),
        ],
    );
}

#[test]
fn taking_part_in_a_rendezvous_is_moving() {
    // The receiver can move only with a sender, of which there are two; it moves with either.
    let text = "sync meet var x: 0..2 := 0 \
        process One { loc a a -> a sync meet! do x := 1 } \
        process Two { loc a a -> a sync meet! do x := 2 } \
        process Answer { loc a a -> a sync meet? } \
        event idle do skip";
    formulas(
        &format!("{text} fair Answer"),
        &[("ctl AF x > 0", true), ("ctl AF x = 1", false), ("ltl (G F x = 1) || (G F x = 2)", true)],
    );
    formulas(&format!("{text} fair One"), &[("ctl AF x = 1", true), ("ltl G F x = 2", false)]);
    formulas(&format!("{text} fair One fair Two"), &[("ltl G F x = 1 && G F x = 2", true)]);
}

#[test]
fn receiving_a_broadcast_is_moving() {
    // Only the one at b hears; the other stays, and does not count as moving.
    let text = "broadcast shout var x: 0..1 := 0 \
        process Caller { loc a call: a -> a sync shout!! } \
        process Hears { loc b b -> b sync shout?? do x := 1 - x } \
        process Deaf { loc c, d c -> d when x = 1 d -> c sync shout?? } \
        event idle do skip";
    formulas(&format!("{text} fair Hears"), &[("ctl AF x = 1", true), ("ltl G F x = 1", true)]);
    formulas(&format!("{text} fair Caller"), &[("ltl G F x = 1", true)]);
    formulas(&format!("{text} fair Deaf"), &[("ctl AF x = 1", false), ("ltl G F x = 1", false)]);
    // Where x is 1 now and then, Deaf can move infinitely often, and strongly fair it does.
    formulas(
        &format!("{text} fair Hears strong Deaf"),
        &[("ltl G F Deaf at d", true), ("ltl G F Deaf at c", true)],
    );
    formulas(&format!("{text} fair Hears fair Deaf"), &[("ltl G F Deaf at d", false)]);
}

#[test]
fn a_receiver_whose_guard_is_false_does_not_move() {
    let text = "broadcast shout var x: 0..1 := 0 \
        process Caller { loc a a -> a sync shout!! } \
        process Never { loc b b -> b when x = 1 sync shout?? } \
        event set when x = 0 do x := 1";
    formulas(&format!("{text} strong Never"), &[("ctl AF x = 1", false), ("ltl F x = 1", false)]);
    let idle = format!("{text} event idle do skip");
    formulas(&format!("{idle} fair set"), &[("ctl AF x = 1", true)]);
    formulas(&format!("{idle} fair set strong Never"), &[("ctl AF x = 1", true), ("ltl F G x = 1", true)]);
}

#[test]
fn a_population_that_receives_moves() {
    let text = "broadcast shout \
        process Caller { loc a a -> a sync shout!! } \
        population Crowd { loc u, v start u: 2 u -> v sync shout?? v -> u } \
        event idle do skip";
    formulas(
        &format!("{text} fair Crowd"),
        &[("ctl AF count(Crowd at v) = 2", true), ("ltl G F count(Crowd at u) > 0", true)],
    );
}

#[test]
fn an_unfair_loop_is_no_path() {
    let text = "var x: 0..1 := 0 event stay when x = 0 do skip event go when x = 0 do x := 1 fair go";
    formulas(
        text,
        &[
            ("ctl EG x = 0", false),
            ("ctl EX x = 0", true),
            ("ctl AF x = 1", true),
            ("ctl AF AX false", true),
            ("ltl F G x = 1", true),
        ],
    );
}

#[test]
fn finite_paths_are_fair() {
    let text = "var x: 0..1 := 0 event go when x = 0 do x := 1";
    formulas(
        &format!("{text} justice x = 0 compassion (true, false)"),
        &[
            ("ctl EG true", true),
            ("ctl AF x = 1", true),
            ("ctl AF false", false),
            ("ltl F G x = 1", true),
            ("ltl false", false),
        ],
    );
}

#[test]
fn where_no_path_is_fair_all_paths_satisfy_everything() {
    let text = "var x: 0..1 := 0 event go do x := 1 justice x = 0";
    formulas(
        text,
        &[
            ("ctl AF false", true),
            ("ctl AG false", true),
            ("ctl AX false", true),
            ("ctl A[false U false]", true),
            ("ctl EF true", false),
            ("ctl EG true", false),
            ("ctl EX true", false),
            ("ctl E[true W true]", false),
            ("ctl x = 1", false),
            ("ctl x = 0", true),
            ("ltl false", true),
            ("ltl X false", true),
        ],
    );
}

#[test]
fn next_needs_a_successor_that_begins_a_fair_path() {
    // From x = 1 there is no fair path: x never becomes 0 or 2 again.
    let text = "var x: 0..2 := 0 event doom when x = 0 do x := 1 event stay when x = 1 do skip \
        event turn when x != 1 do x := 2 - x justice x != 1";
    formulas(
        text,
        &[
            ("ctl EX x = 1", false),
            ("ctl AX x = 2", true),
            ("ctl EF x = 1", false),
            ("ctl AG x != 1", true),
            ("ctl E[x = 0 U x = 1]", false),
            ("ctl A[x = 0 U x = 2]", true),
            ("ltl X x = 2", true),
            ("ltl G x != 1", true),
        ],
    );
}

#[test]
fn fairness_concerns_no_other_property() {
    conformance::verdicts(
        "var x: 0..1 := 0 event go do x := 1 justice x = 0 invariant low: x = 0 reachable high: x = 1",
        &[("low", "violated 1"), ("high", "holds 1")],
    );
}

#[test]
fn strong_fairness_of_one_unit_may_need_another_component() {
    // In the loop 0 1 `go` can be taken, and is not; in the loop 2 it cannot, and need not.
    let text = "var x: 0..3 := 0 event turn when x < 2 do x := 1 - x event leave when x = 0 do x := 2 \
        event stay when x = 2 do skip event go when x = 1 do x := 3 event round when x = 3 do x := 0";
    formulas(
        &format!("{text} strong go"),
        &[
            ("ctl AF x = 2", false),
            ("ctl AF (x = 2 || x = 3)", true),
            ("ltl (F x = 2) || (G F x = 3)", true),
            ("ltl G F x = 3", false),
            ("ctl EG x < 2", false),
            ("ctl EG x <= 2", true),
        ],
    );
}
