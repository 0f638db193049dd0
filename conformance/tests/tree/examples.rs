//! Every example and every test model states what it expects.

use conformance::models::{files_below, read};
use diagnostics::Diagnostic;

#[test]
fn every_property_of_every_model_has_an_expectation() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for folder in ["examples", "tests/models"] {
        for path in files_below(folder, ".fathom") {
            let text = read(&path);
            let (model, findings) = language::parse(&text);
            let errors: Vec<Diagnostic> = findings.into_iter().filter(Diagnostic::is_error).collect();
            assert!(
                errors.is_empty(),
                "{}",
                diagnostics::render(&errors, &text, &path.display().to_string(), false)
            );
            count += 1;
            for item in &model.items {
                if let language::ast::ItemKind::Property(property) = &item.kind
                    && property.expect.is_none()
                {
                    wrong.push(format!("{}: {}", path.display(), property.name.text));
                }
            }
        }
    }
    assert!(count > 0, "there are models");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_model_tells_its_story_first() {
    for folder in ["examples", "tests/models"] {
        for path in files_below(folder, ".fathom") {
            assert!(read(&path).starts_with("//"), "{} does not begin with a comment", path.display());
        }
    }
}
