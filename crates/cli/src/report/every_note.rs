//! What is known of every size although it was not asked.

use super::json_trace::json_integer;
use crate::outcome::{EveryNote, Outcome};
use serde_json::{Value as Json, json};

/// The notes, one for all properties that were shown in the same way.
pub fn every_notes(outcome: &Outcome) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for note in &outcome.notes {
        let tail = tail(note);
        let name = outcome.model.system.properties[note.property].name.as_str();
        match groups.iter_mut().find(|(known, _)| *known == tail) {
            Some((_, names)) => names.push(name),
            None => groups.push((tail, vec![name])),
        }
    }
    let text = |(tail, names): (String, Vec<&str>)| {
        let verb = if names.len() == 1 { "holds" } else { "hold" };
        format!("{} {verb} {tail}", names.join(", "))
    };
    groups.into_iter().map(text).collect()
}

fn tail(note: &EveryNote) -> String {
    let (constant, answer) = (&note.constant, &note.answer);
    let how = format!("{} {}", answer.engine, answer.strategy);
    format!("for every {} >= {} ({})", constant.name, constant.least, how.trim_end())
}

/// The same for programs.
pub fn json_every_notes(outcome: &Outcome) -> Option<Json> {
    let json = |note: &EveryNote| {
        let least = [(note.constant.name.clone(), json_integer(note.constant.least))];
        json!({
            "name": outcome.model.system.properties[note.property].name,
            "for_every": Json::Object(least.into_iter().collect()),
            "engine": note.answer.engine,
            "strategy": note.answer.strategy,
            "evidence": note.answer.evidence().map(|evidence| evidence.name()),
        })
    };
    (!outcome.notes.is_empty()).then(|| outcome.notes.iter().map(json).collect())
}
