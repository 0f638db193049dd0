//! The engine of predicates against the naive checker, and against the other engines where there are too many states for that.

use conformance::temporal::temporal_model;
use conformance::{
    Certified, Survey, answers_within, certify_answer, generate, is_slow, models, seeds, survey,
    verdicts_within,
};
use engines::{Availability, Choice, Options, Subject, are_inductive, find};
use std::time::Duration;
use symbolic::{Budget, Prepared};
use system::{Expectation, Expr, Question, System, Unlimited, Verdict};

/// The time for the properties of one model.
const LIMIT: Duration = Duration::from_millis(1_000);
/// The most states that are visited one by one.
const MOST_STATES: usize = 20_000;

/// What has been compared.
#[derive(Debug, Default)]
struct Tally {
    holds: usize,
    violated: usize,
    open: usize,
}

fn numbers(system: &System) -> Vec<usize> {
    let is_decided = |number: &usize| {
        let question = &system.properties[*number].question;
        !matches!(question, Question::Bound(_))
    };
    (0..system.properties.len()).filter(is_decided).collect()
}

fn by_predicates(system: &System, numbers: &[usize], what: &str) -> Vec<Verdict> {
    let Availability::Here(engine) = find("abstraction") else { panic!("there is no such engine") };
    let found = verdicts_within(system, numbers, Choice::Only(engine), &Options::default(), LIMIT);
    found.unwrap_or_else(|failure| panic!("{what}: {failure}"))
}

fn compare(system: &System, naive: &Survey, what: &str, tally: &mut Tally) {
    let numbers = numbers(system);
    for (number, verdict) in numbers.iter().zip(by_predicates(system, &numbers, what)) {
        let property = &system.properties[*number];
        let Ok(Some(truth)) = naive.truth(system, &property.question) else { continue };
        let expected = if truth.holds { Verdict::Holds } else { Verdict::Violated };
        match verdict {
            Verdict::Unknown(_) => tally.open += 1,
            found => {
                assert_eq!(found, expected, "{what}: {}", property.name);
                match truth.holds {
                    true => tally.holds += 1,
                    false => tally.violated += 1,
                }
            }
        }
    }
}

fn random(model: fn(u64) -> conformance::Tree, seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let Some(system) = models::system_of(&model(seed).print()) else { continue };
        if let Ok(naive) = survey(&system, MOST_STATES) {
            compare(&system, &naive, &format!("seed {seed}"), &mut tally);
        }
    }
    println!("{tally:?}");
    tally
}

fn few() -> u64 {
    if cfg!(debug_assertions) { 40 } else { 300 }
}

#[test]
fn random_models_that_use_the_whole_language() {
    let tally = random(generate, seeds(0, few(), 5_000));
    assert!(std::env::var_os("FATHOM_SEEDS").is_some() || tally.holds + tally.violated > 20, "{tally:?}");
}

#[test]
fn random_models_of_the_other_generator() {
    random(temporal_model, seeds(0, few(), 5_000));
}

/// What the examples expect is what predicates find, where they find something.
#[test]
fn examples() {
    let mut settled = 0;
    for path in models::files_below("examples", ".fathom").into_iter().step_by(if is_slow() { 1 } else { 9 })
    {
        let Some(system) = models::system_of(&models::read(&path)) else { continue };
        let numbers = numbers(&system);
        let what = path.display().to_string();
        for (number, verdict) in numbers.iter().zip(by_predicates(&system, &numbers, &what)) {
            let property = &system.properties[*number];
            let expected = match property.expect {
                Some(Expectation::Holds) => Verdict::Holds,
                Some(Expectation::Violated) => Verdict::Violated,
                _ => continue,
            };
            if !matches!(verdict, Verdict::Unknown(_)) {
                assert_eq!(verdict, expected, "{what}: {}", property.name);
                settled += 1;
            }
        }
    }
    assert!(settled > 5, "{settled} properties are settled");
}

/// A transition that cannot be said in formulas may be what keeps a state from being a dead end; nothing is said then, and nothing fails.
#[test]
fn a_transition_that_is_missing() {
    let system = models::load_right(
        "var n: int := 0\nvar m: int := 1\nbroadcast d\npopulation P {\n  loc p0\n  start p0: any >= 1\n  \
         p0 -> p0 sync d?? do n := 2 * n + m\n  p0 -> p0 sync d!!\n}\n\
         invariant deadlock_free\ninvariant low: n < 5\ninvariant wrong: n > 0\n",
    );
    let found = by_predicates(&system, &numbers(&system), "a missing transition");
    for (number, verdict) in numbers(&system).iter().zip(found) {
        match system.properties[*number].name.as_str() {
            "wrong" => assert_eq!(verdict, Verdict::Violated),
            name => assert!(matches!(verdict, Verdict::Unknown(_)), "{name}: {verdict:?}"),
        }
    }
}

/// What predicates prove of single states has certificates, and none is refused.
#[test]
fn proofs_have_certificates() {
    let Availability::Here(engine) = find("abstraction") else { panic!("there is no such engine") };
    let mut sum = Certified::default();
    for name in ["mutual-exclusion/ticket", "mutual-exclusion/bakery", "buffers/semaphore_buffer"] {
        let path = models::root().join(format!("examples/{name}.fathom"));
        let system = models::load_right(&models::read(&path));
        let is_temporal = |number: &usize| {
            matches!(system.properties[*number].question, Question::Ctl(_) | Question::Ltl(_))
        };
        let numbers: Vec<usize> =
            numbers(&system).into_iter().filter(|number| !is_temporal(number)).collect();
        let answers =
            answers_within(&system, &numbers, Choice::Only(engine), &Options::default(), LIMIT * 10);
        for (property, answer) in answers.unwrap_or_else(|failure| panic!("{name}: {failure}")) {
            sum.add(certify_answer(&system, property, &answer, LIMIT * 20));
        }
    }
    assert!(sum.refused.is_empty(), "{sum:#?}");
    let (accepted, all) = sum.share();
    assert!(accepted > 8 && accepted == all, "{sum:#?}");
}

/// The second look at generated invariants sees what is not one: a set that misses initial states, or that a step leaves.
#[test]
fn a_second_look_refuses_what_is_not_inductive() {
    let system = models::load_right(
        "var x, y: int := 0\nevent up do x := x + 1, y := y + 2\n\
         invariant low: x >= 0\ninvariant early: x <= 5\ninvariant later: x >= 1\ninvariant double: y = 2 * x\n\
         invariant left: y >= x\n",
    );
    let look = |names: &[&str]| {
        let condition = |name: &&str| match &system.property(name).expect("it is there").question {
            Question::Invariant(condition) => condition.clone(),
            other => panic!("{other:?} is no invariant"),
        };
        let conditions: Vec<Expr> = names.iter().map(condition).collect();
        are_inductive(&Prepared::new(&system), &conditions, &Budget::unlimited())
    };
    assert_eq!(look(&["low"]), Ok(true));
    assert_eq!(look(&["low", "double"]), Ok(true));
    assert_eq!(look(&["early"]), Ok(false), "a step leaves it");
    assert_eq!(look(&["low", "early"]), Ok(false), "a step leaves one of them");
    assert_eq!(look(&["later"]), Ok(false), "the first state is not in it");
}

/// What exchanges of processes give stands the second look: eight clients have invariants to rest on.
#[test]
fn invariants_of_many_processes_stand_a_second_look() {
    let path = models::root().join("examples/mutual-exclusion/ticket.fathom");
    let text = models::read(&path).replace("const N := 2", "const N := 5").replace("1..2", "1..5");
    let system = models::load_right(&text);
    assert!(!Subject::new(&system).generated(&[], &Unlimited).is_empty());
}
