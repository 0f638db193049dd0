//! The state of the server, and what it does with each event.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::checks::{CheckLimits, CheckNews, QueuedRun, Run, Verifier, start_runner};
use super::document::Document;
use super::encoding::Encoding;
use super::message::{Failure, Incoming, notification, request, response};
use super::reader::{ModelReader, Reading};
use super::{requests, wire};

/// How long what shows at once waits for all that a text has.
const PATIENCE: Duration = Duration::from_millis(60);

/// What happens to the server.
pub(super) enum Event {
    /// The client has sent something.
    Client(Incoming),
    /// The client has gone; with what was wrong with its last words.
    Gone(Option<String>),
    /// A text was read.
    Read(Reading),
    /// A check begins.
    CheckBegins(u64),
    /// A check has told something.
    CheckTold(u64, CheckNews),
    /// A check has ended.
    CheckEnded(u64),
}

/// What the client can do.
#[derive(Debug, Clone, Default)]
pub(super) struct ClientAbilities {
    /// Snippets in completions.
    pub snippets: bool,
    /// A tree of symbols.
    pub tree: bool,
    /// Markdown in hovers.
    pub markdown: bool,
    /// To ask again for lenses.
    pub lens_refresh: bool,
    /// To show how far work is.
    pub progress: bool,
    /// To show a document that the server names.
    pub show_document: bool,
    /// To show reports of checks itself.
    pub shows_reports: bool,
}

/// How far the life of the server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    /// Nothing may be asked yet.
    New,
    /// Everything may be asked.
    Ready,
    /// Nothing may be asked any more.
    ShutDown,
}

/// The state of the server.
pub(super) struct Session<'o> {
    output: &'o mut dyn Write,
    /// Whether the client still reads.
    is_heard: bool,
    pub life: Life,
    pub encoding: Encoding,
    pub client: ClientAbilities,
    pub limits: CheckLimits,
    pub documents: HashMap<String, Document>,
    reader: ModelReader,
    pub verifier: Arc<dyn Verifier>,
    pub runner: Sender<QueuedRun>,
    /// The checks that are running or wait.
    pub runs: HashMap<u64, Run>,
    /// How many checks there were.
    pub next_run: u64,
    next_request: u64,
    /// When lenses were last asked to be drawn again, and whether that is due once more.
    pub lenses_drawn: Option<Instant>,
    pub lenses_due: bool,
}

impl<'o> Session<'o> {
    pub fn new(
        output: &'o mut dyn Write,
        verifier: Arc<dyn Verifier>,
        events: &Sender<Event>,
    ) -> Session<'o> {
        Session {
            output,
            is_heard: true,
            life: Life::New,
            encoding: Encoding::default(),
            client: ClientAbilities::default(),
            limits: CheckLimits::default(),
            documents: HashMap::new(),
            reader: ModelReader::start(events.clone()),
            runner: start_runner(Arc::clone(&verifier), events.clone()),
            verifier,
            runs: HashMap::new(),
            next_run: 0,
            next_request: 0,
            lenses_drawn: None,
            lenses_due: false,
        }
    }

    /// Does what the client wants until it goes; whether it said goodbye properly.
    pub fn serve(&mut self, events: &Receiver<Event>) -> bool {
        let mut queue: VecDeque<Event> = VecDeque::new();
        while self.is_heard {
            queue.extend(events.try_iter());
            let event = match queue.pop_front() {
                Some(event) => event,
                None => match self.wait(events) {
                    Some(event) => event,
                    None => continue,
                },
            };
            match event {
                Event::Client(Incoming::Notification { method, .. }) if method == "exit" => {
                    return self.life == Life::ShutDown;
                }
                Event::Gone(reason) => {
                    if let Some(reason) = reason {
                        eprintln!("fathom lsp: {reason}");
                    }
                    return false;
                }
                Event::Client(incoming) => {
                    queue.extend(events.try_iter());
                    let is_cancelled = is_cancelled(&incoming, &queue);
                    self.client_says(incoming, is_cancelled);
                }
                Event::Read(reading) => self.has_read(reading),
                Event::CheckBegins(number) => requests::check_begins(self, number),
                Event::CheckTold(number, news) => requests::check_told(self, number, news),
                Event::CheckEnded(number) => requests::check_ended(self, number),
            }
        }
        false
    }

    /// Waits for the next event; meanwhile publishes what is due.
    fn wait(&mut self, events: &Receiver<Event>) -> Option<Event> {
        let now = Instant::now();
        let next = self.documents.values().filter_map(|document| document.due).min();
        let drawn = self.lenses_due.then(|| requests::next_drawing(self));
        let Some(next) = next.into_iter().chain(drawn).min() else {
            return Some(events.recv().unwrap_or(Event::Gone(None)));
        };
        if let Some(pause) = next.checked_duration_since(now) {
            match events.recv_timeout(pause) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Disconnected) => return Some(Event::Gone(None)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.publish_due();
        requests::draw_lenses(self);
        None
    }

    fn client_says(&mut self, incoming: Incoming, is_cancelled: bool) {
        match incoming {
            Incoming::Request { id, method, params } => {
                let answer = match is_cancelled {
                    true => Err(Failure::new(Failure::CANCELLED, "the client no longer wants to know")),
                    false => self.careful(|session| requests::answer(session, &method, &params)),
                };
                self.send(&response(&id, answer));
            }
            Incoming::Notification { method, params } => {
                let heard = self.careful(|session| requests::hear(session, &method, &params));
                if let Err(failure) = heard {
                    eprintln!("fathom lsp: {method}: {}", failure.message);
                }
            }
            Incoming::Invalid { id, failure } => self.send(&response(&id, Err(failure))),
            Incoming::Response { .. } => {}
        }
    }

    /// Does something that must not end the server, whatever happens.
    fn careful<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        catch_unwind(AssertUnwindSafe(|| work(self))).unwrap_or_else(|_| {
            Err(Failure::new(Failure::INTERNAL, "an internal error; the message is on standard error"))
        })
    }

    fn send(&mut self, message: &Json) {
        if wire::write(self.output, message).is_err() {
            self.is_heard = false;
        }
    }

    /// Tells the client something.
    pub fn notify(&mut self, method: &str, params: Json) {
        self.send(&notification(method, params));
    }

    /// Asks the client for something; nobody waits for the answer.
    pub fn ask_client(&mut self, method: &str, params: Json) {
        self.next_request += 1;
        let id = format!("fathom-{}", self.next_request);
        self.send(&request(&id, method, params));
    }

    /// A text is new or has changed: what is wrong with it will be published.
    pub fn has_changed(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        document.due.get_or_insert_with(|| Instant::now() + PATIENCE);
        self.reader.ask(uri, document);
    }

    fn publish_due(&mut self) {
        let now = Instant::now();
        let is_due = |document: &Document| document.due.is_some_and(|due| due <= now);
        let due: Vec<String> = self
            .documents
            .iter()
            .filter(|(_, document)| is_due(document))
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in due {
            let Some(document) = self.documents.get_mut(&uri) else { continue };
            document.due = None;
            let analysis = document.analysis();
            document.published = crate::findings(&analysis);
            requests::publish(self, &uri);
        }
    }

    fn has_read(&mut self, reading: Reading) {
        let Some(document) = self.documents.get_mut(&reading.uri) else { return };
        if document.version != reading.version {
            return;
        }
        document.learn(reading.analysis);
        document.due = None;
        document.published = reading.findings;
        requests::publish(self, &reading.uri);
    }

    /// Forgets a text: its findings disappear.
    pub fn forget(&mut self, uri: &str) {
        if self.documents.remove(uri).is_some() {
            self.notify("textDocument/publishDiagnostics", json!({ "uri": uri, "diagnostics": [] }));
        }
    }
}

/// Whether the client has taken back its request already.
fn is_cancelled(incoming: &Incoming, queue: &VecDeque<Event>) -> bool {
    let Incoming::Request { id, .. } = incoming else { return false };
    queue.iter().any(|event| match event {
        Event::Client(Incoming::Notification { method, params }) => {
            method == "$/cancelRequest" && params.get("id") == Some(id)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_can_be_taken_back_before_its_turn() {
        let request = |id: u32| Incoming::Request { id: json!(id), method: "a".into(), params: Json::Null };
        let taken_back = Event::Client(Incoming::Notification {
            method: "$/cancelRequest".into(),
            params: json!({ "id": 2 }),
        });
        let queue = VecDeque::from([Event::Gone(None), taken_back]);
        assert!(is_cancelled(&request(2), &queue));
        assert!(!is_cancelled(&request(1), &queue));
    }
}
