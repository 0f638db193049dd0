//! Faults, quantifiers and nesting in temporal formulas.

use conformance::temporal::formulas;

const COUNT: &str = "var x: 0..2 := 0 event e do x := (x + 1) % 3";

#[test]
fn a_fault_makes_the_largest_temporal_free_part_false() {
    formulas(
        COUNT,
        &[
            // At x = 0 the division faults.
            ("ctl 1 / x = 1", false),
            ("ctl !(1 / x = 1)", false),
            ("ctl !(1 / x = 1) || true", false),
            ("ctl true || 1 / x = 1", true),
            ("ctl !(1 / x = 1) || AF true", true),
            ("ctl !AG (1 / x = 1)", true),
            ("ctl AX 1 / x = 1", true),
            ("ctl AF 1 / x = 1", true),
            ("ctl EF !(1 / x = 1)", true),
            ("ctl AG (1 / x >= 0)", false),
            ("ctl AG (x = 0 || 1 / x >= 0)", true),
            ("ctl (1 / x = 1) => AF false", true),
            ("ctl (1 / x = 1 => false) && AF true", false),
            ("ltl 1 / x = 1", false),
            ("ltl !(1 / x = 1)", false),
            ("ltl !F (1 / x = 1)", false),
            ("ltl X 1 / x = 1", true),
            ("ltl G F (1 / x = 1)", true),
            ("ltl (1 / x = 1) => F false", true),
        ],
    );
}

#[test]
fn parts_in_front_of_the_first_temporal_one_belong_together() {
    formulas(
        COUNT,
        &[
            ("ctl 1 / x = 1 || x = 0 || AF false", false),
            ("ctl x = 0 || 1 / x = 1 || AF false", true),
            ("ctl 1 / x = 1 || (x = 0 || AF false)", true),
            ("ctl AF false || 1 / x = 1 || x = 0", true),
            ("ltl 1 / x = 1 || x = 0 || F false", false),
            ("ltl 1 / x = 1 || (x = 0 || F false)", true),
            ("ltl F false || 1 / x = 1 || x = 0", true),
        ],
    );
}

#[test]
fn a_fault_in_fairness_counts_as_false() {
    let text = "var x: 0..1 := 0 event e do x := any in 0..1";
    formulas(
        &format!("{text} justice 1 / x = 1"),
        &[("ctl AF x = 1", true), ("ltl G F x = 1", true), ("ltl G F x = 0", false)],
    );
    formulas(&format!("{text} justice !(1 / x = 0)"), &[("ltl G F x = 1", true)]);
    formulas(
        &format!("{text} compassion (1 / x = 1, x = 0)"),
        &[("ltl G F x = 0", true), ("ltl G F x = 1", false)],
    );
}

#[test]
fn quantifiers_over_finite_domains_surround_formulas() {
    let text = "process P[i in 1..2] { loc a, b a -> b } var x: 0..2 := 0 event e when x < 2 do x := x + 1";
    formulas(
        &format!("{text} fair P fair e"),
        &[
            ("ctl forall i in 1..2: AF P[i] at b", true),
            ("ctl exists i in 1..2: EX P[i] at b", true),
            ("ctl forall i in 1..2: EX P[i] at b", true),
            ("ctl forall i in 1..2: AX P[i] at b", false),
            ("ctl AG forall k in 0..1: (x = k => EF x = k + 1)", true),
            ("ctl AG exists k in 0..2: AG x >= k", true),
            ("ctl exists k in 1..2: AG x >= k", false),
            ("ctl forall i in 1..2: forall k in 0..2: EF (P[i] at b && x = k)", true),
            ("ctl forall k in 2..1: AF false", true),
            ("ctl exists k in 2..1: EF true", false),
            ("ltl forall i in 1..2: F P[i] at b", true),
            ("ltl forall k in 0..2: F x = k", true),
            ("ltl exists k in 0..2: G x = k", false),
            ("ltl exists k in 0..2: F G x = k", true),
            ("ltl G forall k in 0..1: (x = k => F x = k + 1)", true),
            // On each path one of the two is first, but not the same one on all.
            ("ltl exists i in 1..2: (P[i] at a U P[3 - i] at b)", true),
            ("ctl exists i in 1..2: A[P[i] at a U P[3 - i] at b]", false),
            ("ltl exists b in bool: G (b => x = 0)", true),
        ],
    );
}

#[test]
fn a_quantified_temporal_free_part_faults_as_a_whole() {
    formulas(
        COUNT,
        &[
            ("ctl exists k in 0..1: 1 / k = 1", false),
            ("ctl exists k in 0..1: (1 / k = 1 && EF true)", true),
            ("ctl forall k in 0..1: (1 / k = 1 || EF true)", true),
            ("ltl exists k in 0..1: G (1 / k = 1)", true),
        ],
    );
}

#[test]
fn nested_branching_formulas() {
    let text = "var x: 0..3 := 0 event step when x < 2 do x := x + 1 event fall when x = 1 do x := 3 \
        event back when x = 2 do x := 0";
    formulas(
        text,
        &[
            ("ctl AG EF x = 0", false),
            ("ctl EF AG x = 3", true),
            ("ctl AG (x = 1 => (EX x = 3 && EX x = 2))", true),
            ("ctl AG (x != 3 => EF (x = 1 && EX AG x = 3))", true),
            ("ctl EG EF x = 2", true),
            ("ctl AF (x = 1 && EX AX false)", true),
            ("ctl A[EF x = 2 W x = 3]", true),
            ("ctl A[EF x = 2 U x = 3]", false),
            ("ctl E[EF x = 2 U AG x = 3]", true),
            ("ctl A[x = 3 R EX true]", false),
            ("ctl !EX (x = 1 && !EX EX x = 0)", true),
            ("ctl (AF x = 1) <=> (EF x = 3)", true),
            ("ltl G (x = 1 => X (x = 2 || x = 3))", true),
            ("ltl (G F x = 0) || (F G x = 3)", true),
            ("ltl (x < 3 U x = 3) || G x < 3", true),
            ("ltl !(G F x = 0 && F x = 3)", true),
            ("ltl X X x = 2", false),
        ],
    );
}
