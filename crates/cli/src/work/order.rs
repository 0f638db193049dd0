//! What is wanted: a task, and the model that it is about.

use super::reply::Reply;
use crate::Interrupt;
use crate::args::{CheckArgs, ModelArgs};
use crate::refusal::Refusal;
use crate::source::{Model, model_of};
use crate::supervise::{Limits, Lost, Monitor, supervise};
use clap::Parser;
use diagnostics::Source;
use serde_json::{Map, Value as Json};
use std::path::Path;
use std::time::Duration;
use studio::{Folder, linked};
use system::Obstacle;

/// What is wanted.
pub struct Order {
    body: Json,
    /// Who wants it may have enough.
    pub interrupt: Interrupt,
}

/// The most bytes of a file that is imported.
const MOST_BYTES: usize = 4 << 20;

/// The options of a check as the command line knows them.
#[derive(Debug, Parser)]
#[command(name = "check", no_binary_name = true)]
struct CheckLine {
    #[command(flatten)]
    arguments: CheckArgs,
}

impl Order {
    /// What this body says.
    pub fn new(body: Json, interrupt: Interrupt) -> Order {
        Order { body, interrupt }
    }

    /// The name of the task.
    pub fn task(&self) -> &str {
        self.text("task").unwrap_or_default()
    }

    /// A member.
    pub fn member(&self, key: &str) -> &Json {
        &self.body[key]
    }

    /// A member that is a text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.body[key].as_str()
    }

    /// A member that is a number, or what is taken instead.
    pub fn number(&self, key: &str, otherwise: u64) -> u64 {
        self.body[key].as_u64().unwrap_or(otherwise)
    }

    /// The name by which the model is known.
    pub fn file(&self) -> &str {
        self.body["model"]["name"].as_str().unwrap_or("model.fathom")
    }

    /// The options of the command line that stand for those that are wanted.
    pub fn check_arguments(&self) -> Result<CheckArgs, Refusal> {
        let mut line = Vec::new();
        members(&self.body["model"]["constants"], |name, value| line.push(format!("--set={name}={value}")));
        members(&self.body["model"]["sizes"], |name, value| line.push(format!("--size={name}={value}")));
        let options = &self.body["options"];
        for property in options["properties"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            line.push(format!("--property={property}"));
        }
        for (key, option) in [
            ("engine", "engine"),
            ("seconds", "timeout"),
            ("traces", "traces"),
            ("for_every", "for-every"),
            ("symmetry", "symmetry"),
            ("partial_order", "partial-order"),
            ("threads", "threads"),
            ("strategy", "strategy"),
            ("sets", "sets"),
        ] {
            if !options[key].is_null() {
                line.push(format!("--{option}={}", plain(&options[key])));
            }
        }
        if let Some(mebibytes) = options["memory_mib"].as_u64() {
            line.push(format!("--memory={mebibytes}MiB"));
        }
        for (key, option) in [("certify", "--certify"), ("fail_fast", "--fail-fast")] {
            if options[key] == Json::Bool(true) {
                line.push(option.into());
            }
        }
        if options["faults"] == Json::Bool(false) {
            line.push("--no-faults-check".into());
        }
        line.extend(["--trace=text".into(), "--".into(), self.file().into()]);
        let parsed = CheckLine::try_parse_from(line).map_err(|error| {
            let text = error.to_string();
            let paragraph = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
            let message = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            Refusal::of_file(self.file(), message, None)
        })?;
        Ok(parsed.arguments)
    }

    /// What is fixed before the model is read.
    pub fn model_arguments(&self) -> Result<ModelArgs, Refusal> {
        Ok(self.check_arguments()?.model)
    }

    /// The model, with what it imports from the studio's folder.
    pub fn model(&self) -> Result<Model, Refusal> {
        let text = self.body["model"]["text"].as_str();
        let missing = || Refusal::of_file(self.file(), "the text of the model is missing", None);
        let source = self.linked(self.file(), text.ok_or_else(missing)?)?;
        model_of(self.file(), source, &self.model_arguments()?)
    }

    /// A text with what it imports from the studio's folder, if there is one; its name is its path there.
    pub fn linked(&self, name: &str, text: &str) -> Result<Source, Refusal> {
        let Some(folder) = self.text("folder") else { return Ok(Source::from(text)) };
        let folder = Folder::new(Path::new(folder), MOST_BYTES);
        Ok(linked(&folder.map_err(|message| Refusal::of_file(name, message, None))?, name, text))
    }

    /// The answer that some work gives within the limits of answers.
    pub fn within_limits(&self, work: impl FnOnce(&Monitor) -> Reply + Send + 'static) -> Reply {
        let seconds = self.number("seconds", 10).clamp(1, self.number("answer_seconds", 30));
        let limits = Limits::of(Duration::from_secs(seconds), self.number("answer_memory_mib", 1024));
        match supervise(&limits, &self.interrupt, &mut |_, _| {}, work) {
            Ok(reply) => reply,
            Err(Lost::Panicked) => {
                Reply::Stopped("an internal error; the message is on standard error".into())
            }
            Err(Lost::Unresponsive(stop)) => Reply::Stopped(Obstacle::Stopped(stop).to_string()),
        }
    }
}

fn members(json: &Json, mut take: impl FnMut(&str, String)) {
    for (name, value) in json.as_object().into_iter().flat_map(Map::iter) {
        take(name, plain(value));
    }
}

/// A text without its quotes, or anything else as JSON writes it.
fn plain(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}
