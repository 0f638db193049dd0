//! Fifty pages at a time.

use super::client::TestStudio;
use serde_json::json;
use std::time::{Duration, Instant};

/// Some work, then a violation.
const MODEL: &str = "\
model Load

var x, y, z: 0..15 := 0

event a when x < 15 do x := x + 1
event b when y < 15 do y := y + 1
event c when z < 15 do z := z + 1

invariant some: x + y + z < 40
invariant all: x + y + z <= 45
";

#[test]
fn fifty_pages_check_and_none_starves() {
    const PAGES: usize = 50;
    let studio = TestStudio::new("load", &[], &[]);
    let start = Instant::now();
    let options = json!({ "engine": "explicit", "seconds": 300, "threads": 1, "symmetry": "off", "partial_order": "off" });
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let page = |number: usize| {
            let (studio, options) = (&studio, &options);
            scope.spawn(move || {
                let client = format!("page-{number}");
                let _page = studio.page(&client);
                let events = studio.events(studio.check(&client, MODEL, options));
                let verdict = |name: &str| {
                    let found = events.iter().find(|event| event["property"]["name"] == name);
                    found.unwrap_or_else(|| panic!("{client}: {events:?}"))["property"]["verdict"].clone()
                };
                assert_eq!(
                    (verdict("some"), verdict("all")),
                    (json!("violated"), json!("holds")),
                    "{client}"
                );
                start.elapsed()
            })
        };
        let pages: Vec<_> = (0..PAGES).map(page).collect();
        // Meanwhile, whoever types is answered.
        let typing = studio.answer("analyse", &json!({ "text": MODEL }));
        assert_eq!(typing["diagnostics"], json!([]));
        pages.into_iter().map(|page| page.join().expect("a page is served")).collect()
    });
    times.sort();
    let text = std::fs::read_to_string(format!("/proc/{}/status", studio.id())).expect("Linux tells");
    let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak").trim();
    let peak: u64 = peak.trim_end_matches("kB").trim().parse().expect("a number");
    eprintln!(
        "{PAGES} pages: first after {:?}, last after {:?}, peak of the server {} MiB",
        times[0],
        times[PAGES - 1],
        peak >> 10
    );
    assert!(peak >> 10 < 200, "{peak} KiB");
    assert!(studio.workers().is_empty(), "every worker has ended");
}
