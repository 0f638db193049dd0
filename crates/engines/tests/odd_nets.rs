//! Nets at the edge of what nets are: every engine gives the right verdict or none, and `auto` gives it.

use engines::{Availability, Choice, Event, Options, Use, available, find, plan, run};
use std::sync::atomic::{AtomicU64, Ordering};
use system::{Progress, Stop, System, Verdict, Watch};

/// A net with properties, each of which begins with `yes` or `no`.
const NETS: [&str; 12] = [
    // Nothing but a start.
    "var p: nat := 1
     reachable yes: p = 1  reachable no: p >= 2  ltl yes_l: G F p >= 1  ltl no_l: F p = 0",
    // A loop that changes nothing, and one that needs more than there is.
    "var p: nat := 1
     event t when p >= 1 do p := p - 1 + 1
     event u when p >= 2 do p := p + 1
     invariant deadlock_free  invariant yes: p = 1  ltl no: F p >= 2",
    // Tokens out of nowhere, and into nowhere.
    "var p, q: nat := 0
     event source do p := p + 1
     event sink when p >= 1 && q = 0 do p := p - 1
     reachable yes: p >= 7  invariant no: p <= 7  ltl no_l: F p >= 1 && false  invariant deadlock_free",
    // Weights near the largest numbers of tokens.
    "var p: nat := 4611686018427387904
     var q: nat := 0
     event t when p >= 4611686018427387904 do p := p - 4611686018427387904, q := q + 4611686018427387904
     event u when q >= 4611686018427387904 do q := q - 4611686018427387904, p := p + 4611686018427387903
     reachable yes: q >= 4611686018427387904  reachable yes_more: p = 4611686018427387903 && q = 0
     invariant yes_less: p <= 4611686018427387904",
    // Weights that leave all machine numbers.
    "var p: nat := 1
     event t when p >= 1 do p := p + 9223372036854775807
     event u when p >= 3 do p := p + 170141183460469231731687303715884105
     reachable yes: p >= 9223372036854775808  invariant deadlock_free",
    // Thresholds of nothing.
    "var p, q: nat := 0
     event t when p >= 0 && q >= 0 do skip
     reachable yes: p >= 0  invariant yes_i: p <= 0  reachable no: q >= 1",
    // Tests for zero in a circle.
    "var p, q: nat := 0
     event t when q = 0 do p := p + 1
     event u when p = 0 do q := q + 1
     event v when p >= 1 do p := p - 1
     invariant yes: p = 0 || q = 0  reachable yes_r: p >= 3  reachable no: p >= 1 && q >= 1",
    // A place with a range that no sum implies: at its end a step faults, and is not taken.
    "var p: 0..3 := 0
     var q: nat := 2
     event t when q >= 1 do q := q - 1, p := p + 1
     event u when q = 0 do q := q + 2
     invariant yes: p <= 3  reachable yes_r: p = 3 && q = 1",
    // A reset, and tokens that change places.
    "var p: nat := 3
     var q, r: nat := 0
     event t when p >= 1 do p := p - 1, q := q + 2
     event swap do q := r, r := q
     event reset when r >= 1 do r := 0
     reachable yes: r >= 6  reachable no: q + r >= 7  bound most: p + q + r",
    // Any number at the start, also of what is never used.
    "var p: nat
     var q: nat := 0
     var idle: nat
     init p >= 2
     event t when p >= 1 do p := p - 1, q := q + 1
     reachable yes: q >= 5 && idle = 0  reachable yes_end: p = 0 && q = 2  invariant no: q <= 4",
    // Values at the start that belong together.
    "param n: nat where n >= 3
     var p: nat := n
     var q: nat := 2 * n - 6
     var r: nat := 0
     event t when p >= 1 && q >= 1 do p := p - 1, q := q - 1, r := r + 1
     reachable yes: p = 2 && q = 1  invariant no: p >= 2 || q >= 1  reachable yes_r: r >= 4
     invariant yes_i: p + r >= 3",
    // The same, with values that cannot be.
    "param n: nat where n <= 4
     var p: nat := n
     var q: nat
     init q <= p && q >= 2
     event t when q >= 1 do q := q - 1
     invariant yes: q <= 4  reachable yes_r: p = 4 && q = 3  reachable no: p = 1  reachable no_r: p = 2 && q = 3",
];

/// Allows so many questions.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.fetch_sub(1, Ordering::Relaxed);
        if left > 1 {
            return Ok(());
        }
        self.0.store(1, Ordering::Relaxed);
        Err(Stop::Interrupted)
    }

    fn may_allocate(&self, progress: &Progress, _: u64) -> Result<(), Stop> {
        self.check(progress)
    }
}

fn verdicts(system: &System, choice: Choice) -> Vec<(String, Verdict)> {
    let asked: Vec<usize> = (0..system.properties.len()).collect();
    let mut found = Vec::new();
    let plan = plan(system, &asked, choice, Use::Auto);
    let ended = run(system, plan, &Options::default(), &Patience(AtomicU64::new(600)), &mut |event| {
        if let Event::Answered { property, answer, .. } = event {
            found.push((system.properties[property].name.clone(), answer.verdict().clone()));
        }
    });
    assert_eq!(ended, Ok(()));
    found
}

#[test]
fn every_engine_is_right_or_says_nothing() {
    for text in NETS {
        let text = text.replace("  ", "\n");
        let system = language::load(&text, &Default::default()).system.expect("the model is right");
        let compare = |engine: &str, found: Vec<(String, Verdict)>| {
            for (name, verdict) in found {
                let expected = match &name {
                    name if name.starts_with("yes") => Verdict::Holds,
                    name if name.starts_with("no_faults") => continue,
                    name if name.starts_with("no") => Verdict::Violated,
                    _ => continue,
                };
                let is_open = matches!(verdict, Verdict::Unknown(_)) && engine != "auto";
                assert!(is_open || verdict == expected, "{engine}: {name} is {verdict:?}\n{text}");
            }
        };
        compare("auto", verdicts(&system, Choice::Auto));
        for name in available() {
            let Availability::Here(engine) = find(name) else { panic!("{name}") };
            compare(name, verdicts(&system, Choice::Only(engine)));
        }
    }
}
