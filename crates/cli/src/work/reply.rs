//! What comes of a task: an answer, or why there is none.

use crate::refusal::{Problem, Refusal};
use serde_json::{Value as Json, json};
use studio::{Positions, findings_json};

/// What comes of a task.
pub enum Reply {
    /// What was wanted.
    Answer(Json),
    /// The model, or what is wanted of it, is wrong.
    Refused(Box<Refusal>),
    /// A limit was reached, as this says.
    Stopped(String),
}

impl Reply {
    /// Something is wrong that has no place.
    pub fn refused(message: impl Into<String>) -> Reply {
        Refusal::of_command_line(message, None).into()
    }

    /// The line that the studio reads.
    pub fn json(&self) -> Json {
        match self {
            Reply::Answer(answer) => json!({ "answer": answer }),
            Reply::Stopped(message) => json!({ "stopped": message }),
            Reply::Refused(refusal) => {
                json!({ "refused": refusal.summary(), "findings": refusal_findings(refusal) })
            }
        }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        Reply::Refused(Box::new(refusal))
    }
}

impl From<Result<Json, Refusal>> for Reply {
    fn from(answer: Result<Json, Refusal>) -> Self {
        answer.map_or_else(Reply::from, Reply::Answer)
    }
}

/// What is wrong: places in the text, and what has none.
pub fn refusal_findings(refusal: &Refusal) -> Json {
    let positions = Positions::of(&refusal.source);
    let mut all = findings_json(&refusal.diagnostics, &positions);
    let problems = refusal.problems.iter().map(
        |problem: &Problem| json!({ "severity": "error", "message": problem.message, "help": problem.help }),
    );
    if let Some(list) = all.as_array_mut() {
        list.extend(problems);
    }
    all
}
