//! A client that speaks to the server in this process.

use std::collections::HashMap;
use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use language_server::{CheckJob, CheckNews, PropertyVerdict, VerdictKind, Verifier, serve};
use serde_json::{Value as Json, json};

/// How long a message may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// The server in a thread of its own, with what goes to it and comes from it.
pub struct Client {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    received: Vec<u8>,
    /// What has come and nobody has waited for.
    waiting: Vec<Json>,
    /// What the server has said last by each method.
    said: HashMap<String, Json>,
    next_id: u64,
    server: Option<JoinHandle<bool>>,
}

impl Client {
    pub fn start() -> Client {
        let (to, input) = channel();
        let (output, from) = channel();
        let server = std::thread::spawn(move || {
            let input = BufReader::new(FromChannel { receiver: input, rest: Vec::new() });
            serve(input, &mut ToChannel(output), Arc::new(Scripted))
        });
        let received = Vec::new();
        let (waiting, said) = (Vec::new(), HashMap::new());
        Client { to: Some(to), from, received, waiting, said, next_id: 0, server: Some(server) }
    }

    /// Sends a text as a message.
    pub fn send_text(&self, text: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&self, bytes: &[u8]) {
        // A server that has ended hears nothing, which the test will notice.
        let _ = self.to.as_ref().expect("the client is there").send(bytes.to_vec());
    }

    pub fn notify(&self, method: &str, params: &Json) {
        self.send_text(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Sends a request and waits for its answer: the result, or the error.
    pub fn request(&mut self, method: &str, params: &Json) -> Json {
        self.next_id += 1;
        let id = json!(self.next_id);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_text(&message.to_string());
        self.answer(&id)
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: &Json) -> Json {
        let is_answer = |message: &Json| message.get("id") == Some(id) && message.get("method").is_none();
        let mut message = self.wait(is_answer).expect("the server answers");
        match message.get_mut("error") {
            Some(error) => json!({ "error": error.take() }),
            None => message["result"].take(),
        }
    }

    /// What the server says next by this method, or has said last already; nothing after a while of silence.
    pub fn last(&mut self, method: &str) -> Option<Json> {
        let is_wanted = |message: &Json| message.get("method").and_then(Json::as_str) == Some(method);
        let mut last = self.wait_until(Instant::now() + Duration::from_millis(1500), is_wanted);
        while let Some(next) = self.wait_until(Instant::now(), is_wanted) {
            last = Some(next);
        }
        self.said.extend(last.map(|mut last| (method.to_owned(), last["params"].take())));
        self.said.get(method).cloned()
    }

    /// Waits for a message of some kind; others wait for others.
    pub fn wait(&mut self, is_wanted: impl Fn(&Json) -> bool) -> Option<Json> {
        self.wait_until(Instant::now() + PATIENCE, is_wanted)
    }

    fn wait_until(&mut self, end: Instant, is_wanted: impl Fn(&Json) -> bool) -> Option<Json> {
        if let Some(at) = self.waiting.iter().position(&is_wanted) {
            return Some(self.waiting.remove(at));
        }
        loop {
            let message = self.next(end)?;
            if is_wanted(&message) {
                return Some(message);
            }
            self.waiting.push(message);
        }
    }

    /// The next message of the server.
    fn next(&mut self, end: Instant) -> Option<Json> {
        loop {
            if let Some(message) = self.take_message() {
                return Some(message);
            }
            match self.from.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.received.extend(bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn take_message(&mut self) -> Option<Json> {
        let text = &self.received;
        let head = text.windows(4).position(|window| window == b"\r\n\r\n")?;
        let header = std::str::from_utf8(&text[..head]).expect("headers are ASCII");
        let length = header.strip_prefix("Content-Length: ").expect("the header has a length");
        let length: usize = length.parse().expect("the length is a number");
        let (start, end) = (head + 4, head + 4 + length);
        if text.len() < end {
            return None;
        }
        let message = serde_json::from_slice(&text[start..end]).expect("messages are JSON");
        self.received.drain(..end);
        Some(message)
    }

    /// Goes, and says whether the server found that proper.
    pub fn end(mut self) -> bool {
        self.to = None;
        self.server.take().expect("the server is ended once").join().expect("the server does not panic")
    }
}

struct FromChannel {
    receiver: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for FromChannel {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            match self.receiver.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

struct ToChannel(Sender<Vec<u8>>);

impl Write for ToChannel {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Verdicts by the names of properties, so that tests need no engine.
struct Scripted;

impl Verifier for Scripted {
    fn verify(&self, job: &CheckJob, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(CheckNews)) {
        for property in &job.properties {
            let (kind, summary) = match property.as_str() {
                "slow" => {
                    tell(CheckNews::Progress("1,000 states".to_owned()));
                    while !stop.load(Ordering::Relaxed) {
                        std::thread::sleep(Duration::from_millis(5));
                    }
                    return;
                }
                "panics" => panic!("this panic is meant to be here"),
                "refused" => return tell(CheckNews::Refused("the model is wrong".to_owned())),
                "wrong" => (VerdictKind::Violated, "violated in 2 steps"),
                "open" => (VerdictKind::Unknown, "unknown: time is over"),
                _ => (VerdictKind::Holds, "holds"),
            };
            tell(CheckNews::Verdict(PropertyVerdict {
                property: property.clone(),
                kind,
                summary: summary.to_owned(),
                expected: Some(kind != VerdictKind::Violated),
                report: format!("{property} of {}: {summary}\n", job.file),
            }));
        }
    }
}
