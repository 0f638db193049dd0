//! Any number of workers says what the ordinary search says: verdicts, counts, and paths.

mod support;

use cluster::Job;
use explicit::Settings;
use std::sync::Arc;
use support::{compare, is_small, models, shared_properties, system};
use system::Unlimited;

#[test]
fn small_models_are_the_same() {
    let texts = [
        "var x, y: nat := 0 event a when x < 90 do x := x + 1 event b when y < 150 do y := y + 7
         invariant small: x + y < 200 reachable far: x = 89 && y = 147 invariant deadlock_free",
        "var x: array [1..5] of 0..6 := 0 event up[i in 1..5] do x[i] := (x[i] + 1) % 7
         invariant low: x[1] + x[2] + x[3] < 17 reachable odd: x[5] = 6 && x[1] = 3",
        "var x: 0..20 := 0 event up when x < 20 do x := x + 1 event down when x > 3 do x := x - 3 bound most: x * (30 - x)",
        "var x: 0..9 init x > 3 event divide when x > 4 do x := 12 / (x - 5) invariant never: x != 4",
        "var x: int := 0 event down when x > -70000 do x := x - 9000 event up when x < 100 do x := x + 2 bound most: x",
    ];
    for text in texts {
        compare(text, system(text), &[1, 2, 3, 5]);
    }
}

/// Examples with more states than this are left to the long tests.
const FEW: u64 = 800;

/// The same in long tests.
const MANY: u64 = 300_000;

#[test]
fn examples_are_the_same() {
    let is_long = std::env::var("FATHOM_SLOW").is_ok();
    let (most, threads): (u64, &[usize]) = if is_long { (MANY, &[1, 2, 3, 5]) } else { (FEW, &[3]) };
    let mut compared = 0;
    for path in models("examples") {
        let text = std::fs::read_to_string(&path).expect("the model can be read");
        let loaded = language::load(&text, &language::Overrides::default());
        let Some(system) = loaded.system.filter(|system| is_small(system, most)) else { continue };
        compare(&path.display().to_string(), system, threads);
        compared += 1;
    }
    assert!(compared > 20, "only {compared} examples were compared");
}

/// Workers that may not be ahead of each other wait at each step, and say the same.
#[test]
fn who_waits_for_the_others_says_the_same() {
    let text = "var x: array [1..5] of 0..6 := 0 event up[i in 1..5] do x[i] := (x[i] + 1) % 7
        invariant low: x[1] + x[2] + x[3] < 19 reachable odd: x[5] = 6 && x[1] = 3";
    let system = Arc::new(system(text));
    let asked = shared_properties(&system);
    let mut job = Job::in_memory(Arc::clone(&system), asked.clone(), Settings::default());
    job.most_ahead = 0;
    let ordinary = explicit::check(&system, &asked, &Settings::default(), &Unlimited).expect("it answers");
    for threads in [2, 4] {
        for (one, other) in support::answers(&job, threads).iter().zip(&ordinary) {
            let is_complete = support::is_exhaustive(other);
            assert!(
                support::said(one, is_complete) == support::said(other, is_complete),
                "{threads} threads"
            );
        }
    }
}

#[test]
fn restarts_change_nothing() {
    // A search with reductions begins again when there are many states, and one with growing values when fields are too narrow.
    let text = "process P[i in 1..5] { var seen: 0..3 := 0 loc a, b, c, d, e
        a -> b do seen := 1 b -> c do seen := 2 c -> d do seen := 3 d -> e do seen := 0 e -> a }
        invariant few: count(P at d) < 5 invariant deadlock_free";
    let system = Arc::new(system(text));
    let asked = shared_properties(&system);
    let auto =
        Settings { symmetry: explicit::Use::Auto, inactive: explicit::Use::Auto, ..Settings::default() };
    let mut job = Job::in_memory(Arc::clone(&system), asked.clone(), auto.clone());
    job.plain_states = 500;
    let one = support::answers(&job, 1);
    assert!(one.iter().any(|answer| answer.strategy.contains("symmetry")), "{:?}", one[0].strategy);
    let ordinary = explicit::check(&system, &asked, &auto, &Unlimited).expect("it answers");
    for threads in [2, 3] {
        let several = support::answers(&job, threads);
        for ((one, several), ordinary) in one.iter().zip(&several).zip(&ordinary) {
            assert!(support::said(one, true) == support::said(several, true));
            assert_eq!(one.verdict(), ordinary.verdict());
        }
    }
}
