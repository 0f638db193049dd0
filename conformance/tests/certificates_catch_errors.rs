//! Engines that are wrong: their answers get no certificate, or one that the checker refuses.
//!
//! * Sets that break their laws ([`conformance::Liar`]), in the engine that answers and in the one that makes certificates.
//! * Answers that rest on nothing: every violated property is claimed to hold, and the other way round.
//! * Engines that look at another graph: a step that they never take (as a reduction that leaves out too much), one that they take without
//!   its guard, an initial state too many.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=100..200` runs those with these seeds.

use certificates::Certificate;
use composite_sets::{Composite, Polyhedra};
use conformance::certificate_mutants::{Facts, MutantJudge, Tally};
use conformance::{
    Clock, Known, LIES, Liar, Lie, Random, Tree, answers_within, generate, models, seeds, temporal,
};
use decision_diagrams::Diagrams;
use engines::{Choice, Options};
use state_sets::{Erased, Space};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;
use symbolic::{
    Asked, Budget, Lowered, Prepared, Proved, Representation, Represented, STRATEGIES, Settings, Setup,
    check_in, prove_in, stripped,
};
use system::{Answer, Evidence, Expr, Observer, Property, Question, System};

/// The time for answers, for each certificate and for each check.
const LIMIT: Duration = Duration::from_millis(300);

/// What came of the work of wrong engines.
#[derive(Default)]
struct Caught {
    /// What the checker says of certificates, by the error.
    judged: BTreeMap<String, Tally>,
    /// How many were not made.
    without: usize,
    /// How many answers were wrong.
    wrong_answers: usize,
    accepted: Vec<String>,
}

impl Caught {
    fn judge(&mut self, facts: &Facts<'_>, error: &str, certificate: &Certificate, random: &mut Random) {
        let judge = MutantJudge { facts, limit: LIMIT };
        match judge.judge(certificate, random) {
            Ok(tally) => self.judged.entry(error.into()).or_default().add(tally),
            Err(judgement) => {
                let text = facts.system.source.text();
                self.accepted.push(format!("{error}: {}\n{text}\n{certificate:#?}", judgement.0));
            }
        }
    }

    /// Certifies an answer that an engine gave with an error.
    fn answer(
        &mut self,
        facts: &Facts<'_>,
        error: &str,
        (property, answer): (usize, &Answer),
        random: &mut Random,
    ) {
        match engines::certificate(facts.system, property, answer, &Clock::new(LIMIT)) {
            Some(certificate) if certificate.proof.is_ok() => {
                self.wrong_answers += usize::from(facts.agrees(&certificate) == Some(false));
                self.judge(facts, error, &certificate, random);
            }
            Some(certificate) => {
                self.wrong_answers += usize::from(facts.agrees(&certificate) == Some(false));
                self.without += 1;
            }
            None => {}
        }
    }

    /// Shows the counts; nothing wrong may have been accepted.
    fn finish(&self, what: &str) -> Tally {
        let mut sum = Tally::default();
        self.judged.values().for_each(|tally| sum.add(*tally));
        println!(
            "{what}: {} wrong answers, {} certificates not made; {sum}",
            self.wrong_answers, self.without
        );
        self.judged.iter().for_each(|(error, tally)| println!("  {error}: {tally}"));
        let accepted = &self.accepted;
        assert!(accepted.is_empty(), "{} errors are not caught:\n{}", accepted.len(), accepted.join("\n"));
        sum
    }
}

/// Runs a test on the models with these seeds that are right.
fn on_models(
    model: fn(u64) -> Tree,
    seeds: Range<u64>,
    mut test: impl FnMut(&mut Caught, &Facts<'_>, &mut Random),
) -> Caught {
    let mut caught = Caught::default();
    for seed in seeds {
        let text = model(seed).print();
        let Some(system) = models::system_of(&text) else { continue };
        let before = caught.accepted.len();
        test(&mut caught, &Facts::new(&system, &text), &mut Random::new(seed));
        caught.accepted[before..].iter_mut().for_each(|one| *one = format!("seed {seed}: {one}"));
        if caught.accepted.len() > 3 {
            break;
        }
    }
    caught
}

/// Whether no seeds are asked for, so that there is much to count.
fn is_whole() -> bool {
    std::env::var_os("FATHOM_SEEDS").is_none()
}

fn is_finite(system: &System) -> bool {
    !system.variables.iter().any(|variable| variable.ty.is_unbounded())
}

/// The certificate of a proof.
fn certificate(property: &Property, holds: bool, proved: Proved) -> Certificate {
    let Proved { extras, definitions, proof } = proved;
    let (name, kind) = (property.name.clone(), property.question.kind().into());
    Certificate { property: name, kind, holds, extras, order: Vec::new(), definitions, proof: Ok(proof) }
}

/// A proof by diagrams that lie; nothing if none is found, or if the lie has confused the engine altogether.
fn lying_proof(system: &System, question: &Question, holds: bool, lie: Lie, every: usize) -> Option<Proved> {
    let clock = Clock::new(LIMIT);
    let budget = Rc::new(Budget::new(&clock));
    let asked = Asked { question, holds, path: None, named: 0 };
    let domain = |space: Space| {
        let options = decision_diagrams::Options {
            bytes: 1 << 24,
            budget: budget.clone(),
            ..decision_diagrams::Options::default()
        };
        Ok(Liar::new(Diagrams::new(space, options)?, lie, every))
    };
    let proving = || prove_in(&Prepared::new(system), &asked, &Settings::default(), &budget, domain);
    catch_unwind(AssertUnwindSafe(proving)).ok()?.ok()?.ok()
}

#[test]
fn certificates_made_by_lying_diagrams() {
    let caught = on_models(temporal::temporal_model, seeds(0, 3, 400), |caught, facts, random| {
        if !is_finite(facts.system) {
            return;
        }
        for (number, property) in facts.system.properties.iter().enumerate() {
            for lie in LIES {
                let holds = random.percent(50);
                let every = 1 + random.below(6);
                if matches!(property.question, Question::Bound(_)) || facts.of(number).is_none() {
                    continue;
                }
                match lying_proof(facts.system, &property.question, holds, lie, every) {
                    Some(proved) => {
                        let certificate = certificate(property, holds, proved);
                        caught.judge(facts, &format!("{lie:?}"), &certificate, random);
                    }
                    None => caught.without += 1,
                }
            }
        }
    });
    let sum = caught.finish("certificates made by lying diagrams");
    assert!(!is_whole() || sum.refused > 20, "lies make certificates wrong");
}

#[test]
fn answers_of_lying_diagrams() {
    let caught = on_models(temporal::temporal_model, seeds(100, 8, 400), |caught, facts, random| {
        if !is_finite(facts.system) {
            return;
        }
        let properties: Vec<usize> = (0..facts.system.properties.len()).collect();
        for lie in LIES {
            let every = 1 + random.below(6);
            let clock = Clock::new(LIMIT);
            let budget = Budget::new(&clock);
            let options =
                || decision_diagrams::Options { bytes: 1 << 24, ..decision_diagrams::Options::default() };
            let domain = |space: Space| Ok(Liar::new(Diagrams::new(space, options())?, lie, every));
            let asking = || check_in(facts.system, &properties, &Settings::default(), &budget, domain);
            let Ok(Ok(answers)) = catch_unwind(AssertUnwindSafe(asking)) else { continue };
            for answer in properties.iter().copied().zip(&answers) {
                caught.answer(facts, &format!("{lie:?}"), answer, random);
            }
        }
    });
    caught.finish("answers of lying diagrams");
    assert!(!is_whole() || caught.wrong_answers > 10, "lies make answers wrong");
}

struct Nobody;

impl Observer for Nobody {
    fn answered(&self, _: usize, _: Answer) {}
}

/// Proofs by integer sets that lie, one for each strategy that finds one.
fn lying_proofs(system: &System, question: &Question, holds: bool, lie: Lie, every: usize) -> Vec<Proved> {
    let (body, rigid) = stripped(question);
    let clock = Clock::new(LIMIT);
    let budget = Rc::new(Budget::new(&clock));
    let prepared = Prepared::new(system);
    let setup =
        Setup { prepared: &prepared, budget: &budget, observer: &Nobody, disjuncts: false, several: true };
    let diagrams = |space: Space| {
        let options = decision_diagrams::Options {
            bytes: 1 << 24,
            budget: budget.clone(),
            ..decision_diagrams::Options::default()
        };
        Diagrams::new(space, options)
    };
    let polyhedra = |space: Space| Polyhedra::with_budget(space, budget.clone());
    let make = |lowered: &Lowered| {
        let composite = Composite::new(lowered.space.clone(), diagrams, polyhedra)?;
        Ok(Erased::new(Liar::new(composite, lie, every)))
    };
    let represented = Represented { name: "lies".into(), most_codes: 64, make };
    let asked = Asked { question: &body, holds, path: None, named: 0 };
    let mut found = Vec::new();
    for strategy in STRATEGIES.iter().take(5) {
        budget.share(2_000);
        let proving = || represented.encode(&setup, &body, &rigid)?.prove(&setup, &asked, *strategy);
        if let Ok(Ok(Some(proved))) = catch_unwind(AssertUnwindSafe(proving)) {
            found.push(proved);
        }
    }
    found
}

#[test]
fn certificates_made_by_lying_integer_sets() {
    let caught = on_models(temporal::integer_model, seeds(0, 2, 100), |caught, facts, random| {
        for (number, property) in facts.system.properties.iter().enumerate() {
            let Some(known) = facts.of(number) else { continue };
            if matches!(known, Known::Largest(_)) {
                continue;
            }
            for lie in [*random.pick(&LIES), *random.pick(&LIES)] {
                let (holds, every) = (random.percent(70) == (known == Known::Violated), 1 + random.below(4));
                let proofs = lying_proofs(facts.system, &property.question, holds, lie, every);
                caught.without += usize::from(proofs.is_empty());
                for proved in proofs {
                    let certificate = certificate(property, holds, proved);
                    caught.judge(facts, &format!("{lie:?}"), &certificate, random);
                }
            }
        }
    });
    caught.finish("certificates made by lying integer sets");
}

/// Answers with the wrong verdict, which rest on nothing, or on a path of another property.
fn groundless(question: &Question, known: Known, others: &[(usize, Answer)]) -> Vec<Answer> {
    let evidence: Vec<Evidence> = match (question, known) {
        (Question::Bound(_), _) => Vec::new(),
        (Question::Reachable(_), Known::Holds) | (_, Known::Violated) => {
            let states = 1000_u32.into();
            vec![Evidence::Exhaustive { states }]
        }
        _ => {
            let traces = others.iter().filter_map(|(_, answer)| answer.evidence().and_then(Evidence::trace));
            traces.take(2).cloned().map(Evidence::path).collect()
        }
    };
    let answer = |evidence| Answer::from_evidence(question, evidence, "explicit", "breadth first").ok();
    evidence.into_iter().filter_map(answer).collect()
}

fn groundless_answers(model: fn(u64) -> Tree, seeds: Range<u64>) -> Caught {
    on_models(model, seeds, |caught, facts, random| {
        let properties: Vec<usize> = (0..facts.system.properties.len()).collect();
        let (auto, options) = (Choice::Auto, Options::default());
        let others = answers_within(facts.system, &properties, auto, &options, LIMIT).unwrap_or_default();
        for number in properties {
            let Some(known) = facts.of(number) else { continue };
            for answer in groundless(&facts.system.properties[number].question, known, &others) {
                let kind = format!("{} {}", facts.system.properties[number].question.kind(), answer.engine);
                caught.answer(facts, &kind, (number, &answer), random);
            }
        }
    })
}

#[test]
fn answers_that_rest_on_nothing_about_temporal_models() {
    let caught = groundless_answers(temporal::temporal_model, seeds(0, 7, 500));
    caught.finish("answers that rest on nothing, temporal models");
    assert!(!is_whole() || caught.wrong_answers > 50, "many answers are wrong");
}

#[test]
fn answers_that_rest_on_nothing_about_the_whole_language() {
    let caught = groundless_answers(generate, seeds(0, 8, 500));
    caught.finish("answers that rest on nothing, the whole language");
    assert!(!is_whole() || caught.wrong_answers > 20, "many answers are wrong");
}

#[test]
fn answers_that_rest_on_nothing_about_unbounded_models() {
    groundless_answers(temporal::integer_model, seeds(0, 2, 100))
        .finish("answers that rest on nothing, unbounded models");
}

/// The system with another graph, and what was done to it.
fn crippled(system: &System, random: &mut Random) -> (System, &'static str) {
    let mut other = system.clone();
    let count = other.edges.len();
    let constant = |value| Expr::bool(value, diagnostics::Span::default());
    let error = match random.below(4) {
        0 | 1 if count > 0 => {
            other.edges[random.below(count)].guard = constant(false);
            "a step is never taken"
        }
        2 if count > 0 => {
            other.edges[random.below(count)].guard = constant(true);
            "a guard is not looked at"
        }
        _ if !other.initial.is_empty() => {
            let place = random.below(other.initial.len());
            other.initial.remove(place);
            "a condition on initial states is not looked at"
        }
        _ => "nothing",
    };
    (other, error)
}

fn answers_about_another_graph(model: fn(u64) -> Tree, seeds: Range<u64>) -> Caught {
    on_models(model, seeds, |caught, facts, random| {
        let properties: Vec<usize> = (0..facts.system.properties.len()).collect();
        for _ in 0..3 {
            let (other, error) = crippled(facts.system, random);
            let (auto, options) = (Choice::Auto, Options::default());
            let asking = || answers_within(&other, &properties, auto, &options, LIMIT);
            let Ok(Ok(answers)) = catch_unwind(AssertUnwindSafe(asking)) else { continue };
            for (property, answer) in &answers {
                caught.answer(facts, error, (*property, answer), random);
            }
        }
    })
}

#[test]
fn engines_that_look_at_another_graph() {
    let caught = answers_about_another_graph(temporal::temporal_model, seeds(0, 5, 400));
    caught.finish("engines that look at another graph");
    assert!(!is_whole() || caught.wrong_answers > 0, "some answers are wrong");
}

#[test]
fn engines_that_look_at_another_graph_of_the_whole_language() {
    answers_about_another_graph(generate, seeds(0, 5, 400))
        .finish("engines that look at another graph, the whole language");
}
