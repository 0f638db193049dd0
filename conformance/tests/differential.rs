//! Random models: the explicit engine against the naive checker. A difference is shrunk and printed as a model
//! that can be saved below `tests/models/found`.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::{Disagreement, GivenUp, Outcome, Tree, compare, generate, seeds, shrink, wide_model};
use diagnostics::Diagnostic;

/// How often each outcome came.
#[derive(Debug, Default)]
struct Tally {
    /// Whether numbers may be too large for the engine.
    is_wide: bool,
    models: usize,
    agreed: usize,
    states: usize,
    properties: usize,
    refused: usize,
    with_faults: usize,
    large: usize,
    no_initial_state: usize,
    skipped: usize,
    open: usize,
    wrong: usize,
}

#[test]
fn the_explicit_engine_agrees_with_the_naive_checker() {
    run(Tally::default(), generate, seeds(0, 700, 40_000)).check();
}

#[test]
fn the_explicit_engine_agrees_with_the_naive_checker_on_wide_numbers() {
    let tally = run(Tally { is_wide: true, ..Tally::default() }, wide_model, seeds(0, 400, 40_000));
    assert!(tally.models < 100 || tally.agreed * 4 > tally.models, "many numbers fit 64 bits: {tally:?}");
}

/// Compares the two on the models with these seeds.
fn run(mut tally: Tally, model: fn(u64) -> Tree, seeds: std::ops::Range<u64>) -> Tally {
    let mut failures = Vec::new();
    for seed in seeds {
        match compare(&model(seed).print()) {
            Ok(outcome) => tally.add(seed, outcome),
            // Where the engine could not look at a nearer state, its path is longer.
            Err(Disagreement { kind: "distance", .. }) if tally.is_wide => tally.open += 1,
            Err(disagreement) => failures.push(shrunk(seed, &model(seed), &disagreement)),
        }
        if failures.len() >= 3 {
            break;
        }
    }
    println!("{tally:#?}");
    assert!(failures.is_empty(), "{} models differ:\n{}", failures.len(), failures.join("\n"));
    tally
}

/// The smallest model with the same kind of disagreement.
fn shrunk(seed: u64, tree: &Tree, disagreement: &Disagreement) -> String {
    let kind = disagreement.kind;
    let differs = |text: &str| compare(text).is_err_and(|other| other.kind == kind);
    let smallest = shrink(tree, &mut |text| differs(text)).print();
    let detail = compare(&smallest).expect_err("the shrunk model still differs").detail;
    let shown =
        format!("seed {seed}, {kind}: {detail}\n---------- {kind}_{seed}.fathom\n{smallest}----------");
    println!("{shown}");
    shown
}

impl Tally {
    fn add(&mut self, seed: u64, outcome: Outcome) {
        self.models += 1;
        match outcome {
            Outcome::Agreed { states, properties, refused, faults } => {
                self.agreed += 1;
                self.states += states;
                self.properties += properties;
                self.refused += refused;
                self.with_faults += usize::from(faults);
                self.large += usize::from(states > 30);
            }
            Outcome::NoInitialState => self.no_initial_state += 1,
            Outcome::Skipped(given_up) => {
                self.skipped += 1;
                if !matches!(given_up, GivenUp::TooManyStates(_)) {
                    println!("seed {seed} is skipped: {given_up:?}");
                }
            }
            Outcome::Open(reason) => {
                self.open += 1;
                println!("seed {seed} is left open: {reason}");
            }
            Outcome::Wrong(findings) => {
                self.wrong += 1;
                let error = findings.iter().find(|finding| finding.is_error());
                println!("seed {seed} is wrong: {}", error.map_or(String::new(), show));
            }
        }
    }

    /// The models are worth comparing.
    fn check(&self) {
        let share = |part: usize| part * 100 / self.models.max(1);
        if self.models < 100 {
            return;
        }
        assert!(share(self.wrong) < 10, "too many models are wrong: {self:?}");
        assert!(share(self.skipped) < 33, "too many models are skipped: {self:?}");
        assert!(share(self.open) < 15, "too many models are left open: {self:?}");
        assert!(share(self.no_initial_state) < 20, "too many models have no initial state: {self:?}");
        assert!((15..85).contains(&share(self.with_faults)), "some models should fault: {self:?}");
        assert!(share(self.large) > 20, "too few models have many states: {self:?}");
    }
}

fn show(finding: &Diagnostic) -> String {
    format!("{} {}", finding.code.as_str(), finding.message)
}
