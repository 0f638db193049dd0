//! Reading whole models in the background: what is found only when a model is expanded comes from there.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use diagnostics::Diagnostic;

use super::document::{Document, Linker};
use super::session::Event;
use crate::{Analysis, all_findings};

/// The stack of the thread; models are as deep as the limits of the language allow.
const STACK: usize = 64 << 20;

/// What a thread has found out of a version of a text.
pub(super) struct Reading {
    /// The text's name.
    pub uri: String,
    /// Its version.
    pub version: i64,
    /// What is known of it.
    pub analysis: Arc<Analysis>,
    /// All that is wrong with it.
    pub findings: Vec<Diagnostic>,
}

/// The versions that wait to be read, of each text the last one.
#[derive(Default)]
struct ReadingQueue {
    waiting: Mutex<BTreeMap<String, (i64, String, Linker)>>,
    filled: Condvar,
}

/// The thread that reads.
pub(super) struct ModelReader(Arc<ReadingQueue>);

impl ModelReader {
    /// Starts the thread. It lives as long as the process.
    pub fn start(events: Sender<Event>) -> ModelReader {
        let queue = Arc::new(ReadingQueue::default());
        let shared = Arc::clone(&queue);
        // Without the thread the server still tells what shows at once.
        let _ = std::thread::Builder::new().stack_size(STACK).spawn(move || read_all(&shared, &events));
        ModelReader(queue)
    }

    /// Asks for a version of a text; earlier ones that still wait are forgotten.
    pub fn ask(&self, uri: &str, document: &Document) {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(uri.to_owned(), (document.version, document.text().to_owned(), document.linker()));
        self.0.filled.notify_one();
    }
}

fn read_all(queue: &ReadingQueue, events: &Sender<Event>) {
    loop {
        let mut waiting = queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (uri, (version, text, linker)) = loop {
            if let Some(first) = waiting.pop_first() {
                break first;
            }
            waiting = queue.filled.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        };
        drop(waiting);
        let read = catch_unwind(AssertUnwindSafe(|| {
            let analysis = Analysis::of(linker.link(&text));
            let findings = all_findings(&analysis);
            (Arc::new(analysis), findings)
        }));
        let Ok((analysis, findings)) = read else { continue };
        if events.send(Event::Read(Reading { uri, version, analysis, findings })).is_err() {
            return;
        }
    }
}
