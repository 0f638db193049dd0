//! Models that engines once refused, or gave up on, although an answer is near: long chains of references, conditions on
//! the way to a goal, receivers that count, steps that cannot be said in formulas, and values chosen without bound.

use conformance::lowering::compare_lowering;
use conformance::models::{load, load_right};
use conformance::{auto, verdicts_within};
use engines::{Choice, Options};
use std::time::Duration;
use symbolic::LowerOptions;
use system::{ClaimedPath, Expectation, Mismatch, PathEnding, System, TransitionId, Value, Verdict, retrace};

/// What one model may take; a debug build is some twenty times slower than a release.
const LIMIT: Duration = Duration::from_secs(60);

fn symbolic() -> Choice {
    match engines::find("symbolic") {
        engines::Availability::Here(engine) => Choice::Only(engine),
        _ => panic!("there is a symbolic engine"),
    }
}

/// Every property of the model that expects something gets that verdict.
#[track_caller]
fn assert_as_expected(text: &str, choice: Choice) {
    let system = load_right(text);
    let wanted: Vec<usize> =
        (0..system.properties.len()).filter(|number| system.properties[*number].expect.is_some()).collect();
    let found = verdicts_within(&system, &wanted, choice, &Options::default(), LIMIT).expect("no mistake");
    for (number, verdict) in wanted.iter().zip(found) {
        let property = &system.properties[*number];
        let expected = match property.expect {
            Some(Expectation::Violated) => Verdict::Violated,
            _ => Verdict::Holds,
        };
        assert_eq!(verdict, expected, "{}", property.name);
    }
}

#[test]
fn loops_are_closed_on_the_way_to_a_goal() {
    // The processes leave one by one, and what must hold until then never changes.
    let kept = "var g: bool
        population P { loc p0, p1, p2 p0 -> p1 p1 -> p2 }
        @expect(holds) ctl drains: g => E[g U g && count(P at {p0, p1}) = 0]
        @expect(violated) ctl drains_always: A[g U count(P at {p0, p1}) = 0]";
    // What must hold until then is given up on the way, but late enough; and too early.
    let left = "param n: nat
        var x, y: nat := 0
        event more when x < n do x := x + 1
        event over when x >= n do y := 1
        @expect(holds) ctl enough: E[x <= n && y = 0 U x = n]
        @expect(violated) ctl too_early: n >= 5 => E[x <= 3 U x = n]";
    for text in [kept, left] {
        assert_as_expected(text, Choice::Auto);
        assert_as_expected(text, symbolic());
    }
}

#[test]
fn a_condition_that_is_false_at_first_needs_no_step() {
    let text = "const N := 2
        type Switch = { On, Off }
        param s: nat where s in 0..2
        var g0: ref P := null
        var g1: nat in {0, 1}
        var g2: nat := 0
        let f0 = !(N == s)
        broadcast c_
        process P[i in 1..N] {
          var xp: Switch := Off
          var yp: ref P := P[1]
          loc l0
          l0 -> l0
            when ((Q.xq[1] in {1, g2}) || (Q.xq[1] in {i, s}))
              && ((g1 >= i) => (g0 != null && (exists q1 in int: N + 3 * q1 = N)))
            sync c_??
            do choose {
              when (P[i % N + 1].xp = P[i % N + 1].xp) <=> (g2 <= g2) do choose {
                when g1 > g1 && g1 != Q.xq[1] do g2 := g2 - 2
              } or { when g0 = null && yp != null do skip } or { when Q.xq[0] in 0..2 do g2 := g2 - 2 }
            } or { skip }
        }
        process Q { var xq: array [0..1] of int := 0 loc a a -> a sync c_!! }
        @expect(violated) invariant i0:
          P[2] at l0 => f0 || (1 <= Q.xq[1] && (forall q4 in int: q4 = g2 || q4 != g1))";
    assert_as_expected(text, Choice::Auto);
    assert_as_expected(text, symbolic());
}

#[test]
fn a_step_without_a_formula_leaves_the_others() {
    let text = "var x, y: -1000..1000 := 1
        var unbounded: int := 0
        event square when x > 500 do x := x * y
        event step when x < 5 do x := x + 1
        @expect(violated) invariant small: x <= 3
        @expect(holds) reachable four: x = 4";
    assert_as_expected(text, symbolic());
    let open = load_right(&text.replace("x <= 3", "x <= 5"));
    let found = verdicts_within(&open, &[0], symbolic(), &Options::default(), LIMIT).expect("no mistake");
    assert!(
        matches!(&found[0], Verdict::Unknown(reason) if reason.contains("a product of two variables")),
        "{found:?}"
    );
}

#[test]
fn receivers_of_a_population_may_negate_and_count() {
    let text = "var g: bool := false
        broadcast d
        population P { loc p0, p1 start p0: any >= 1 p0 -> p1 sync d?? do g := !g p0 -> p1 sync d!! }
        @expect(violated) invariant i0: g";
    assert_as_expected(text, symbolic());
    assert_as_expected(text, Choice::Auto);
    let counted = "var n: nat := 0
        var up: 0..9 := 0
        var odd: bool := false
        broadcast d
        population P {
          loc p0, p1
          start p0: any >= 1
          p0 -> p1 sync d?? do { n := n + 2, odd := !odd }
          p0 -> p1 sync d!!
        }
        @expect(holds) invariant twice: count(P at p0) = 0 => true
        @expect(holds) ctl parity: AG (odd => n > 0)
        @expect(violated) invariant even: !odd";
    assert_as_expected(counted, symbolic());
}

#[test]
fn receivers_that_negate_and_count_are_lowered_rightly() {
    let model = |size: usize| {
        format!(
            "var n: 0..7 := 0
             var m: -9..9 := 0
             var odd: bool := false
             broadcast d
             population P {{
               loc p0, p1
               start p0: {size}
               p0 -> p1 when n < 5 sync d?? do {{ n := n + 2, odd := !odd, m := m - 1 }}
               p0 -> p1 sync d!! do n := n + 1
               p1 -> p0 do odd := false
             }}
             invariant i: odd
             bound b: n"
        )
    };
    for size in 1..=5 {
        let loaded = load(&model(size));
        let system = loaded.system.expect("the model is right");
        for most_codes in [0, 1 << 16] {
            let options = LowerOptions { most_codes, ..LowerOptions::default() };
            let compared = compare_lowering(&system, &options, size as u64, 200);
            let compared = compared.expect("the formulas say what the interpreter does");
            assert!(compared.expect("it can be said in formulas").successors > 0);
        }
    }
}

/// The path of one step, replayed.
fn replayed(system: &System, from: &[Value], to: &[Value]) -> Result<(), Mismatch> {
    let path = ClaimedPath {
        initial: from.to_vec(),
        steps: vec![(TransitionId::from_index(0), to.to_vec())],
        ending: PathEnding::Finite,
    };
    retrace(system, &path).map(|_| ())
}

#[test]
fn a_value_without_bound_is_taken_from_the_path() {
    let values = |numbers: &[i128]| numbers.iter().map(|number| Value::Int(*number)).collect::<Vec<_>>();
    let chosen = load_right("var x, y: int := 0 event e do { x := any; y := x + 1 }");
    assert_eq!(replayed(&chosen, &values(&[0, 0]), &values(&[70, 71])), Ok(()));
    assert_eq!(replayed(&chosen, &values(&[1, 0]), &values(&[70, 71])), Err(Mismatch::NotInitial));
    // The value is not in the next state, but near one that is.
    let hidden = load_right("var x, y: int := 0 event e do { x := any; y := x + 1; x := 0 }");
    assert_eq!(replayed(&hidden, &values(&[0, 0]), &values(&[0, -5])), Ok(()));
    let related = load_right("var x, y: int := 0 event e do x' + y' > 10 && x' < y'");
    assert_eq!(replayed(&related, &values(&[0, 0]), &values(&[7, 8])), Ok(()));
    // What no choice leads to is not taken for a step, nor is it claimed that there is none.
    for wrong in [[8, 7], [1, 2]] {
        let found = replayed(&related, &values(&[0, 0]), &values(&wrong));
        assert!(matches!(found, Err(Mismatch::Obstacle(_))), "{found:?}");
    }
    let listed = load_right("var x, y: 0..9 := 0 event e do x' + y' > 10 && x' < y'");
    assert_eq!(replayed(&listed, &values(&[0, 0]), &values(&[8, 7])), Err(Mismatch::NoSuchStep(0)));
}

#[test]
fn a_violation_by_a_value_without_bound_is_shown() {
    let text = "var x, y: int := 0
        event e when x = 0 do { x := any; y := 2 * x }
        @expect(violated) invariant small: y <= 100
        @expect(holds) invariant even: y = 2 * x";
    assert_as_expected(text, Choice::Auto);
    assert_as_expected(text, symbolic());
}

#[test]
fn long_chains_of_references_are_no_obstacle() {
    for path in conformance::models::files_below("tests/models/limits", ".fathom") {
        let system = load_right(&conformance::models::read(&path));
        let all: Vec<usize> = (0..system.properties.len()).collect();
        let found = auto(&system, &all, LIMIT).expect("no mistake");
        let open: Vec<&Verdict> =
            found.iter().filter(|verdict| matches!(verdict, Verdict::Unknown(_))).collect();
        assert!(open.is_empty(), "{}: {open:?}", path.display());
    }
}
