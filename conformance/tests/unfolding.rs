//! The engine of unfoldings against the explicit one, on random models that are nets and on the examples.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::nets::net_model;
use conformance::temporal::temporal_model;
use conformance::{answers_within, models, replay, seeds};
use engines::{Availability, Choice, Engine, Options, Use, find};
use std::collections::BTreeMap;
use std::time::Duration;
use system::{Answer, Question, System, Unlimited, Verdict};

/// The time for the properties of one model.
const LIMIT: Duration = Duration::from_millis(2_000);
/// Larger models are not compared.
const MOST_STATES: u64 = 4_000;

/// Properties of every kind that the engine knows, in words of [`net_model`].
const MORE: &str = "reachable both: count(Pair at w) = 2 && s = green
ltl again: G F t
ltl answered: G (s = blue => F count(Pair at v) >= 1)
ltl before: t W r >= 1
ltl settles: F G (a + b >= 1) || F s != red
ltl turns: G (Pair[1] at u => (Pair[1] at u U (t || Pair[1] at v)))
";

/// What was compared, by the kind of property and its verdict.
#[derive(Debug, Default)]
struct Tally {
    settled: BTreeMap<(&'static str, bool), usize>,
    traces: usize,
    open: BTreeMap<String, usize>,
}

impl Tally {
    fn count(&self, kind: &'static str) -> [usize; 2] {
        [true, false].map(|verdict| self.settled.get(&(kind, verdict)).copied().unwrap_or(0))
    }
}

fn engine() -> &'static dyn Engine {
    let Availability::Here(engine) = find("unfolding") else { panic!("there is no such engine") };
    engine
}

fn compare(system: &System, what: &str, tally: &mut Tally) {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let abilities = engine().can_check(system, &all).into_iter().zip(explicit::can_check_all(system, &all));
    let both = all.iter().zip(abilities).filter(|(_, (mine, other))| mine.is_ok() && other.is_ok());
    let both: Vec<usize> = both.map(|(number, _)| *number).collect();
    let settings = explicit::Settings { state_limit: Some(MOST_STATES), ..explicit::Settings::default() };
    let Ok(expected) = explicit::check(system, &both, &settings, &Unlimited) else { return };
    let options = Options { slicing: Use::Never, ..Options::default() };
    let found = answers_within(system, &both, Choice::Only(engine()), &options, LIMIT);
    let found = found.unwrap_or_else(|failure| panic!("{what}: {failure}"));
    for (number, answer) in &found {
        let other = both.iter().zip(&expected).find(|(own, _)| *own == number).map(|(_, answer)| answer);
        let expected = other.expect("both were asked").verdict();
        same(system, what, *number, answer, expected, tally);
    }
    assert_eq!(found.len(), both.len(), "{what}");
}

fn same(system: &System, what: &str, number: usize, answer: &Answer, expected: &Verdict, tally: &mut Tally) {
    let property = &system.properties[number];
    let question = &property.question;
    if let Verdict::Unknown(reason) = answer.verdict() {
        *tally.open.entry(reason.clone()).or_default() += 1;
        return;
    }
    if let Some(trace) = answer.trace() {
        tally.traces += 1;
        // Those of linear time have been looked at by `confirm`, as all answers are.
        if !matches!(question, Question::Ltl(_)) {
            replay(system, question, trace)
                .unwrap_or_else(|wrong| panic!("{what}: {}: {wrong}", property.name));
        }
    }
    if !matches!(expected, Verdict::Unknown(_)) {
        assert_eq!(answer.verdict(), expected, "{what}: {}", property.name);
        let kind = match question {
            Question::DeadlockFree => "deadlock_free",
            Question::NoFaults => "no_faults",
            other => other.kind(),
        };
        *tally.settled.entry((kind, *expected == Verdict::Holds)).or_default() += 1;
    }
}

#[test]
fn random_nets_have_the_same_verdicts() {
    let mut tally = Tally::default();
    for seed in seeds(0, 120, 5_000) {
        let text = format!("{}{MORE}", net_model(seed, true, false));
        for (text, bounds) in [(text.replace(": nat", ": 0..3"), "bounded"), (text, "as it is")] {
            let system = models::load_right(&text);
            compare(&system, &format!("seed {seed}, {bounds}\n{text}"), &mut tally);
        }
    }
    println!("{tally:#?}");
    if std::env::var_os("FATHOM_SEEDS").is_none() {
        for kind in ["invariant", "reachable", "deadlock_free", "no_faults", "ltl"] {
            assert!(tally.count(kind).iter().all(|count| *count >= 3), "{kind}: {tally:?}");
        }
    }
}

#[test]
fn random_temporal_models_have_the_same_verdicts_where_nobody_is_fair() {
    let mut tally = Tally::default();
    for seed in seeds(0, 300, 20_000) {
        let text = temporal_model(seed).print();
        let Some(mut system) = models::system_of(&text) else { continue };
        system.fairness.clear();
        compare(&system, &format!("seed {seed}\n{text}"), &mut tally);
    }
    println!("{tally:#?}");
    let [holds, violated] = tally.count("ltl");
    assert!(std::env::var_os("FATHOM_SEEDS").is_some() || holds >= 20 && violated >= 20, "{tally:?}");
}

#[test]
fn examples_have_the_same_verdicts() {
    let mut tally = Tally::default();
    for path in models::files_below("examples", ".fathom") {
        let Some(system) = models::system_of(&models::read(&path)) else { continue };
        compare(&system, &path.display().to_string(), &mut tally);
    }
    println!("{tally:#?}");
    assert!(tally.settled.values().sum::<usize>() >= 20, "{tally:?}");
}
