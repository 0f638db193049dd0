//! Links in documents lead somewhere.

use conformance::models::{files_below, read};
use std::path::Path;

/// The targets of the links in a Markdown text, code excepted.
fn links(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let outside_code: String = line.split('`').step_by(2).collect();
        let mut rest = outside_code.as_str();
        while let Some(start) = rest.find("](") {
            rest = &rest[start + 2..];
            let end = rest.find(')').unwrap_or(rest.len());
            targets.push(rest[..end].split_whitespace().next().unwrap_or("").to_string());
        }
    }
    targets
}

/// The headings of a Markdown text, in the form that links use.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept = words.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
            kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
        })
        .collect()
}

fn is_broken(document: &Path, link: &str) -> bool {
    if link.is_empty() || link.contains("://") || link.starts_with("mailto:") {
        return link.is_empty();
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = document.parent().unwrap_or(Path::new(""));
    let target = if path.is_empty() { document.to_path_buf() } else { folder.join(path) };
    if !target.exists() {
        return true;
    }
    !anchor.is_empty() && path.ends_with(".md") && !anchors(&read(&target)).contains(&anchor.to_string())
}

#[test]
fn relative_links_lead_somewhere() {
    let mut wrong = Vec::new();
    for document in files_below("", ".md") {
        for link in links(&read(&document)) {
            if is_broken(&document, &link) {
                wrong.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn links_are_found() {
    assert_eq!(links("see [a](b.md) and [c](d/e.md#f) `not](this)`\n```\n[x](y)\n```"), ["b.md", "d/e.md#f"]);
    assert_eq!(anchors("# The shape\n## What `x` is"), ["the-shape", "what-x-is"]);
}
