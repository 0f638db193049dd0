//! Every code has a page, and every page a code.

use conformance::models::files_below;
use diagnostics::Code;

#[test]
fn every_page_has_a_code() {
    for path in files_below("docs/errors", ".md") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name.chars().skip(1).all(char::is_numeric) {
            assert!(Code::parse(&name).is_some(), "{name}.md explains a code that does not exist");
        }
    }
}

#[test]
fn every_code_has_a_page_that_names_it() {
    let pages: Vec<String> = files_below("docs/errors", ".md")
        .iter()
        .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    for code in Code::ALL {
        assert!(pages.contains(&code.as_str().to_string()), "{} has no page", code.as_str());
        let title = code.page().lines().next().unwrap_or("");
        assert!(title.starts_with("# ") && title.contains(code.as_str()), "{}: {title}", code.as_str());
    }
}

#[test]
fn codes_are_in_order_and_not_doubled() {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    let errors: Vec<&&str> = codes.iter().filter(|code| code.starts_with('E')).collect();
    assert!(errors.windows(2).all(|pair| pair[0] < pair[1]), "{errors:?}");
    let mut unique = codes.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), codes.len());
}

/// The models of a page: the text between the fences that begin with `fathom`.
fn models(page: &str) -> Vec<String> {
    let mut models = Vec::new();
    let mut current: Option<String> = None;
    for line in page.lines() {
        match &mut current {
            Some(_) if line.starts_with("```") => models.extend(current.take()),
            Some(text) => *text += &format!("{line}\n"),
            None if line.starts_with("```fathom") => current = Some(String::new()),
            None => {}
        }
    }
    models
}

#[test]
fn the_first_model_of_a_page_has_the_finding_and_the_last_has_not() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let models = models(code.page());
        let [first, .., last] = models.as_slice() else {
            wrong.push(format!("{}: a page shows a wrong and a right model", code.as_str()));
            continue;
        };
        let finds = |text: &str| {
            let loaded = language::load(text, &language::Overrides::default());
            loaded.diagnostics.iter().any(|finding| finding.code == *code)
        };
        if !finds(first) {
            wrong.push(format!("{}: the first model does not have it", code.as_str()));
        }
        if finds(last) {
            wrong.push(format!("{}: the last model still has it", code.as_str()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
