//! A random walk for people, and as JSON.

use super::random_walk::{Sight, SightKind, Walk, WalkEnd};
use crate::Console;
use crate::args::ModelArgs;
use crate::console::{BAD, FAINT, GOOD};
use crate::report::{Places, json_trace, model_head, trace_text};
use crate::source::Model;
use serde_json::{Value as Json, json};

/// The walk in the form in which `check` shows paths, then what was seen, then how it ended.
pub fn text(model: &Model, walk: &Walk, seed: u64, console: &Console) -> String {
    let places = Places::new(&model.file, &model.system.source);
    let mut text = String::new();
    if !console.quiet {
        let hint = console.paint(FAINT, "(another --seed gives another walk)");
        text.push_str(&format!("a random walk through {}, seed {seed} {hint}\n", model.file));
    }
    text.push_str(&trace_text(&model.system, &places, &walk.trace, console));
    for (index, sight) in walk.sights.iter().enumerate() {
        let same = |other: &&Sight| other.what == sight.what;
        if walk.sights[..index].iter().any(|other| same(&other)) {
            continue;
        }
        let again = match walk.sights[index + 1..].iter().filter(same).count() {
            0 => String::new(),
            1 => ", and once more later".to_string(),
            times => format!(", and {times} times more later"),
        };
        let what = sight_text(sight, &places, console);
        text.push_str(&format!("  in state {} {what}{again}\n", sight.state));
    }
    let length = walk.trace.steps.len();
    match &walk.end {
        WalkEnd::Done => {}
        WalkEnd::DeadEnd => {
            text.push_str(&format!("  in state {length} no transition is possible: a dead end\n"))
        }
        WalkEnd::Obstacle(obstacle) => {
            text.push_str(&format!("  in state {length} the transitions cannot be listed: {obstacle}\n"));
        }
    }
    text
}

fn sight_text(sight: &Sight, places: &Places, console: &Console) -> String {
    match &sight.what {
        SightKind::Violated(name) => console.paint(BAD, &format!("{name} is false")),
        SightKind::Reached(name) => console.paint(GOOD, &format!("{name} is reached")),
        SightKind::Fault(fault) => {
            let what = console.paint(BAD, &format!("{} faults: {}", fault.name, fault.reason));
            format!("{what}  ({})", places.shown([fault.span]))
        }
    }
}

/// The walk as a document with the same head and the same form of traces as that of `check`.
pub fn document(model: &Model, arguments: &ModelArgs, walk: &Walk, seed: u64) -> Json {
    let sizes: Vec<(String, i128)> =
        arguments.size.iter().map(|size| (size.name.clone(), size.size)).collect();
    let mut document = model_head(model, &sizes);
    document.insert("seed".into(), json!(seed));
    document.insert("trace".into(), json_trace(&model.system, &walk.trace));
    let (end, reason) = match &walk.end {
        WalkEnd::Done => ("steps", None),
        WalkEnd::DeadEnd => ("dead end", None),
        WalkEnd::Obstacle(obstacle) => ("obstacle", Some(obstacle.to_string())),
    };
    document.insert("end".into(), json!(end));
    if let Some(reason) = reason {
        document.insert("reason".into(), json!(reason));
    }
    document.insert("seen".into(), walk.sights.iter().map(sight_json).collect());
    Json::Object(document)
}

fn sight_json(sight: &Sight) -> Json {
    match &sight.what {
        SightKind::Violated(name) => json!({ "state": sight.state, "false": name }),
        SightKind::Reached(name) => json!({ "state": sight.state, "reached": name }),
        SightKind::Fault(fault) => {
            json!({ "state": sight.state, "fault": { "transition": fault.name, "reason": fault.reason } })
        }
    }
}
