//! Formatting: a formatted model means the same, keeps its comments, and is not changed by formatting again.

use conformance::models::{files_below, load, read};
use conformance::{erased, generate, seeds, without_spans};

/// What is wrong with the formatting of a text, if something is.
fn problem(text: &str) -> Option<String> {
    let (model, findings) = language::parse(text);
    let formatted = match language::format(text) {
        Ok(formatted) => formatted,
        Err(_) if findings.iter().any(diagnostics::Diagnostic::is_error) => return None,
        Err(_) => return Some("a text that can be parsed cannot be formatted".into()),
    };
    let again = language::format(&formatted).ok();
    if again.as_ref() != Some(&formatted) {
        return Some(format!("formatting again changes it:\n{formatted}\n---- to\n{again:?}"));
    }
    if erased(&language::parse(&formatted).0) != erased(&model) {
        return Some(format!("the syntax tree differs:\n{formatted}"));
    }
    if comments(&formatted) != comments(text) {
        return Some(format!("comments are lost:\n{formatted}"));
    }
    let systems = [load(text).system, load(&formatted).system].map(|s| s.map(|s| without_spans(&s)));
    if systems[0] != systems[1] {
        return Some(format!("the system differs:\n{formatted}"));
    }
    let sizes = [text, &formatted].map(|text| load(text).diagnostics.len());
    if sizes[0] != sizes[1] {
        return Some(format!("{} findings became {}:\n{formatted}", sizes[0], sizes[1]));
    }
    None
}

/// How many comments a text has, as far as that is seen without reading it properly.
fn comments(text: &str) -> usize {
    text.matches("// ").count() + text.matches("/*").count()
}

#[test]
fn random_models_survive_formatting() {
    for seed in seeds(0, 150, 10_000) {
        let text = generate(seed).print();
        if let Some(problem) = problem(&text) {
            panic!("seed {seed}: {problem}\n---- from\n{text}");
        }
    }
}

#[test]
fn models_of_the_project_survive_formatting() {
    let mut count = 0;
    for folder in ["examples", "tests/models"] {
        for path in files_below(folder, ".fathom") {
            if let Some(problem) = problem(&read(&path)) {
                panic!("{}: {problem}", path.display());
            }
            count += 1;
        }
    }
    assert!(count > 0, "there are models");
}

#[test]
fn models_of_the_error_pages_survive_formatting() {
    for code in diagnostics::Code::ALL {
        let page = code.page();
        for part in page.split("```fathom").skip(1) {
            let text = part.split("```").next().unwrap_or("");
            if let Some(problem) = problem(text) {
                panic!("{}: {problem}", code.as_str());
            }
        }
    }
}
