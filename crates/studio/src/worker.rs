//! Work is done by processes of their own: `fathom work`.
//!
//! So a check can be given up whatever it does, what it used is free again, and nothing that goes wrong in it concerns the server. A
//! worker reads what is wanted as one line of JSON, answers in lines of JSON, and reads words meanwhile: `pause`, `resume`, `stop`.
//! It ends when its input does, so that none outlives the studio.

use crate::failure::Failure;
use serde_json::Value as Json;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The most bytes of an answer.
const MOST_BYTES: usize = 64 << 20;
/// How long a worker may take to end by itself after its time is over.
const GRACE: Duration = Duration::from_secs(5);

/// The program that does the work, and how often at a time.
#[derive(Debug)]
pub struct Program {
    path: PathBuf,
    places: Semaphore,
    patience: Duration,
}

/// A worker: it is killed when this is dropped.
#[derive(Debug)]
pub struct Worker {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// What was read and has no line break yet.
    rest: Vec<u8>,
}

impl Program {
    /// A program, the questions that are put to it at a time, and the time that each of them may take.
    pub fn new(path: PathBuf, places: usize, patience: Duration) -> Program {
        Program { path, places: Semaphore::new(places), patience }
    }

    /// A worker that has been told what is wanted.
    ///
    /// # Errors
    /// If there is none to be had.
    pub async fn start(&self, request: &Json) -> Result<Worker, Failure> {
        let failed = |error| Failure::internal(format!("no worker can be started: {error}"));
        let mut child = Command::new(&self.path)
            .arg("work")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::internal("a worker cannot be talked to"));
        };
        let mut worker = Worker { child, input, output, rest: Vec::new() };
        worker.say(&request.to_string()).await.map_err(failed)?;
        Ok(worker)
    }

    /// The one answer to a question.
    ///
    /// # Errors
    /// If the worker refuses it, or it takes too much.
    pub async fn ask(&self, request: &Json) -> Result<Json, Failure> {
        let place = timeout(self.patience, self.places.acquire()).await;
        let Ok(Ok(_place)) = place else {
            return Err(Failure::too_many("too many questions at a time: try again in a moment"));
        };
        let mut worker = self.start(request).await?;
        let line = match timeout(self.patience + GRACE, worker.line()).await {
            Ok(line) => line?,
            Err(_) => {
                let seconds = self.patience.as_secs();
                return Err(Failure::stopped(format!("this took more than {seconds} s and was given up")));
            }
        };
        let line = line.ok_or_else(|| Failure::internal("a worker ended without an answer"))?;
        let mut json: Json = serde_json::from_slice(&line)
            .map_err(|error| Failure::internal(format!("a worker's answer is no JSON: {error}")))?;
        if let Some(answer) = json.get_mut("answer") {
            return Ok(answer.take());
        }
        let message = |key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
        if let Some(stopped) = message("stopped") {
            return Err(Failure::stopped(stopped));
        }
        let refused = message("refused").unwrap_or_else(|| "a worker's answer is not understood".into());
        let more = json.as_object_mut().map(|all| {
            all.remove("refused");
            Json::Object(std::mem::take(all))
        });
        Err(Failure::refused(refused).with(more.unwrap_or_default()))
    }
}

impl Worker {
    /// Tells it a word.
    ///
    /// # Errors
    /// If it has ended.
    pub async fn say(&mut self, word: &str) -> std::io::Result<()> {
        self.input.write_all(format!("{word}\n").as_bytes()).await?;
        self.input.flush().await
    }

    /// Its next line; none when it has ended. What was read stays if this is given up.
    ///
    /// # Errors
    /// If the line is too long.
    pub async fn line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let mut searched = 0;
        loop {
            if let Some(end) = self.rest[searched..].iter().position(|byte| *byte == b'\n') {
                let line = self.rest.drain(..=searched + end).collect();
                return Ok(Some(line));
            }
            searched = self.rest.len();
            if searched > MOST_BYTES {
                return Err(Failure::stopped("the answer is too large"));
            }
            match self.output.read_buf(&mut self.rest).await {
                Ok(0) | Err(_) => return Ok(None),
                Ok(_) => {}
            }
        }
    }

    /// Ends it at once.
    pub async fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill().await;
    }
}
