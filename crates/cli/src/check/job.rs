//! One model and its properties, checked under limits.

use crate::outcome::{Checked, Ended, Outcome};
use crate::progress::ProgressLine;
use crate::source::Model;
use crate::supervise::{Limits, Lost, Monitor, supervise};
use crate::{Interrupt, bug};
use engines::{Choice, Event, Failure, Wishes};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use system::{Coverage, Stop};

/// A model that is ready to be checked.
pub struct Job {
    /// The model.
    pub model: Model,
    /// The places of the wanted properties in the system's list.
    pub properties: Vec<usize>,
    /// Who chooses the engines.
    pub choice: Choice,
    /// What is wanted beside verdicts.
    pub wishes: Wishes,
    /// The sizes of populations that the user fixed.
    pub sizes: Vec<(String, i128)>,
}

/// Checks a model.
pub fn execute(job: Job, limits: &Limits, interrupt: &Interrupt, progress: &mut ProgressLine) -> Ended {
    let Job { model, properties, choice, wishes, sizes } = job;
    let model = Arc::new(model);
    let start = Instant::now();
    let limits = Limits { spent: model.load_time, ..*limits };
    let found = Arc::new(Mutex::new(Found::default()));
    let record = Arc::clone(&found);
    let mut stop = Stop::Interrupted;
    if !interrupt.happened() {
        let (shared, wanted) = (Arc::clone(&model), properties.clone());
        let work = move |monitor: &Monitor| {
            let plan = engines::plan(&shared.system, &wanted, choice);
            engines::run(&shared.system, &plan, &wishes, monitor, &mut recorder(&record))
        };
        let ended = supervise(&limits, interrupt, &mut |at, time| progress.show(&model.file, at, time), work);
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(failure)) => return failed(&model, failure),
            Err(Lost::Panicked) => return broken(&model, "a panic; the message is on standard error"),
            Err(Lost::Unresponsive(reason)) => stop = reason,
        }
    }
    let Found { answers, coverage } =
        std::mem::take(&mut *found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    let results = complete(&properties, answers, &stop, start.elapsed());
    Ended::Checked(Outcome { model, sizes, results, coverage, search_time: start.elapsed() })
}

/// What was found so far.
#[derive(Default)]
struct Found {
    answers: Vec<Checked>,
    coverage: Option<Coverage>,
}

/// Notes every answer with the time that it took since its engine began.
fn recorder(found: &Mutex<Found>) -> impl FnMut(Event<'_>) {
    let mut start = Instant::now();
    move |event| {
        let mut found = found.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match event {
            Event::Started { .. } => start = Instant::now(),
            Event::Answered { property, answer } => {
                let seconds = start.elapsed().as_secs_f64();
                found.answers.push(Checked { property, answer: *answer, seconds });
            }
            Event::Covered(coverage) => found.coverage = Some(*coverage),
        }
    }
}

/// One result for each property: the last answer that was given, or that the work was stopped.
fn complete(properties: &[usize], answered: Vec<Checked>, stop: &Stop, time: Duration) -> Vec<Checked> {
    let mut last: HashMap<usize, Checked> =
        answered.into_iter().map(|checked| (checked.property, checked)).collect();
    let mut result = |property: &usize| {
        last.remove(property).unwrap_or_else(|| Checked {
            property: *property,
            answer: engines::stopped(stop),
            seconds: time.as_secs_f64(),
        })
    };
    properties.iter().map(&mut result).collect()
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
