//! Questions of the page that are answered at once.

use super::client::TestStudio;
use serde_json::{Value as Json, json};

const LOCK: &str = "\
model Lock

/// How many are inside.
var inside: 0..2 := 0

process Client[i in 1..2] {
  var next: ref Client := null
  loc out, within
  out -> within when inside = 0 && i > 0 do inside := inside + 1, next := Client[i]
  within -> out do inside := inside - 1, next := null
}

invariant alone: inside <= 1
reachable busy: inside = 1
";

fn studio(name: &str) -> TestStudio {
    TestStudio::new(name, &[("lock.fathom", LOCK), ("net.pnml", NET)], &[])
}

const NET: &str = "\
<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">
<place id=\"p\"><initialMarking><text>1</text></initialMarking></place><place id=\"q\"/><transition id=\"t\"/>
<arc id=\"a\" source=\"p\" target=\"t\"/><arc id=\"b\" source=\"t\" target=\"q\"/></page></net></pnml>";

fn model() -> Json {
    json!({ "name": "lock.fathom", "text": LOCK })
}

#[test]
fn the_editor_is_answered_in_units_of_utf_16() {
    let studio = studio("editor");
    let text = format!("// 𝄞 文字\n{}", LOCK.replace("inside <= 1", "insde <= 1"));
    let unit = |word: &str| text[..text.find(word).expect("it is there")].encode_utf16().count();
    let answer = studio.answer("analyse", &json!({ "text": text }));
    let finding = &answer["diagnostics"][0];
    assert_eq!(
        (&finding["from"], &finding["to"]),
        (&json!(unit("insde")), &json!(unit("insde") + 5)),
        "{finding}"
    );
    let fix = &finding["fixes"][0]["edits"][0];
    assert_eq!((&fix["insert"], &fix["from"]), (&json!("inside"), &finding["from"]), "{finding}");
    let property = answer["properties"].as_array().expect("a list").iter().find(|one| one["name"] == "busy");
    assert_eq!(property.expect("it is there")["kind"], "reachable");
    assert_eq!(answer["processes"], json!(["Client"]));
    let at = unit("inside = 0") + 2;
    let hover = studio.answer("hover", &json!({ "text": text, "at": at }));
    assert!(hover["markdown"].as_str().is_some_and(|text| text.contains("How many are inside")), "{hover}");
    let places = studio.answer("definition", &json!({ "text": text, "at": at }));
    assert_eq!(places["places"][0]["from"], unit("inside: 0..2"));
    let edits =
        studio.answer("rename", &json!({ "text": LOCK, "at": LOCK.find("inside: 0"), "name": "busy_count" }));
    assert_eq!(
        edits["edits"].as_array().map(Vec::len),
        Some(LOCK.matches("inside").count() - 1),
        "not the comment"
    );
    assert_eq!(
        studio.ask("rename", &json!({ "text": LOCK, "at": LOCK.find("inside: 0"), "name": "Client" })).0,
        422
    );
    let at = unit("insde") + 2;
    let items = studio.answer("complete", &json!({ "text": text, "at": at }));
    let items = items["items"].as_array().expect("a list");
    assert!(items.iter().any(|item| item["label"] == "inside"), "{items:?}");
    let formatted = studio.answer("format", &json!({ "text": LOCK.replace("loc out", "loc     out") }));
    assert_eq!(formatted["edits"].as_array().map(Vec::len), Some(1));
    assert_eq!(studio.ask("format", &json!({ "text": "var var" })).0, 422);
    let whole = studio.answer("analyse", &json!({ "text": LOCK.replace("i > 0", "i > 7"), "full": true }));
    assert!(whole["diagnostics"].is_array() && whole["colours"].is_array());
    let page = studio.answer("explain", &json!({ "code": "E001" }));
    assert!(page["markdown"].as_str().is_some_and(|page| page.starts_with("# ")), "{page}");
}

#[test]
fn a_walk_says_what_can_happen_and_why_the_rest_cannot() {
    let studio = studio("walk");
    let begin = studio.answer("simulate", &json!({ "model": model(), "state": null }));
    assert_eq!(begin["total"], 1);
    let variables = begin["view"]["variables"].as_array().expect("a list");
    let next = variables.iter().find(|one| one["name"] == "Client[2].next").expect("it is there");
    assert_eq!((&next["kind"], &next["instance"]), (&json!("reference"), &json!("Client[2]")), "{next}");
    let look = studio.answer("simulate", &json!({ "model": model(), "state": begin["initial"][0]["state"] }));
    assert_eq!(look["enabled"].as_array().map(Vec::len), Some(2), "{look}");
    let inside = look["enabled"][0]["state"].clone();
    let look = studio.answer("simulate", &json!({ "model": model(), "state": inside }));
    assert_eq!(look["enabled"].as_array().map(Vec::len), Some(1));
    let refused = &look["disabled"][0];
    assert_eq!(refused["transition"], "Client[2]: out -> within");
    assert_eq!(refused["enable"], json!(["inside = 0"]), "{refused}");
    let from = refused["why"][0]["from"].as_u64().expect("a place") as usize;
    assert_eq!(&LOCK[from..from + 10], "inside = 0");
    let busy = look["properties"].as_array().expect("a list").iter().find(|one| one["name"] == "busy");
    assert_eq!(busy.expect("it is there")["standing"], "true");
    let value =
        studio.answer("evaluate", &json!({ "model": model(), "state": inside, "expression": "inside + 2" }));
    assert_eq!(value["value"], "3");
    let (status, failure) = studio.ask("simulate", &json!({ "model": model(), "state": { "inside": 1 } }));
    assert!(
        status == 422 && failure["error"]["message"].as_str().is_some_and(|text| text.contains("missing")),
        "{failure}"
    );
}

#[test]
fn every_kind_of_graph_has_a_place_for_everything() {
    let studio = studio("graphs");
    for kind in ["states", "quotient", "process", "abstract"] {
        let graph = studio
            .answer("graph", &json!({ "model": model(), "kind": kind, "of": "Client", "property": "alone" }));
        let (nodes, edges) =
            (graph["nodes"].as_array().expect("a list"), graph["edges"].as_array().expect("a list"));
        assert!(nodes.len() >= 2 && !edges.is_empty(), "{kind}: {graph}");
        let strokes = graph["strokes"].as_array().expect("a list");
        for (number, edge) in edges.iter().enumerate().filter(|(_, edge)| edge["from"] != edge["to"]) {
            let mine =
                |stroke: &&Json| stroke["edges"].as_array().is_some_and(|all| all.contains(&json!(number)));
            assert!(strokes.iter().any(|stroke| mine(&stroke)), "{kind}: {edge}");
        }
        assert!(
            strokes.iter().all(|stroke| stroke["path"].as_str().is_some_and(|path| path.starts_with('M')))
        );
    }
    let net = studio.answer("import", &json!({ "path": "net.pnml" }));
    let net = json!({ "name": "net.fathom", "text": net["text"] });
    for kind in ["net", "unfolding"] {
        let graph = studio.answer("graph", &json!({ "model": net, "kind": kind }));
        assert!(graph["nodes"].as_array().is_some_and(|nodes| nodes.len() >= 3), "{graph}");
    }
    assert_eq!(studio.ask("graph", &json!({ "model": model(), "kind": "pie" })).0, 422);
    assert_eq!(studio.ask("graph", &json!({ "model": model(), "kind": "process", "of": "Nobody" })).0, 422);
}

#[test]
fn traces_are_saved_and_loaded_again() {
    let studio = studio("traces");
    let _page = studio.page("one");
    let events = studio.events(studio.check("one", LOCK, &json!({ "properties": ["busy"] })));
    let document = &events.iter().find(|event| event["event"] == "document").expect("a document")["document"];
    let trace = &document["properties"][0]["witness"];
    let itf = studio.answer("trace/itf", &json!({ "model": model(), "trace": trace }));
    for text in [itf["text"].as_str().expect("a text"), &trace.to_string(), &document.to_string()] {
        let loaded =
            studio.answer("trace/load", &json!({ "model": model(), "text": text, "property": null }));
        assert_eq!(&loaded["trace"], trace, "{text}");
        assert_eq!(loaded["view"]["steps"].as_array().map(Vec::len), Some(1));
    }
    let text = studio.answer("trace/text", &json!({ "model": model(), "trace": trace }));
    assert!(text["text"].as_str().is_some_and(|text| text.contains("out -> within")), "{text}");
    let forged = trace.to_string().replace("\"inside\":1", "\"inside\":2");
    let (status, failure) = studio.ask("trace/load", &json!({ "model": model(), "text": forged }));
    assert!(
        status == 422 && failure["error"]["message"].as_str().is_some_and(|text| text.contains("impossible")),
        "{failure}"
    );
}

#[test]
fn a_hostile_name_is_only_a_text() {
    let studio = studio("hostile");
    let _page = studio.page("one");
    let hostile = "model `</script><img src=x onerror=alert(1)>`\nvar `<b>x`: 0..3 := 0\nevent `\"><script>` do `<b>x` := `<b>x` + 1\n\
                   invariant `</pre><script>alert(2)</script>`: `<b>x` < 2\n";
    let events = studio.events(studio.check("one", hostile, &json!({})));
    let document = &events.iter().find(|event| event["event"] == "document").expect("a document")["document"];
    let model = json!({ "name": "<i>m</i>.fathom", "text": hostile });
    let html = studio.answer("report", &json!({ "model": model, "document": document }));
    let html = html["html"].as_str().expect("a page");
    for word in ["<script", "<img", "<b>", "<i>"] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"));
    let graph = studio.answer("graph", &json!({ "model": model, "kind": "states" }));
    assert_eq!(graph["title"], "</script><img src=x onerror=alert(1)>");
}

#[test]
fn the_gallery_is_in_the_binary() {
    let studio = studio("gallery");
    let gallery = studio.answer("gallery", &json!({}));
    let example = &gallery["examples"][0];
    let text = studio.answer("gallery/read", &json!({ "path": example["path"] }));
    assert!(text["text"].as_str().is_some_and(|text| text.contains("model ")), "{example}");
    assert_eq!(studio.ask("gallery/read", &json!({ "path": "../README.md" })).0, 404);
    assert_eq!(studio.ask("nothing", &json!({ "text": "" })).0, 404);
}
