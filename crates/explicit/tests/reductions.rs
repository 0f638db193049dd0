//! Known numbers of states with reductions and without.

use explicit::{Form, Settings, Use, check};
use language::{Overrides, load};
use system::{System, Unlimited, Verdict};

fn system(text: &str, constants: &[(&str, i128)]) -> System {
    let mut overrides = Overrides::default();
    for (name, value) in constants {
        overrides.constants.push(((*name).to_owned(), system::ConstantValue::Int(*value)));
    }
    load(text, &overrides).system.expect("the model is right")
}

/// The number of states that a search of some properties finds, all of which must hold.
fn states(system: &System, properties: &[&str], settings: &Settings) -> u128 {
    let number = |name: &&str| system.properties.iter().position(|property| property.name == *name);
    let numbers: Vec<usize> = properties.iter().map(|name| number(name).expect("a property")).collect();
    let answers = check(system, &numbers, settings, &Unlimited).expect("the engine answers");
    assert!(answers.iter().all(|answer| *answer.verdict() == Verdict::Holds), "{answers:?}");
    let count = answers[0].statistics.iter().find(|(name, _)| *name == "states");
    count.and_then(|(_, count)| count.word()).expect("states are counted")
}

fn with_symmetry() -> Settings {
    Settings { symmetry: Use::Always, ..Settings::default() }
}

const MCS: &str = include_str!("../../../bench/reductions/mcs.fathom");
const QUEUE_LOCK: &str = include_str!("../../../bench/reductions/queue_lock.fathom");

#[test]
fn the_queue_lock_of_the_murphi_distribution_has_the_recorded_quotient() {
    for (size, all, quotient) in [(2, 159, 81), (3, 7597, 1285)] {
        let system = system(MCS, &[("N", size)]);
        let asked = ["mutex", "no_faults"];
        assert_eq!(states(&system, &asked, &Settings::default()), all);
        assert_eq!(states(&system, &asked, &with_symmetry()), quotient);
        let normal = states(&system, &asked, &Settings { form: Form::Normal, ..with_symmetry() });
        assert!((quotient..=all).contains(&normal), "{normal} states with the normal form");
    }
}

#[test]
fn four_processes_have_the_recorded_quotient_too() {
    let system = system(MCS, &[("N", 4)]);
    assert_eq!(states(&system, &["mutex", "no_faults"], &with_symmetry()), 23_636);
    if std::env::var_os("FATHOM_SLOW").is_some() {
        assert_eq!(states(&system, &["mutex", "no_faults"], &Settings::default()), 554_221);
    }
}

#[test]
fn the_queue_lock_of_the_peers_has_the_recorded_quotient() {
    let system = system(QUEUE_LOCK, &[("N", 3)]);
    let asked = ["one_owner", "no_faults"];
    assert_eq!(states(&system, &asked, &Settings::default()), 7470);
    assert_eq!(states(&system, &asked, &with_symmetry()), 1262);
}

/// The same numbers as with pointers that are cleared by hand, in the models of Rumur and CMurphi.
#[test]
fn stale_pointers_are_inactive() {
    let asked = ["one_owner", "no_faults"];
    let inactive = Settings { inactive: Use::Always, ..Settings::default() };
    let both = Settings { inactive: Use::Always, ..with_symmetry() };
    for (size, all, quotient) in [(3, 536, 96), (4, 6672, 309)] {
        let system = system(QUEUE_LOCK, &[("N", size)]);
        assert_eq!(states(&system, &asked, &inactive), all);
        assert_eq!(states(&system, &asked, &both), quotient);
    }
    for (size, quotient) in [(5, 954), (6, 2895)] {
        assert_eq!(states(&system(QUEUE_LOCK, &[("N", size)]), &asked, &both), quotient);
    }
}

/// A lock that is handed on in the order of a queue, of indices or of references.
#[test]
fn queues_of_indices_hide_no_symmetry() {
    let lock = "
        const N := 3
        var line: fifo N of 1..N
        var last: record { who: 1..N, how: 0..1 } := Entry{who: 1, how: 0}
        type Entry = record { who: 1..N, how: 0..1 }
        process P[i in 1..N] {
          loc idle, waiting, inside
          idle -> waiting do line ! i
          waiting -> inside when head(line) = i do last := Entry{who: i, how: 1}
          inside -> idle do line ? _
        }
        invariant mutex: count(P at inside) <= 1";
    let others = lock.replace("1..N, how", "ref P, how").replace("of 1..N", "of ref P");
    let others = others.replace("who: 1,", "who: P[1],").replace("line ! i", "line ! self");
    let others = others.replace("= i do", "= self do").replace("who: i", "who: self");
    for size in [3, 4] {
        let (indices, references) = (system(lock, &[("N", size)]), system(&others, &[("N", size)]));
        let asked = ["mutex", "no_faults"];
        let all = states(&indices, &asked, &Settings::default());
        assert_eq!(all, states(&references, &asked, &Settings::default()));
        let quotient = states(&indices, &asked, &with_symmetry());
        assert_eq!(quotient, states(&references, &asked, &with_symmetry()));
        assert!(quotient * 3 < all, "{quotient} of {all}");
    }
}

#[test]
fn what_others_or_properties_read_is_active() {
    let text = "
        process P[i in 1..2] {
          var x: 0..5 := 0
          var y: 0..5 := 0
          loc a, b
          a -> b do x := any, y := any
          b -> a when x > 2
        }
        event look when P[1].y = 5
        invariant seen: P[2].x <= 5
        invariant other: true";
    let inactive = Settings { inactive: Use::Always, ..Settings::default() };
    let system = system(text, &[]);
    // At `a` nobody reads `x`; `y` is read by the event in the first process, and by nobody in the second.
    let all = states(&system, &["other"], &Settings::default());
    let fewer = states(&system, &["other"], &inactive);
    let seen = states(&system, &["seen"], &inactive);
    assert!(fewer < seen && seen < all, "{all}, {seen} and {fewer} states");
}

/// Steps that nobody sees are taken first, but not for ever.
#[test]
fn what_goes_round_unseen_hides_nothing() {
    let text = "
        process Spinner[i in 1..3] { loc a, b, c a -> b b -> c c -> a }
        process Walker {
          var steps: 0..4 := 0
          loc on, off
          on -> on when steps < 4 do steps := steps + 1
          on -> off when steps = 4
        }
        reachable far: Walker.steps = 4
        reachable off: Walker at off
        invariant near: Walker.steps < 3
        invariant never: !(Walker at off && Spinner[2] at c)
        invariant within: Walker.steps <= 4";
    let reduced = Settings { partial_order: Use::Always, ..Settings::default() };
    let system = system(text, &[]);
    let numbers: Vec<usize> = (0..5).collect();
    for asked in numbers.chunks(1).chain([&numbers[..]]) {
        let plain = check(&system, asked, &Settings::default(), &Unlimited).expect("the engine answers");
        let found = check(&system, asked, &reduced, &Unlimited).expect("the engine answers");
        for (plain, found) in plain.iter().zip(&found) {
            assert_eq!(plain.verdict(), found.verdict());
            let length = |path: Option<&system::Trace>| path.map(|path| path.steps.len());
            assert_eq!(length(plain.trace()), length(found.trace()));
            assert_eq!(length(plain.witness()), length(found.witness()));
        }
    }
    assert_eq!(states(&system, &["within"], &Settings::default()), 27 * 6);
    assert!(states(&system, &["within"], &reduced) < 40);
}

const BUFFER: &str = include_str!("../../../bench/explicit/buffer.fathom");

/// Producers make items and consumers use them unseen, so that only what they do with the queue is interleaved.
#[test]
fn an_invariant_of_a_queue_leaves_unseen_steps_out() {
    let reduced = Settings { partial_order: Use::Always, ..Settings::default() };
    let system = system(BUFFER, &[("PRODUCERS", 2), ("CONSUMERS", 2), ("SLOTS", 3)]);
    let asked = ["empty_behind", "no_faults"];
    assert_eq!(states(&system, &asked, &Settings::default()), 15 * 81);
    assert!(states(&system, &asked, &reduced) <= 263);
}

/// Both indices are in range, and still the step faults where they meet.
#[test]
fn two_writes_to_one_place_are_a_fault_that_is_found() {
    let text = "
        var a: array [0..3] of 0..1 := 0
        var x, y: 0..3 := 0
        process Left { loc on, off on -> on when x < 2 do x := x + 1 on -> off }
        process Right { loc on, off on -> on when y < 3 do y := y + 1 on -> off }
        process Writer { loc wait, done wait -> done when x > 0 && y > 1 do a[x] := 1, a[y] := 0 }";
    let system = system(text, &[]);
    let number = system.properties.iter().position(|property| property.name == "no_faults");
    let asked = [number.expect("it is predefined")];
    let plain = check(&system, &asked, &Settings::default(), &Unlimited).expect("the engine answers");
    let reduced = Settings { partial_order: Use::Always, ..Settings::default() };
    let found = check(&system, &asked, &reduced, &Unlimited).expect("the engine answers");
    assert_eq!(*plain[0].verdict(), Verdict::Violated);
    assert_eq!(*found[0].verdict(), Verdict::Violated);
    let length = |answer: &system::Answer| answer.trace().map(|trace| trace.steps.len());
    assert_eq!(length(&plain[0]), length(&found[0]));
}
