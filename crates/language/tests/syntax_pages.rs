//! The pages of the codes of this half: the wrong model has the code, the right one no findings.

mod syntax_support;

use diagnostics::Code;

/// The blocks of a page with this tag.
fn blocks<'p>(page: &'p str, tag: &str) -> Vec<&'p str> {
    let opening = format!("```{tag}\n");
    page.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap_or("")).collect()
}

fn syntax_codes() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(|code| code.as_str().starts_with("E0"))
}

#[test]
fn pages_have_a_title_and_both_models() {
    for code in syntax_codes() {
        let page = code.page();
        assert!(page.starts_with(&format!("# {}: ", code.as_str())), "{}", code.as_str());
        assert!(!blocks(page, "fathom,wrong").is_empty(), "{}", code.as_str());
        assert!(!blocks(page, "fathom,right").is_empty(), "{}", code.as_str());
    }
}

#[test]
fn wrong_models_have_the_code() {
    for code in syntax_codes() {
        for model in blocks(code.page(), "fathom,wrong") {
            let (_, findings) = language::parse(model);
            let codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
            assert!(codes.contains(&code), "{}: {codes:?}", code.as_str());
        }
    }
}

#[test]
fn right_models_have_no_findings() {
    for code in syntax_codes() {
        for model in blocks(code.page(), "fathom,right") {
            syntax_support::parse(model);
            let formatted = language::format(model).expect("the model should be right");
            assert_eq!(formatted, model, "{}: pages show the canonical layout", code.as_str());
        }
    }
}
