//! Properties of the examples for every size, each confirmed for the sizes that can be searched.

mod support;

use budget::Budget;
use language::{Overrides, load_parameterized};
use parameterized::{Outcome, ParameterizedSystem, check};

fn read(source: &str, constant: &str) -> ParameterizedSystem {
    load_parameterized(source, &Overrides::default(), constant, None).unwrap_or_else(|all| panic!("{all:?}"))
}

/// The property holds for every size, and the proof is right for the sizes up to `largest`.
fn holds(source: &str, constant: &str, name: &str, largest: usize) {
    let system = read(source, constant);
    let property = system.property(name).unwrap();
    match check(&system, property, &Budget::operations(20_000_000)) {
        Outcome::Holds(proof) => support::confirm(&system, property, &proof, largest, 20_000),
        Outcome::Open(reason) => panic!("{name}: {reason}"),
    }
}

/// The property is not claimed to hold.
fn is_open(source: &str, constant: &str, name: &str) {
    let system = read(source, constant);
    match check(&system, system.property(name).unwrap(), &Budget::operations(300_000)) {
        Outcome::Holds(_) => panic!("{name} holds, though it must not"),
        Outcome::Open(_) => {}
    }
}

/// The text with one part replaced, which must be there.
fn changed(source: &str, from: &str, to: &str) -> String {
    assert!(source.contains(from), "{from}");
    source.replacen(from, to, 1)
}

#[test]
fn the_queue_lock_of_mellor_crummey_and_scott() {
    let source = support::example("pointers/mcs_lock");
    holds(&source, "N", "mutex", 3);
    holds(&source, "N", "no_faults", 4);
}

#[test]
fn a_doubly_linked_cycle() {
    let source = support::example("pointers/doubly_linked_cycle");
    holds(&source, "N", "linked", 5);
    holds(&source, "N", "no_faults", 5);
    // That the tail is in the only cycle is nothing that a few of its members show.
    is_open(&source, "N", "anchored");
}

#[test]
fn leader_election() {
    let source = support::example("pointers/leader_election");
    holds(&source, "N", "some_root", 6);
    holds(&source, "N", "no_faults", 6);
}

#[test]
fn the_bounded_buffer_for_every_number_of_producers() {
    let source = support::example("pointers/bounded_buffer");
    for name in ["no_overflow", "no_faults"] {
        holds(&source, "PRODUCERS", name, 3);
    }
}

/// A number that counts readers, as each edge shows.
#[test]
fn numbers_that_count_instances() {
    let source = "
        const N := 3
        var readers: 0..N := 0
        var busy: bool := false
        process P[i in 1..N] {
          loc idle, reading, writing
          idle -> reading when !busy do readers := readers + 1
          reading -> idle do readers := readers - 1
          idle -> writing when readers = 0 && !busy do busy := true
          writing -> idle do busy := false
        }
        invariant exclusive: count(P at writing) = 0 || count(P at reading) = 0
        invariant alone: count(P at writing) <= 1
        invariant no_faults";
    for name in ["exclusive", "alone", "no_faults"] {
        holds(source, "N", name, 5);
    }
    let forgetful = changed(source, "reading -> idle do readers := readers - 1", "reading -> idle");
    is_open(&forgetful, "N", "no_faults");
    let rash = changed(source, "when readers = 0 && !busy", "when readers <= 1 && !busy");
    is_open(&rash, "N", "exclusive");
}

#[test]
fn seeded_bugs_are_never_proved() {
    let mcs = support::example("pointers/mcs_lock");
    // An early handover, a forgotten check for somebody behind, a check that comes too late.
    let inside = "crit     -> crit     when next != null do next->locked := false";
    is_open(&changed(&mcs, "crit     -> handover when next != null", inside), "N", "mutex");
    is_open(
        &changed(&mcs, "linking  -> handover when next != null", "linking  -> handover"),
        "N",
        "no_faults",
    );
    let lost = changed(&mcs, "behind   -> marked   do locked := true", "behind   -> marked");
    is_open(&lost, "N", "mutex");
    is_open(&support::example("broken/mcs_lock_hasty"), "N", "mutex");
    is_open(&support::example("broken/mcs_lock_hasty"), "N", "no_faults");
    is_open(&support::example("broken/doubly_linked_cycle"), "N", "linked");
    is_open(&support::example("broken/doubly_linked_cycle"), "N", "no_faults");
    let leader = support::example("pointers/leader_election");
    let alone = changed(&leader, "reply:  root   -> root ", "reply:  asking -> asking ");
    is_open(&alone, "N", "some_root");
    let buffer = support::example("pointers/bounded_buffer");
    let unlocked = changed(
        &buffer,
        "when value[MUTEX] > 0 do value[MUTEX] := value[MUTEX] - 1",
        "when value[MUTEX] > 0",
    );
    is_open(&unlocked, "PRODUCERS", "mutex");
}
