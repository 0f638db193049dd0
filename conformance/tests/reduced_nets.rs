//! Reduced nets of systems that are nets, with processes, populations, broadcasts and tests: searched in each way, against the naive checker, and for any size of a
//! population against each size.
//!
//! Every path has been led back, replayed in the whole system, and looked at a second time by then, or there would have been no answer but a failure.
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::nets::{limited_model, net_model, related_model};
use conformance::{models, seeds, survey, verdicts_within};
use engines::{Choice, Engine, Options, ReducedNetEngine, ReducedSearch};
use std::time::Duration;
use system::{Question, System, Verdict};

/// The time for the properties of one model.
const LIMIT: Duration = Duration::from_millis(700);
/// The most states that are visited one by one.
const MOST_STATES: usize = 4_000;

/// Each searches whatever is left of a net.
static WAYS: [ReducedNetEngine; 3] = [
    ReducedNetEngine { search: ReducedSearch::Explicit, most_left: 1_000 },
    ReducedNetEngine { search: ReducedSearch::Sets, most_left: 1_000 },
    ReducedNetEngine { search: ReducedSearch::Predicates, most_left: 1_000 },
];

fn few(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

/// Formulas about paths beside what the models ask.
const TEMPORAL: &str = "
    ltl g0: G (a >= 1 => F b >= 1)
    ltl g1: F G (t || r >= 1)
    ltl g2: (count(Pair at u) >= 1) U (s != red)
    ltl g3: G F count(Mob at v) >= 1
    ltl g4: G (s = blue => F (s = red || t))
";

fn asked(system: &System) -> Vec<usize> {
    let is_asked = |number: &usize| !matches!(system.properties[*number].question, Question::NoFaults);
    (0..system.properties.len()).filter(is_asked).collect()
}

fn found(system: &System, engine: &'static dyn Engine, what: &str) -> Vec<(usize, Verdict)> {
    let numbers = asked(system);
    let found = verdicts_within(system, &numbers, Choice::Only(engine), &Options::default(), LIMIT);
    let found = found.unwrap_or_else(|failure| panic!("{what}, {}: {failure}", engine.name()));
    numbers.into_iter().zip(found).collect()
}

/// Finite ones are known state by state.
#[test]
fn every_way_agrees_with_the_naive_checker() {
    let (mut compared, mut violated) = ([0; 3], [0; 3]);
    for seed in seeds(0, few(30, 100), 5_000) {
        let text =
            if seed % 3 == 0 { limited_model(seed, false) } else { net_model(seed, seed % 3 == 1, false) };
        let text = text + TEMPORAL;
        let system = models::load_right(&text);
        let Ok(naive) = survey(&system, MOST_STATES) else { continue };
        for (way, engine) in WAYS.iter().enumerate() {
            for (number, verdict) in found(&system, engine, &format!("seed {seed}\n{text}")) {
                let property = &system.properties[number];
                let Ok(Some(truth)) = naive.truth(&system, &property.question) else { continue };
                if matches!(verdict, Verdict::Unknown(_)) {
                    continue;
                }
                compared[way] += 1;
                violated[way] += usize::from(verdict == Verdict::Violated);
                let expected = if truth.holds { Verdict::Holds } else { Verdict::Violated };
                assert_eq!(verdict, expected, "seed {seed}, {}: {}\n{text}", engine.name(), property.name);
            }
        }
    }
    println!("{compared:?} compared, {violated:?} violated");
    assert!(compared.iter().all(|count| *count > 20), "{compared:?}");
    assert!(violated.iter().all(|count| *count > 3), "{violated:?}");
}

/// What holds for any size holds for each; what is violated is violated by a path that was replayed.
#[test]
fn what_holds_for_every_size_holds_for_each() {
    let mut settled = 0;
    for seed in seeds(0, few(6, 30), 3_000) {
        let text = match seed % 3 {
            0 => limited_model(seed, true),
            1 => net_model(seed, true, true),
            _ => related_model(seed, seed % 2 == 0),
        };
        let text = text + TEMPORAL;
        let system = models::load_right(&text);
        let all: Vec<_> = WAYS[1..]
            .iter()
            .flat_map(|engine| found(&system, engine, &format!("seed {seed}\n{text}")))
            .collect();
        settled += all.iter().filter(|(_, verdict)| !matches!(verdict, Verdict::Unknown(_))).count();
        for size in 1..=3 {
            let sized = text.replace("start u: any", &format!("start u: {size}"));
            let sized = sized.replace("param N: nat where N >= 1", &format!("const N := {size}"));
            let sized = models::load_right(&sized);
            let Ok(naive) = survey(&sized, MOST_STATES) else { continue };
            for (number, verdict) in &all {
                let property = &sized.properties[*number];
                let Ok(Some(truth)) = naive.truth(&sized, &property.question) else { continue };
                let is_reachable = matches!(property.question, Question::Reachable(_));
                let refutes = if is_reachable { truth.holds } else { !truth.holds };
                let claims = if is_reachable { Verdict::Violated } else { Verdict::Holds };
                assert!(
                    *verdict != claims || !refutes,
                    "seed {seed}, size {size}: {}\n{text}",
                    property.name
                );
            }
        }
    }
    println!("{settled} settled");
    assert!(settled > 20, "{settled}");
}
