//! Checks of properties in the background, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use diagnostics::Source;

use super::session::Event;

/// Checks properties for the server. The engines, limits and threads are its business.
pub trait Verifier: Send + Sync {
    /// A text with those of the files that it imports, as the path of its own file allows; who touches no files leaves it alone.
    fn link(&self, _path: &str, text: &str) -> Source {
        Source::from(text)
    }

    /// Checks properties and tells what comes of it. It ends soon after `stop` becomes true.
    fn verify(&self, job: &CheckJob, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(CheckNews));
}

/// What is to be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckJob {
    /// The file, as people know it.
    pub file: String,
    /// Its text, which need not be saved.
    pub text: String,
    /// The text with what it imports.
    pub source: Source,
    /// The properties; all of them if there are none.
    pub properties: Vec<String>,
    /// How much may be used.
    pub limits: CheckLimits,
}

/// How much a check may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckLimits {
    /// The time.
    pub seconds: u64,
    /// The memory of the process; where nothing is said, what the verifier finds right.
    pub mebibytes: Option<u64>,
}

impl Default for CheckLimits {
    fn default() -> Self {
        CheckLimits { seconds: 60, mebibytes: None }
    }
}

/// What comes of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckNews {
    /// How far it is, in a few words.
    Progress(String),
    /// A verdict has fallen.
    Verdict(PropertyVerdict),
    /// The model cannot be checked, for this reason.
    Refused(String),
}

/// The verdict on a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyVerdict {
    /// The property.
    pub property: String,
    /// The verdict.
    pub kind: VerdictKind,
    /// The verdict in a line, with what it rests on or why there is none.
    pub summary: String,
    /// Whether it is the one that the text states, if it states one.
    pub expected: Option<bool>,
    /// All that is to be said of it, with its path.
    pub report: String,
}

/// The kinds of verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictKind {
    /// It holds.
    Holds,
    /// It is violated.
    Violated,
    /// Nobody knows.
    Unknown,
}

/// What is known of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CheckState {
    /// It waits for others.
    Waiting,
    /// It is being checked; how far that is.
    Running(String),
    /// It was checked.
    Done(PropertyVerdict),
    /// It could not be checked.
    Refused(String),
}

impl CheckState {
    /// Whether somebody is still busy with it.
    pub fn is_open(&self) -> bool {
        matches!(self, CheckState::Waiting | CheckState::Running(_))
    }
}

/// A check that is running or will.
pub(super) struct Run {
    /// The text's name.
    pub uri: String,
    /// What is checked.
    pub properties: Vec<String>,
    /// Set when it is no longer wanted.
    pub stop: Arc<AtomicBool>,
    /// By which the client knows its progress, if it shows any.
    pub token: Option<String>,
}

/// A check for the thread that runs them.
pub(super) struct QueuedRun {
    pub number: u64,
    pub job: CheckJob,
    pub stop: Arc<AtomicBool>,
}

/// Starts the thread that runs checks; it ends when nobody can send it any more.
pub(super) fn start_runner(verifier: Arc<dyn Verifier>, events: Sender<Event>) -> Sender<QueuedRun> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || run_all(&receiver, verifier.as_ref(), &events));
    sender
}

fn run_all(queue: &Receiver<QueuedRun>, verifier: &dyn Verifier, events: &Sender<Event>) {
    for QueuedRun { number, job, stop } in queue {
        // Nobody listens any more when the server has ended.
        let send = |event| {
            let _ = events.send(event);
        };
        if !stop.load(Ordering::Relaxed) {
            send(Event::CheckBegins(number));
            let checked = catch_unwind(AssertUnwindSafe(|| {
                verifier.verify(&job, &stop, &mut |news| send(Event::CheckTold(number, news)));
            }));
            if checked.is_err() {
                let reason = "an internal error; the message is on standard error".to_owned();
                send(Event::CheckTold(number, CheckNews::Refused(reason)));
            }
        }
        send(Event::CheckEnded(number));
    }
}
