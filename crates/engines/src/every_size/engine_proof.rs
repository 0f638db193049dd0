//! A system that stands for all sizes, given to the engines.

use super::proof::{Attempt, Proof};
use super::share::Allotment;
use crate::certificate;
use crate::{Choice, Event, Failure, Options, plan, run};
use certificates::{CountsOf, SizesProof};
use counting::Counted;
use std::collections::HashMap;
use system::{Answer, EverySize, Evidence, Irrelevant, Verdict, Watch};

/// A system whose states are those of all sizes, each under another name. What holds of it holds for every size.
pub struct EngineProof {
    /// What it is called.
    name: &'static str,
    /// The system of counters.
    counted: Counted,
    /// The place of each property that can be asked of it, or why it cannot be asked.
    places: HashMap<usize, Result<usize, String>>,
    choice: Choice,
    options: Options,
    /// The answers of engines, if what shows them is wanted.
    kept: Option<HashMap<usize, Answer>>,
}

impl EngineProof {
    /// A proof by asking the engines that are chosen; `places` says for each property of any size which of the system's it is, or why it
    /// is none.
    pub fn new(
        name: &'static str,
        counted: Counted,
        places: HashMap<usize, Result<usize, String>>,
        choice: Choice,
        options: Options,
    ) -> Self {
        let options = Options { coverage: false, fail_fast: false, ..options };
        EngineProof { name, counted, places, choice, options, kept: None }
    }

    /// The same, which writes down what shows its answers.
    #[must_use]
    pub fn keeping(self) -> Self {
        EngineProof { kept: Some(HashMap::new()), ..self }
    }

    fn asked(&self, place: usize, share: &Allotment<'_>) -> Result<Option<Answer>, Failure> {
        let mut found = None;
        let system = &self.counted.system;
        let planned = plan(system, &[place], self.choice, self.options.slicing);
        run(system, planned, &self.options, share, &mut |event| {
            if let Event::Answered { answer, .. } = event {
                found = Some(*answer);
            }
        })?;
        Ok(found)
    }

    fn one(&mut self, property: usize, watch: &(dyn Watch + Sync)) -> Result<Attempt, Failure> {
        let place = match self.places.get(&property) {
            Some(Ok(place)) => *place,
            Some(Err(reason)) => return Ok(Attempt::Open(reason.clone())),
            None => return Ok(Attempt::Open("this property cannot be asked".into())),
        };
        let share = Allotment::new(watch, u64::MAX);
        let answer = match self.asked(place, &share) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Ok(Attempt::Open("no engine answered".into())),
            Err(Failure::NoInitialState) => return Ok(Attempt::Open("there is no initial state".into())),
            Err(failure) => return Err(failure),
        };
        Ok(match answer.verdict() {
            Verdict::Holds => match self.of_every_size(place, &answer) {
                Ok(of_every_size) => {
                    if let Some(kept) = &mut self.kept {
                        kept.insert(property, answer);
                    }
                    Attempt::Proved(Box::new(of_every_size))
                }
                Err(irrelevant) => Attempt::Open(irrelevant.to_string()),
            },
            Verdict::Violated => Attempt::Open("it is violated for some size".into()),
            Verdict::Unknown(reason) if share.is_over() => Attempt::Unfinished(reason.clone()),
            Verdict::Unknown(reason) => Attempt::Open(reason.clone()),
        })
    }

    /// The answer as one for every size; its paths, which are those of another system, are left out.
    fn of_every_size(&self, place: usize, answer: &Answer) -> Result<Answer, Irrelevant> {
        let evidence = match answer.evidence() {
            Some(Evidence::Largest { value, .. }) => Evidence::Largest { value: *value, witness: None },
            Some(Evidence::Ranking(words)) => Evidence::Ranking(words.clone()),
            Some(Evidence::Path { .. }) | None => counting("fixpoint"),
            Some(other) => counting(other.name()),
        };
        let question = &self.counted.system.properties[place].question;
        let strategy = format!("{}, {}", self.name, answer.strategy);
        let answered = Answer::from_evidence(question, evidence, answer.engine, strategy)?;
        Ok(answered.with_statistics(answer.statistics.clone()))
    }
}

fn counting(evidence: &'static str) -> Evidence {
    Evidence::EverySize(EverySize::Counting { evidence })
}

impl Proof for EngineProof {
    fn name(&self) -> &'static str {
        self.name
    }

    fn attempt(
        &mut self,
        properties: &[usize],
        watch: &(dyn Watch + Sync),
    ) -> Result<Vec<(usize, Attempt)>, Failure> {
        properties.iter().map(|property| Ok((*property, self.one(*property, watch)?))).collect()
    }

    fn shown(&mut self, property: usize, watch: &(dyn Watch + Sync)) -> Option<Result<SizesProof, String>> {
        let answer = self.kept.as_mut()?.remove(&property)?;
        let Some(Ok(place)) = self.places.get(&property) else { return None };
        let certificate = certificate(&self.counted.system, *place, &answer, watch)?;
        let combinations: Vec<Vec<i64>> = self.counted.combinations().cloned().collect();
        Some(CountsOf::new(&self.counted.system, &combinations, &certificate).map(SizesProof::Counts))
    }
}
