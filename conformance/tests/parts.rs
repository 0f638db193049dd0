//! Properties that are taken apart get the verdict of the whole, whatever the symmetry of the system is.
//!
//! Rings, stars and crowds of processes, some with a member that is not like the others, with every kind of fairness; the
//! verdict of `auto`, which takes conjunctions apart and asks symmetric parts once, is compared with that of explicit search on
//! the whole formula.

use conformance::auto;
use conformance::models::load_right;
use random_numbers::Xorshift;
use std::time::Duration;
use system::Unlimited;

/// A random model of three or four processes with a conjunction for each logic.
fn model(random: &mut Xorshift) -> String {
    let count = 3 + random.below(2);
    let pick =
        |random: &mut Xorshift, texts: &[&str]| texts[random.below(texts.len() as u64) as usize].to_owned();
    let guard = pick(
        random,
        &["!a[i]", "!a[(i + 1) % N]", "!a[i] && !a[(i + 1) % N]", "x = 0", "i < 2 || !a[0]", "true"],
    );
    let start = pick(random, &["false", "false", "false", "any"]);
    let init = pick(random, &["", "init a[0]", "init !a[0] || !a[1]", "init P[1] at idle"]);
    let write = pick(
        random,
        &["a[i] := true", "a[(i + 1) % N] := true", "a[i] := !a[i]", "x := 1 - x", "a[0] := true"],
    );
    let undo =
        pick(random, &["a[i] := false", "a[(i + 1) % N] := false", "x := 0", "a[i] := a[(i + 1) % N]"]);
    let fair = pick(
        random,
        &[
            "",
            "fair P",
            "strong P",
            "fair P[0]",
            "strong P.enter",
            "justice x = 0",
            "compassion (a[1], x = 0)",
        ],
    );
    let start = if start == "any" { String::new() } else { format!(" := {start}") };
    let one =
        pick(random, &["P[i] at busy", "a[i]", "a[(i + 1) % N]", "P[(i + 1) % N] at idle", "i = 1 || x = 1"]);
    let two = pick(random, &["P[i] at idle", "!a[i]", "P[(i + 2) % N] at busy", "x = 0"]);
    let linear = pick(random, &["G (F1 => F F2)", "G F F1", "F G F2", "F1 => X F2", "G (F1 || F2)"]);
    let branching = pick(random, &["AG (F1 => AF F2)", "AG EF F1", "AF F2", "A[F1 U F2]"]);
    let filled = |text: &str| text.replace("F1", &format!("({one})")).replace("F2", &format!("({two})"));
    format!(
        "const N := {count}\nvar a: array [0..N-1] of bool{start}\nvar x: 0..1 := 0\n{init}\n\
         process P[i in 0..N-1] {{ loc idle, busy\n enter: idle -> busy when {guard} do {write}\n busy -> idle do {undo} }}\n\
         {fair}\nltl l: forall i in 0..N-1: {}\nctl c: forall i in 0..N-1: {}\nltl g: G (forall i in 0..N-1: {})\n",
        filled(&linear),
        filled(&branching),
        filled(&linear),
    )
}

#[test]
fn what_is_taken_apart_has_the_verdict_of_the_whole() {
    let mut random = Xorshift::scattered(5);
    let count = if conformance::is_slow() { 3_000 } else { 150 };
    let mut verdicts = [0, 0];
    for _ in 0..count {
        let text = model(&mut random);
        let system = load_right(&text);
        let all: Vec<usize> = (0..system.properties.len()).collect();
        let whole = explicit::check(&system, &all, &explicit::Settings::default(), &Unlimited);
        let whole = match whole {
            Ok(answers) => answers,
            Err(explicit::Failure::NoInitialState) => continue,
            Err(failure) => panic!("{failure:?}\n{text}"),
        };
        let parts =
            auto(&system, &all, Duration::from_secs(60)).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        for ((number, whole), part) in all.iter().zip(&whole).zip(&parts) {
            assert_eq!(whole.verdict(), part, "{}\n{text}", system.properties[*number].name);
            verdicts[usize::from(*part == system::Verdict::Holds)] += 1;
        }
    }
    assert!(verdicts.iter().all(|count| *count > 50), "{verdicts:?}");
}

#[test]
fn members_of_a_ring_are_asked_once_and_a_member_unlike_the_others_is_not_spared() {
    let ring = |guard: &str| {
        format!(
            "const N := 4\nvar a: array [0..N-1] of bool := false\n\
             process P[i in 0..N-1] {{ loc idle, busy\n idle -> busy when {guard} do a[i] := true\n \
             busy -> idle do a[i] := false }}\nltl l: forall i in 0..N-1: G (P[i] at busy => F P[i] at idle)"
        )
    };
    let orbits = |text: &str| {
        let system = load_right(text);
        let system::Question::Ltl(system::Ltl::And(parts)) = &system.properties[0].question else {
            panic!("it is a conjunction")
        };
        let questions: Vec<system::Question> = parts.iter().cloned().map(system::Question::Ltl).collect();
        explicit::orbits(&system, &questions.iter().collect::<Vec<_>>())
    };
    assert_eq!(orbits(&ring("!a[(i + 1) % N]")), [0, 0, 0, 0]);
    assert_eq!(orbits(&ring("i = 2 || !a[(i + 1) % N]")), [0, 1, 2, 3]);
    assert_eq!(orbits(&ring("i = 2 || !a[i]")), [0, 0, 2, 0]);
}
