//! What happens where a search cannot be complete: never a guess, never a lost finding.

mod support;

use explicit::{Settings, check};
use std::cell::Cell;
use support::examples::philosophers;
use support::*;
use system::{Answer, Operation, Progress, Question, Stop, System, Type, Unlimited, Verdict, Watch};

fn answers(system: &System, settings: &Settings, watch: &dyn Watch) -> Vec<Answer> {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    check(system, &all, settings, watch).unwrap()
}

#[track_caller]
fn assert_unknown(answer: &Answer, parts: &[&str]) {
    let Verdict::Unknown(reason) = answer.verdict() else { panic!("{:?}", answer.verdict()) };
    for part in parts {
        assert!(reason.contains(part), "{part:?} is not in {reason:?}");
    }
}

/// Stops after so many questions, or when more bytes than allowed are to be allocated.
struct Strict {
    questions: Cell<u32>,
    bytes: u64,
}

impl Watch for Strict {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        match self.questions.get() {
            0 => Err(Stop::Timeout("1 s".to_owned())),
            left => {
                self.questions.set(left - 1);
                Ok(())
            }
        }
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        if progress.bytes + bytes > self.bytes { Err(Stop::Memory("1 MiB".to_owned())) } else { Ok(()) }
    }
}

/// Counts up for ever; `x < 5` is violated soon, `x >= 0` never.
fn counter() -> Model {
    let mut model = Model::default();
    let x = model.variable_at("x", Type::Int, int(0));
    model.event("count", yes(), just(assign(&x, plus(read(&x), int(1)))));
    model.property("small", Question::Invariant(lt(read(&x), int(5))));
    model.property("natural", Question::Invariant(le(int(0), read(&x))));
    model
}

#[test]
fn a_timeout_leaves_what_was_found() {
    let watch = Strict { questions: Cell::new(3), bytes: u64::MAX };
    let [small, natural] = &answers(&counter().system, &Settings::default(), &watch)[..] else { panic!() };
    assert_eq!((small.verdict(), small.trace().unwrap().steps.len()), (&Verdict::Violated, 5));
    assert_unknown(natural, &["timeout after 1 s", "16384 states were found, 16384 explored, to depth"]);
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let watch = Strict { questions: Cell::new(u32::MAX), bytes: 1 << 20 };
    let answers = answers(&philosophers(14).system, &Settings::default(), &watch);
    assert_unknown(&answers[0], &["memory limit of 1 MiB reached"]);
    let stored = answers[0].statistics.iter().find(|(name, _)| *name == "stored_bytes").unwrap();
    assert!(stored.1.word().is_some_and(|bytes| bytes <= 1 << 20), "{} bytes", stored.1);
}

#[test]
fn a_limit_on_states_gives_unknown() {
    let settings = Settings { state_limit: Some(1000), ..Settings::default() };
    let [small, natural] = &answers(&counter().system, &settings, &Unlimited)[..] else { panic!() };
    assert_eq!(*small.verdict(), Verdict::Violated);
    assert_unknown(natural, &["limit of 1000 states"]);
}

#[test]
fn an_unbounded_start_is_named_with_what_to_do() {
    let mut model = Model::default();
    model.variable("x", Type::Int);
    model.property("true", Question::Invariant(yes()));
    let answer = &answers(&model.system, &Settings::default(), &Unlimited)[0];
    assert_unknown(answer, &["`x` is unbounded at the start", "initial value"]);

    let mut model = Model::default();
    model.population("Cache", &["invalid", "shared"]);
    model.property("true", Question::Invariant(yes()));
    let answer = &answers(&model.system, &Settings::default(), &Unlimited)[0];
    assert_unknown(answer, &["`Cache at invalid`", "`--size Cache=3`"]);
}

#[test]
fn infinite_branching_leaves_violations_elsewhere() {
    let mut model = Model::default();
    let x = model.variable_at("x", Type::Int, int(0));
    let y = model.variable_at("y", range(0, 3), int(0));
    model.event("leap", eq(read(&y), int(1)), just(relation(lt(read(&x), next(&x)))));
    model.event("count", lt(read(&y), int(3)), just(assign(&y, plus(read(&y), int(1)))));
    model.property("y is small", Question::Invariant(lt(read(&y), int(3))));
    model.property("x is 0", Question::Invariant(eq(read(&x), int(0))));
    model.property("deadlock_free", Question::DeadlockFree);
    let [small, zero, deadlock_free] = &answers(&model.system, &Settings::default(), &Unlimited)[..] else {
        panic!()
    };
    assert_eq!(*small.verdict(), Verdict::Violated);
    assert_unknown(zero, &["infinitely many successors", "`x` is unbounded"]);
    assert_eq!(*deadlock_free.verdict(), Verdict::Violated);
}

#[test]
fn numbers_beyond_the_machine_are_unknown() {
    let mut model = Model::default();
    let x = model.variable_at("x", Type::Int, int(1));
    let doubled = arithmetic(Operation::Mul, read(&x), int(1 << 20));
    model.event("double", yes(), just(assign(&x, doubled)));
    model.property("positive", Question::Invariant(lt(int(0), read(&x))));
    let answer = &answers(&model.system, &Settings::default(), &Unlimited)[0];
    assert_unknown(answer, &["does not fit into 64 bits"]);
}

#[test]
fn the_result_is_the_same_each_time() {
    let mut model = philosophers(7);
    model.property("deadlock_free", Question::DeadlockFree);
    let first = answers(&model.system, &Settings::default(), &Unlimited);
    for _ in 0..3 {
        assert_eq!(answers(&model.system, &Settings::default(), &Unlimited), first);
    }
}
