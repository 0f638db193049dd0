//! Checks: what is told while they go on, and what they are told.

use super::client::TestStudio;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

const TICKET: &str = "model Ticket\nvar x: 0..3 := 0\nevent up do x := 1\n";

fn events<'e>(all: &'e [Json], kind: &str) -> Vec<&'e Json> {
    all.iter().filter(|event| event["event"] == kind).collect()
}

#[test]
fn verdicts_come_as_they_fall_with_what_shows_them() {
    let text = "\
model Two

/// Counts.
var x: 0..5 := 0
var lost: bool := false

event up when x < 5 do x := x + 1
event never when x > 5 do lost := true

@expect(holds) invariant fits: x <= 5
invariant small: x < 2 && x != 4
ltl ends: F (x = 9)
";
    let studio = TestStudio::new("verdicts", &[], &[]);
    let _page = studio.page("one");
    let run = studio.check("one", text, &json!({ "certify": true }));
    let all = studio.events(run);
    let numbers: Vec<u64> = all.iter().filter_map(|event| event["n"].as_u64()).collect();
    assert!(numbers.is_sorted_by(|left, right| left < right), "{numbers:?}");
    let model = events(&all, "model")[0];
    assert_eq!(model["properties"].as_array().map(Vec::len), Some(4), "{model}");
    let verdicts = events(&all, "verdict");
    let find =
        |name: &str| *verdicts.iter().find(|event| event["property"]["name"] == name).expect("a verdict");
    assert_eq!(find("fits")["property"]["verdict"], "holds");
    let small = find("small");
    assert_eq!(small["property"]["trace"]["steps"].as_array().map(Vec::len), Some(2));
    let failing = &small["view"]["trace"]["why"]["failing"];
    let from = failing[0]["from"].as_u64().expect("a place") as usize;
    assert_eq!((&text[from..from + 5], failing.as_array().map(Vec::len)), ("x < 2", Some(1)), "{failing}");
    let steps = &small["view"]["trace"]["steps"];
    assert_eq!(steps[0]["line"], 7, "{steps}");
    assert!(small["text"].as_str().is_some_and(|text| text.contains("x = 2")), "{small}");
    assert_eq!(find("ends")["property"]["verdict"], "violated");
    let certificates = events(&all, "certificate");
    assert!(certificates.iter().all(|event| event["certificate"]["accepted"] == true), "{certificates:?}");
    assert_eq!(certificates.len(), 4);
    let coverage = events(&all, "coverage")[0];
    let item = &coverage["items"][0];
    assert_eq!((&item["what"], &item["line"]), (&json!("never enabled"), &json!(8)), "{coverage}");
    let document = events(&all, "document")[0];
    assert_eq!(document["document"]["schema"], 1);
    // Whoever comes later hears the same, from where they were.
    let later: Vec<Json> = studio.lines("runs/events", &json!({ "run": run, "from": 4 })).collect();
    let is_kept = |event: &&Json| event["n"].as_u64() >= Some(4) && event["event"] != "progress";
    assert!(later.iter().filter(is_kept).eq(all.iter().filter(is_kept)));
    let list = studio.answer("runs/list", &json!({ "client": "one" }));
    assert_eq!(list["runs"][0]["state"], "ended");
}

#[test]
fn a_wrong_model_is_refused_with_its_places() {
    let studio = TestStudio::new("wrong", &[], &[]);
    let _page = studio.page("one");
    let all = studio.events(studio.check("one", "model M\nvar x: 0..3 := y\n", &json!({})));
    let refused = events(&all, "refused")[0];
    assert_eq!(
        (&refused["errors"][0]["line"], &refused["errors"][0]["from"]),
        (&json!(2), &json!(23)),
        "{refused}"
    );
    assert_eq!(all.last().expect("it ends")["how"], "refused");
    let all = studio.events(studio.check("one", TICKET, &json!({ "engine": "steam" })));
    assert!(
        events(&all, "refused")[0]["errors"][0]["message"]
            .as_str()
            .is_some_and(|text| text.contains("steam"))
    );
    let all = studio.events(studio.check("one", TICKET, &json!({ "properties": ["--help", "nothing"] })));
    assert_eq!(events(&all, "refused").len(), 1, "{all:?}");
}

/// Some seconds of work for one thread.
const LONG: &str = "\
model Long

var a, b, c, d, e, f: 0..9 := 0

event one when a < 9 do a := a + 1
event two when b < 9 do b := b + 1
event three when c < 9 do c := c + 1
event four when d < 9 do d := d + 1
event five when e < 9 do e := e + 1
event six when f < 9 do f := f + 1

invariant fits: a + b + c + d + e + f <= 54
";

#[test]
fn a_check_waits_and_goes_on() {
    let studio = TestStudio::new("pause", &[], &[]);
    let _page = studio.page("one");
    let options = json!({ "engine": "explicit", "symmetry": "off", "partial_order": "off", "seconds": 300, "threads": 1 });
    let run = studio.check("one", LONG, &options);
    let mut lines = studio.lines("runs/events", &json!({ "run": run, "from": 0 }));
    let mut next = |kind: &str| loop {
        let event = lines.next().expect("it goes on");
        assert_ne!(event["event"], "ended", "too early: {event}");
        if event["event"] == kind {
            return event;
        }
    };
    next("progress");
    studio.answer("runs/pause", &json!({ "run": run }));
    next("paused");
    std::thread::sleep(Duration::from_millis(500));
    let states = |event: &Json| event["states"].as_u64().unwrap_or(0);
    let last = |studio: &TestStudio| {
        let mut lines = studio.lines("runs/events", &json!({ "run": run, "from": 0 }));
        let mut seen = Json::Null;
        loop {
            let event = lines.next().expect("it goes on");
            let is_progress = event["event"] == "progress";
            if is_progress && seen["event"] == "paused" || event["event"] == "resumed" {
                return event;
            }
            seen = event;
        }
    };
    let (first, second) = (last(&studio), {
        std::thread::sleep(Duration::from_secs(1));
        last(&studio)
    });
    assert_eq!(states(&first), states(&second), "nothing happens while it waits");
    assert_eq!(studio.answer("runs/list", &json!({ "client": "one" }))["runs"][0]["state"], "paused");
    studio.answer("runs/resume", &json!({ "run": run }));
    next("resumed");
    let on = next("progress");
    assert!(states(&on) >= states(&second));
    studio.answer("runs/stop", &json!({ "run": run }));
    let all = studio.events(run);
    let verdict = events(&all, "verdict").into_iter().find(|event| event["property"]["name"] == "fits");
    let verdict = verdict.expect("what is not answered is unknown");
    assert!(matches!(verdict["property"]["verdict"].as_str(), Some("unknown" | "holds")), "{verdict}");
    assert_eq!(all.last().expect("it ends")["how"], "done");
}

#[test]
fn a_waiting_check_can_be_stopped() {
    let studio = TestStudio::new("stop", &[], &[]);
    let _page = studio.page("one");
    let run = studio.check("one", LONG, &json!({ "engine": "explicit", "seconds": 300, "threads": 1 }));
    studio.answer("runs/pause", &json!({ "run": run }));
    studio.answer("runs/stop", &json!({ "run": run }));
    let start = Instant::now();
    let all = studio.events(run);
    assert_eq!(all.last().expect("it ends")["how"], "done", "{all:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(studio.ask("runs/stop", &json!({ "run": 999 })).0, 404);
}
