//! Conversations with the server, as a client would lead them: the files in `exchanges`.
//!
//! A line begins with what it is: `->` sends a request and shows its answer below, `+>` one whose answer is not shown, `~>` sends a notification, `<~` waits for
//! what the server says by itself and shows the last of it, `>>` sends a text as it is, `!` is another step of the test.
//! Behind the method stands JSON, in which `"3:5"` is the fifth column of the third line, and `{model}` the text of the last
//! block of lines that begin with `|`. Answers are the lines that are indented; `UPDATE_EXPECT=1` writes them anew.

#[path = "support/client.rs"]
mod client;

use std::path::Path;

use client::Client;
use serde_json::{Value as Json, json};

#[test]
fn conversations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exchanges");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    assert!(paths.len() > 5, "the conversations are found");
    let threads: Vec<_> = paths
        .into_iter()
        .map(|path| {
            std::thread::spawn(move || {
                let written = std::fs::read_to_string(&path).expect("a conversation can be read");
                let held = hold(&written);
                if std::env::var_os("UPDATE_EXPECT").is_some() {
                    std::fs::write(&path, &held).expect("a conversation can be written");
                } else {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    assert_eq!(held, written, "{name}");
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("the conversation is as it is written");
    }
}

/// Leads a conversation, and writes it with the answers that came.
///
/// The server does some things in the background. What is not yet as it is written is therefore looked at again for a while.
fn hold(written: &str) -> String {
    let mut client = Some(Client::start());
    let mut model = String::new();
    let mut held = String::new();
    let mut is_model = false;
    let mut lines = written.lines().peekable();
    while let Some(line) = lines.next() {
        held.push_str(line);
        held.push('\n');
        if let Some(text) = line.strip_prefix('|') {
            if !is_model {
                model.clear();
            }
            is_model = true;
            model.push_str(text.strip_prefix(' ').unwrap_or(text));
            model.push('\n');
            continue;
        }
        is_model = false;
        let mut expected = String::new();
        while let Some(answer) = lines.next_if(|line| line.starts_with("    ")) {
            expected.push_str(answer);
            expected.push('\n');
        }
        held.push_str(&step(&mut client, line, &expected, &model));
    }
    held
}

/// One step of a conversation: what came of it.
fn step(client: &mut Option<Client>, line: &str, expected: &str, model: &str) -> String {
    let Some((mark, rest)) = line.split_once(' ') else { return String::new() };
    let (method, params) = rest.split_once(' ').unwrap_or((rest, ""));
    if (mark, method) == ("!", "end") {
        let proper = client.take().expect("the client goes once").end();
        return shown(&json!({ "proper": proper }));
    }
    let talk = client.as_mut().expect("the client has not gone");
    match mark {
        "->" => until_as_expected(expected, || talk.request(method, &params_of(params, model))),
        "<~" => until_as_expected(expected, || talk.last(method).unwrap_or(json!("nothing came"))),
        "+>" => {
            talk.request(method, &params_of(params, model));
            String::new()
        }
        "~>" => {
            talk.notify(method, &params_of(params, model));
            String::new()
        }
        ">>" => {
            talk.send_text(rest);
            String::new()
        }
        "!" if method == "answer" => {
            shown(&talk.answer(&serde_json::from_str(params).expect("an answer has an id")))
        }
        "#" => String::new(),
        _ => panic!("what is `{line}`?"),
    }
}

/// What is asked, as soon as it is what is expected; otherwise what it is after some seconds.
fn until_as_expected(expected: &str, mut ask: impl FnMut() -> Json) -> String {
    let patience = if std::env::var_os("UPDATE_EXPECT").is_some() { 2 } else { 40 };
    let mut answer = shown(&ask());
    for _ in 0..patience {
        if answer == expected {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
        answer = shown(&ask());
    }
    answer
}

/// The parameters that a line means.
fn params_of(text: &str, model: &str) -> Json {
    if text.is_empty() {
        return Json::Null;
    }
    let mut params: Json = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    expand(&mut params, model);
    params
}

fn expand(value: &mut Json, model: &str) {
    match value {
        Json::Array(all) => all.iter_mut().for_each(|one| expand(one, model)),
        Json::Object(all) => all.values_mut().for_each(|one| expand(one, model)),
        Json::String(text) if text == "{model}" => *text = model.to_owned(),
        Json::String(text) => {
            let Some((line, column)) = text.split_once(':') else { return };
            if let (Ok(line), Ok(column)) = (line.parse::<u32>(), column.parse::<u32>()) {
                *value = json!({ "line": line - 1, "character": column - 1 });
            }
        }
        _ => {}
    }
}

/// An answer as people can read it: small things in a line.
fn shown(value: &Json) -> String {
    fn write(value: &Json, depth: usize, held: &mut String) {
        let line = places_in_short(value).to_string();
        let indent = "    ".to_owned() + &"  ".repeat(depth);
        let is_small = line.len() <= 100;
        match value {
            Json::Object(all) if !is_small => {
                for (name, inner) in all {
                    let short = places_in_short(inner).to_string();
                    if short.len() <= 100 {
                        held.push_str(&format!("{indent}{name}: {short}\n"));
                    } else {
                        held.push_str(&format!("{indent}{name}:\n"));
                        write(inner, depth + 1, held);
                    }
                }
            }
            Json::Array(all) if !is_small => {
                let is_flat = all.iter().all(Json::is_number);
                if is_flat {
                    held.push_str(&format!("{indent}{line}\n"));
                    return;
                }
                for (number, inner) in all.iter().enumerate() {
                    let short = places_in_short(inner).to_string();
                    if short.len() <= 100 {
                        held.push_str(&format!("{indent}- {short}\n"));
                    } else {
                        held.push_str(&format!("{indent}- {number}\n"));
                        write(inner, depth + 1, held);
                    }
                }
            }
            Json::String(text) if text.contains('\n') => {
                for line in text.lines() {
                    held.push_str(&format!("{indent}> {line}\n"));
                }
            }
            _ => held.push_str(&format!("{indent}{line}\n")),
        }
    }
    let mut held = String::new();
    write(value, 0, &mut held);
    held
}

/// Positions and ranges as people write them.
fn places_in_short(value: &Json) -> Json {
    let number = |value: &Json, name: &str| value.get(name).and_then(Json::as_u64);
    match value {
        Json::Object(all) => {
            if let (Some(line), Some(column), 2) =
                (number(value, "line"), number(value, "character"), all.len())
            {
                return json!(format!("{}:{}", line + 1, column + 1));
            }
            if let (Some(start), Some(end), 2) = (value.get("start"), value.get("end"), all.len()) {
                let (start, end) = (places_in_short(start), places_in_short(end));
                if let (Some(start), Some(end)) = (start.as_str(), end.as_str()) {
                    return json!(format!("{start}-{end}"));
                }
            }
            Json::Object(all.iter().map(|(name, inner)| (name.clone(), places_in_short(inner))).collect())
        }
        Json::Array(all) => all.iter().map(places_in_short).collect(),
        other => other.clone(),
    }
}
