//! The page of each code: its wrong model has the finding, its right model has none, and no page lacks a code.

use std::path::Path;

use diagnostics::Code;
use language::{Overrides, load};

/// The blocks of a page with this tag.
fn blocks<'p>(page: &'p str, tag: &str) -> Vec<&'p str> {
    let opening = format!("```{tag}\n");
    page.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap_or("")).collect()
}

#[test]
fn pages_have_a_title_and_both_models() {
    for code in Code::ALL {
        let page = code.page();
        assert!(page.starts_with(&format!("# {}: ", code.as_str())), "{}", code.as_str());
        assert!(!blocks(page, "fathom,wrong").is_empty(), "{}", code.as_str());
        assert!(!blocks(page, "fathom,right").is_empty(), "{}", code.as_str());
    }
}

#[test]
fn wrong_models_have_the_code() {
    for code in Code::ALL {
        for model in blocks(code.page(), "fathom,wrong") {
            let findings = load(model, &Overrides::default()).diagnostics;
            let codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
            assert!(codes.contains(&code.as_str()), "{}: {codes:?}", code.as_str());
        }
    }
}

#[test]
fn right_models_have_no_findings_and_the_canonical_layout() {
    for code in Code::ALL {
        for model in blocks(code.page(), "fathom,right") {
            let loaded = load(model, &Overrides::default());
            let shown = diagnostics::render(&loaded.diagnostics, model, "page", false);
            assert!(loaded.diagnostics.is_empty(), "{}: {shown}", code.as_str());
            assert!(loaded.system.is_some(), "{}", code.as_str());
            assert_eq!(language::format(model).as_deref(), Ok(model), "{}", code.as_str());
        }
    }
}

#[test]
fn every_page_has_a_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    for entry in std::fs::read_dir(folder).expect("the pages are in docs/errors") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(name == "README" || Code::parse(name).is_some(), "{name} explains no code");
    }
}
