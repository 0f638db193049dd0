//! What must not stand in sources: unfinished work, the outside world in libraries, paths of one machine.

use conformance::models::{files_below, read, root};
use std::path::{Path, PathBuf};

/// The standard library's ways to the outside world.
const OUTSIDE: [&str; 7] = ["fs", "time", "thread", "env", "process", "net", "io"];

/// The folders that may use them.
const OUTSIDERS: [&str; 3] = ["crates/cli", "crates/language-server/src/server", "crates/studio"];

/// The folder that may use some of them: a search that is shared needs sockets, threads and the clock, but no files.
const SHARED: (&str, [&str; 4]) = ("crates/cluster", ["io", "net", "thread", "time"]);

/// The one place where a library has threads: they carry work that pauses, and never run beside each other.
const COROUTINES: &str = "crates/engines/src/coroutine.rs";

/// The lines of a source file without comments and without the tests at its end, each with its number.
fn code_lines(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line == "mod tests {" {
            break;
        }
        if !line.trim_start().starts_with("//") {
            lines.push((number + 1, line));
        }
    }
    lines
}

/// The sources of the libraries, tests excepted.
fn library_sources() -> Vec<PathBuf> {
    let outside = OUTSIDERS.map(|folder| root().join(folder));
    let mut sources = files_below("crates", ".rs");
    let tests: Vec<PathBuf> = sources.iter().flat_map(|path| test_modules(path)).collect();
    sources.retain(|path| {
        let is_source = path.strip_prefix(root()).is_ok_and(|path| path.iter().any(|part| part == "src"));
        is_source
            && !outside.iter().any(|folder| path.starts_with(folder))
            && !tests.iter().any(|test| path.starts_with(test))
    });
    sources
}

/// The files and folders of the modules that a file declares for tests only.
fn test_modules(path: &Path) -> Vec<PathBuf> {
    let text = read(path);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| path.ends_with(name));
    let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
    let mut modules = Vec::new();
    for pair in lines.windows(2) {
        let name = pair[1].strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
        if let Some(name) = name.filter(|_| pair[0] == "#[cfg(test)]") {
            modules.push(folder.join(format!("{name}.rs")));
            modules.push(folder.join(name));
        }
    }
    modules
}

fn shown(path: &Path, number: usize, line: &str) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    format!("{}:{number}: {}", path.display(), line.trim())
}

/// Whether a line uses a module of the standard library that leads outside.
fn leads_outside(line: &str) -> bool {
    let plain = OUTSIDE.iter().any(|module| line.contains(&format!("std::{module}::")));
    let imported = OUTSIDE.iter().any(|module| line.contains(&format!("use std::{module};")));
    let group = line.trim().strip_prefix("use std::{").is_some_and(|group| {
        group
            .split([',', '{', '}', ' '])
            .any(|name| OUTSIDE.contains(&name.split("::").next().unwrap_or("").trim_end_matches(';')))
    });
    plain || imported || group || line.contains("ctrlc::") || line.contains("std::time")
}

#[test]
fn only_programs_touch_the_outside_world() {
    let mut wrong = Vec::new();
    for path in library_sources() {
        let text = read(&path);
        for (number, line) in code_lines(&text) {
            let carries_work = path.ends_with(COROUTINES) && line.contains("std::thread::{");
            let is_shared = path.starts_with(root().join(SHARED.0))
                && !OUTSIDE
                    .iter()
                    .any(|module| !SHARED.1.contains(module) && line.contains(&format!("std::{module}")));
            if leads_outside(line) && !carries_work && !is_shared {
                wrong.push(shown(&path, number, line));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_is_left_unfinished() {
    // The words are put together so that this file does not find itself.
    let words: Vec<String> =
        ["todo", "unimplemented", "dbg"].iter().map(|word| format!("{word}!(")).collect();
    let mut wrong = Vec::new();
    for folder in ["crates", "conformance", "bench"] {
        for path in files_below(folder, ".rs") {
            let text = read(&path);
            for (number, line) in text.lines().enumerate() {
                if words.iter().any(|word| line.contains(word)) {
                    wrong.push(shown(&path, number + 1, line));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_file_names_a_path_of_one_machine() {
    let folders = ["work", "home", "root", "Users"];
    let paths: Vec<String> = folders.iter().map(|folder| format!("/{folder}/")).collect();
    let mut wrong = Vec::new();
    for ending in [".rs", ".md", ".toml", ".fathom", ".sh", ".yml", ".yaml", ".py", ".txt", ".snap"] {
        for path in files_below("", ending) {
            let text = read(&path);
            for (number, line) in text.lines().enumerate() {
                if paths.iter().any(|machine| mentions(line, machine)) {
                    wrong.push(shown(&path, number + 1, line));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether a line has this path, not as the middle of a longer one.
fn mentions(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|letter| !letter.is_alphanumeric() && !"./_-".contains(letter))
    })
}
