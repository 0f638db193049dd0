//! Small readers of the formats that collections of coverability problems come in; just enough for these tests.

pub mod spec;
pub mod tts;

use nets::{Cube, Net};
use std::path::{Path, PathBuf};

#[path = "../../../../tests/corpora/locate.rs"]
mod locate;

/// A net with its targets, and what is known about them.
#[allow(dead_code)]
pub struct Problem {
    /// Where it comes from.
    pub name: String,
    /// The net.
    pub net: Net,
    /// What is to be covered.
    pub targets: Vec<Cube>,
    /// Whether a target can be covered, if that is recorded.
    pub covered: Option<bool>,
    /// Whether the targets were upward closed in the file.
    pub closed: bool,
}

/// All problems of both collections.
#[allow(dead_code)]
pub fn problems() -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(folder) = locate::foreign("mist") {
        for line in verdicts(&folder) {
            let path = folder.join(&line[0]);
            let bytes = std::fs::read(&path).expect("a file that is listed can be read");
            let text = String::from_utf8_lossy(&bytes);
            problems.push(spec::read(&line[0], &text, verdict(&line[1])));
        }
    }
    if let Some(folder) = locate::foreign("tts") {
        for line in verdicts(&folder) {
            let path: PathBuf = folder.join(&line[0]).join("main.tts");
            let bytes = std::fs::read(&path).expect("a file that is listed can be read");
            let text = String::from_utf8_lossy(&bytes);
            problems.push(tts::read(&line[0], &text, &line[2], &line[3], verdict(&line[1])));
        }
    }
    problems
}

fn verdicts(folder: &Path) -> Vec<Vec<String>> {
    let text =
        std::fs::read_to_string(folder.join("VERDICTS.tsv")).expect("the list of verdicts can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(String::from).collect()).collect()
}

fn verdict(word: &str) -> Option<bool> {
    match word {
        "safe" => Some(false),
        "unsafe" => Some(true),
        _ => None,
    }
}
