//! The recorded answers about counter automata of FAST are those of explicit search, where few states can be reached.
//!
//! The project's own automata are always checked, those of others where they are at hand.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;

use corpora::{foreign, own};
use std::path::Path;
use std::process::Command;

/// Automata with few reachable states and a recorded answer.
const AUTOMATA: [&str; 10] = [
    "car",
    "gonnord2",
    "gopan_reps",
    "gopan_reps_alt1",
    "gopan_reps_alt2",
    "halbwachs1",
    "halbwachs2",
    "halbwachs3",
    "halbwachs9",
    "jeannet1",
];

/// Compares explicit search with the recorded answer for each of these automata of a folder.
fn compare(folder: &Path, record: &str, names: &[&str]) {
    let record = std::fs::read_to_string(folder.join(record)).expect("the record can be read");
    for name in names {
        let line = record.lines().find(|line| line.contains(&format!("/{name}.fst ")));
        let code = match line.and_then(|line| line.split_whitespace().last()) {
            Some("SAFE") => 0,
            Some("UNSAFE") => 1,
            other => panic!("{name} is recorded as {other:?}"),
        };
        let file = folder.join(format!("{name}.fst"));
        let checked = Command::new(env!("CARGO_BIN_EXE_fathom"))
            .args(["check", "-q", "--engine", "explicit", "--property", "never_bad"])
            .arg(file)
            .output()
            .expect("fathom runs");
        assert_eq!(checked.status.code(), Some(code), "{name}: {checked:?}");
    }
}

#[test]
fn explicit_search_agrees_with_our_own_record() {
    compare(&own("fast"), "VERDICTS.txt", &["hourglass", "hourglass_leaks", "relay_rash"]);
}

#[test]
fn explicit_search_agrees_with_the_record() {
    let Some(folder) = foreign("fast") else { return };
    compare(&folder, "ORACLE_z3_spacer.txt", &AUTOMATA);
}
