//! One model and its properties, checked under limits.

use super::every::{Every, How, SizeVerdict};
use super::shared::{SharedFailure, Sharing};
use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::ProgressDisplay;
use crate::refusal::Refusal;
use crate::source::Model;
use crate::supervise::{Limits, Lost, Monitor, supervise_telling};
use crate::{Interrupt, bug};
use engines::{Choice, Event, Failure, Options};
use std::cell::RefCell;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use system::{Progress, Stop, Verdict};

/// A model that is ready to be checked.
pub struct Job {
    /// The model.
    pub model: Model,
    /// The places of the wanted properties in the system's list.
    pub properties: Vec<usize>,
    /// What stays open, if something does; the model is then that of the least size.
    pub every: Option<Every>,
    /// Who chooses the engines.
    pub choice: Choice,
    /// What is wanted beside verdicts.
    pub options: Options,
    /// Whether what shows a property for every size is kept for its certificate.
    pub keeps_proofs: bool,
    /// The sizes of populations that the user fixed.
    pub sizes: Vec<(String, i128)>,
    /// How the search is shared, if it is.
    pub sharing: Option<Sharing>,
}

/// Checks a model; `hear` gets each answer when it falls, with what is known of the model by then.
pub fn execute(
    job: Job,
    limits: &Limits,
    interrupt: &Interrupt,
    progress: &RefCell<impl ProgressDisplay + ?Sized>,
    hear: &mut dyn FnMut(&Outcome, &Checked),
) -> Ended {
    let Job { model, properties, every, choice, options, keeps_proofs, sizes, sharing } = job;
    let model = Arc::new(model);
    let start = Instant::now();
    let limits = Limits { spent: model.load_time, ..*limits };
    let results = Vec::with_capacity(properties.len());
    let mut outcome = Outcome {
        model: Arc::clone(&model),
        every: every.as_ref().map(Every::constant),
        sizes,
        results,
        coverage: None,
        notes: Vec::new(),
        misleading: Vec::new(),
        search_time: Duration::ZERO,
    };
    let mut stop = Stop::Interrupted;
    let storing = sharing.as_ref().map(|sharing| sharing.storing.clone());
    if !interrupt.happened() {
        let (shared, wanted) = (Arc::clone(&model), properties.clone());
        let has_limit = limits.time.is_some();
        let work = move |monitor: &Monitor, tell: &dyn Fn(Said)| match (every, sharing) {
            (Some(every), _) => {
                let how = How { choice, options, has_limit, keeps_proofs };
                let every = every.run(&shared, &wanted, &how, monitor, &mut |event| {
                    tell(Said::OfEverySize(Box::new(event)))
                });
                every.map_err(SharedFailure::Engine)
            }
            (None, Some(sharing)) => {
                let tell = |event| tell(Said::OfOneSize(event));
                super::shared::run(&sharing, &shared.system, &wanted, &options, monitor, &tell)
            }
            (None, None) => {
                let plan = engines::plan(&shared.system, &wanted, choice, options.slicing);
                let run = engines::run(&shared.system, plan, &options, monitor, &mut |event| {
                    tell(Said::OfOneSize(event));
                });
                run.map_err(SharedFailure::Engine)
            }
        };
        let mut take = |event: Said| {
            progress.borrow_mut().clear();
            outcome.take(event, hear);
        };
        let mut show = |at: &Progress, time| progress.borrow_mut().show(&model.file, at, time);
        match supervise_telling(&limits, interrupt, &mut show, &mut take, work) {
            Ok(Ok(())) => {}
            Ok(Err(SharedFailure::Engine(failure))) => return failed(&model, failure),
            Ok(Err(SharedFailure::Apart(reason))) => return Ended::Refused(apart(&model, &reason)),
            Ok(Err(SharedFailure::Storage(reason))) => {
                return Ended::Refused(Refusal::of_file(&model.file, reason, None));
            }
            Err(Lost::Panicked) => return broken(&model, "a panic; the message is on standard error"),
            Err(Lost::Unresponsive(reason)) => stop = reason,
        }
    }
    outcome.search_time = start.elapsed();
    for property in &properties {
        if outcome.results.iter().all(|result| result.property != *property) {
            let seconds = outcome.search_time.as_secs_f64();
            let answer = engines::stopped(&stop);
            outcome.add(Checked::new(*property, answer, seconds), hear);
        }
    }
    let is_open = outcome.results.iter().any(|result| matches!(result.answer.verdict(), Verdict::Unknown(_)));
    if let Some(advice) = storing.filter(|_| is_open).and_then(|storing| storing.advice()) {
        // The disk that it goes to may be full.
        let _ = writeln!(std::io::stderr(), "note: {advice}");
    }
    let place = |result: &Checked| properties.iter().position(|property| *property == result.property);
    outcome.results.sort_by_key(place);
    Ended::Checked(outcome)
}

/// What is told while engines work.
enum Said {
    OfOneSize(Event),
    OfEverySize(Box<SizeVerdict>),
}

impl Outcome {
    /// Takes what is told while engines work.
    fn take(&mut self, said: Said, hear: &mut dyn FnMut(&Outcome, &Checked)) {
        let event = match said {
            Said::OfOneSize(event) => event,
            Said::OfEverySize(verdict) => return self.add((*verdict).into(), hear),
        };
        match event {
            Event::Answered { property, answer, microseconds } => {
                let seconds = microseconds as f64 / 1e6;
                self.add(Checked::new(property, *answer, seconds), hear);
            }
            Event::Covered(coverage) => self.coverage = Some(*coverage),
            Event::Misleading { hint, trace } => self.misleading.push((hint, trace.steps.len())),
        }
    }

    fn add(&mut self, result: Checked, hear: &mut dyn FnMut(&Outcome, &Checked)) {
        hear(self, &result);
        self.results.push(result);
    }
}

/// That the processes of a shared search did not come together.
fn apart(model: &Model, reason: &str) -> Refusal {
    let help = "all processes need the same model, options, list of hosts and secret, and the same version of Fathom";
    Refusal::of_file(&model.file, format!("the search cannot begin: {reason}"), Some(help.into()))
}

fn failed(model: &Model, failure: Failure) -> Ended {
    match failure {
        Failure::NoInitialState => Ended::Refused(crate::initial::no_initial_state(model)),
        Failure::Internal { .. } | Failure::Contradicted { .. } => {
            let message = failure.to_string();
            bug::print(&message);
            broken(model, &message)
        }
    }
}

fn broken(model: &Model, message: &str) -> Ended {
    Ended::Broken { file: model.file.clone(), message: message.to_string() }
}
