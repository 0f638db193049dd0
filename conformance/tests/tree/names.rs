//! A type has a name of its own in its crate, so that a reader never asks which one is meant.

use conformance::models::{files_below, read, root};
use std::collections::BTreeMap;

/// Names that two types share, each with its reason: crate, and name.
const SHARED: [(&str, &str, &str); 0] = [];

/// The names of the types that a file declares, its tests excepted.
fn types(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut found = Vec::new();
    for line in text.lines() {
        let visible =
            line.strip_prefix("pub").map(|rest| rest.split_once(") ").map_or(rest, |(_, rest)| rest));
        let item = visible.unwrap_or(line).trim_start();
        let declared =
            ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| item.strip_prefix(word));
        // What is indented is an associated type, or stands inside a function.
        if let Some(rest) = declared.filter(|_| !line.starts_with(' ')) {
            let end = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
            found.push(rest[..end].to_string());
        }
    }
    found
}

#[test]
fn a_type_has_a_name_of_its_own_in_its_crate() {
    let mut places: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for path in [files_below("crates", ".rs"), files_below("conformance", ".rs")].concat() {
        let shown = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let Some((own, file)) = shown.split_once("/src/") else { continue };
        // What exists for tests only is not met by readers of the crate.
        if file.ends_with("tests.rs") || ["sample.rs", "agreement/"].iter().any(|test| file.contains(test)) {
            continue;
        }
        for name in types(&read(&path)) {
            let own = own.trim_start_matches("crates/").to_string();
            places.entry((own, name)).or_default().push(shown.clone());
        }
    }
    assert!(places.len() > 500, "types are found");
    let is_shared = |own: &str, name: &str| SHARED.iter().any(|(a, b, _)| *a == own && *b == name);
    let twice: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    let wrong: Vec<_> = twice.iter().filter(|((own, name), _)| !is_shared(own, name)).collect();
    assert!(wrong.is_empty(), "types that share a name: {wrong:#?}");
    let is_needed = |own: &str, name: &str| twice.iter().any(|((a, b), _)| a == own && b == name);
    let gone: Vec<_> = SHARED.iter().filter(|(own, name, _)| !is_needed(own, name)).collect();
    assert!(gone.is_empty(), "these names are no longer shared, so their exceptions go as well: {gone:#?}");
}

#[test]
fn types_are_found() {
    let text = "pub struct A<T>(T);\npub(crate) enum B {\n}\ntrait C: D {\n    type E;\n}\npub(super) type F = u8;\nfn g() {}\n";
    assert_eq!(types(text), ["A", "B", "C", "F"]);
    assert_eq!(types("#[cfg(test)]\nmod tests {\n    struct A;\n}\n"), [""; 0]);
}
