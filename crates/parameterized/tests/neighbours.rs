//! Rings and lines: what their neighbours show for every size.

mod support;

use budget::Budget;
use certificates::{ViewsOf, check_views};
use language::{Overrides, load_parameterized};
use parameterized::{Outcome, ParameterizedSystem, check};
use system::Unlimited;

fn read(source: &str, least: Option<i128>) -> ParameterizedSystem {
    load_parameterized(source, &Overrides::default(), "N", least).unwrap_or_else(|all| panic!("{all:?}"))
}

/// The property holds for every size; the proof is right for the sizes up to `largest`, and its certificate is accepted.
fn holds(source: &str, name: &str, largest: usize) {
    proved(read(source, None), name, 1, largest);
}

fn holds_from(source: &str, least: usize, name: &str, largest: usize) {
    proved(read(source, Some(least as i128)), name, least, largest);
}

fn proved(system: ParameterizedSystem, name: &str, least: usize, largest: usize) {
    let property = system.property(name).unwrap();
    match check(&system, property, &Budget::operations(3_000_000)) {
        Outcome::Holds(proof) => {
            println!("{name}: {:?}", proof.statistics);
            support::confirm_from(&system, property, &proof, least..=largest, 20_000);
            let certificate = ViewsOf {
                instances: proof.k,
                facts: proof.facts,
                views: proof.views,
                smaller: proof.smaller,
            };
            assert_eq!(check_views(&system, name, &certificate, &Unlimited), Ok(()));
            for left_out in (0..certificate.views.len()).step_by(1 + certificate.views.len() / 3) {
                let mut forged = certificate.clone();
                let view = forged.views.remove(left_out);
                assert!(check_views(&system, name, &forged, &Unlimited).is_err(), "without {view:?}");
            }
        }
        Outcome::Open(reason) => panic!("{name}: {reason}"),
    }
}

/// The property is not claimed to hold.
fn is_open(source: &str, name: &str) {
    let system = read(source, None);
    match check(&system, system.property(name).unwrap(), &Budget::operations(300_000)) {
        Outcome::Holds(_) => panic!("{name} holds, though it must not"),
        Outcome::Open(reason) => println!("{name}: {reason}"),
    }
}

/// The text with one part replaced, which must be there.
fn changed(source: &str, from: &str, to: &str) -> String {
    assert!(source.contains(from), "{from}");
    source.replacen(from, to, 1)
}

#[test]
fn a_token_that_is_a_reference() {
    let source = support::example("protocols/token_ring");
    for name in ["mutex", "holder", "no_faults"] {
        holds(&source, name, 6);
    }
    is_open(
        &changed(&source, "grab: wanting -> sending when token = self", "grab: wanting -> sending"),
        "mutex",
    );
}

#[test]
fn a_token_that_each_station_has_or_not() {
    let source = support::example("cookbook/ring");
    holds(&source, "mutex", 6);
    // One station alone takes the token from itself and gives it to itself.
    is_open(&source, "no_faults");
    holds_from(&source, 2, "no_faults", 6);
    let kept = changed(
        &source,
        "pass: idle    -> idle    when token[i] do token[i] := false, token",
        "pass: idle    -> idle    when token[i] do token",
    );
    is_open(&kept, "mutex");
}

#[test]
fn mutual_exclusion_on_a_ring_by_requests() {
    let source = support::example("protocols/martin_ring");
    for name in ["mutex", "no_faults"] {
        holds(&source, name, 5);
    }
}

#[test]
fn philosophers_with_a_neighbour_each() {
    let source = support::example("liveness/dining_philosophers");
    for name in ["neighbours", "no_faults"] {
        holds(&source, name, 5);
    }
    is_open(&changed(&source, "when !taken[high]", ""), "neighbours");
}

#[test]
fn a_line_with_ends() {
    let source = "
        const N := 3
        var done: array [1..N] of bool := false
        process P[i in 1..N] {
          loc a, b
          a -> b when i = 1 || done[i - 1] do done[i] := true
        }
        invariant in_order: forall i in 1..N: i = 1 || (P[i] at b => P[i - 1] at b)
        invariant no_faults";
    for name in ["in_order", "no_faults"] {
        holds(source, name, 5);
    }
    let rash = changed(source, "when i = 1 || done[i - 1]", "when done[i - 1]");
    is_open(&rash, "no_faults");
    is_open(&changed(source, "when i = 1 || done[i - 1]", ""), "in_order");
}
