//! Compares a shared search with the ordinary one.

#![allow(dead_code, reason = "each test file uses a part of it")]

use cluster::{Job, can_check};
use explicit::{Settings, Use};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::{Answer, Observer, System, Unlimited, Verdict};

/// Keeps answers.
#[derive(Default)]
pub struct Heard(pub RefCell<HashMap<usize, Answer>>);

impl Observer for Heard {
    fn answered(&self, property: usize, answer: Answer) {
        assert!(self.0.borrow_mut().insert(property, answer).is_none(), "a property has one answer");
    }
}

/// The system of a model.
pub fn system(text: &str) -> System {
    let loaded = language::load(text, &language::Overrides::default());
    loaded.system.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Everything but the counts that only one of two searches has, or that depend on where a search ends.
#[derive(Debug, PartialEq)]
pub struct Said {
    pub answer: Answer,
    pub counts: Vec<(&'static str, system::Count)>,
}

impl Said {
    /// What fits on a few lines.
    fn brief(&self) -> String {
        let steps = |trace: &system::Trace| trace.steps.len();
        let length = self.answer.trace().or(self.answer.witness()).map(steps);
        let Answer { strategy, reason, .. } = &self.answer;
        let (verdict, value) = (self.answer.verdict(), self.answer.value());
        format!("{verdict:?} {value:?} {length:?} {strategy} {reason:?} {:?}", self.counts)
    }
}

/// What is compared: the answer; and counts, if the search has seen everything.
pub fn said(answer: &Answer, is_complete: bool) -> Said {
    let compared = ["states", "transitions", "depth"];
    let counts = answer.statistics.iter().filter(|(name, _)| is_complete && compared.contains(name));
    Said { answer: answer.clone().with_statistics(Vec::new()), counts: counts.cloned().collect() }
}

/// The settings without any reduction, and with those that a shared search has.
pub fn settings() -> [Settings; 2] {
    let plain = Settings::default();
    [plain.clone(), Settings { symmetry: Use::Always, inactive: Use::Always, ..plain }]
}

/// The properties that a shared search takes.
pub fn shared_properties(system: &System) -> Vec<usize> {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let abilities = can_check(system, &all);
    all.into_iter().zip(abilities).filter(|(_, ability)| ability.is_ok()).map(|(number, _)| number).collect()
}

/// Answers by a shared search with so many threads.
pub fn shared(
    system: &Arc<System>,
    properties: &[usize],
    settings: &Settings,
    threads: usize,
) -> Vec<Answer> {
    answers(&Job::in_memory(Arc::clone(system), properties.to_vec(), settings.clone()), threads)
}

/// The answers of a job, in the order of its properties.
pub fn answers(job: &Job, threads: usize) -> Vec<Answer> {
    let heard = Heard::default();
    cluster::check_with_threads(job, threads, &Unlimited, &heard).expect("the search answers");
    let mut heard = heard.0.into_inner();
    let answer = |property: &usize| heard.remove(property).expect("each property has an answer");
    job.properties.iter().map(answer).collect()
}

/// Both searches say the same of all properties together, and of each alone.
pub fn compare(name: &str, system: System, threads: &[usize]) {
    let system = Arc::new(system);
    let all = shared_properties(&system);
    let mut groups: Vec<Vec<usize>> = all.iter().map(|number| vec![*number]).collect();
    if all.len() > 1 {
        groups.push(all);
    }
    for settings in settings() {
        for group in &groups {
            let alone = match explicit::check(&system, group, &settings, &Unlimited) {
                Ok(answers) => answers,
                Err(explicit::Failure::NoInitialState) => return,
                Err(failure) => panic!("{name}: {failure:?}"),
            };
            for threads in threads {
                let together = shared(&system, group, &settings, *threads);
                for (one, other) in alone.iter().zip(&together) {
                    // What is answered earlier is told with the counts of that moment.
                    let is_complete = is_exhaustive(one);
                    let context = format!("{name}, {threads} threads, {settings:?}, properties {group:?}");
                    let (one, other) = (said(one, is_complete), said(other, is_complete));
                    assert_eq!(other.brief(), one.brief(), "{context}");
                    assert!(other == one, "{context}: the paths differ");
                }
            }
        }
    }
}

/// Whether the ordinary search is through with a model after so many states.
pub fn is_small(system: &System, most: u64) -> bool {
    let settings = Settings { state_limit: Some(most), ..Settings::default() };
    let asked = shared_properties(system);
    let answers = explicit::check(system, &asked, &settings, &Unlimited);
    !asked.is_empty() && answers.is_ok_and(|answers| answers.iter().all(|answer| !answer.is_unknown()))
}

/// Whether an answer rests on all states.
pub fn is_exhaustive(answer: &Answer) -> bool {
    let evidence = answer.evidence().map(|evidence| evidence.name());
    evidence == Some("exhaustive search") || answer.value().is_some() && *answer.verdict() == Verdict::Holds
}

/// The models below a folder of the project.
pub fn models(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "fathom") {
            found.push(path);
        }
    }
}
