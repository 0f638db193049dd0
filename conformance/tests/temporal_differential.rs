//! Random tiny models with random temporal properties and fairness: the explicit engine, with both of its searches,
//! against the definitions. A difference is shrunk and printed as a model that can be saved below
//! `tests/models/found`.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::temporal::{TemporalOutcome, compare_temporal, compare_with_shapes, temporal_model};
use conformance::{Disagreement, Tree, generate, seeds, shrink};
use std::collections::BTreeMap;

/// The most states of a model here.
const MOST_STATES: usize = 60;

#[test]
fn the_explicit_engine_agrees_with_the_definitions() {
    let tally = run(temporal_model, compare_temporal, 220, 60_000);
    tally.check();
}

#[test]
fn it_agrees_on_models_that_use_the_whole_language() {
    run(generate, compare_with_shapes, 70, 20_000);
}

/// How often each thing came.
#[derive(Debug, Default)]
struct Tally {
    models: usize,
    compared: usize,
    skipped: BTreeMap<String, usize>,
    several_initial: usize,
    dead_ends: usize,
    fairness: usize,
    unfair_states: usize,
    sum: TemporalOutcome,
}

type Compare = fn(&str, usize) -> Result<TemporalOutcome, Disagreement>;

fn run(model: fn(u64) -> Tree, compare: Compare, few: u64, many: u64) -> Tally {
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in seeds(0, few, many) {
        match compare(&model(seed).print(), MOST_STATES) {
            Ok(outcome) => {
                tally.add(outcome);
                if tally.models.is_multiple_of(1000) {
                    println!("up to seed {seed}: {} differ, {:?}", failures.len(), tally.sum);
                }
            }
            Err(disagreement) => {
                // Said at once, so that a long run that is cut short has said it.
                println!("seed {seed} differs, {}: {}", disagreement.kind, disagreement.detail);
                failures.push(shrunk(seed, &model(seed), compare, &disagreement));
            }
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
fn shrunk(seed: u64, tree: &Tree, compare: Compare, disagreement: &Disagreement) -> String {
    let kind = disagreement.kind;
    let differs = |text: &str| compare(text, MOST_STATES).is_err_and(|other| other.kind == kind);
    let smallest = shrink(tree, &mut |text| differs(text)).print();
    let detail = compare(&smallest, MOST_STATES).expect_err("the shrunk model still differs").detail;
    format!("seed {seed}, {kind}: {detail}\n---------- {kind}_{seed}.fathom\n{smallest}----------")
}

impl Tally {
    fn add(&mut self, outcome: TemporalOutcome) {
        self.models += 1;
        if let Some(reason) = outcome.skipped {
            *self.skipped.entry(reason).or_default() += 1;
            return;
        }
        self.compared += 1;
        self.several_initial += usize::from(outcome.several_initial);
        self.dead_ends += usize::from(outcome.dead_ends);
        self.fairness += usize::from(outcome.fairness > 0);
        self.unfair_states += usize::from(outcome.unfair_states);
        let sum = &mut self.sum;
        sum.states += outcome.states;
        for place in 0..2 {
            sum.branching[place] += outcome.branching[place];
            sum.linear[place] += outcome.linear[place];
        }
        sum.bounds += outcome.bounds;
        sum.open += outcome.open;
        sum.loops += outcome.loops;
        sum.shortest += outcome.shortest;
        sum.pairs += outcome.pairs;
        sum.walks += outcome.walks;
    }

    /// The models are worth comparing.
    fn check(&self) {
        if self.models < 100 {
            return;
        }
        let share = |part: usize| part * 100 / self.compared.max(1);
        assert!(self.compared * 100 > self.models * 80, "too many models are skipped: {self:?}");
        assert!(share(self.several_initial) > 15, "too few have several initial states: {self:?}");
        assert!(
            (15..90).contains(&share(self.dead_ends)),
            "dead ends are not as frequent as they should: {self:?}"
        );
        assert!(share(self.fairness) > 50, "too few models have fairness: {self:?}");
        assert!(share(self.unfair_states) > 5, "too few models have states without fair paths: {self:?}");
        for [holds, violated] in [self.sum.branching, self.sum.linear] {
            assert!(
                holds.min(violated) * 100 > (holds + violated) * 20,
                "the verdicts are one-sided: {self:?}"
            );
        }
        assert!(self.sum.shortest > self.sum.linear[1], "few paths are known to be shortest: {self:?}");
        assert!(share(self.sum.loops) > 30, "too few paths end in a loop: {self:?}");
    }
}
