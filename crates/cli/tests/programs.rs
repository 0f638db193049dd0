//! The recorded answers about counter automata of FAST are those of explicit search, where few states can be reached.
//!
//! The files are not part of the project: they are read from the folder `fast` below the environment's
//! `FATHOM_CORPORA`, or below `../shared/corpora` beside the project, and without it nothing is tested.

mod support;

use std::path::PathBuf;
use std::process::Command;
use support::root;

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

fn corpus() -> Option<PathBuf> {
    let corpora = std::env::var_os("FATHOM_CORPORA").map(PathBuf::from);
    let folder = corpora.unwrap_or_else(|| root().join("../shared/corpora")).join("fast");
    if !folder.is_dir() {
        eprintln!("skipped: there is no folder {}", folder.display());
    }
    folder.is_dir().then_some(folder)
}

#[test]
fn explicit_search_agrees_with_the_record() {
    let Some(folder) = corpus() else { return };
    let record =
        std::fs::read_to_string(folder.join("ORACLE_z3_spacer.txt")).expect("the record can be read");
    for name in AUTOMATA {
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
