//! Canonical forms against brute force: all permutations of all reachable states.

use super::*;
use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::step::fire::fire;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use system::TransitionId;

/// All reachable states.
fn reachable(system: &System) -> BTreeSet<Vec<i64>> {
    let program = Program::compile(system).expect("the model is within reach");
    let initial = InitialStates::plan(program.compiler, &program.domains).expect("so are its initial states");
    let mut open = Vec::new();
    initial.list(program.compiler, &mut |values, is_state| {
        open.extend(is_state.then(|| values.to_vec()));
        ControlFlow::Continue(())
    });
    let mut found: BTreeSet<Vec<i64>> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for transition in 0..system.transitions.len() {
            for next in fire(&program, TransitionId::from_index(transition), &state).successors {
                if found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    found
}

fn represented(canonical: &Canonical, state: &[i64], form: Form) -> Vec<i64> {
    let mut state = state.to_vec();
    canonical.represent(&mut state, form, &mut Workspace::default());
    state
}

/// Checks forms by all permutations; returns the numbers of states and of orbits.
fn by_brute_force(text: &str, properties: &[&str]) -> (usize, usize) {
    let system = language::load(text, &language::Overrides::default()).system.expect("the model is right");
    let asked: Vec<&Property> =
        system.properties.iter().filter(|property| properties.contains(&property.name.as_str())).collect();
    let canonical = symmetry(&system, &asked).expect("the model has symmetries");
    let permutations = canonical.permutations();
    let states = reachable(&system);
    let mut least = BTreeSet::new();
    let mut forms = BTreeSet::new();
    for state in &states {
        let orbit: BTreeSet<Vec<i64>> =
            permutations.iter().map(|permutation| canonical.moved(state, permutation)).collect();
        least.extend(orbit.first().cloned());
        let form = represented(&canonical, state, Form::Canonical);
        assert!(orbit.contains(&form), "the canonical form is in the orbit");
        assert!(orbit.contains(&represented(&canonical, state, Form::Normal)), "so is the normal form");
        for other in &orbit {
            assert_eq!(represented(&canonical, other, Form::Canonical), form, "one form for the orbit");
        }
        forms.insert(form);
    }
    assert_eq!(forms.len(), least.len());
    (states.len(), least.len())
}

#[test]
fn references_follow_the_instances() {
    let text = include_str!("../../../../../bench/reductions/mcs.fathom");
    assert_eq!(by_brute_force(text, &["mutex", "no_faults"]), (7597, 1285));
}

/// All 24 permutations of each state of four processes, in both grains of the lock.
#[test]
fn four_processes_have_the_exact_quotient() {
    if std::env::var_os("FATHOM_SLOW").is_none() {
        println!("only with FATHOM_SLOW=1: all permutations take long");
        return;
    }
    let four = |text: &str| text.replace("const N := 3", "const N := 4");
    let queue_lock = four(include_str!("../../../../../bench/reductions/queue_lock.fathom"));
    assert_eq!(by_brute_force(&queue_lock, &["one_owner", "no_faults"]), (592_408, 25_211));
    let mcs = four(include_str!("../../../../../bench/reductions/mcs.fathom"));
    assert_eq!(by_brute_force(&mcs, &["mutex", "no_faults"]), (554_221, 23_636));
}

#[test]
fn arrays_and_indices_follow_the_instances() {
    let text = "
        const N := 3
        var wants: array [1..N] of bool := false
        var turn: 0..N := 0
        process P[i in 1..N] {
          var seen: 0..N := 0
          loc idle, ask, crit
          idle -> ask do wants[i] := true, seen := turn
          ask -> crit when turn = 0 do turn := i
          crit -> idle when turn = i do turn := 0, wants[i] := false
        }
        invariant mutex: count(P at crit) <= 1
        invariant first: P[1] at crit => wants[1]";
    let (all, orbits) = by_brute_force(text, &["mutex"]);
    let (_, fewer) = by_brute_force(text, &["mutex", "first"]);
    assert!(orbits * 4 < all && orbits < fewer && fewer < all, "{all} states, {orbits} or {fewer} orbits");
}

#[test]
fn two_processes_are_permuted_together() {
    let text = "
        process A[i in 1..2] {
          var friend: ref B := null
          loc one, two
          one -> two do friend := any where friend' != null
          two -> one
        }
        process B[i in 1..3] {
          var back: ref A := null
          var bit: bool := false
          loc one
          one -> one do back := any
          one -> one do bit := !bit
        }
        invariant deadlock_free";
    let (all, orbits) = by_brute_force(text, &["deadlock_free"]);
    assert!(orbits * 8 < all, "{all} states, {orbits} orbits");
}

#[test]
fn what_tells_instances_apart_is_no_symmetry() {
    for text in [
        "var x: 0..3 := 0 process P[i in 1..3] { loc a, b a -> b do x := i b -> a when x > 1 }",
        "var t: 0..2 := 0 process P[i in 0..2] { loc a a -> a when t = i do t := (i + 1) % 3 }",
        "process P[i in 1..3] { loc a, b a -> b when i > 1 || P[2] at b }",
    ] {
        let loaded = language::load(text, &language::Overrides::default());
        let system = loaded.system.expect("the model is right");
        let found = symmetry(&system, &[]).map(|canonical| canonical.permutations().len());
        assert!(found.is_none_or(|permutations| permutations == 2), "{text}: {found:?}");
    }
}
