//! The counter systems of mist and the thread transition systems of bfc at hand become legal models, all of them.
//!
//! The project's own files are always read, those of others where they are at hand.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;
#[path = "support/meaning.rs"]
#[allow(dead_code, reason = "each test that includes this file uses a part of it")]
mod meaning;

use corpora::{foreign, own};
use interchange::{
    CounterSystem, ThreadState, read_mist, read_thread_targets, read_threads, threads_as_counters,
};
use meaning::system_of;
use std::path::Path;

/// The text of a file; comments may be in any encoding.
fn read(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The rows of a table of verdicts.
fn rows(folder: &Path) -> Vec<Vec<String>> {
    let text = read(&folder.join("VERDICTS.tsv"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The model is legal, and has an event for each rule and the question.
fn assert_good(name: &str, counters: &CounterSystem) {
    let system = system_of(counters);
    assert_eq!(system.transitions.len(), counters.rules.len(), "{name}");
    assert_eq!(system.variables.len(), counters.counters.len(), "{name}");
    assert!(system.properties.iter().any(|property| property.name == "safe"), "{name}");
}

fn read_counter_systems(folder: &Path) -> usize {
    let rows = rows(folder);
    for row in &rows {
        let counters = read_mist(&read(&folder.join(&row[0])), "model");
        assert_good(&row[0], &counters.unwrap_or_else(|problems| panic!("{}: {problems:?}", row[0])));
    }
    rows.len()
}

fn read_thread_systems(folder: &Path) -> usize {
    let rows = rows(folder);
    for row in &rows {
        let (name, folder) = (&row[0], folder.join(&row[0]));
        let threads =
            read_threads(&read(&folder.join("main.tts"))).unwrap_or_else(|p| panic!("{name}: {p:?}"));
        let properties = folder.join("main.prop");
        let targets = if properties.is_file() {
            read_thread_targets(&read(&properties)).unwrap_or_else(|p| panic!("{name}: {p:?}"))
        } else {
            Vec::new()
        };
        let start = row[2].split_whitespace().next().expect("a start is recorded");
        let start: ThreadState = start.parse().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let counters = threads_as_counters(&threads, "model", &start, &targets);
        assert_good(name, &counters.unwrap_or_else(|problem| panic!("{name}: {problem}")));
    }
    rows.len()
}

#[test]
fn our_own_counter_systems_become_models() {
    assert_eq!(read_counter_systems(&own("mist")), 3);
}

#[test]
fn every_counter_system_becomes_a_model() {
    let Some(folder) = foreign("mist") else { return };
    assert_eq!(read_counter_systems(&folder), 55);
}

#[test]
fn our_own_threads_become_models() {
    assert_eq!(read_thread_systems(&own("tts")), 3);
}

#[test]
fn all_threads_become_models() {
    let Some(folder) = foreign("tts") else { return };
    assert_eq!(read_thread_systems(&folder), 30);
}
