//! Known soundness errors inside an engine: a stubborn set that misses a write, a symmetry that is none, an overflow. The answers that come
//! out of them are wrong, and no certificate of a wrong answer is accepted. (Widening that shrinks and other sets that break their laws are
//! in `certificates_catch_errors.rs`.)
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=100..200` runs those with these seeds.

use certificates::check;
use conformance::certificate_mutants::Facts;
use conformance::{Clock, generate, models, seeds, temporal};
use explicit::{InjectedError, Settings, Use, with_error};
use std::time::Duration;
use system::{Answer, Question, System, Verdict};

/// The time for answers, for each certificate and for each check.
const LIMIT: Duration = Duration::from_millis(500);

/// What came of answers with an error.
#[derive(Debug, Default)]
struct Wrong {
    /// Answers that are wrong.
    answers: usize,
    /// Of these, those whose certificate is refused.
    refused: usize,
    /// Those without a certificate, or with one that is not decided.
    open: usize,
    accepted: Vec<String>,
}

/// The search that is misled by an error.
fn settings(error: InjectedError) -> Settings {
    let plain = Settings::default();
    match error {
        InjectedError::MissedWrite => Settings { partial_order: Use::Always, ..plain },
        InjectedError::AnySymmetry => Settings { symmetry: Use::Always, ..plain },
        InjectedError::Overflow => plain,
    }
}

/// The answers of a search with an error; none if it contradicts itself.
fn answers(system: &System, error: InjectedError) -> Vec<(usize, Answer)> {
    let is_asked = |number: &usize| explicit::can_check(system, &system.properties[*number]).is_ok();
    let numbers: Vec<usize> = (0..system.properties.len()).filter(is_asked).collect();
    let asking = || {
        let one = |number: &usize| {
            let found = explicit::check(system, &[*number], &settings(error), &Clock::new(LIMIT)).ok()?;
            found.into_iter().next().map(|answer| (*number, answer))
        };
        numbers.iter().filter_map(one).collect()
    };
    with_error(error, asking)
}

impl Wrong {
    fn look(&mut self, system: &System, text: &str, error: InjectedError) {
        let facts = Facts::new(system, text);
        for (property, answer) in answers(system, error) {
            let bound = matches!(system.properties[property].question, Question::Bound(_));
            if bound || matches!(answer.verdict(), Verdict::Unknown(_)) {
                continue;
            }
            let Some(certificate) = engines::certificate(system, property, &answer, &Clock::new(LIMIT))
            else {
                continue;
            };
            if facts.agrees(&certificate) != Some(false) {
                continue;
            }
            self.answers += 1;
            if certificate.proof.is_err() {
                self.open += 1;
                continue;
            }
            match check(system, &certificate, &Clock::new(LIMIT)) {
                Ok(()) => self.accepted.push(format!("{error:?}: {certificate:#?}\n{text}")),
                Err(certificates::Refusal::Undecided(_)) => self.open += 1,
                Err(_) => self.refused += 1,
            }
        }
    }

    fn finish(&self, what: &str) {
        println!("{what}: {} wrong answers, {} refused, {} without", self.answers, self.refused, self.open);
        let accepted = &self.accepted;
        assert!(accepted.is_empty(), "{} wrong answers are certified: {accepted:#?}", accepted.len());
    }
}

/// Models on which each error does its harm: `go` turns `jump` off, only one of the workers may ever get through, and a count comes to ten.
const MODELS: [(InjectedError, &str); 3] = [
    (
        InjectedError::MissedWrite,
        "var x: 0..1 := 0\nvar y: 0..1 := 0\nevent go when x = 0 do x := 1\nevent jump when x = 0 && y = 0 do y := 1\n\
         invariant low: y = 0\n",
    ),
    (
        InjectedError::AnySymmetry,
        "var turn: 0..3 := 0\nprocess Worker[i in 1..3] {\n  loc out, inside\n  enter: out -> inside when turn + 1 = i do turn := i\n}\n\
         invariant calm: !(Worker[1] at inside && Worker[2] at inside)\n",
    ),
    (
        InjectedError::Overflow,
        "var x: -8..12 := 0\nevent up when x < 12 do x := x + 1\ninvariant small: x < 10\n",
    ),
];

#[test]
fn each_error_makes_an_answer_wrong_and_its_certificate_is_refused() {
    for (error, text) in MODELS {
        let system = models::load_right(text);
        let mut wrong = Wrong::default();
        wrong.look(&system, text, error);
        wrong.finish(&format!("{error:?}"));
        assert_eq!((wrong.answers, wrong.refused), (1, 1), "{error:?} misleads the search: {wrong:?}");
    }
}

fn on_random_models(error: InjectedError, default: u64, slow: u64) {
    let mut wrong = Wrong::default();
    for seed in seeds(0, default, slow) {
        for tree in [generate(seed), temporal::temporal_model(seed)] {
            let text = tree.print();
            if let Some(system) = models::system_of(&text) {
                wrong.look(&system, &text, error);
            }
        }
    }
    wrong.finish(&format!("{error:?} on random models"));
}

#[test]
fn stubborn_sets_that_miss_a_write() {
    on_random_models(InjectedError::MissedWrite, 25, 3_000);
}

#[test]
fn symmetries_that_are_none() {
    on_random_models(InjectedError::AnySymmetry, 25, 3_000);
}

#[test]
fn sums_that_overflow() {
    on_random_models(InjectedError::Overflow, 25, 3_000);
}
