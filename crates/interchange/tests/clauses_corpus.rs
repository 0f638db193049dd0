//! All files of Horn clauses and of transition systems at hand become models.
//!
//! The project's own files are always read, those of others where they are at hand: `FATHOM_SLOW=1` reads all of them, otherwise small ones
//! and some of the large ones are read.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;

use corpora::{foreign, own};
use interchange::{Problem, read_horn, read_vmt};
use language::Overrides;
use std::path::{Path, PathBuf};

/// The files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|own| own == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The size of a file, in bytes, that takes a moment in a debug build.
const LARGE: usize = 6_000;

/// One in so many large files is read in any case.
const SAMPLE: usize = 8;

/// Reads the files of a folder; returns how many there are.
fn read_all(folder: &Path, ending: &str, read: fn(&str, &str) -> Result<String, Vec<Problem>>) -> usize {
    let files = files(folder, ending);
    let is_slow = std::env::var_os("FATHOM_SLOW").is_some();
    for (number, path) in files.iter().enumerate() {
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        let source = std::fs::read_to_string(path).expect("the file can be read");
        if source.len() > LARGE && number % SAMPLE != 0 && !is_slow {
            continue;
        }
        let text = read(&source, &name).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        let formatted = language::format(&text).unwrap_or_else(|found| panic!("{name}: {found:?}\n{text}"));
        assert_eq!(language::format(&formatted).as_ref(), Ok(&formatted), "{name}");
        let loaded = language::load(&formatted, &Overrides::default());
        assert_eq!(loaded.diagnostics.iter().find(|found| found.is_error()), None, "{name}\n{formatted}");
        assert!(loaded.system.is_some(), "{name}");
        assert!(formatted.contains("invariant "), "{name} has a property");
    }
    files.len()
}

#[test]
fn our_own_files_become_models() {
    assert_eq!(read_all(&own("chc"), "smt2", read_horn), 3);
    assert_eq!(read_all(&own("vmt"), "vmt", read_vmt), 2);
}

#[test]
fn every_file_of_horn_clauses_becomes_a_model() {
    let Some(folder) = foreign("chc") else { return };
    assert!(read_all(&folder, "smt2", read_horn) >= 150);
}

#[test]
fn every_transition_system_becomes_a_model() {
    let Some(folder) = foreign("vmt") else { return };
    assert!(read_all(&folder, "vmt", read_vmt) >= 50);
}
