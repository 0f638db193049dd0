//! Every command shown in the manual does what is shown there.
//!
//! The files are Markdown. In blocks that begin with ```` ```console ````, a line `$ command` is run by the
//! shell, in a copy of `tests/cli/models`; the lines below it are what it prints on both streams, and
//! `[exit code 1]` behind them if it is not zero. The blocks of one file share one folder. Times and memory
//! are not compared, and neither are notes on every size, which depend on the time that they took. A block that begins with ```` ```fathom lock.fathom ```` is that file from there on, and a
//! picture in a folder `pictures` is the file of its name that a command wrote. Documents outside of `tests` see a
//! copy of `examples` too. Accept new output with `UPDATE_EXPECT=1 cargo test`.

mod support;

use std::path::{Path, PathBuf};
use support::{Workplace, root};

#[test]
fn every_transcript_is_true() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut differences = Vec::new();
    for file in transcripts() {
        let text = std::fs::read_to_string(&file).expect("the transcript can be read");
        let name = file.file_stem().expect("the transcript has a name").to_string_lossy().into_owned();
        let workplace = Workplace::new(&format!("transcript-{name}"));
        if !file.starts_with(root().join("tests")) {
            workplace.shell(&format!("cp -r '{}' .", root().join("examples").display()));
        }
        let now = replayed(&text, &workplace);
        differences.extend(changed_pictures(&file, &text, &workplace, update));
        if now == text {
            continue;
        }
        if update {
            std::fs::write(&file, now).expect("the transcript can be written");
        } else {
            differences.push(format!("{}:\n{}", file.display(), difference(&text, &now)));
        }
    }
    let advice = "accept with UPDATE_EXPECT=1 cargo test -p fathom-cli --test transcripts";
    assert!(differences.is_empty(), "{}\n{advice}", differences.join("\n"));
}

/// The files with transcripts: all of `tests/cli`, and the documents that show commands.
fn transcripts() -> Vec<PathBuf> {
    let mut files = vec![root().join("README.md")];
    for folder in ["tests/cli", "docs", "docs/coming-from", "docs/theory"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("the folder can be read");
        files.extend(entries.map(|entry| entry.expect("the folder can be read").path()));
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending == "md"));
    files.retain(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains("```console\n")));
    files.sort();
    files
}

/// The text with what the commands print now.
fn replayed(text: &str, workplace: &Workplace) -> String {
    let mut result = String::new();
    let mut in_console = false;
    let mut model: Option<(PathBuf, String)> = None;
    for line in text.lines() {
        if let Some((path, body)) = &mut model {
            if line == "```" {
                let folder = path.parent().expect("the model is in a folder");
                std::fs::create_dir_all(folder).expect("the folder can be made");
                std::fs::write(path, body).expect("the model can be written");
                model = None;
            } else {
                body.push_str(&format!("{line}\n"));
            }
        } else if let Some(name) = line.strip_prefix("```fathom ") {
            model = Some((workplace.path().join(name), String::new()));
        } else if in_console && line.trim_end() == "```" {
            in_console = false;
        } else if line.trim_end() == "```console" {
            in_console = true;
        } else if in_console {
            if let Some(command) = line.strip_prefix("$ ") {
                result.push_str(&format!("{line}\n{}", run(command, workplace)));
            }
            continue;
        }
        result.push_str(line);
        result.push('\n');
    }
    result
}

/// The pictures of a document that are not what its commands drew; with `update` they are replaced.
fn changed_pictures(document: &Path, text: &str, workplace: &Workplace, update: bool) -> Vec<String> {
    let mut changed = Vec::new();
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    for link in links.filter(|link| link.contains("pictures/")) {
        let shown = document.with_file_name(link);
        let name = shown.file_name().expect("a picture has a name").to_owned();
        let drawn = std::fs::read(workplace.path().join(&name)).expect("a command drew the picture");
        if std::fs::read(&shown).is_ok_and(|picture| picture == drawn) {
            continue;
        }
        if update {
            std::fs::write(&shown, drawn).expect("the picture can be written");
        } else {
            changed.push(format!("{}: a command draws another picture", shown.display()));
        }
    }
    changed
}

/// What a command prints, without what differs from run to run.
fn run(command: &str, workplace: &Workplace) -> String {
    let output = workplace.shell(&format!("{{ {command}\n}} 2>&1"));
    let mut text = normal(&output.stdout, workplace.path());
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    if output.code != 0 {
        text.push_str(&format!("[exit code {}]\n", output.code));
    }
    text
}

/// The text with every time, peak of memory and folder replaced by the same one.
fn normal(text: &str, folder: &Path) -> String {
    let text = text.replace(&folder.display().to_string(), "/models");
    let text = replace_numbers(&text, "", ".", " s", "0.01");
    let text = replace_numbers(&text, "\"seconds\": ", ".", "", "0.01");
    let text = replace_numbers(&text, "\"peak_mib\": ", "", "", "12");
    let text = replace_numbers(&text, "peak memory of the process  ", "", " MiB", "12");
    let text: String =
        text.lines().filter(|line| !is_note_on_every_size(line)).map(|line| format!("{line}\n")).collect();
    let lines = joined_reasons(&text).into_iter().map(|line| normal_counts(&line)).collect::<Vec<_>>();
    lines.iter().map(|line| format!("{}\n", wrapped_reason(line.trim_end()))).collect()
}

/// Whether a line is a note on every size, which comes only if there is time.
fn is_note_on_every_size(line: &str) -> bool {
    line.starts_with("note: ") && line.contains(" for every ")
}

const LIMITS: [&str; 2] = ["timeout after ", "memory limit of "];

/// The lines, with a reason that names a limit on one line: where it is broken depends on its counts.
fn joined_reasons(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let words = line.trim_start();
        match lines.last_mut() {
            Some(last) if is_reason(last) && line.starts_with("  ") && !words.is_empty() => {
                last.push_str(&format!(" {words}"));
            }
            _ => lines.push(line.to_string()),
        }
    }
    lines
}

fn is_reason(line: &str) -> bool {
    line.strip_prefix("  ").is_some_and(|line| LIMITS.iter().any(|limit| line.starts_with(limit)))
}

/// A reason that names a limit, in lines of the usual length again.
fn wrapped_reason(line: &str) -> String {
    if !is_reason(line) {
        return line.to_string();
    }
    let mut lines: Vec<String> = vec![String::from(" ")];
    for word in line.split_whitespace() {
        if lines.last().is_some_and(|last| last.len() + word.len() >= 92) {
            lines.push(String::from(" "));
        }
        let last = lines.last_mut().expect("there is always a line");
        last.push_str(&format!(" {word}"));
    }
    lines.join("\n")
}

/// How far a search came within a limit differs from run to run.
fn normal_counts(line: &str) -> String {
    let line = &without_progress(line);
    if !LIMITS.iter().chain(&["unknown "]).any(|mark| line.contains(mark)) {
        return line.to_string();
    }
    let mut words: Vec<String> = line.split(' ').map(String::from).collect();
    for index in 0..words.len() {
        let next = words.get(index + 1).map_or("", |word| word.trim_end_matches(','));
        let is_count = ["states", "explored"].contains(&next) || (index > 0 && words[index - 1] == "depth");
        if is_count && words[index].starts_with(|c: char| c.is_ascii_digit()) {
            words[index] = words[index].replace(|c: char| c.is_ascii_digit() || c == ',', "");
            words[index].insert_str(0, "1234");
        }
    }
    words.join(" ")
}

/// A reason that names the time, without what engines were at when it ended.
fn without_progress(line: &str) -> String {
    let Some(start) = line.find("timeout after ") else { return line.to_string() };
    let is_kept = |part: &&str| !part.starts_with("symbolic") && !part.starts_with("abstraction");
    let kept: Vec<&str> = line[start..].split("; ").filter(is_kept).collect();
    format!("{}{}", &line[..start], kept.join("; "))
}

/// Replaces every number, with `point` in it, between `before` and `after`.
fn replace_numbers(text: &str, before: &str, point: &str, after: &str, replacement: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = number_start(rest, before) {
        let digits =
            rest[start..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len() - start);
        let (number, behind) = rest[start..].split_at(digits);
        result.push_str(&rest[..start]);
        // A limit that was given is no measurement.
        let is_meant = number.contains(point)
            && behind.starts_with(after)
            && !number.ends_with('.')
            && !result.ends_with("after ");
        result.push_str(if is_meant { replacement } else { number });
        rest = behind;
    }
    result + rest
}

/// Where the first number behind `before` begins.
fn number_start(text: &str, before: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find(before)? + before.len();
        let spaces = text[at..].len() - text[at..].trim_start_matches(' ').len();
        let at =
            if before.is_empty() { at + text[at..].find(|c: char| c.is_ascii_digit())? } else { at + spaces };
        if text[at..].starts_with(|c: char| c.is_ascii_digit()) {
            return Some(at);
        }
        from = at;
    }
}

/// The first lines that differ.
fn difference(expected: &str, found: &str) -> String {
    let (mut expected, mut found) = (expected.lines(), found.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (expected.next(), found.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => {
                let rest: Vec<&str> = b.into_iter().chain(found.take(7)).collect();
                return format!(
                    "  line {number}\n  expected  {}\n  found     {}",
                    a.unwrap_or("nothing"),
                    rest.join("\n            ")
                );
            }
        }
    }
}
