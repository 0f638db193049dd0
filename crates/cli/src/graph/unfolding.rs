//! A complete finite prefix of the unfolding of a model's net: conditions as circles, events as boxes.

use super::net::{title, watched};
use super::{check_format, print, put};
use crate::args::{GraphArgs, GraphFormat};
use crate::report::{grouped, model_head, printed};
use crate::source::Model;
use crate::supervise::Monitor;
use crate::{Console, Exit};
use drawing::{Arrow, Chart, Highlight, Outline, Spot};
use engines::{Companion, DrawnPrefix};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The number of events that are drawn unless the user says otherwise; more make an unreadable drawing.
const SVG_EVENTS: usize = 200;
/// The number of events that are written in other formats unless the user says otherwise.
const MOST_EVENTS: usize = 10_000;

/// Draws the prefix of a model.
pub fn draw(model: &Arc<Model>, arguments: &GraphArgs, console: &Console) -> Result<(), Exit> {
    let formats = [GraphFormat::Dot, GraphFormat::Svg, GraphFormat::Json, GraphFormat::Text];
    check_format(arguments, &formats, "an unfolding", console)?;
    let usual = if arguments.format == GraphFormat::Svg { SVG_EVENTS } else { MOST_EVENTS };
    let most = arguments.max_events.unwrap_or(usual);
    let shared = Arc::clone(model);
    let work = move |monitor: &Monitor| engines::drawn_prefix(&shared.system, most, monitor);
    let prefix = watched(model, arguments, console, work)?;
    match arguments.format {
        GraphFormat::Json => {
            put(&printed(vec![document(model, arguments, &prefix)], false), arguments, console)
        }
        GraphFormat::Text => put(&report(&prefix, &title(model)), arguments, console),
        _ => print(&chart(&prefix, title(model)), arguments, console),
    }
}

fn caption(prefix: &DrawnPrefix) -> String {
    let cut_offs = prefix.events.iter().filter(|event| event.cut_off.is_some()).count();
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        number => format!("{} {what}s", grouped(number)),
    };
    let (conditions, events) = (prefix.conditions.len(), prefix.events.len());
    format!(
        "{}, {}, of which {}",
        count(conditions, "condition"),
        count(events, "event"),
        count(cut_offs, "cut-off")
    )
}

/// The name of a condition's place. Where a transition takes nothing, one place more always holds a token.
fn place(prefix: &DrawnPrefix, condition: usize) -> &str {
    prefix.net.places.get(prefix.conditions[condition].place).map_or("always", String::as_str)
}

fn transition(prefix: &DrawnPrefix, event: usize) -> &str {
    &prefix.net.transitions[prefix.events[event].transition].name
}

/// What a cut-off repeats.
fn repeats(companion: Companion) -> String {
    match companion {
        Companion::Start => "the marking is the first one".into(),
        Companion::Event(event) => format!("the marking is that of event {event}"),
    }
}

/// The chart of a prefix.
pub fn chart(prefix: &DrawnPrefix, title: String) -> Chart {
    let offset = prefix.conditions.len();
    let condition = |number: usize| {
        let lines = vec![place(prefix, number).to_string()];
        let initial = prefix.conditions[number].producer.is_none();
        let details = vec![format!("condition {number}"), lines[0].clone()];
        Spot { lines, details, initial, outline: Outline::Circle, ..Spot::default() }
    };
    let event = |number: usize| {
        let cut_off = prefix.events[number].cut_off;
        let lines = vec![transition(prefix, number).to_string()];
        let mut details = vec![format!("event {number}"), lines[0].clone()];
        details.extend(cut_off.map(|companion| format!("cut-off: {}", repeats(companion))));
        Spot { lines, details, highlighted: cut_off.is_some(), outline: Outline::Sharp, ..Spot::default() }
    };
    let mut spots: Vec<Spot> = (0..offset).map(condition).collect();
    spots.extend((0..prefix.events.len()).map(event));
    let arrow = |from: usize, to: usize| Arrow { from, to, names: Vec::new(), is_optional: false };
    let mut arrows = Vec::new();
    for (number, event) in prefix.events.iter().enumerate() {
        arrows.extend(event.preset.iter().map(|condition| arrow(*condition, offset + number)));
        arrows.extend(event.postset.clone().map(|condition| arrow(offset + number, condition)));
    }
    let highlight = Some(Highlight { meaning: "cut-off".into(), bad: false });
    Chart { title, caption: caption(prefix), spots, arrows, highlight }
}

/// The events, one in a line.
fn report(prefix: &DrawnPrefix, title: &str) -> String {
    let mut text = format!("{title}: {}\n", caption(prefix));
    let places = |conditions: &mut dyn Iterator<Item = usize>| {
        let names: Vec<&str> = conditions.map(|condition| place(prefix, condition)).collect();
        if names.is_empty() { "nothing".to_string() } else { names.join(", ") }
    };
    for (number, event) in prefix.events.iter().enumerate() {
        let (takes, gives) = (places(&mut event.preset.iter().copied()), places(&mut event.postset.clone()));
        let end = event.cut_off.map(|companion| format!("; cut-off: {}", repeats(companion)));
        let end = end.unwrap_or_default();
        text.push_str(&format!("  {number}: {}  ({takes} -> {gives}{end})\n", transition(prefix, number)));
    }
    text
}

/// The prefix for programs; described in `docs/json.md`.
fn document(model: &Model, arguments: &GraphArgs, prefix: &DrawnPrefix) -> Json {
    let sizes: Vec<(String, i128)> =
        arguments.model.size.iter().map(|size| (size.name.clone(), size.size)).collect();
    let mut document = model_head(model, &sizes);
    let condition = |number: usize| json!({ "place": place(prefix, number), "producer": prefix.conditions[number].producer });
    let conditions: Json = (0..prefix.conditions.len()).map(condition).collect();
    let event = |number: usize| {
        let event = &prefix.events[number];
        let mut json = json!({
            "transition": transition(prefix, number),
            "takes": event.preset,
            "gives": event.postset.clone().collect::<Vec<usize>>(),
        });
        match event.cut_off {
            None => {}
            Some(Companion::Start) => json["cut_off"] = json!("start"),
            Some(Companion::Event(other)) => json["cut_off"] = json!(other),
        }
        json
    };
    let events: Json = (0..prefix.events.len()).map(event).collect();
    document.insert("conditions".into(), conditions);
    document.insert("events".into(), events);
    Json::Object(document)
}
