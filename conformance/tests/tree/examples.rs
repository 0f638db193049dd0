//! Every example and every test model states what it expects, and the list of examples says the same.

use conformance::models::{files_below, load_right, read, root};
use diagnostics::Diagnostic;
use std::collections::BTreeMap;
use system::Expectation;

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

/// The rows of `examples/README.md`: what is said of the properties of each example, by its path.
fn listed(page: &str) -> BTreeMap<String, Vec<String>> {
    let rows = page.lines().filter(|line| line.starts_with("| ["));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [link, _, properties] = cells[..] else { panic!("three cells: {row}") };
        let path = link.split(['(', ')']).nth(1).unwrap_or_else(|| panic!("a link: {row}"));
        (path.to_string(), properties.split("; ").map(String::from).collect())
    })
    .collect()
}

/// What is to be said of the properties of an example.
fn expectations(text: &str) -> Vec<String> {
    let properties = load_right(text).properties;
    let said = properties.iter().filter_map(|property| {
        let verdict = match property.expect? {
            Expectation::Holds => "holds",
            Expectation::Violated => "**violated**",
            Expectation::Unknown => "unknown",
        };
        Some(match property.question.kind() {
            "invariant" => format!("`{}` {verdict}", property.name),
            kind => format!("`{}` ({kind}) {verdict}", property.name),
        })
    });
    said.collect()
}

#[test]
fn the_list_of_examples_is_complete_and_true() {
    let page = read(&root().join("examples/README.md"));
    let (listed, examples) = (listed(&page), files_below("examples", ".fathom"));
    assert_eq!(listed.len(), examples.len(), "examples/README.md lists every example once");
    assert!(page.contains(&format!("\n{} models,", examples.len())), "there are {} of them", examples.len());
    let mut wrong = Vec::new();
    for path in examples {
        let name =
            path.strip_prefix(root().join("examples")).expect("it is an example").display().to_string();
        let expected = expectations(&read(&path));
        if listed.get(&name) != Some(&expected) {
            wrong.push(format!("{name}: {} should be {}", listed[&name].join("; "), expected.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is listed as open are properties of examples.
#[test]
fn open_properties_exist() {
    let page = read(&root().join("examples/OPEN.md"));
    for line in page.lines().filter_map(|line| line.strip_prefix("- ")) {
        let (path, names) = line.split_once(": ").unwrap_or_else(|| panic!("a model and properties: {line}"));
        let system = load_right(&read(&root().join("examples").join(path)));
        for name in names.split(", ") {
            assert!(system.properties.iter().any(|property| property.name == name), "{path} has no {name}");
        }
    }
}
