//! The documented schema of certificates is true: what is written is valid by `docs/certificate.schema.json`, real documents show
//! every part of it, and whatever it forbids is not read.

use certificates::{Document, SizesCertificate, SizesDocument};
use conformance::answers_within;
use conformance::models::{load_right, read, root};
use engines::{Attempt, Choice, Options, proofs};
use fancy_regex::Regex;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::time::Duration;
use system::{System, Unlimited};

/// Examples whose certificates are looked at.
const EXAMPLES: [&str; 5] = [
    "examples/broken/peterson_swapped.fathom",
    "examples/buffers/circular_queue.fathom",
    "examples/liveness/lossy_link.fathom",
    "examples/mutual-exclusion/peterson.fathom",
    "examples/mutual-exclusion/ticket.fathom",
];

/// Small models for what the examples do not show.
const MODELS: [&str; 5] = [
    // A name of the model, a constant and a fixed size; a fault; a largest value; a step of a formula.
    "// with --size P=3
     model Small const N := 3 var x: 0..N := 0
     population P { loc a, b start a: any a -> b }
     event up do x := x + 1
     bound most: x ctl next: EX x = 1 invariant deadlock_free",
    // Paths in which something is repeated fairly.
    "var x: 0..2 := 0 event turn when x < 2 do x := 1 - x event stop when x = 0 do x := 2 event idle
     fair turn strong stop
     ctl stays: AF x = 3 ctl reaches: AG EF x = 2 ltl repeats: G F x = 1 ltl both: G (x < 3 && F (x = 2 || x < 2))",
    // A path that ends, and one that goes round.
    "var x: 0..2 := 0 event go when x = 0 do x := 1 event end when x = 1 do x := 2
     ltl back: G F x = 0 ltl never: G x = 0",
    // What decreases.
    "var left: nat event tick when left > 0 do left := left - 1 ltl stops: F left = 0",
    // What grows for ever. A rigid variable that is quantified inside has no certificate.
    "var n: int := 0 event up do n := n + 1
     ctl met: AG (exists k in int: EF n = k) bound most: n ltl back: F n < 0
     ctl shifted: forall k in int: AG n + k >= 0",
];

/// The certificates of all answers to the properties of a system, as they are written.
fn document(system: &System) -> Json {
    let properties: Vec<usize> = (0..system.properties.len()).collect();
    let limit = Duration::from_secs(20);
    let answers = answers_within(system, &properties, Choice::Auto, &Options::default(), limit);
    let answers = answers.expect("the model can be checked");
    let certificate = |(property, answer)| engines::certificate(system, property, &answer, &Unlimited);
    let certificates = answers.into_iter().filter_map(certificate).collect();
    certificates::write(system, &Document { header: certificates::header(system, "test"), certificates })
}

/// The systems of all models with their documents.
fn documents() -> Vec<(System, Json)> {
    let examples = EXAMPLES.iter().map(|path| read(&root().join(path)));
    let texts = examples.chain(MODELS.iter().map(ToString::to_string));
    let systems = texts.map(|text| load_right(&text));
    let with_document = |system: System| (document(&system), system);
    systems.map(with_document).map(|(document, system)| (system, document)).collect()
}

fn schema() -> Json {
    serde_json::from_str(&read(&root().join("docs/certificate.schema.json"))).expect("the schema is JSON")
}

#[test]
fn certificates_are_as_the_schema_says() {
    let schema = schema();
    let mut seen = BTreeSet::new();
    for (system, document) in documents() {
        let problems = problems(&schema, &schema, &document, "$");
        assert!(problems.is_empty(), "{:?}: {problems:#?}\n{document:#}", system.name);
        note_keys(&document, &mut seen);
        let is_read = |text: &str| certificates::read(&system, text).is_ok();
        forbidden_is_not_read(&schema, &is_read, &document);
    }
    let mut known = BTreeSet::new();
    note_properties(&schema, &mut known);
    let missing: Vec<&String> = known.difference(&seen).collect();
    assert!(missing.is_empty(), "no document shows {missing:?}");
}

/// The certificates of a model of which `N` stays open: of a property that views show, and of one that a size violates.
fn document_for_every_size() -> Json {
    let text = read(&root().join("examples/pointers/leader_election.fathom"));
    let system = load_right(&text);
    let open = language::load_parameterized(&text, &language::Overrides::default(), "N", Some(1));
    let open = open.expect("it only says how many nodes there are");
    let place =
        system.properties.iter().position(|property| property.name == "some_root").expect("it has one");
    let questions: Vec<_> =
        system.properties.iter().map(|property| (property.name.clone(), property.question.clone())).collect();
    let mut proofs = proofs(&open, &questions, Choice::Auto, Options::default(), true);
    let shown =
        proofs.iter_mut().find_map(|proof| match proof.attempt(&[place], &Unlimited).ok()?.pop()? {
            (_, Attempt::Proved(_)) => proof.shown(place, &Unlimited),
            _ => None,
        });
    let proved = SizesCertificate {
        property: "some_root".into(),
        kind: "invariant".into(),
        holds: true,
        proof: shown.expect("something shows it"),
    };
    let proof = Err("it is violated".into());
    let violated = SizesCertificate { property: "lonely".into(), holds: false, proof, ..proved.clone() };
    let header = certificates::header(&system, "test");
    let certificates = vec![proved, violated];
    certificates::write_sizes(&SizesDocument { header, constant: "N".into(), least: 1, certificates })
}

#[test]
fn certificates_for_every_size_are_as_their_schema_says() {
    let text = read(&root().join("docs/certificate.every-size.schema.json"));
    let schema: Json = serde_json::from_str(&text).expect("the schema is JSON");
    let document = document_for_every_size();
    let found = problems(&schema, &schema, &document, "$");
    assert!(found.is_empty(), "{found:#?}");
    forbidden_is_not_read(&schema, &|text| certificates::read_sizes(text).is_ok(), &document);
    let violated = "/certificates/0/verdict";
    let mut wrong = document.clone();
    *wrong.pointer_mut(violated).expect("it has a verdict") = json!("violated");
    assert!(!problems(&schema, &schema, &wrong, "$").is_empty());
    assert!(certificates::read_sizes(&wrong.to_string()).is_err());
}

/// Adds a key to each object of a document, and takes each key away: what the schema then forbids is not read either.
fn forbidden_is_not_read(schema: &Json, is_read: &dyn Fn(&str) -> bool, document: &Json) {
    let mut places = Vec::new();
    note_objects(document, String::new(), &mut places);
    let mut forbidden = 0;
    for (place, keys) in places {
        let mut changed: Vec<Json> = keys
            .iter()
            .map(|key| with_object(document, &place, &mut |object| drop(object.remove(key.as_str()))))
            .collect();
        changed.push(with_object(document, &place, &mut |object| {
            drop(object.insert("surprise".into(), json!([])));
        }));
        for changed in changed {
            if !problems(schema, schema, &changed, "$").is_empty() {
                forbidden += 1;
                assert!(!is_read(&changed.to_string()), "{place}: {changed:#}");
            }
        }
    }
    assert!(forbidden > 10, "only {forbidden} changes are forbidden");
}

/// The document with a change of the object at a place.
fn with_object(
    document: &Json,
    place: &str,
    change: &mut dyn FnMut(&mut serde_json::Map<String, Json>),
) -> Json {
    let mut changed = document.clone();
    let object = changed.pointer_mut(place).and_then(Json::as_object_mut).expect("there is an object");
    change(object);
    changed
}

/// The places of objects, with their keys. Of long lists the first parts do.
fn note_objects(document: &Json, place: String, places: &mut Vec<(String, Vec<String>)>) {
    match document {
        Json::Object(entries) => {
            for (key, value) in entries {
                let key = key.replace('~', "~0").replace('/', "~1");
                note_objects(value, format!("{place}/{key}"), places);
            }
            places.push((place, entries.keys().cloned().collect()));
        }
        Json::Array(items) => {
            for (number, item) in items.iter().enumerate().take(6) {
                note_objects(item, format!("{place}/{number}"), places);
            }
        }
        _ => {}
    }
}

#[test]
fn the_validator_finds_what_is_wrong() {
    let schema = schema();
    let document = |certificate: Json| {
        let hash = "0".repeat(32);
        let model = json!({ "hash": hash, "constants": {}, "sizes": {} });
        json!({ "schema": "fathom-certificate", "version": 1, "fathom": "0", "model": model, "certificates": [certificate] })
    };
    let with_proof = |proof: Json| {
        document(json!({ "property": "p", "kind": "invariant", "verdict": "holds", "proof": proof }))
    };
    let is_wrong = |document: Json| !problems(&schema, &schema, &document, "$").is_empty();
    let path = |more: Json| {
        let mut path = json!({ "initial": { "x": 1 }, "steps": [] });
        let entries = more.as_object().cloned().unwrap_or_default();
        path.as_object_mut().expect("it is an object").extend(entries);
        with_proof(json!({ "path": path }))
    };
    assert!(!is_wrong(with_proof(json!({ "invariant": "true" }))));
    assert!(!is_wrong(path(json!({ "loop": 0 }))));
    assert!(is_wrong(with_proof(json!({ "invariant": true }))), "a formula is a text");
    assert!(
        is_wrong(with_proof(json!({ "invariant": "true", "region": "nothing" }))),
        "an automaton is missing"
    );
    assert!(is_wrong(path(json!({ "loop": 0, "ends": "dead end" }))), "two endings");
    assert!(is_wrong(path(json!({ "loop": -1 }))), "a number below zero");
    assert!(is_wrong(path(json!({ "ends": "well" }))), "no such ending");
    let neither = json!({ "property": "p", "kind": "invariant", "verdict": "holds" });
    assert!(is_wrong(document(neither)), "neither a proof nor a reason");
    let mut other = with_proof(json!({ "invariant": "true" }));
    other["model"]["hash"] = json!("xyz");
    assert!(is_wrong(other), "no hash");
}

/// The keys that a document uses.
fn note_keys(document: &Json, seen: &mut BTreeSet<String>) {
    match document {
        Json::Object(entries) => {
            for (key, value) in entries {
                seen.insert(key.clone());
                note_keys(value, seen);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| note_keys(item, seen)),
        _ => {}
    }
}

/// The keys that a schema describes.
fn note_properties(schema: &Json, known: &mut BTreeSet<String>) {
    match schema {
        Json::Object(entries) => {
            if let Some(properties) = entries.get("properties").and_then(Json::as_object) {
                known.extend(properties.keys().cloned());
            }
            entries.values().for_each(|value| note_properties(value, known));
        }
        Json::Array(items) => items.iter().for_each(|item| note_properties(item, known)),
        _ => {}
    }
}

/// What keeps a value from being valid: the part of JSON Schema that `docs/certificate.schema.json` uses.
fn problems(root: &Json, schema: &Json, value: &Json, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    let fits = |schema: &Json| problems(root, schema, value, at).is_empty();
    for (keyword, argument) in schema.as_object().expect("a schema is an object") {
        let wrong = |what: &str| vec![format!("{at}: {what} {argument}")];
        found.extend(match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" | "additionalProperties" => Vec::new(),
            "$ref" => {
                let name = argument.as_str().and_then(|name| name.strip_prefix('#'));
                let target = name.and_then(|name| root.pointer(name)).expect("the reference leads somewhere");
                problems(root, target, value, at)
            }
            "anyOf" if list(argument).iter().any(fits) => Vec::new(),
            "anyOf" => wrong("none of these fits:"),
            "oneOf" if list(argument).iter().filter(|one| fits(one)).count() == 1 => Vec::new(),
            "oneOf" => wrong("not exactly one of these fits:"),
            "not" if !fits(argument) => Vec::new(),
            "not" => wrong("this fits:"),
            "type" if types(argument).iter().any(|name| has_type(value, name)) => Vec::new(),
            "type" => wrong("it is not of type"),
            "const" if value == argument => Vec::new(),
            "const" => wrong("it is not"),
            "enum" if list(argument).contains(value) => Vec::new(),
            "enum" => wrong("it is none of"),
            "minimum" if value.as_i64().is_none_or(|own| Some(own) >= argument.as_i64()) => Vec::new(),
            "minimum" => wrong("it is less than"),
            "maximum" if value.as_i64().is_none_or(|own| Some(own) <= argument.as_i64()) => Vec::new(),
            "maximum" => wrong("it is more than"),
            "minProperties" | "maxProperties" => {
                let count = value.as_object().map(|entries| entries.len() as u64);
                let is_least = keyword == "minProperties";
                let fits = |count: u64, limit: u64| if is_least { count >= limit } else { count <= limit };
                match (count, argument.as_u64()) {
                    (Some(count), Some(limit)) if !fits(count, limit) => wrong("not so many members:"),
                    _ => Vec::new(),
                }
            }
            "pattern" if value.as_str().is_none_or(|text| matches(argument, text)) => Vec::new(),
            "pattern" => wrong("it is not like"),
            "propertyNames" => {
                let names = value.as_object().into_iter().flat_map(|entries| entries.keys());
                names.flat_map(|name| problems(root, argument, &json!(name), at)).collect()
            }
            "required" => {
                let names = list(argument).iter().filter_map(Json::as_str);
                let missing = names.filter(|name| value.is_object() && value.get(name).is_none());
                missing.map(|name| format!("{at}: '{name}' is missing")).collect()
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.flat_map(|(n, item)| problems(root, argument, item, &format!("{at}[{n}]"))).collect()
            }
            "properties" => Vec::new(),
            other => panic!("the validator does not know '{other}'"),
        });
    }
    found.extend(member_problems(root, schema, value, at));
    found
}

/// The problems of an object's members, by `properties` and `additionalProperties`.
fn member_problems(root: &Json, schema: &Json, value: &Json, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (name, member) in value.as_object().into_iter().flatten() {
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

fn matches(pattern: &Json, text: &str) -> bool {
    let pattern = Regex::new(pattern.as_str().expect("a pattern is a text")).expect("a pattern is one");
    pattern.is_match(text).expect("the pattern can be tried")
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
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the validator does not know the type '{other}'"),
    }
}
