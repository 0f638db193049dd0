//! The examples, to begin with one of them.

use crate::failure::Failure;
use flate2::read::GzDecoder;
use hyper::StatusCode;
use language_server::{Analysis, lenses};
use serde_json::{Value as Json, json};
use std::sync::OnceLock;

/// All examples, in the order of their paths.
fn examples() -> &'static [(String, String)] {
    static EXAMPLES: OnceLock<Vec<(String, String)>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let compressed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/examples.json.gz"));
        let json: Json = serde_json::from_reader(GzDecoder::new(compressed)).unwrap_or_default();
        let text = |example: &Json, key: &str| example[key].as_str().unwrap_or_default().to_owned();
        let all = json.as_array().into_iter().flatten();
        all.map(|example| (text(example, "path"), text(example, "text"))).collect()
    })
}

/// What there is, each with what it says of itself.
pub fn list() -> Json {
    static LIST: OnceLock<Json> = OnceLock::new();
    let all = || {
        let all: Json = examples().iter().map(|(path, text)| entry(path, text)).collect();
        json!({ "examples": all })
    };
    LIST.get_or_init(all).clone()
}

fn entry(path: &str, text: &str) -> Json {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let analysis = Analysis::new(text);
    let properties = lenses(&analysis);
    let count = |word: &str| properties.iter().filter(|lens| lens.expected == Some(word)).count();
    let model = analysis.inspection().model.name.as_ref().map(|name| name.text.clone());
    json!({
        "path": path,
        "folder": folder,
        "title": model.unwrap_or_else(|| file.trim_end_matches(".fathom").to_owned()),
        "about": about(text),
        "expects": { "holds": count("holds"), "violated": count("violated"), "unknown": count("unknown") },
    })
}

/// The first paragraph of the comments at the top, without where it comes from.
fn about(text: &str) -> String {
    let comment = |line: &&str| line.starts_with("//");
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(comment);
    let words = lines.map(|line| line.trim_start_matches('/').trim_start_matches('!').trim());
    let is_about = |line: &&str| !line.is_empty() && !line.starts_with("Source:");
    let paragraph = words.skip_while(|line| line.is_empty()).take_while(is_about);
    paragraph.collect::<Vec<_>>().join(" ")
}

/// The text of an example.
///
/// # Errors
/// If there is none of this name.
pub fn read(path: &str) -> Result<Json, Failure> {
    let found = examples().iter().find(|(own, _)| own == path);
    let missing =
        || Failure::new(StatusCode::NOT_FOUND, "no-such-file", format!("{path}: there is no such example"));
    found.map(|(_, text)| json!({ "text": text })).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_there() {
        let list = list();
        let all = list["examples"].as_array().expect("a list");
        assert!(all.len() > 100);
        for example in all {
            let path = example["path"].as_str().expect("a path");
            let text = read(path).expect("it is there");
            let tree = format!("{}/../../examples/{path}", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(text["text"], std::fs::read_to_string(tree).expect("a file"));
        }
        assert!(all.iter().all(|example| example["title"] != ""));
        assert!(read("../Cargo.toml").is_err());
    }
}
