//! A path as a table: what happens, and what each variable is after it.

use super::sequence::sequence;
use super::tag::{element, folded, plain, row, table, text};
use crate::source::Model;
use serde_json::{Map, Value as Json};
use system::Trace;

/// The most steps that are shown; a longer path is in the JSON document.
const MOST_STEPS: usize = 500;
/// The most variables with a column of their own.
const MOST_COLUMNS: usize = 40;

/// A path, with the chart of who acts if it could be replayed.
pub fn path(trace: &Json, replayed: Option<(&Model, &Trace)>) -> String {
    let mut html = String::new();
    if let Some((model, trace)) = replayed {
        html.push_str(&folded("Who acts", true, &element("div", "wide", &sequence(&model.system, trace))));
    }
    html.push_str(&folded("States", true, &element("div", "wide", &states(trace))));
    html
}

fn states(trace: &Json) -> String {
    let empty = Map::new();
    let initial = trace["initial"].as_object().unwrap_or(&empty);
    let steps: Vec<&Json> = trace["steps"].as_array().into_iter().flatten().collect();
    let changes = |name: &String| steps.iter().any(|step| step["changes"].get(name).is_some());
    let (mut varying, same): (Vec<&String>, Vec<&String>) = initial.keys().partition(|name| changes(name));
    let further = varying.split_off(varying.len().min(MOST_COLUMNS));
    let constant: Vec<String> =
        same.iter().map(|name| format!("{name} = {}", plain(&initial[name.as_str()]))).collect();
    let head: Vec<&str> = ["", "step"].into_iter().chain(varying.iter().map(|name| name.as_str())).collect();
    let mut state = initial.clone();
    let mut rows = state_row(0, "initially", &state, &varying, &Json::Null, false);
    let begins = trace["loop"].as_u64();
    for (number, step) in steps.iter().enumerate().take(MOST_STEPS) {
        for (name, value) in step["changes"].as_object().into_iter().flatten() {
            state.insert(name.clone(), value.clone());
        }
        let name = plain(&step["transition"]);
        let is_loop = begins == Some(number as u64);
        rows.push_str(&state_row(number + 1, &name, &state, &varying, &step["changes"], is_loop));
    }
    let mut html = table("", &head, &rows);
    let mut notes = Vec::new();
    if steps.len() > MOST_STEPS {
        notes.push(format!(
            "… and {} more steps, which `fathom check --json` shows",
            steps.len() - MOST_STEPS
        ));
    }
    if !further.is_empty() {
        notes.push(format!(
            "… and {} more variables change, which `fathom check --json` shows: {}",
            further.len(),
            some_of(&further)
        ));
    }
    if let Some(begins) = begins {
        notes.push(match begins {
            0 => "the last state is the first one: all of it repeats for ever".into(),
            _ => format!("the last state is that after step {begins}: what follows it repeats for ever"),
        });
    }
    if trace["endless"] == Json::Bool(true) {
        notes.push("the path goes on for ever without repeating a state".into());
    }
    if !trace["fault"].is_null() {
        notes.push(format!(
            "then {} faults: {}",
            plain(&trace["fault"]["transition"]),
            plain(&trace["fault"]["reason"])
        ));
    }
    html.extend(notes.iter().map(|note| text("p", "", note)));
    if !constant.is_empty() {
        html.push_str(&folded("What stays the same", false, &text("pre", "", &constant.join("\n"))));
    }
    html
}

/// Some names of a list that may be long.
fn some_of(names: &[&String]) -> String {
    const MOST: usize = 20;
    let mut shown: Vec<&str> = names.iter().take(MOST).map(|name| name.as_str()).collect();
    shown.extend((names.len() > MOST).then_some("…"));
    shown.join(", ")
}

fn state_row(
    number: usize,
    name: &str,
    state: &Map<String, Json>,
    columns: &[&String],
    changes: &Json,
    begins_loop: bool,
) -> String {
    let cells = columns.iter().map(|column| {
        let class = if changes.get(column.as_str()).is_some() { "changed" } else { "" };
        text("td", class, &state.get(*column).map_or_else(String::new, plain))
    });
    let head = [text("td", "faint", &number.to_string()), text("td", "code", name)];
    let cells: String = head.into_iter().chain(cells).collect();
    if begins_loop { format!("<tr class=\"loop-begins\">{cells}</tr>\n") } else { row([cells]) }
}
