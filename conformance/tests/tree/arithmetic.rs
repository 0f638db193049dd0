//! Where the model's numbers are computed with, bare arithmetic does not compile: clippy refuses `a + b` there, and CI runs
//! clippy. This keeps the refusal where it stands, and the net below it in release builds.

use conformance::models::{read, root};

/// The modules that compute with the model's numbers; those below them are meant too.
const MODULES: [&str; 24] = [
    "crates/abstraction/src/elimination.rs",
    "crates/abstraction/src/farkas.rs",
    "crates/abstraction/src/fraction.rs",
    "crates/abstraction/src/implicant.rs",
    "crates/abstraction/src/refinement.rs",
    "crates/composite-sets/src/automata/mixed_sums.rs",
    "crates/composite-sets/src/codes.rs",
    "crates/composite-sets/src/composite/mixed_sums.rs",
    "crates/decision-diagrams/src/sum.rs",
    "crates/explicit/src/code/mod.rs",
    "crates/explicit/src/program/solve/linear.rs",
    "crates/explicit/src/reduce/stubborn/interval.rs",
    "crates/explicit/src/value.rs",
    "crates/language/src/evaluate.rs",
    "crates/language/src/lower/fold.rs",
    "crates/satisfiability/src/linear.rs",
    "crates/satisfiability/src/sum.rs",
    "crates/satisfiability/src/tableau.rs",
    "crates/state-sets/src/lib.rs",
    "crates/encoding/src/coding.rs",
    "crates/symbolic/src/largest.rs",
    "crates/encoding/src/lower/mod.rs",
    "crates/symbolic/src/ranking/measure.rs",
    "crates/system/src/interpreter/mod.rs",
];

/// The crates whose overflows are caught in release builds as well.
const CHECKED: [&str; 12] = [
    "system",
    "language",
    "state-sets",
    "encoding",
    "symbolic",
    "composite-sets",
    "decision-diagrams",
    "presburger",
    "engines",
    "satisfiability",
    "abstraction",
    "invariants",
];

#[test]
fn bare_arithmetic_on_numbers_of_the_model_is_refused() {
    let refusal = "#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]";
    for module in MODULES {
        let text = read(&root().join(module));
        assert!(text.lines().any(|line| line == refusal), "{module} should say {refusal}");
    }
}

#[test]
fn overflows_are_caught_in_release_builds() {
    let manifest = read(&root().join("Cargo.toml"));
    for name in CHECKED {
        let wanted = format!("[profile.release.package.fathom-{name}]\noverflow-checks = true\n");
        assert!(manifest.contains(&wanted), "Cargo.toml should have {wanted}");
    }
}
