//! Families of systems whose numbers of reachable states others have published.
//!
//! - The Kanban system of Ciardo and Tilgner (*On the Use of Kronecker Operators for the Solution of Generalized
//!   Stochastic Petri Nets*, ICASE report 96-35, 1996), the polling server of Ibe and Trivedi (*Stochastic Petri Net Models of
//!   Polling Systems*, IEEE Journal on Selected Areas in Communications 8, 1990) and the tandem queues of Hermanns, Meyer-Kayser
//!   and Siegle (*Multi Terminal Binary Decision Diagrams to Represent and Analyse Continuous Time Markov Chains*, NSMC
//!   1999): states and transitions as the probabilistic model checker PRISM found them, recorded in the benchmark suite of
//!   its authors (github.com/prismmodelchecker/prism-benchmarks at d3cf6bb, `models/ctmcs/{kanban,polling,tandem}/logs`).
//! - Dining philosophers as a net: 3^N markings, as the Model Checking Contest records. The numbers of markings of its other
//!   small nets are compared in `crates/cli/tests/contest.rs`.
//!
//! `FATHOM_SLOW=1` runs larger ones.

use explicit::{Settings, Use, check};
use language::{Overrides, load};
use system::{ConstantValue, System, Unlimited, Verdict};

fn model(text: &str, size: i128) -> System {
    let constants = vec![("N".to_owned(), ConstantValue::Int(size))];
    let loaded = load(text, &Overrides { constants, ..Overrides::default() });
    loaded.system.unwrap_or_else(|| panic!("{:?} {:?}", loaded.diagnostics, loaded.problems))
}

/// Searches for what does not exist, without reduction and with each.
#[track_caller]
fn assert_counts(text: &str, size: i128, states: u128, transitions: u128) {
    let system = model(text, size);
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let plain = Settings::default();
    for answer in check(&system, &all, &plain, &Unlimited).expect("the engine answers") {
        assert_eq!(*answer.verdict(), Verdict::Holds);
        assert_eq!(answer.statistics[..2], [("states", states.into()), ("transitions", transitions.into())]);
    }
    for settings in [
        Settings { partial_order: Use::Always, ..plain.clone() },
        Settings { symmetry: Use::Always, ..plain.clone() },
        Settings { inactive: Use::Always, ..plain },
    ] {
        for answer in check(&system, &all, &settings, &Unlimited).expect("the engine answers") {
            assert_eq!(*answer.verdict(), Verdict::Holds);
            let found = answer.statistics[0].1.word();
            assert!(found.is_some_and(|found| found <= states), "{found:?} of {states} states");
        }
    }
}

fn is_slow() -> bool {
    std::env::var_os("FATHOM_SLOW").is_some()
}

const KANBAN: &str = "
    const N := 1
    var free: array [1..4] of 0..N := N
    var work, redo, done: array [1..4] of 0..N := 0
    event enter when free[1] > 0 do free[1] := free[1] - 1, work[1] := work[1] + 1
    event good[i in 1..4] when work[i] > 0 do work[i] := work[i] - 1, done[i] := done[i] + 1
    event bad[i in 1..4] when work[i] > 0 do work[i] := work[i] - 1, redo[i] := redo[i] + 1
    event again[i in 1..4] when redo[i] > 0 do redo[i] := redo[i] - 1, work[i] := work[i] + 1
    event part when done[1] > 0 && free[2] > 0 && free[3] > 0
      do done[1] := done[1] - 1, free[1] := free[1] + 1, free[2] := free[2] - 1, work[2] := work[2] + 1,
         free[3] := free[3] - 1, work[3] := work[3] + 1
    event join when done[2] > 0 && done[3] > 0 && free[4] > 0
      do done[2] := done[2] - 1, free[2] := free[2] + 1, done[3] := done[3] - 1, free[3] := free[3] + 1,
         free[4] := free[4] - 1, work[4] := work[4] + 1
    event leave when done[4] > 0 do done[4] := done[4] - 1, free[4] := free[4] + 1
    invariant cards: forall i in 1..4: free[i] + work[i] + redo[i] + done[i] = N
    invariant deadlock_free";

#[test]
fn kanban() {
    assert_counts(KANBAN, 1, 160, 616);
    assert_counts(KANBAN, 2, 4_600, 28_120);
    if is_slow() {
        assert_counts(KANBAN, 3, 58_400, 446_400);
        assert_counts(KANBAN, 4, 454_475, 3_979_850);
    }
}

const POLLING: &str = "
    const N := 2
    var turn: 1..N := 1
    var serves: bool := false
    var waits: array [1..N] of bool := false
    let next(i) = if i = N then 1 else i + 1
    event arrive[i in 1..N] when !waits[i] do waits[i] := true
    event skip_over[i in 1..N] when turn = i && !serves && !waits[i] do turn := next(i)
    event begin[i in 1..N] when turn = i && !serves && waits[i] do serves := true
    event end[i in 1..N] when turn = i && serves do serves := false, turn := next(i), waits[i] := false
    invariant somebody: serves => exists i in 1..N: turn = i && waits[i]
    invariant deadlock_free";

#[test]
fn polling() {
    for (size, states, transitions) in [(3, 36, 84), (4, 96, 272), (5, 240, 800)] {
        assert_counts(POLLING, size, states, transitions);
    }
    assert_counts(POLLING, 10, 15_360, 89_600);
}

const TANDEM: &str = "
    const N := 5
    var first, second: 0..N := 0
    var phase: 1..2 := 1
    event arrive when first < N do first := first + 1
    event slow when first > 0 && phase = 1 do phase := 2
    event pass[p in 1..2] when first > 0 && phase = p && second < N
      do first := first - 1, second := second + 1, phase := 1
    event leave when second > 0 do second := second - 1
    invariant within: first <= N && second <= N
    invariant deadlock_free";

#[test]
fn tandem() {
    for (size, states, transitions) in [(5, 66, 189), (7, 120, 363), (15, 496, 1_619), (31, 2_016, 6_819)] {
        assert_counts(TANDEM, size, states, transitions);
    }
    if is_slow() {
        assert_counts(TANDEM, 255, 130_816, 455_939);
    }
}

const PHILOSOPHERS: &str = "
    const N := 5
    var fork: array [0..N - 1] of bool := true
    process Philosopher[i in 0..N - 1] {
      loc think, left, right, eat
      think -> left  when fork[i] do fork[i] := false
      think -> right when fork[(i + 1) % N] do fork[(i + 1) % N] := false
      left  -> eat   when fork[(i + 1) % N] do fork[(i + 1) % N] := false
      right -> eat   when fork[i] do fork[i] := false
      eat   -> think do fork[i] := true, fork[(i + 1) % N] := true
    }
    invariant neighbours: forall i in 0..N - 1: !(Philosopher[i] at eat && Philosopher[(i + 1) % N] at eat)";

/// A philosopher takes either fork first: each fork lies on the table or is held by one of two, hence 3^N.
#[test]
fn philosophers() {
    assert_counts(PHILOSOPHERS, 5, 243, 945);
    if is_slow() {
        assert_counts(PHILOSOPHERS, 10, 59_049, 459_270);
    }
}
