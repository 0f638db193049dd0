//! Which crate may depend on which.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The crates that answer questions; they never depend on each other.
const ENGINES: [&str; 5] = ["explicit", "symbolic", "abstraction", "coverability", "unfolding"];

/// What each crate may depend on of this project. A crate that is not listed here must be added with a thought.
const ALLOWED: [(&str, &[&str]); 34] = [
    ("budget", &[]),
    ("diagnostics", &[]),
    ("drawing", &[]),
    ("graphs", &[]),
    ("analysis", &["system", "diagnostics"]),
    ("random-numbers", &[]),
    ("system", &["budget", "diagnostics"]),
    ("language", &["system", "diagnostics"]),
    ("language-server", &["language", "system", "diagnostics"]),
    ("studio", &["language", "language-server", "system", "diagnostics"]),
    ("interchange", &["system", "diagnostics"]),
    ("certificates", &["system", "diagnostics"]),
    ("state-storage", &["budget"]),
    ("cluster", &["budget", "explicit", "state-storage", "system"]),
    ("invariants", &["budget", "certificates", "presburger", "random-numbers", "system"]),
    ("state-sets", &["budget"]),
    ("presburger", &["budget", "state-sets"]),
    ("integer-automata", &["budget", "state-sets"]),
    ("decision-diagrams", &["budget", "state-sets"]),
    ("composite-sets", &["budget", "state-sets", "presburger", "integer-automata", "decision-diagrams"]),
    ("encoding", &["budget", "state-sets", "system", "diagnostics"]),
    (
        "symbolic",
        &[
            "analysis",
            "budget",
            "certificates",
            "encoding",
            "graphs",
            "state-sets",
            "omega-automata",
            "system",
            "diagnostics",
        ],
    ),
    ("omega-automata", &["graphs", "system"]),
    ("explicit", &["state-storage", "analysis", "graphs", "omega-automata", "system", "diagnostics"]),
    ("satisfiability", &["budget", "presburger", "random-numbers"]),
    (
        "abstraction",
        &[
            "budget",
            "diagnostics",
            "encoding",
            "graphs",
            "omega-automata",
            "presburger",
            "satisfiability",
            "state-sets",
            "system",
        ],
    ),
    ("nets", &["budget", "diagnostics", "encoding", "graphs", "state-sets", "system"]),
    ("counting", &["diagnostics", "system"]),
    ("coverability", &["budget", "nets", "presburger", "state-sets", "system"]),
    ("parameterized", &["budget", "system"]),
    ("unfolding", &["budget", "nets", "omega-automata", "satisfiability", "system"]),
    (
        "engines",
        &[
            "analysis",
            "system",
            "diagnostics",
            "certificates",
            "invariants",
            "explicit",
            "symbolic",
            "decision-diagrams",
            "composite-sets",
            "state-sets",
            "abstraction",
            "counting",
            "coverability",
            "nets",
            "parameterized",
            "unfolding",
        ],
    ),
    (
        "cli",
        &[
            "diagnostics",
            "drawing",
            "random-numbers",
            "system",
            "language",
            "language-server",
            "studio",
            "interchange",
            "engines",
            "certificates",
            "cluster",
            "state-storage",
            "invariants",
        ],
    ),
    (
        "conformance",
        &[
            "analysis",
            "cluster",
            "certificates",
            "random-numbers",
            "diagnostics",
            "system",
            "language",
            "explicit",
            "encoding",
            "engines",
            "nets",
            "omega-automata",
            "state-sets",
            "presburger",
            "decision-diagrams",
            "composite-sets",
            "symbolic",
        ],
    ),
];

pub fn metadata() -> Metadata {
    let manifest = conformance::models::root().join("Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).no_deps().exec().expect("cargo knows the project")
}

pub fn short(name: &str) -> &str {
    name.strip_prefix("fathom-").unwrap_or(name)
}

/// The crates of this project that a crate needs to be built, tests aside.
pub fn needs(package: &Package) -> Vec<String> {
    let mut own: Vec<String> = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind != DependencyKind::Development)
        .filter(|dependency| dependency.name.starts_with("fathom-"))
        .map(|dependency| short(&dependency.name).to_string())
        .collect();
    own.sort();
    own
}

#[test]
fn crates_depend_only_on_what_they_may() {
    let mut wrong = Vec::new();
    for package in &metadata().packages {
        let name = short(&package.name);
        let Some((_, allowed)) = ALLOWED.iter().find(|(own, _)| *own == name) else {
            wrong.push(format!("{name} is not in the list of this test"));
            continue;
        };
        for need in needs(package) {
            if !allowed.contains(&need.as_str()) {
                wrong.push(format!("{name} depends on {need}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn engines_never_depend_on_each_other() {
    for package in &metadata().packages {
        let name = short(&package.name);
        if ENGINES.contains(&name) {
            let engines: Vec<String> =
                needs(package).into_iter().filter(|need| ENGINES.contains(&need.as_str())).collect();
            assert!(engines.is_empty(), "{name} depends on {engines:?}");
        }
    }
}

#[test]
fn nothing_depends_on_the_tests() {
    for package in &metadata().packages {
        assert!(!needs(package).contains(&"conformance".to_string()), "{} depends on tests", package.name);
    }
}

#[test]
fn every_crate_is_described_and_licensed() {
    for package in &metadata().packages {
        assert!(package.description.is_some(), "{} has no description", package.name);
        assert!(package.license.is_some(), "{} has no license", package.name);
        assert_eq!(package.edition.as_str(), "2024", "{}", package.name);
    }
}
