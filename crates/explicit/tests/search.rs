//! Verdicts, traces and exact numbers of states of small systems.

mod support;

use explicit::{Failure, Settings, can_check, check};
use support::examples::{buffer, philosophers, ring};
use support::*;
use system::{Answer, ChoiceSet, Ending, Operation, Question, System, Type, Unlimited, Value, Verdict};

fn answers(system: &System) -> Vec<Answer> {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    all.iter().for_each(|index| can_check(system, &system.properties[*index]).unwrap());
    check(system, &all, &Settings::default(), &Unlimited).unwrap()
}

fn statistic(answer: &Answer, name: &str) -> u128 {
    answer.statistics.iter().find(|(other, _)| *other == name).and_then(|(_, value)| value.word()).unwrap()
}

#[track_caller]
fn assert_states(system: &System, expected: u128) {
    for answer in answers(system) {
        assert_eq!((statistic(&answer, "states"), answer.verdict()), (expected, &Verdict::Holds));
    }
}

#[test]
fn the_benchmarks_have_the_states_that_formulas_say() {
    assert_states(&philosophers(6).system, 198);
    assert_states(&philosophers(10).system, 6726);
    assert_states(&ring(5).system, 4 * 5 * 81);
    assert_states(&ring(8).system, 4 * 8 * 2187);
    assert_states(&buffer(2, 2, 3).system, 15 * 81);
    assert_states(&buffer(1, 2, 6).system, 127 * 27);
}

#[test]
fn transitions_and_depth_are_counted() {
    let answer = &answers(&ring(4).system)[0];
    let named = |name| statistic(answer, name);
    assert_eq!((named("states"), named("transitions"), named("depth")), (432, 1404, 12));
    assert_eq!(named("state_bits"), 4 * 2 + 2);
}

#[test]
fn a_dead_end_is_found_by_a_shortest_path() {
    let mut model = philosophers(5);
    model.system.properties.clear();
    model.property("deadlock_free", Question::DeadlockFree);
    let answer = answers(&model.system).remove(0);
    assert_eq!(*answer.verdict(), Verdict::Violated);
    let trace = answer.trace().unwrap();
    assert_eq!((trace.steps.len(), &trace.ending), (5, &Ending::Finite));
}

#[test]
fn a_reachable_state_has_a_witness_and_an_unreachable_one_none() {
    let mut model = Model::default();
    let x = model.variable_at("x", range(0, 9), int(0));
    model.event("twice", lt(read(&x), int(9)), just(assign(&x, plus(read(&x), int(2)))));
    model.property("six", Question::Reachable(eq(read(&x), int(6))));
    model.property("seven", Question::Reachable(eq(read(&x), int(7))));
    model.property("below", Question::Invariant(lt(read(&x), int(4))));
    model.property("no_faults", Question::NoFaults);
    let [six, seven, below, no_faults] = &answers(&model.system)[..] else { panic!() };
    assert_eq!((six.verdict(), six.witness().unwrap().steps.len()), (&Verdict::Holds, 3));
    assert_eq!((seven.verdict(), seven.witness()), (&Verdict::Violated, None));
    assert_eq!((below.verdict(), below.trace().unwrap().steps.len()), (&Verdict::Violated, 2));
    // From 8 the next value would be 10, which is outside the type.
    let trace = no_faults.trace().unwrap();
    assert_eq!((no_faults.verdict(), trace.steps.len()), (&Verdict::Violated, 4));
    let Ending::Fault(fault) = &trace.ending else { panic!("{:?}", trace.ending) };
    assert!(fault.reason.contains("10 is outside"), "{}", fault.reason);
}

#[test]
fn a_state_whose_transitions_all_fault_is_a_dead_end() {
    let mut model = Model::default();
    let x = model.variable_at("x", range(0, 1), int(0));
    model.event("fault", fault(), just(assign(&x, int(1))));
    model.property("deadlock_free", Question::DeadlockFree);
    model.property("x is 0", Question::Invariant(eq(read(&x), int(0))));
    let [deadlock_free, zero] = &answers(&model.system)[..] else { panic!() };
    assert_eq!((deadlock_free.verdict(), zero.verdict()), (&Verdict::Violated, &Verdict::Holds));
}

#[test]
fn a_property_that_faults_is_false() {
    let mut model = Model::default();
    let x = model.variable_at("x", range(0, 1), int(0));
    model.event("stay", yes(), just(assign(&x, int(0))));
    model.property("invariant", Question::Invariant(or([fault(), yes()])));
    model.property("reachable", Question::Reachable(not(fault())));
    let verdicts: Vec<Verdict> =
        answers(&model.system).into_iter().map(|answer| answer.verdict().clone()).collect();
    assert_eq!(verdicts, [Verdict::Violated, Verdict::Violated]);
}

#[test]
fn unbounded_counters_widen_as_they_grow() {
    let mut model = Model::default();
    let n = model.variable_at("n", Type::Nat, int(0));
    let z = model.variable_at("z", Type::Int, int(0));
    let both = vec![assign(&n, plus(read(&n), int(1))), assign(&z, minus(read(&z), int(3)))];
    model.event("count", lt(read(&n), int(70_000)), vec![all_at_once(both)]);
    model.property("low", Question::Invariant(le(int(-210_000), read(&z))));
    let answer = answers(&model.system).remove(0);
    assert_eq!((statistic(&answer, "states"), answer.verdict().clone()), (70_001, Verdict::Holds));
    assert_eq!(statistic(&answer, "state_bits"), 64);
}

#[test]
fn many_initial_states_are_all_found() {
    let mut model = Model::default();
    let bits: Vec<_> = (0..14).map(|i| model.variable(&format!("b{i}"), Type::Bool)).collect();
    model.system.initial.push(or([read(&bits[0]), read(&bits[1])]));
    model.property("some", Question::Invariant(or([read(&bits[0]), read(&bits[1])])));
    assert_states(&model.system, 3 << 12);
}

#[test]
fn initial_states_come_from_equations_sets_and_sums() {
    let mut model = Model::default();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.variable(name, Type::Int));
    model.system.initial.push(eq(read(&y), plus(read(&x), int(1))));
    model.system.initial.push(or([eq(read(&x), int(3)), eq(int(50), read(&x))]));
    model.system.initial.push(and([le(read(&x), read(&z)), lt(read(&z), plus(read(&y), int(2)))]));
    let counters = model.population("Cache", &["invalid", "shared", "modified"]);
    let sum = counters.iter().map(read).reduce(plus).unwrap();
    model.system.initial.push(eq(sum, int(4)));
    model.property("true", Question::Invariant(yes()));
    // Two values of x, three of z for each, and the ways to write 4 as three naturals.
    assert_states(&model.system, 2 * 3 * 15);
}

#[test]
fn a_broadcast_moves_the_whole_population() {
    let mut model = Model::default();
    let counters = model.population("Cache", &["invalid", "shared"]);
    model.system.initial.push(eq(read(&counters[0]), int(5)));
    model.system.initial.push(eq(read(&counters[1]), int(0)));
    let seen = model.variable_at("seen", range(0, 9), int(0));
    model.step("join", shifts(&counters[0], &counters[1]), yes(), vec![]);
    let reset = model.edge("reset", shifts(&counters[1], &counters[0]), yes(), vec![]);
    let count = just(assign(&seen, plus(read(&seen), int(1))));
    let leave = model.edge("leave", shifts(&counters[1], &counters[0]), lt(read(&seen), int(3)), count);
    model.transition(reset, &[(leave, false)]);
    model.property("seen", Question::Invariant(lt(read(&seen), int(6))));
    let answer = answers(&model.system).remove(0);
    // Five join; the sender does not count itself, so four at a time are seen, and then one more four.
    assert_eq!(*answer.verdict(), Verdict::Violated);
    assert_eq!(answer.trace().unwrap().last()[seen.first.index()], Value::Int(6));
}

#[test]
fn a_rendezvous_needs_two_processes() {
    let mut model = Model::default();
    let counters = model.population("Peer", &["free", "paired"]);
    model.system.initial.push(eq(read(&counters[0]), int(5)));
    model.system.initial.push(eq(read(&counters[1]), int(0)));
    let ask = model.edge("ask", shifts(&counters[0], &counters[1]), yes(), vec![]);
    let answer = model.edge("answer", shifts(&counters[0], &counters[1]), yes(), vec![]);
    model.transition(ask, &[(answer, true)]);
    model.property("even", Question::Invariant(not(eq(read(&counters[1]), int(5)))));
    assert_states(&model.system, 3);
}

#[test]
fn a_model_without_initial_state_is_refused() {
    let mut model = Model::default();
    let x = model.variable_at("x", range(0, 1), int(5));
    model.property("true", Question::Invariant(eq(read(&x), int(5))));
    let result = check(&model.system, &[0], &Settings::default(), &Unlimited);
    assert_eq!(result.unwrap_err(), Failure::NoInitialState);
}

#[test]
fn any_from_a_set_that_leaves_the_type_is_a_fault_and_the_rest_is_taken() {
    let mut model = Model::default();
    let x = model.variable_at("x", range(0, 2), int(0));
    let set = ChoiceSet::Range(int(1), int(3));
    let odd = eq(arithmetic(Operation::Mod, next(&x), int(2)), int(1));
    model.event("any", yes(), just(any(&x, Some(set), Some(odd))));
    model.property("no_faults", Question::NoFaults);
    model.property("two", Question::Reachable(eq(read(&x), int(2))));
    model.property("one", Question::Reachable(eq(read(&x), int(1))));
    let verdicts: Vec<Verdict> =
        answers(&model.system).into_iter().map(|answer| answer.verdict().clone()).collect();
    assert_eq!(verdicts, [Verdict::Violated, Verdict::Violated, Verdict::Holds]);
}
