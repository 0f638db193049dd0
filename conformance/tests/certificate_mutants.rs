//! Certificates with one change, certificates of other models and of other properties: the checker refuses them, or they are right.
//!
//! Whatever the checker accepts is compared with what the naive checkers find: an accepted certificate never claims a wrong verdict, and a
//! set that is accepted is looked at state by state. What the checker refuses because of a state is refused for a reason.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=100..200` runs those with these seeds.

use certificates::{Certificate, Document, concerns, header};
use conformance::certificate_mutants::{Facts, Forger, MutantJudge, Part, Tally, changed_model, mutant};
use conformance::{Known, Random, Tree, certificates_of, generate, models, seeds, temporal};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;
use system::System;

/// The time for the answers, for each certificate and for each check.
const LIMIT: Duration = Duration::from_millis(600);

/// Counts by part, and what went wrong.
#[derive(Default)]
struct Run {
    parts: BTreeMap<&'static str, Tally>,
    wrong: Vec<String>,
}

impl Run {
    fn sum(&self) -> Tally {
        let mut sum = Tally::default();
        self.parts.values().for_each(|tally| sum.add(*tally));
        sum
    }

    fn judge(
        &mut self,
        judge: &MutantJudge<'_, '_>,
        name: &'static str,
        certificate: &Certificate,
        random: &mut Random,
    ) -> bool {
        match judge.judge(certificate, random) {
            Ok(tally) => self.parts.entry(name).or_default().add(tally),
            Err(judgement) => {
                let text = judge.facts.system.source.text();
                self.wrong.push(format!("{}\n{text}\n{certificate:#?}", judgement.0));
                return false;
            }
        }
        true
    }

    /// Shows the counts; nothing may be wrong.
    fn finish(&self, what: &str) {
        println!("{what}: {}", self.sum());
        self.parts.iter().for_each(|(name, tally)| println!("  {name}: {tally}"));
        assert!(
            self.wrong.is_empty(),
            "{} claims are judged wrongly:\n{}",
            self.wrong.len(),
            self.wrong.join("\n")
        );
    }
}

/// Runs a test on the models with these seeds that are right.
fn on_models(
    model: fn(u64) -> Tree,
    seeds: Range<u64>,
    mut test: impl FnMut(&mut Run, &System, &str, &[Certificate], &mut Random),
) -> Run {
    let mut run = Run::default();
    for seed in seeds {
        let text = model(seed).print();
        let Some(system) = models::system_of(&text) else { continue };
        let Ok(certificates) = certificates_of(&system, LIMIT) else { continue };
        let before = run.wrong.len();
        test(&mut run, &system, &text, &certificates, &mut Random::new(seed));
        run.wrong[before..].iter_mut().for_each(|one| *one = format!("seed {seed}: {one}"));
        if run.wrong.len() > 3 {
            break;
        }
    }
    run
}

fn named(part: Part) -> &'static str {
    match part {
        Part::Formula => "formula",
        Part::Path => "path",
        Part::Automaton => "automaton",
        Part::Region => "region",
        Part::Layers => "layers",
        Part::Claim => "claim",
        Part::Number => "number",
        Part::Verdict => "verdict",
        Part::Frame => "frame",
    }
}

/// One change of each certificate, so many times.
fn mutants(model: fn(u64) -> Tree, seeds: Range<u64>, each: usize) -> Run {
    on_models(model, seeds, |run, system, text, certificates, random| {
        let facts = Facts::new(system, text);
        let judge = MutantJudge { facts: &facts, limit: LIMIT };
        for certificate in certificates {
            for _ in 0..each {
                let Some((changed, part, what)) = mutant(system, certificate, random) else { continue };
                if !run.judge(&judge, named(part), &changed, random)
                    && let Some(last) = run.wrong.last_mut()
                {
                    *last = format!("{what}: {last}");
                }
            }
        }
    })
}

#[test]
fn mutants_of_models_that_use_the_whole_language() {
    mutants(generate, seeds(0, 12, 600), 6).finish("the whole language");
}

#[test]
fn mutants_of_models_with_temporal_properties_and_fairness() {
    mutants(temporal::temporal_model, seeds(0, 8, 250), 6).finish("temporal properties");
}

#[test]
fn mutants_of_unbounded_models() {
    mutants(temporal::integer_model, seeds(0, 2, 60), 8).finish("unbounded models");
}

/// The certificates of a model as ones of models that differ in one word, each once as it is and, if it claims what is false there, with one
/// change as well, so many times.
fn changed_models(model: fn(u64) -> Tree, seeds: Range<u64>, each: usize) -> Run {
    on_models(model, seeds, |run, system, text, certificates, random| {
        let document = Document { header: header(system, "test"), certificates: Vec::new() };
        for _ in 0..6 {
            let Some((changed, other)) = changed_model(system, text, random) else { continue };
            assert!(concerns(&document, &other).is_err(), "the hash is another one:\n{changed}");
            let facts = Facts::new(&other, &changed);
            let judge = MutantJudge { facts: &facts, limit: LIMIT };
            for certificate in certificates {
                let is_wrong = facts.agrees(certificate) == Some(false);
                if is_wrong || random.percent(15) {
                    run.judge(&judge, "as they are", certificate, random);
                }
                for _ in 0..if is_wrong { each } else { 0 } {
                    let Some((mutant, ..)) = mutant(&other, certificate, random) else { continue };
                    run.judge(&judge, "with one change", &mutant, random);
                }
            }
        }
    })
}

#[test]
fn certificates_of_other_models() {
    changed_models(generate, seeds(0, 6, 400), 2).finish("other models, the whole language");
}

#[test]
fn certificates_of_other_temporal_models() {
    changed_models(temporal::temporal_model, seeds(50, 4, 300), 2)
        .finish("other models, temporal properties");
}

/// For each property the proofs of all others, and its own, as ones of the wrong verdict.
fn exchanged(model: fn(u64) -> Tree, seeds: Range<u64>, most: usize) -> Run {
    on_models(model, seeds, |run, system, text, certificates, random| {
        let facts = Facts::new(system, text);
        let judge = MutantJudge { facts: &facts, limit: LIMIT };
        for (number, property) in system.properties.iter().enumerate() {
            let holds = match facts.of(number) {
                Some(Known::Holds) => false,
                Some(Known::Violated | Known::Largest(_)) => true,
                None => continue,
            };
            for _ in 0..most.min(certificates.len()) {
                let other = random.pick(certificates);
                let forged = Certificate { property: property.name.clone(), holds, ..other.clone() };
                run.judge(&judge, property.question.kind(), &forged, random);
            }
        }
    })
}

#[test]
fn proofs_of_other_properties() {
    exchanged(temporal::temporal_model, seeds(100, 5, 400), 4).finish("proofs of other properties");
}

/// Random certificates of wrong verdicts, so many for each property.
fn forgeries(model: fn(u64) -> Tree, seeds: Range<u64>, each: usize) -> Run {
    let mut run = Run::default();
    for seed in seeds {
        let text = model(seed).print();
        let Some(system) = models::system_of(&text) else { continue };
        let facts = Facts::new(&system, &text);
        let judge = MutantJudge { facts: &facts, limit: LIMIT };
        let random = &mut Random::new(seed);
        for property in 0..system.properties.len() {
            let wrong = match facts.of(property) {
                Some(Known::Violated) => true,
                Some(Known::Holds) => false,
                Some(Known::Largest(_)) => true,
                None => continue,
            };
            for _ in 0..each {
                let certificate = Forger::new(&facts, random).forge(property, wrong);
                run.judge(&judge, system.properties[property].question.kind(), &certificate, random);
            }
        }
        if run.wrong.len() > 3 {
            break;
        }
    }
    run
}

#[test]
fn forgeries_about_finite_models() {
    forgeries(temporal::temporal_model, seeds(0, 8, 1_000), 10).finish("forgeries about finite models");
}

#[test]
fn forgeries_about_unbounded_models() {
    forgeries(temporal::integer_model, seeds(0, 4, 300), 10).finish("forgeries about unbounded models");
}
