//! Broken texts: whatever is read, there is an answer, never a panic, and findings lie within the text.

use conformance::models::{files_below, load, read};
use conformance::{Random, generate, is_slow, mutate, seeds, shrink_text};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is wrong with the answer to a text, if something is.
fn problem(text: &str) -> Option<String> {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let loaded = load(text);
        let formatted = language::format(text);
        diagnostics::render(&loaded.diagnostics, text, "text", false);
        (loaded, formatted)
    }));
    let Ok((loaded, formatted)) = answered else { return Some("a panic".into()) };
    for finding in &loaded.diagnostics {
        let mut spans = finding.related.iter().map(|(span, _)| span).chain([&finding.at]);
        if spans.any(|span| text.get(span.range()).is_none()) {
            return Some(format!("a place outside the text: {finding:?}"));
        }
        if finding.message.is_empty() {
            return Some("a finding without a message".to_string());
        }
    }
    let is_wrong = !loaded.problems.is_empty() || loaded.diagnostics.iter().any(|finding| finding.is_error());
    if loaded.system.is_some() == is_wrong {
        return Some("there is a system if and only if nothing is wrong".into());
    }
    if let Ok(formatted) = formatted
        && language::format(&formatted).ok().as_ref() != Some(&formatted)
    {
        return Some(format!("formatting again changes it:\n{formatted}"));
    }
    None
}

#[track_caller]
fn must_be_answered(text: &str, name: &str) {
    if let Some(found) = problem(text) {
        let kind = found.split(':').next().unwrap_or("").to_string();
        let same = |text: &str| problem(text).is_some_and(|other| other.starts_with(&kind));
        let smallest = shrink_text(text, &mut |text| same(text));
        panic!("{name}: {found}\n---- smallest\n{smallest}\n---- {smallest:?}");
    }
}

#[test]
fn mutated_examples_are_answered() {
    let rounds = if is_slow() { 400 } else { 8 };
    for (number, path) in files_below("examples", ".fathom").iter().enumerate() {
        let text = read(path);
        for round in 0..rounds {
            let mut random = Random::new(number as u64 * 1_000_000 + round);
            must_be_answered(&mutate(&text, &mut random), &format!("{} round {round}", path.display()));
        }
    }
}

#[test]
fn mutated_random_models_are_answered() {
    for seed in seeds(0, 250, 20_000) {
        let mut random = Random::new(seed);
        must_be_answered(&mutate(&generate(seed).print(), &mut random), &format!("seed {seed}"));
    }
}

#[test]
fn random_tokens_are_answered() {
    let words = [
        "process",
        "P",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "i",
        "in",
        "1",
        "..",
        "2",
        "loc",
        "a",
        ",",
        "b",
        "->",
        "do",
        "x",
        ":=",
        "=",
        "'",
        "when",
        "sync",
        "m",
        "!",
        "!!",
        "?",
        "??",
        "choose",
        "or",
        "if",
        "else",
        "then",
        "var",
        ":",
        "int",
        "bool",
        "nat",
        "array",
        "of",
        "ref",
        "null",
        "self",
        "any",
        "where",
        "let",
        "f",
        "forall",
        "exists",
        "sum(",
        "count(",
        "at",
        "&&",
        "||",
        "=>",
        "<=>",
        "+",
        "-",
        "*",
        "/",
        "%",
        "<",
        "<=",
        "event",
        "invariant",
        "ctl",
        "ltl",
        "AG",
        "EF",
        "A[",
        "U",
        "G",
        "F",
        "X",
        "bound",
        "reachable",
        "param",
        "const",
        "type",
        "T",
        "init",
        "population",
        "start",
        "fair",
        "strong",
        "justice",
        "compassion",
        "@expect(",
        "holds",
        "\"s\"",
        "`q`",
        ";",
        ".",
        "//c\n",
        "/*c*/",
        "///d\n",
        "assert",
        "skip",
        "broadcast",
        "true",
        "99",
    ];
    for seed in seeds(0, 2000, 100_000) {
        let mut random = Random::new(seed);
        let length = 1 + random.below(60);
        let text: Vec<&str> = (0..length).map(|_| *random.pick(&words)).collect();
        must_be_answered(&text.join(" "), &format!("seed {seed}"));
    }
}

#[test]
fn random_bytes_are_answered() {
    for seed in seeds(0, 700, 50_000) {
        let mut random = Random::new(seed);
        let length = random.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| (random.bits() >> 5) as u8).collect();
        must_be_answered(&String::from_utf8_lossy(&bytes), &format!("seed {seed}"));
        let ascii: String = bytes.iter().map(|byte| char::from(byte % 128)).collect();
        must_be_answered(&ascii, &format!("seed {seed}, ASCII"));
    }
}
