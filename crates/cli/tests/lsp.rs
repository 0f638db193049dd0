//! `fathom lsp` as an editor starts it: a process with a verdict of the engines beside a property.

use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const MODEL: &str = "var x: 0..3 := 0\nevent up when x < 3 do x := x + 1\n@expect(holds) invariant small: x < 3\nltl ends: F x = 3\n";
const NAME: &str = "file:///models/counter.fathom";

struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    requests: u64,
}

impl Editor {
    fn start() -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_fathom"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("fathom starts");
        let to = server.stdin.take().expect("the server listens");
        let from = BufReader::new(server.stdout.take().expect("the server speaks"));
        Editor { server, to, from, requests: 0 }
    }

    fn send(&mut self, message: &Json) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
    }

    fn notify(&mut self, method: &str, params: Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn next(&mut self) -> Json {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("the server speaks") > 0, "the server has ended");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a length is a number"),
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.from.read_exact(&mut text).expect("a message is as long as it says");
        serde_json::from_slice(&text).expect("a message is JSON")
    }

    /// Sends a request and waits for its result; what else is said until then is dropped.
    fn request(&mut self, method: &str, params: Json) -> Json {
        self.requests += 1;
        let id = json!(self.requests);
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.next();
            if message.get("method").is_none() && message["id"] == id {
                assert_eq!(message.get("error"), None);
                return message["result"].clone();
            }
        }
    }

    fn wait_for_end_of_check(&mut self) {
        loop {
            let message = self.next();
            if message["method"] == "window/workDoneProgress/create" {
                self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
            }
            if message.pointer("/params/value/kind") == Some(&json!("end")) {
                return;
            }
        }
    }
}

#[test]
fn an_editor_is_told_what_the_engines_say() {
    let mut editor = Editor::start();
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    editor.request("initialize", json!({ "capabilities": capabilities }));
    editor.notify("initialized", json!({}));
    let document = json!({ "uri": NAME, "languageId": "fathom", "version": 1, "text": MODEL });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    editor.request("workspace/executeCommand", json!({ "command": "fathom.check", "arguments": [NAME] }));
    editor.wait_for_end_of_check();

    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": NAME } }));
    let titles: Vec<&str> = lenses
        .as_array()
        .expect("lenses are a list")
        .iter()
        .filter_map(|lens| lens["command"]["title"].as_str())
        .filter(|title| title.contains(['✓', '✗', '?']))
        .collect();
    assert_eq!(titles.len(), 3, "{titles:?}");
    assert!(titles[0].starts_with("no_faults: ✓ holds (predefined invariant, "), "{titles:?}");
    assert!(titles[1].starts_with("✗ violated (invariant, "), "{titles:?}");
    assert!(titles[1].ends_with(", not as expected"), "{titles:?}");
    assert!(titles[2].starts_with("✓ holds (ltl, "), "{titles:?}");

    let wanted = json!({ "textDocument": { "uri": NAME }, "property": "small" });
    let report = editor.request("fathom/report", wanted)["text"].as_str().expect("a text").to_owned();
    assert!(report.starts_with("violated  small"), "{report}");
    assert!(report.contains("counter.fathom:2") && report.contains("x = 3"), "{report}");

    editor.request("shutdown", Json::Null);
    editor.notify("exit", Json::Null);
    assert!(editor.server.wait().expect("the server ends").success());
}

#[test]
fn an_editor_that_goes_away_ends_the_server() {
    let mut editor = Editor::start();
    editor.request("initialize", json!({ "capabilities": {} }));
    drop(editor.to);
    assert_eq!(editor.server.wait().expect("the server ends").code(), Some(2));
}
