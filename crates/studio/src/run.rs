//! A check that is going on: a worker, what it tells, and what it is told.

use crate::failure::Failure;
use crate::log::EventLog;
use crate::worker::Worker;
use serde_json::{Value as Json, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::{Instant, interval};

/// How often a check is looked after.
const TICK: Duration = Duration::from_millis(500);
/// How long a check may take to report when it was stopped.
const GRACE: Duration = Duration::from_secs(20);

/// What a check can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// To wait.
    Pause,
    /// To go on.
    Resume,
    /// To end, and to say what it knows.
    Stop,
    /// To end at once.
    Kill,
}

/// A check.
#[derive(Debug)]
pub struct Run {
    /// Its number.
    pub number: u64,
    /// Whose it is.
    pub client: String,
    /// What is checked, for people.
    pub file: String,
    /// What it told.
    pub log: EventLog,
    /// The mebibytes that it uses.
    pub mebibytes: AtomicU64,
    is_paused: AtomicBool,
    words: UnboundedSender<Word>,
}

impl Run {
    /// A check that [`Run::follow`] will follow, and that is told words by this sender.
    pub fn new(number: u64, client: &str, file: &str, words: UnboundedSender<Word>) -> Run {
        let (client, file) = (client.to_owned(), file.to_owned());
        let (mebibytes, is_paused) = (AtomicU64::new(0), AtomicBool::new(false));
        Run { number, client, file, log: EventLog::default(), mebibytes, is_paused, words }
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.log.is_closed()
    }

    /// `running`, `paused` or `ended`.
    pub fn state(&self) -> &'static str {
        match (self.has_ended(), self.is_paused.load(Ordering::Relaxed)) {
            (true, _) => "ended",
            (false, true) => "paused",
            (false, false) => "running",
        }
    }

    /// Tells it a word. One that has ended does not listen.
    pub fn tell(&self, word: Word) {
        let _ = self.words.send(word);
    }

    /// Says something about the check that its worker does not.
    pub fn note(&self, event: &Json) {
        self.log.add(&event.to_string(), false);
    }

    /// Follows the worker until it ends; `look` is called now and then.
    pub async fn follow(
        &self,
        mut worker: Worker,
        mut words: UnboundedReceiver<Word>,
        limit: Duration,
        look: impl Fn(),
    ) {
        let mut clock = Clock { worked: Duration::ZERO, limit, last: Instant::now(), end_at: None };
        let mut ticks = interval(TICK);
        let how = loop {
            tokio::select! {
                line = worker.line() => match line {
                    Ok(Some(line)) => if let Some(how) = self.take(&line) { break how },
                    Ok(None) => break Err("the process that checked has ended unexpectedly".into()),
                    Err(failure) => break Err(failure.message),
                },
                word = words.recv() => match word {
                    Some(Word::Kill) | None => break Err("given up".into()),
                    Some(word) => self.pass_on(word, &mut worker, &mut clock).await,
                },
                _ = ticks.tick() => {
                    look();
                    clock.tick(self.is_paused.load(Ordering::Relaxed));
                    if clock.is_over() {
                        break Err("it did not end in time and was given up".into());
                    }
                }
            }
        };
        worker.end().await;
        self.mebibytes.store(0, Ordering::Relaxed);
        if let Err(message) = how {
            let message: String = message;
            self.note(&json!({ "event": "ended", "how": "broken", "message": message }));
        }
        self.log.close();
    }

    /// Takes what the worker says; the end, if that is what it says.
    fn take(&self, line: &[u8]) -> Option<Result<(), String>> {
        let Ok(text) = std::str::from_utf8(line) else { return Some(Err("it said what is no text".into())) };
        let is = |event: &str| text.starts_with(&format!("{{\"event\":\"{event}\""));
        let is_progress = is("progress");
        if is_progress && let Ok(json) = serde_json::from_str::<Json>(text) {
            self.mebibytes.store(json["mib"].as_u64().unwrap_or(0), Ordering::Relaxed);
        }
        if !self.log.add(text, is_progress) {
            return Some(Err("it has told more than can be kept".into()));
        }
        is("ended").then_some(Ok(()))
    }

    async fn pass_on(&self, word: Word, worker: &mut Worker, clock: &mut Clock) {
        let (said, event) = match word {
            Word::Pause => ("pause", Some("paused")),
            Word::Resume => ("resume", Some("resumed")),
            Word::Stop | Word::Kill => ("stop", None),
        };
        let pauses = word == Word::Pause;
        if event.is_some() && self.is_paused.swap(pauses, Ordering::Relaxed) == pauses {
            return;
        }
        if word == Word::Stop {
            self.is_paused.store(false, Ordering::Relaxed);
            clock.end_at.get_or_insert(Instant::now() + GRACE);
        }
        // One that has ended says so itself.
        let _ = worker.say(said).await;
        if let Some(event) = event {
            self.note(&json!({ "event": event }));
        }
    }
}

/// How long a check has worked, without the time in which it was paused.
struct Clock {
    worked: Duration,
    /// The time that it may work before it is given up: more than its own limit, which it keeps itself.
    limit: Duration,
    last: Instant,
    end_at: Option<Instant>,
}

impl Clock {
    fn tick(&mut self, is_paused: bool) {
        let now = Instant::now();
        if !is_paused {
            self.worked += now - self.last;
        }
        self.last = now;
    }

    fn is_over(&self) -> bool {
        self.worked > self.limit || self.end_at.is_some_and(|end| Instant::now() > end)
    }
}

/// A word of a request's path.
///
/// # Errors
/// If there is no such word.
pub fn word(name: &str) -> Result<Word, Failure> {
    match name {
        "pause" => Ok(Word::Pause),
        "resume" => Ok(Word::Resume),
        "stop" => Ok(Word::Stop),
        _ => Err(Failure::bad_request(format!("a check cannot {name}"))),
    }
}
