//! Files and functions that grow too long: long files are printed; far too long ones, and functions that fit no screen, fail.

use conformance::models::{files_below, read, root};
use std::path::PathBuf;

/// Files that are tables, and so may be as long as they need.
const TABLES: [&str; 0] = [];

fn sources() -> Vec<PathBuf> {
    [files_below("crates", ".rs"), files_below("conformance", ".rs")].concat()
}

fn shown(path: &std::path::Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

#[test]
fn no_file_is_far_too_long() {
    let mut wrong = Vec::new();
    for path in sources() {
        let (name, lines) = (shown(&path), read(&path).lines().count());
        if lines > 600 {
            println!("{name} has {lines} lines; past 600 the file's head says why");
        }
        if lines > 1000 && !TABLES.contains(&name.as_str()) {
            wrong.push(format!("{name} has {lines} lines"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The functions of a formatted source, with the number of their lines.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let trimmed = line.trim_start();
        let head = trimmed.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        let head = head.trim_start_matches("pub(super) ").trim_start_matches("const ");
        if !head.starts_with("fn ") || trimmed.starts_with("//") {
            continue;
        }
        let end = format!("{}}}", " ".repeat(line.len() - trimmed.len()));
        // What only declares a function ends its head with a semicolon.
        let head_end = lines[start..].iter().find(|line| line.ends_with([';', '{', '}']));
        if head_end.is_some_and(|line| line.ends_with(';')) {
            continue;
        }
        if let Some(length) = lines[start..].iter().position(|line| *line == end) {
            found.push((head.split('(').next().unwrap_or(head).to_string(), length + 1));
        }
    }
    found
}

/// The most lines of a function: about a screen.
const LONGEST: usize = 80;

/// The most lines of a function of tests, which may be a list of cases.
const LONGEST_LIST: usize = 120;

#[test]
fn functions_fit_a_screen() {
    let mut wrong = Vec::new();
    for path in sources() {
        let is_test = path.iter().any(|part| part == "tests");
        let longest = if is_test { LONGEST_LIST } else { LONGEST };
        for (name, lines) in functions(&read(&path)) {
            if lines > longest {
                wrong.push(format!("{}: {name} has {lines} lines, more than {longest}", shown(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn functions_are_found() {
    let text = "impl X {\n    fn c();\n    pub fn a(x: u8) {\n        x;\n    }\n}\nfn b() {\n}\n";
    assert_eq!(functions(text), [("fn a".to_string(), 3), ("fn b".to_string(), 2)]);
}
