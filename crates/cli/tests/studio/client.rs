//! A studio for a test, and a small client of HTTP that can also be rude.

use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A studio on a folder of its own; both are gone at the end.
pub struct TestStudio {
    child: Child,
    pub folder: PathBuf,
    pub port: u16,
    pub token: String,
}

/// What was answered.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

/// Lines that come as long as somebody listens.
pub struct Lines {
    reader: BufReader<TcpStream>,
    /// What is left of the current chunk.
    left: usize,
}

impl TestStudio {
    /// A studio with these files.
    pub fn new(name: &str, files: &[(&str, &str)], options: &[&str]) -> TestStudio {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("studio-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("models")).expect("a folder can be made");
        for (file, text) in files {
            let path = folder.join("models").join(file);
            std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
            std::fs::write(path, text).expect("a file can be written");
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_fathom"))
            .args(["studio", "--no-open", "-q", "--port", "0"])
            .arg(folder.join("models"))
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("fathom starts");
        let mut address = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        output.read_line(&mut address).expect("it says where it is");
        let (place, token) = address.trim().split_once("/#token=").expect("the address has a token");
        let port = place.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        TestStudio { child, folder, port, token: token.to_owned() }
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the studio is there");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a time limit");
        stream
    }

    /// The answer to a request as it stands here, with the headers that it needs for its length.
    pub fn raw(&self, request: &str, body: &str) -> Response {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!("{request}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        let mut bytes = Vec::new();
        // Whoever is refused early may be cut off.
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.read_to_end(&mut bytes);
        Response::parse(&bytes)
    }

    /// The usual first lines of a request.
    pub fn head(&self, question: &str) -> String {
        format!(
            "POST /api/{question} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             X-Fathom-Token: {}\r\nOrigin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\n",
            self.port, self.token, self.port
        )
    }

    /// The answer to a question, with its status.
    pub fn ask(&self, question: &str, body: &Json) -> (u16, Json) {
        let response = self.raw(&self.head(question), &body.to_string());
        let json = serde_json::from_slice(&response.body)
            .unwrap_or_else(|error| panic!("{error}: {}", response.head));
        (response.status, json)
    }

    /// The answer to a question that has one.
    #[track_caller]
    pub fn answer(&self, question: &str, body: &Json) -> Json {
        let (status, json) = self.ask(question, body);
        assert_eq!(status, 200, "{question}: {json}");
        json
    }

    /// The lines that a question opens.
    pub fn lines(&self, question: &str, body: &Json) -> Lines {
        let mut stream = self.connect();
        let body = body.to_string();
        let request = format!("{}Content-Length: {}\r\n\r\n{body}", self.head(question), body.len());
        stream.write_all(request.as_bytes()).expect("it is heard");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            reader.read_line(&mut line).expect("a head");
        }
        Lines { reader, left: 0 }
    }

    /// A page that is there as long as the lines are held.
    pub fn page(&self, client: &str) -> Lines {
        let mut lines = self.lines("alive", &json!({ "client": client }));
        assert_eq!(lines.next().expect("a line"), json!({ "alive": 1 }));
        lines
    }

    /// Begins a check; its number.
    pub fn check(&self, client: &str, text: &str, options: &Json) -> u64 {
        let body =
            json!({ "client": client, "model": { "name": "m.fathom", "text": text }, "options": options });
        self.answer("runs", &body)["run"].as_u64().expect("a number")
    }

    /// All events of a check, to its end.
    pub fn events(&self, run: u64) -> Vec<Json> {
        self.lines("runs/events", &json!({ "run": run, "from": 0 })).collect()
    }

    /// The processes that work for it.
    pub fn workers(&self) -> Vec<u32> {
        let children = format!("/proc/{}/task", self.child.id());
        let tasks = std::fs::read_dir(children).expect("Linux tells").flatten();
        let texts = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        texts
            .flat_map(|text| text.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
            .collect()
    }

    /// The process itself.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for TestStudio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Response {
    fn parse(bytes: &[u8]) -> Response {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(bytes.len(), |end| end + 4);
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Response { status, head, body: bytes[end..].to_vec() }
    }

    /// Whether there is such a header.
    pub fn has(&self, header: &str) -> bool {
        self.head.lines().any(|line| line.eq_ignore_ascii_case(header))
    }
}

impl Iterator for Lines {
    type Item = Json;

    fn next(&mut self) -> Option<Json> {
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            if self.left == 0 {
                let mut size = String::new();
                while size.trim().is_empty() {
                    size.clear();
                    if self.reader.read_line(&mut size).ok()? == 0 {
                        return None;
                    }
                }
                self.left = usize::from_str_radix(size.trim(), 16).ok()?;
                if self.left == 0 {
                    return None;
                }
            }
            let mut byte = [0];
            self.reader.read_exact(&mut byte).ok()?;
            self.left -= 1;
            line.push(byte[0]);
        }
        Some(serde_json::from_slice(&line).expect("a line is JSON"))
    }
}
