//! The engine of covers against the naive checker, against explicit search for each size of a population, and against the symbolic engine.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::nets::{limited_model, net_model, related_model};
use conformance::{
    Certified, Survey, answers_within, certify_answer, models, seeds, survey, verdicts_within,
};
use engines::{
    Availability, Choice, CoverabilityOptions, CoverabilityStrategy, Engine, Options, Representation, find,
};
use std::time::Duration;
use system::{BoundValue, Expectation, Question, System, Verdict};

/// The time for the properties of one model.
const LIMIT: Duration = Duration::from_millis(500);
/// The most states that are visited one by one.
const MOST_STATES: usize = 5_000;

/// The ways to search.
const WAYS: [(CoverabilityStrategy, Representation); 6] = [
    (CoverabilityStrategy::All, Representation::Auto),
    (CoverabilityStrategy::Backward, Representation::Antichain),
    (CoverabilityStrategy::Backward, Representation::SharingTree),
    (CoverabilityStrategy::Backward, Representation::SumConstraints),
    (CoverabilityStrategy::KarpMiller, Representation::Auto),
    (CoverabilityStrategy::ExpandEnlarge, Representation::Auto),
];

/// What has been compared.
#[derive(Debug, Default)]
struct Tally {
    holds: usize,
    violated: usize,
    open: usize,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Holds => self.holds += 1,
            Verdict::Violated => self.violated += 1,
            Verdict::Unknown(_) => self.open += 1,
        }
    }
}

fn engine(name: &str) -> &'static dyn Engine {
    let Availability::Here(engine) = find(name) else { panic!("there is no engine {name}") };
    engine
}

fn options(way: (CoverabilityStrategy, Representation)) -> Options {
    let (strategy, representation) = way;
    Options { coverability: CoverabilityOptions { strategy, representation }, ..Options::default() }
}

fn single_states(system: &System) -> Vec<usize> {
    let is_decided = |number: &usize| {
        !matches!(
            system.properties[*number].question,
            Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_)
        )
    };
    (0..system.properties.len()).filter(is_decided).collect()
}

fn few(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

fn compare(system: &System, naive: &Survey, what: &str, tally: &mut Tally) {
    let numbers = single_states(system);
    for way in WAYS {
        let found =
            verdicts_within(system, &numbers, Choice::Only(engine("coverability")), &options(way), LIMIT);
        let found = found.unwrap_or_else(|failure| panic!("{what}, {way:?}: {failure}"));
        for (number, verdict) in numbers.iter().zip(found) {
            let property = &system.properties[*number];
            tally.count(&verdict);
            let Ok(Some(truth)) = naive.truth(system, &property.question) else { continue };
            let expected = if truth.holds { Verdict::Holds } else { Verdict::Violated };
            if !matches!(verdict, Verdict::Unknown(_)) {
                assert_eq!(verdict, expected, "{what}, {way:?}: {}", property.name);
            }
        }
    }
}

/// Finite ones are known state by state.
#[test]
fn every_way_agrees_with_the_naive_checker() {
    let mut tally = Tally::default();
    let mut compared = 0;
    for seed in seeds(0, few(8, 60), 5_000) {
        for plain in [true, false] {
            let text = net_model(seed, plain, false);
            let system = models::load_right(&text);
            if let Ok(naive) = survey(&system, MOST_STATES) {
                compared += 1;
                compare(&system, &naive, &format!("seed {seed}, plain {plain}\n{text}"), &mut tally);
            }
        }
    }
    println!("{compared} models, {tally:?}");
    assert!(compared < 20 || tally.holds + tally.violated > tally.open, "{tally:?}");
}

/// Tests for few tokens, in guards and in questions.
#[test]
fn limits_agree_with_the_naive_checker() {
    let mut tally = Tally::default();
    for seed in seeds(0, few(8, 60), 5_000) {
        let text = limited_model(seed, false);
        let system = models::load_right(&text);
        if let Ok(naive) = survey(&system, MOST_STATES) {
            compare(&system, &naive, &format!("seed {seed}\n{text}"), &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.holds + tally.violated > tally.open, "{tally:?}");
}

/// What holds for any size holds for each; what is violated is violated by a path that was replayed.
#[test]
fn what_holds_for_every_size_holds_for_each() {
    compare_sizes(|seed| net_model(seed, seed % 2 == 0, true));
}

#[test]
fn what_holds_for_every_size_holds_for_each_with_limits() {
    compare_sizes(|seed| limited_model(seed, true));
}

fn compare_sizes(model: impl Fn(u64) -> String) {
    let mut tally = Tally::default();
    for seed in seeds(0, few(6, 40), 3_000) {
        let text = model(seed);
        let system = models::load_right(&text);
        let numbers = single_states(&system);
        let asked = |name: &str, system: &System| {
            verdicts_within(system, &numbers, Choice::Only(engine(name)), &Options::default(), LIMIT)
                .unwrap_or_else(|failure| panic!("seed {seed}: {failure}\n{text}"))
        };
        let covers = asked("coverability", &system);
        for size in 0..=6 {
            let sized = models::load_right(&text.replace("start u: any", &format!("start u: {size}")));
            for (place, verdict) in asked("explicit", &sized).iter().enumerate() {
                let name = &system.properties[numbers[place]].name;
                let is_reachable =
                    matches!(system.properties[numbers[place]].question, Question::Reachable(_));
                let refutes = if is_reachable { Verdict::Holds } else { Verdict::Violated };
                let claims = if is_reachable { Verdict::Violated } else { Verdict::Holds };
                assert!(
                    covers[place] != claims || *verdict != refutes,
                    "seed {seed}, size {size}: {name} is {verdict:?}\n{text}"
                );
            }
        }
        for (place, verdict) in asked("symbolic", &system).iter().enumerate() {
            let both_known =
                !matches!(verdict, Verdict::Unknown(_)) && !matches!(covers[place], Verdict::Unknown(_));
            let name = &system.properties[numbers[place]].name;
            assert!(!both_known || *verdict == covers[place], "seed {seed}: {name}\n{text}");
        }
        covers.iter().for_each(|verdict| tally.count(verdict));
    }
    println!("{tally:?}");
    assert!(tally.holds + tally.violated > tally.open, "{tally:?}");
}

/// Starting values that a parameter gives: what holds for every value holds for each, and paths begin with values that belong together.
#[test]
fn what_holds_for_every_parameter_holds_for_each() {
    let mut tally = Tally::default();
    for seed in seeds(0, few(12, 60), 3_000) {
        let text = related_model(seed, seed % 3 != 0);
        let system = models::load_right(&text);
        let numbers = single_states(&system);
        let asked = |name: &str, system: &System| {
            verdicts_within(system, &numbers, Choice::Only(engine(name)), &Options::default(), LIMIT)
                .unwrap_or_else(|failure| panic!("seed {seed}: {failure}\n{text}"))
        };
        let covers = asked("coverability", &system);
        for value in 1..=4 {
            let known = text.replace("param N: nat where N >= 1", &format!("const N := {value}"));
            let known = models::load_right(&known.replace("start u: any", "start u: 2"));
            for (place, verdict) in asked("explicit", &known).iter().enumerate() {
                let name = &system.properties[numbers[place]].name;
                let is_reachable =
                    matches!(system.properties[numbers[place]].question, Question::Reachable(_));
                let refutes = if is_reachable { Verdict::Holds } else { Verdict::Violated };
                let claims = if is_reachable { Verdict::Violated } else { Verdict::Holds };
                assert!(
                    covers[place] != claims || *verdict != refutes,
                    "seed {seed}, N = {value}: {name} is {verdict:?}\n{text}"
                );
            }
        }
        for (place, verdict) in asked("symbolic", &system).iter().enumerate() {
            let both_known =
                !matches!(verdict, Verdict::Unknown(_)) && !matches!(covers[place], Verdict::Unknown(_));
            let name = &system.properties[numbers[place]].name;
            assert!(!both_known || *verdict == covers[place], "seed {seed}: {name}\n{text}");
        }
        covers.iter().for_each(|verdict| tally.count(verdict));
    }
    println!("{tally:?}");
    assert!(tally.holds + tally.violated > tally.open, "{tally:?}");
}

/// Largest values are those of explicit search where that ends, and at least what it has seen elsewhere.
#[test]
fn largest_values() {
    let mut exact = 0;
    for seed in seeds(0, few(8, 60), 5_000) {
        let text = net_model(seed, true, false);
        let system = models::load_right(&text);
        let is_bound = |number: &usize| matches!(system.properties[*number].question, Question::Bound(_));
        let numbers: Vec<usize> = (0..system.properties.len()).filter(is_bound).collect();
        let values = |name: &str| {
            let choice = Choice::Only(engine(name));
            let answers = answers_within(&system, &numbers, choice, &Options::default(), LIMIT);
            let answers = answers.unwrap_or_else(|failure| panic!("seed {seed}: {failure}\n{text}"));
            numbers
                .iter()
                .map(|number| {
                    answers.iter().find(|(own, _)| own == number).and_then(|(_, answer)| answer.value())
                })
                .collect::<Vec<_>>()
        };
        for (covers, states) in values("coverability").into_iter().zip(values("explicit")) {
            match (covers, states) {
                (Some(BoundValue::Exact(one)), Some(BoundValue::Exact(other))) => {
                    exact += 1;
                    assert_eq!(one, other, "seed {seed}\n{text}");
                }
                (Some(BoundValue::Exact(most)), Some(BoundValue::Between { at_least: Some(seen), .. })) => {
                    assert!(seen <= most, "seed {seed}\n{text}");
                }
                (Some(BoundValue::Unbounded), Some(BoundValue::Exact(_))) => panic!("seed {seed}\n{text}"),
                _ => {}
            }
        }
    }
    println!("{exact} values");
    assert!(exact > 5);
}

/// What the examples expect is what covers find, where they find something.
#[test]
fn examples() {
    let mut settled = 0;
    for path in models::files_below("examples", ".fathom") {
        let Some(system) = models::system_of(&models::read(&path)) else { continue };
        let numbers = single_states(&system);
        let what = path.display().to_string();
        let found = verdicts_within(
            &system,
            &numbers,
            Choice::Only(engine("coverability")),
            &Options::default(),
            Duration::from_millis(200),
        );
        // Some cannot be tried at all.
        let Ok(found) = found else { continue };
        for (number, verdict) in numbers.iter().zip(found) {
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
    println!("{settled} properties");
    assert!(settled > 40, "{settled} properties are settled");
}

/// What covers prove has certificates, and none is refused.
#[test]
fn proofs_have_certificates() {
    let mut sum = Certified::default();
    for seed in seeds(0, few(5, 30), 1_000) {
        let text =
            if seed % 3 == 0 { limited_model(seed, true) } else { net_model(seed, seed % 2 == 0, true) };
        let system = models::load_right(&text);
        let numbers = single_states(&system);
        let choice = Choice::Only(engine("coverability"));
        let answers = answers_within(&system, &numbers, choice, &Options::default(), LIMIT);
        let answers = answers.unwrap_or_else(|failure| panic!("seed {seed}: {failure}\n{text}"));
        for (number, answer) in answers {
            sum.add(certify_answer(&system, number, &answer, LIMIT * 4));
            assert!(sum.refused.is_empty(), "seed {seed}: {sum:#?}\n{text}");
        }
    }
    println!("{sum:#?}");
    let (accepted, all) = sum.share();
    assert!(accepted * 10 >= all * 8, "{accepted} of {all}");
}
