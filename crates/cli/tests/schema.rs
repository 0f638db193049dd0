//! The documented schema is true: what `fathom` really prints is valid by `docs/schema.json`.

mod support;

use serde_json::Value as Json;
use support::{Workplace, root};

#[test]
fn real_documents_are_valid() {
    let workplace = Workplace::new("schema");
    let schema = schema();
    let mut kinds = std::collections::BTreeSet::new();
    for arguments in COMMANDS {
        let output = workplace.fathom(arguments);
        let document: Json = serde_json::from_str(&output.stdout)
            .unwrap_or_else(|error| panic!("{arguments:?} prints no JSON: {error}\n{}", output.stdout));
        let problems = problems(&schema, &schema, &document, "$");
        assert!(problems.is_empty(), "{arguments:?}: {problems:#?}\n{document:#}");
        note_kinds(&document, &mut kinds);
    }
    for kind in KEYS {
        assert!(kinds.contains(*kind), "no command shows '{kind}'; {kinds:?}");
    }
}

/// Keys that real documents must show.
const KEYS: &[&str] = &[
    "trace",
    "marks",
    "misleading_hints",
    "witness",
    "fault",
    "loop",
    "fairness",
    "value",
    "at_least",
    "reason",
    "sizes",
    "for_every",
    "checked_up_to",
    "vacuity",
    "errors",
    "summary",
    "line",
    "expected",
    "end_column",
    "dead_ends",
    "further",
    "why",
    "seen",
    "accepted",
    "certificate_bytes",
    "obligation",
    "consecution",
    "choices",
];

/// Commands that between them show every part of the documents that an engine can produce now.
const COMMANDS: &[&[&str]] = &[
    &["check", "--json", "peterson.fathom"],
    &["check", "--json", "lock.fathom"],
    &["check", "--json", "stack.fathom"],
    &["check", "--json", "counter.fathom", "--timeout", "200ms", "--engine", "explicit"],
    &["check", "--json", "desk.fathom"],
    &["check", "--json", "post.fathom"],
    &["check", "--json", "hinted.fathom"],
    &["check", "--json", "candle.fathom"],
    &["check", "--json", "candle.fathom", "--no-vacuity"],
    &["check", "--json", "peterson.fathom", "lock.fathom"],
    &["check", "--json", "cache.fathom", "--size", "Cache=3"],
    &["check", "--json", "lock.fathom", "--for-every", "CLIENTS", "--timeout", "1s"],
    &["check", "--json", "lock.fathom", "--trace", "none"],
    &["check", "--json", "wrong.fathom"],
    &["check", "--json", "absent.fathom"],
    &["check", "--json", "wrong.fathom", "lock.fathom"],
    &["check", "--json", "lock.fathom", "--engine", "symbolic"],
    &["check", "--json", "lock.fathom", "--timeout", "soon"],
    &["check", "--json", "lock.fathom", "desk.fathom", "relay.fathom", "--traces", "3"],
    &["check", "--json", "lock.fathom", "--certificate", "lock.json", "--trace", "none"],
    &["certify", "--json", "lock.fathom", "lock.json"],
    &["certify", "--json", "lock.fathom", "lock.json", "--smt2", "obligations"],
    &["certify", "--json", "desk.fathom", "lock.json"],
    &[
        "check",
        "--json",
        "lock.fathom",
        "--for-every",
        "CLIENTS",
        "--property",
        "mutex",
        "--certificate",
        "every.json",
    ],
    &["certify", "--json", "lock.fathom", "every.json"],
    &["graph", "--abstract", "--format", "json", "lock.fathom"],
    &["graph", "--abstract", "--format", "json", "--predicate", "x >= 2", "counter.fathom"],
    &["graph", "--abstract", "--format", "json", "--predicate", "x >= 2", "--refine", "1", "counter.fathom"],
    &["invariants", "--json", "lock.fathom"],
    &["invariants", "--json", "cache.fathom", "--size", "Cache=3"],
    &["invariants", "--json", "wrong.fathom"],
    &["check", "--json", "desk.fathom", "--certify"],
    &["test", "--json", "suite/door.fathom", "--certify"],
    &["simulate", "--json", "lock.fathom", "--steps", "5"],
    &["simulate", "--json", "stack.fathom", "--seed", "3"],
    &["test", "--json", "suite", "--timeout", "300ms"],
    &["test", "--json", "absent.fathom"],
];

#[test]
fn temporal_documents_say_what_they_should() {
    let workplace = Workplace::new("schema-temporal");
    let checked = |model: &str| -> Json {
        let output = workplace.fathom(&["check", "--json", model]);
        serde_json::from_str(&output.stdout).expect("the output is JSON")
    };
    let property = |document: &Json, name: &str| -> Json {
        let all = document["properties"].as_array().expect("properties were checked");
        all.iter().find(|property| property["name"] == name).expect("the property was checked").clone()
    };
    let desk = checked("desk.fathom");
    let live = property(&desk, "live");
    assert!(live["trace"]["loop"].is_u64(), "the path repeats itself");
    assert_eq!(live["fairness"].as_array().map(Vec::len), Some(2), "one assumption for each client");
    assert!(property(&desk, "possible")["witness"]["steps"].is_array());
    assert!(property(&desk, "again").get("witness").is_none(), "no path shows that AG holds");
    assert_eq!(property(&desk, "crowd")["value"], 2);
    assert!(desk.get("vacuity").is_none(), "everything happens");
    let candle = checked("candle.fathom");
    let ends = property(&candle, "goes_on");
    assert!(ends["trace"].get("loop").is_none(), "it ends in a dead end");
    assert_eq!(candle["vacuity"].as_array().map(Vec::len), Some(5));
}

#[test]
fn the_validator_finds_what_is_wrong() {
    let schema = schema();
    let wrong = |document: Json| !problems(&schema, &schema, &document, "$").is_empty();
    let head =
        || serde_json::json!({ "schema": 1, "fathom": "0.1.0", "file": "a", "model": null, "constants": {} });
    let with = |properties: Json| {
        let mut document = head();
        document["properties"] = properties;
        document
    };
    let property = serde_json::json!({
        "name": "p", "kind": "invariant", "verdict": "holds", "seconds": 0.5, "stats": {}
    });
    assert!(!wrong(with(serde_json::json!([property]))));
    assert!(wrong(head()), "properties are missing");
    assert!(wrong(with(serde_json::json!([{ "name": "p" }]))), "a verdict is missing");
    let mut other = property.clone();
    other["verdict"] = serde_json::json!("maybe");
    assert!(wrong(with(serde_json::json!([other]))), "no such verdict");
    let mut other = property;
    other["surprise"] = serde_json::json!(1);
    assert!(wrong(with(serde_json::json!([other]))), "no such key");
}

fn schema() -> Json {
    let text = std::fs::read_to_string(root().join("docs/schema.json")).expect("the schema is there");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// The keys that a document uses.
fn note_kinds(document: &Json, kinds: &mut std::collections::BTreeSet<String>) {
    match document {
        Json::Object(entries) => {
            for (key, value) in entries {
                kinds.insert(key.clone());
                note_kinds(value, kinds);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| note_kinds(item, kinds)),
        _ => {}
    }
}

/// What keeps a value from being valid: the part of JSON Schema that `docs/schema.json` uses.
fn problems(root: &Json, schema: &Json, value: &Json, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, argument) in schema.as_object().expect("a schema is an object") {
        match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" | "additionalProperties" => {}
            "$ref" => {
                let name =
                    argument.as_str().and_then(|name| name.strip_prefix("#/")).expect("a local reference");
                let target = root.pointer(&format!("/{name}")).expect("the reference leads somewhere");
                found.extend(problems(root, target, value, at));
            }
            "anyOf" => {
                let tried: Vec<Vec<String>> =
                    list(argument).iter().map(|alternative| problems(root, alternative, value, at)).collect();
                if tried.iter().all(|alternative| !alternative.is_empty()) {
                    found.push(format!("{at}: none of the alternatives fits"));
                    found.extend(tried.into_iter().flatten());
                }
            }
            "type" => {
                if !types(argument).iter().any(|name| has_type(value, name)) {
                    found.push(format!("{at}: {value} is not of type {argument}"));
                }
            }
            "const" if value != argument => found.push(format!("{at}: {value} is not {argument}")),
            "enum" if !list(argument).contains(value) => {
                found.push(format!("{at}: {value} is not in {argument}"))
            }
            "const" | "enum" => {}
            "required" => {
                for name in list(argument).iter().filter_map(Json::as_str) {
                    if value.is_object() && value.get(name).is_none() {
                        found.push(format!("{at}: '{name}' is missing"));
                    }
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(problems(root, argument, item, &format!("{at}[{index}]")));
                }
            }
            "properties" => found.extend(member_problems(root, schema, value, at)),
            other => panic!("the validator does not know '{other}'"),
        }
    }
    if schema.get("properties").is_none() && schema.get("additionalProperties").is_some() {
        found.extend(member_problems(root, schema, value, at));
    }
    found
}

/// The problems of an object's members, by `properties` and `additionalProperties`.
fn member_problems(root: &Json, schema: &Json, value: &Json, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Some(members) = value.as_object() else { return found };
    for (name, member) in members {
        let at = format!("{at}.{name}");
        let declared = schema.get("properties").and_then(|declared| declared.get(name));
        match (declared, schema.get("additionalProperties")) {
            (Some(declared), _) => found.extend(problems(root, declared, member, &at)),
            (None, Some(Json::Bool(false))) => found.push(format!("{at}: not allowed")),
            (None, Some(other)) if other.is_object() => found.extend(problems(root, other, member, &at)),
            (None, _) => {}
        }
    }
    found
}

fn list(value: &Json) -> &[Json] {
    value.as_array().expect("the keyword takes a list")
}

fn types(argument: &Json) -> Vec<&str> {
    match argument {
        Json::Array(names) => names.iter().filter_map(Json::as_str).collect(),
        _ => argument.as_str().into_iter().collect(),
    }
}

fn has_type(value: &Json, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the validator does not know the type '{other}'"),
    }
}
