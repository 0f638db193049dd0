//! JSON for people: what is short stands on one line.

use serde_json::Value as Json;

/// How long a line may be for what stands on one.
const WIDTH: usize = 100;

/// The text of a document.
pub fn layout(json: &Json) -> String {
    let mut text = String::new();
    append(&mut text, json, 0);
    text.push('\n');
    text
}

fn append(text: &mut String, json: &Json, indent: usize) {
    let parts: Vec<(String, &Json)> = match json {
        Json::Array(all) if width(json, WIDTH) > WIDTH => {
            all.iter().map(|one| (String::new(), one)).collect()
        }
        Json::Object(all) if width(json, WIDTH) > WIDTH => {
            all.iter().map(|(key, one)| (format!("{}: ", Json::String(key.clone())), one)).collect()
        }
        _ => return text.push_str(&short(json)),
    };
    let deeper = indent.saturating_add(1);
    text.push(if json.is_array() { '[' } else { '{' });
    for (number, (key, one)) in parts.iter().enumerate() {
        text.push_str(if number == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(deeper));
        text.push_str(key);
        append(text, one, deeper);
    }
    text.push('\n');
    text.push_str(&"  ".repeat(indent));
    text.push(if json.is_array() { ']' } else { '}' });
}

/// About how long a value is on one line; counting stops beyond a limit.
fn width(json: &Json, limit: usize) -> usize {
    let add = |sum: usize, (key, one): (usize, &Json)| {
        let rest = limit.saturating_sub(sum);
        if sum > limit { sum } else { sum.saturating_add(key).saturating_add(width(one, rest)) }
    };
    match json {
        Json::String(text) => text.len().saturating_add(2),
        Json::Array(all) => all.iter().map(|one| (2, one)).fold(2, add),
        Json::Object(all) => all.iter().map(|(key, one)| (key.len().saturating_add(6), one)).fold(2, add),
        _ => 5,
    }
}

fn short(json: &Json) -> String {
    match json {
        Json::Array(all) => format!("[{}]", all.iter().map(short).collect::<Vec<_>>().join(", ")),
        Json::Object(all) => {
            let part =
                |(key, one): (&String, &Json)| format!("{}: {}", Json::String(key.clone()), short(one));
            format!("{{{}}}", all.iter().map(part).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
