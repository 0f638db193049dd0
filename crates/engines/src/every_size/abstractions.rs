//! The ways of proving something of a system with an open constant.

use super::engine_proof::EngineProof;
use super::proof::{Attempt, Proof};
use super::share::Allotment;
use crate::solver_budget::views_budget;
use crate::{Choice, Failure, Options};
use certificates::{SizesProof, ViewsOf};
use counting::counted;
use parameterized::{Outcome, ViewsProof};
use std::collections::HashMap;
use system::parameterized::ParameterizedSystem;
use system::{Answer, Evidence, Question, Watch};

/// The proofs that can be tried, in the order of their turns; `questions` are those of the system of any size, and `keeps_proofs` says
/// whether what shows the answers is wanted beside them.
pub fn proofs<'p>(
    system: &'p ParameterizedSystem,
    questions: &'p [(String, Question)],
    choice: Choice,
    options: Options,
    keeps_proofs: bool,
) -> Vec<Box<dyn Proof + 'p>> {
    let counters: Box<dyn Proof> = match counted(system) {
        Ok(counted) => {
            let known = counted.places_by_name(system);
            let place =
                |(number, (name, _)): (usize, &(String, Question))| Some((number, known.get(name)?.clone()));
            let places: HashMap<usize, _> = questions.iter().enumerate().filter_map(place).collect();
            let engines = EngineProof::new("counting", counted, places, choice, options);
            Box::new(if keeps_proofs { engines.keeping() } else { engines })
        }
        Err(reason) => Box::new(Refused { name: "counting", reason }),
    };
    vec![counters, Box::new(Views { system, questions, kept: keeps_proofs.then(HashMap::new) })]
}

/// A proof that cannot be tried.
pub struct Refused {
    /// What it is called; nothing if this is about the model itself.
    pub name: &'static str,
    /// Why.
    pub reason: String,
}

impl Proof for Refused {
    fn name(&self) -> &'static str {
        self.name
    }

    fn attempt(
        &mut self,
        properties: &[usize],
        _: &(dyn Watch + Sync),
    ) -> Result<Vec<(usize, Attempt)>, Failure> {
        Ok(properties.iter().map(|property| (*property, Attempt::Open(self.reason.clone()))).collect())
    }

    fn shown(&mut self, _: usize, _: &(dyn Watch + Sync)) -> Option<Result<SizesProof, String>> {
        None
    }
}

/// View abstraction.
struct Views<'p> {
    system: &'p ParameterizedSystem,
    questions: &'p [(String, Question)],
    /// The sets that have shown something, if they are wanted beside the answers.
    kept: Option<HashMap<usize, ViewsOf>>,
}

impl Views<'_> {
    fn one(&mut self, property: usize, watch: &(dyn Watch + Sync)) -> Attempt {
        let Some((name, question)) = self.questions.get(property) else {
            return Attempt::Open("there is no such property".into());
        };
        let Some(place) = self.system.property(name) else {
            return Attempt::Open("this property cannot be asked of all sizes".into());
        };
        let share = Allotment::new(watch, u64::MAX);
        match parameterized::check(self.system, place, &views_budget(&share)) {
            Outcome::Holds(proof) => match proved(question, &proof) {
                Ok(answer) => {
                    if let Some(kept) = &mut self.kept {
                        kept.insert(property, closed_set(proof));
                    }
                    Attempt::Proved(Box::new(answer))
                }
                Err(reason) => Attempt::Open(reason),
            },
            Outcome::Open(reason) if share.is_over() => Attempt::Unfinished(reason),
            Outcome::Open(reason) => Attempt::Open(reason),
        }
    }
}

impl Proof for Views<'_> {
    fn name(&self) -> &'static str {
        "views"
    }

    fn attempt(
        &mut self,
        properties: &[usize],
        watch: &(dyn Watch + Sync),
    ) -> Result<Vec<(usize, Attempt)>, Failure> {
        Ok(properties.iter().map(|property| (*property, self.one(*property, watch))).collect())
    }

    fn shown(&mut self, property: usize, _: &(dyn Watch + Sync)) -> Option<Result<SizesProof, String>> {
        self.kept.as_mut()?.remove(&property).map(|views| Ok(SizesProof::Views(views)))
    }
}

/// What a certificate says of a proof.
fn closed_set(proof: ViewsProof) -> ViewsOf {
    let ViewsProof { k, facts, views, smaller, statistics: _ } = proof;
    ViewsOf { instances: k, facts, views, smaller }
}

fn proved(question: &Question, proof: &ViewsProof) -> Result<Answer, String> {
    let evidence = Evidence::EverySize(system::EverySize::CutOff);
    let processes = if proof.k == 1 { "process" } else { "processes" };
    let strategy = format!("of {} {processes}", proof.k);
    let answer = Answer::from_evidence(question, evidence, "views", strategy)
        .map_err(|irrelevant| irrelevant.to_string())?;
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX).into();
    let statistics = &proof.statistics;
    Ok(answer.with_statistics(vec![
        ("views", count(statistics.views)),
        ("extended_configurations", count(statistics.extended)),
    ]))
}
