//! How long an editor waits: from a keystroke to its findings, and for what is asked at each keystroke.
//!
//! `cargo run --release -p fathom-language-server --example keystrokes [lines…]`

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use language_server::{CheckJob, CheckNews, Verifier, serve};
use serde_json::{Value as Json, json};

const URI: &str = "file:///large.fathom";

fn main() {
    let mut sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![100, 1_000, 5_000, 20_000];
    }
    println!("lines,bytes,what,median_milliseconds,worst_milliseconds");
    for lines in sizes {
        measure(lines);
    }
}

/// A model of about so many lines: locks with doc comments, definitions and properties.
fn model(lines: usize) -> String {
    let mut text = String::from("model Large\n\nconst N := 2\n");
    let mut number = 0;
    while text.lines().count() < lines {
        number += 1;
        text.push_str(&format!(
            "
/// Ticket lock number {number}.
var next{number}, served{number}: int
init next{number} = served{number}

/// Whether a client of lock {number} waits.
let waits{number}(p) = p at wait

process Client{number}[i in 1..N] {{
  var ticket: int
  loc think, wait, crit

  enter: think -> wait do ticket := next{number}, next{number} := next{number} + 1
  wait -> crit when ticket <= served{number}
  crit -> think do served{number} := served{number} + 1
}}

fair Client{number}.enter
@expect(holds) invariant mutex{number}: count(Client{number} at crit) <= 1
@expect(holds) ctl live{number}: AG (waits{number}(Client{number}[1]) => AF Client{number}[1] at crit)
"
        ));
    }
    text
}

fn measure(lines: usize) {
    let text = model(lines);
    let mut editor = Editor::start();
    editor.request("initialize", json!({ "capabilities": {} }));
    editor.notify(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": URI, "version": 0, "text": text } }),
    );
    editor.published(0);
    let line = text.lines().position(|line| line.starts_with("  wait -> crit")).expect("it is there");
    // In the middle of the text, behind a condition.
    let middle = text.lines().count() / 2;
    let line = text
        .lines()
        .enumerate()
        .skip(middle)
        .find(|(_, line)| line.starts_with("  wait -> crit"))
        .map_or(line, |(number, _)| number);
    let column = text.lines().nth(line).map_or(0, str::len);
    let position = json!({ "line": line, "character": column + 1 });
    let place = json!({ "textDocument": { "uri": URI }, "position": position });
    let whole = json!({ "textDocument": { "uri": URI } });
    let mut times: Vec<(&str, Vec<Duration>)> = Vec::new();
    for round in 0..20 {
        let (edit, back) = (2 * round + 1, 2 * round + 2);
        let start = Instant::now();
        editor.change(edit, line, column, column, " +");
        editor.published(edit);
        note(&mut times, "keystroke to findings, text broken", start);
        let start = Instant::now();
        editor.change(back, line, column, column + 2, "");
        editor.published(back);
        note(&mut times, "keystroke to findings, text right", start);
        for (what, method, params) in [
            ("completion", "textDocument/completion", &place),
            ("hover", "textDocument/hover", &place),
            ("semantic tokens", "textDocument/semanticTokens/full", &whole),
            ("symbols", "textDocument/documentSymbol", &whole),
            ("lenses", "textDocument/codeLens", &whole),
            ("formatting", "textDocument/formatting", &whole),
        ] {
            let start = Instant::now();
            editor.request(method, params.clone());
            note(&mut times, what, start);
        }
    }
    for (what, mut all) in times {
        all.sort();
        let milliseconds = |time: &Duration| time.as_secs_f64() * 1e3;
        let (median, worst) = (milliseconds(&all[all.len() / 2]), milliseconds(&all[all.len() - 1]));
        println!("{},{},{what},{median:.1},{worst:.1}", text.lines().count(), text.len());
    }
}

fn note(times: &mut Vec<(&'static str, Vec<Duration>)>, what: &'static str, start: Instant) {
    match times.iter_mut().find(|(known, _)| *known == what) {
        Some((_, all)) => all.push(start.elapsed()),
        None => times.push((what, vec![start.elapsed()])),
    }
}

/// The other side of the server, which runs in a thread of its own.
struct Editor {
    to: Sender<Vec<u8>>,
    from: BufReader<FromChannel>,
    next_id: u64,
}

impl Editor {
    fn start() -> Editor {
        let (to, input) = channel();
        let (output, from) = channel();
        std::thread::spawn(move || {
            serve(BufReader::new(FromChannel::new(input)), &mut ToChannel(output), Arc::new(Nobody))
        });
        Editor { to, from: BufReader::new(FromChannel::new(from)), next_id: 0 }
    }

    fn send(&self, message: &Json) {
        let text = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.to.send(framed.into_bytes()).expect("the server listens");
    }

    fn notify(&self, method: &str, params: Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn change(&self, version: i64, line: usize, from: usize, to: usize, text: &str) {
        let position = |character: usize| json!({ "line": line, "character": character });
        let range = json!({ "start": position(from), "end": position(to) });
        let changes = json!([{ "range": range, "text": text }]);
        let document = json!({ "uri": URI, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    fn request(&mut self, method: &str, params: Json) -> Json {
        self.next_id += 1;
        let id = json!(self.next_id);
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut message = self.receive();
            if message.get("id") == Some(&id) && message.get("method").is_none() {
                return message["result"].take();
            }
        }
    }

    /// Waits for the findings of a version.
    fn published(&mut self, version: i64) {
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
            {
                return;
            }
        }
    }

    fn receive(&mut self) -> Json {
        let mut header = String::new();
        self.from.read_line(&mut header).expect("the server speaks");
        let length = header.trim().strip_prefix("Content-Length: ").expect("a header");
        let length: usize = length.parse().expect("a length");
        let mut body = vec![0; length + 2];
        self.from.read_exact(&mut body).expect("the server speaks");
        serde_json::from_slice(&body[2..]).expect("the server speaks JSON")
    }
}

struct Nobody;

impl Verifier for Nobody {
    fn verify(&self, _: &CheckJob, _: &Arc<AtomicBool>, _: &mut dyn FnMut(CheckNews)) {}
}

struct FromChannel {
    receiver: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl FromChannel {
    fn new(receiver: Receiver<Vec<u8>>) -> FromChannel {
        FromChannel { receiver, rest: Vec::new() }
    }
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
