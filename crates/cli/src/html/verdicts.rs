//! The table of verdicts, and what stands below each.

use super::Section;
use super::tag::{element, folded, plain, row, table, text};
use super::trace::path;
use crate::simulate::load_trace;
use serde_json::{Value as Json, json};

/// The table, then a part for each property of which there is more to say.
pub fn verdicts(section: usize, own: &Section) -> String {
    let properties: Vec<&Json> = own.document["properties"].as_array().into_iter().flatten().collect();
    if properties.is_empty() {
        return String::new();
    }
    let rows: String = properties.iter().map(|property| verdict_row(section, property)).collect();
    let head = ["verdict", "property", "kind", "rests on", "found by", "seconds", "certificate"];
    let below: String = properties.iter().map(|property| support(own, property)).collect();
    element("div", "wide", &table("", &head, &rows)) + &below
}

fn verdict_row(section: usize, property: &Json) -> String {
    let word = property["verdict"].as_str().unwrap_or("unknown");
    let surprise = property["expected"].as_str().filter(|expected| *expected != word);
    let note = surprise.map(|expected| text("div", "surprise", &format!("expected: {expected}")));
    let name = match property["line"].as_u64() {
        Some(line) => {
            format!("<a href=\"#m{section}-{line}\">{}</a>", text("span", "", &plain(&property["name"])))
        }
        None => text("span", "", &plain(&property["name"])),
    };
    let value = match &property["value"] {
        Json::Null => String::new(),
        value => text("span", "code", &format!(" = {}", plain(value))),
    };
    let engine = [&property["engine"], &property["strategy"]];
    let engine: Vec<String> = engine.iter().filter(|part| !part.is_null()).map(|part| plain(part)).collect();
    let certificate = match (&property["certificate"]["accepted"], &property["certificate"]["reason"]) {
        (Json::Bool(true), _) => "accepted".to_owned(),
        (Json::Bool(false), _) => "refused".to_owned(),
        (_, Json::String(reason)) => reason.clone(),
        _ => String::new(),
    };
    row([
        element("td", "", &format!("{}{}", text("span", word, word), note.unwrap_or_default())),
        element("td", "code", &format!("{name}{value}")),
        text("td", "", &plain(&property["kind"])),
        text("td", "", property["evidence"].as_str().unwrap_or("")),
        text("td", "faint", &engine.join(", ")),
        text(
            "td",
            "",
            &property["seconds"].as_f64().map_or_else(String::new, |seconds| format!("{seconds:.3}")),
        ),
        text("td", "", &certificate),
    ])
}

/// Why: the reason, the path, fairness.
fn support(own: &Section, property: &Json) -> String {
    let mut html = String::new();
    if let Some(reason) = property["reason"].as_str() {
        html.push_str(&text("p", "", reason));
    }
    let why: Vec<&str> = property["why"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if !why.is_empty() {
        html.push_str(&text("pre", "", &why.join("\n")));
    }
    let fairness = property["fairness"].as_array().into_iter().flatten();
    let rows: String = fairness
        .map(|met| row([text("td", "code", &plain(&met["assumption"])), text("td", "", &plain(&met["how"]))]))
        .collect();
    if !rows.is_empty() {
        html.push_str(&table("", &["this is assumed", "and this path meets it"], &rows));
    }
    for trace in ["trace", "witness"].iter().map(|key| &property[*key]).filter(|trace| !trace.is_null()) {
        // The path of another size is one of another model.
        let document = json!({ "trace": trace, "constants": property["constants"] }).to_string();
        let model = own.model.as_ref();
        let replayed = model.and_then(|model| load_trace(&model.system, &document, None).ok());
        let shown = model.zip(replayed.as_ref()).map(|(model, trace)| (model.as_ref(), trace));
        html.push_str(&path(trace, shown));
    }
    if html.is_empty() {
        return html;
    }
    let title = format!("{}: {}", plain(&property["name"]), plain(&property["verdict"]));
    folded(&title, property["verdict"] != "holds", &html)
}

/// What never happens, and what else is worth knowing.
pub fn remarks(document: &Json) -> String {
    let mut lines = Vec::new();
    for own in document["vacuity"].as_array().into_iter().flatten() {
        let what = match own["kind"].as_str() {
            Some("implication") => "never true",
            Some("location") => "never reached",
            _ => "never enabled",
        };
        let place = own["line"].as_u64().map(|line| format!(" (line {line})")).unwrap_or_default();
        lines.push(format!("{what}: {}{place}", plain(&own["what"])));
    }
    if let Some(count) = document["dead_ends"]["states"].as_u64() {
        lines.push(format!("states without successor, which no property asks about: {count}"));
    }
    for own in document["diagnostics"].as_array().into_iter().flatten() {
        lines.push(format!("line {}: {}", plain(&own["line"]), plain(&own["message"])));
    }
    if lines.is_empty() {
        return String::new();
    }
    let items: String = lines.iter().map(|line| text("li", "", line)).collect();
    text("h3", "", "Worth knowing") + &element("ul", "", &items) + "\n"
}
