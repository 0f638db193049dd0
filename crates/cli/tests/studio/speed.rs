//! How long people wait. The limits are those for a release; without optimisation everything is some ten times as slow.

use super::client::TestStudio;
use serde_json::json;
use std::time::{Duration, Instant};

const SLOWER: u32 = if cfg!(debug_assertions) { 10 } else { 1 };

#[test]
fn the_first_page_comes_within_a_second() {
    let start = Instant::now();
    let studio = TestStudio::new("first", &[], &[]);
    let head = format!("HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", studio.port);
    for file in ["/", "/studio.js", "/studio.css"] {
        let response = studio.raw(&format!("GET {file} {head}"), "");
        assert!(response.status == 200 && response.has("content-encoding: gzip"), "{}", response.head);
    }
    studio.answer("session", &json!({}));
    studio.answer("files", &json!({}));
    eprintln!("first page: {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(1) * SLOWER, "{:?}", start.elapsed());
}

#[test]
fn a_keystroke_is_answered_at_once() {
    let studio = TestStudio::new("keystroke", &[], &[]);
    let mut text = String::from("model Long\n\nconst N := 4\n\n");
    for number in 0..110 {
        text.push_str(&format!(
            "/// Part {number}.\nvar x{number}: 0..9 := 0\nprocess P{number}[i in 1..N] {{\n  var own{number}: 0..9 := 0\n  loc a, b\n  \
             a -> b when x{number} < i do own{number} := x{number}\n  b -> a do x{number} := i\n}}\ninvariant p{number}: x{number} <= 9\n\n"
        ));
    }
    assert!(text.lines().count() >= 1000);
    let mut slowest = Duration::ZERO;
    let mut all = Vec::new();
    for number in 0..20 {
        // Each text is another one, as after a keystroke.
        let text = format!("{text}// {}\n", "x".repeat(number));
        let start = Instant::now();
        let answer = studio.answer("analyse", &json!({ "text": text }));
        assert_eq!(answer["diagnostics"], json!([]));
        all.push(start.elapsed());
        slowest = slowest.max(start.elapsed());
    }
    all.sort();
    eprintln!("a keystroke in {} lines: median {:?}, slowest {slowest:?}", text.lines().count(), all[10]);
    assert!(all[10] < Duration::from_millis(100) * SLOWER, "{all:?}");
}
