//! Where the model's numbers are computed with, bare arithmetic does not compile: clippy refuses `a + b` there, and CI runs
//! clippy. This keeps the refusal where it stands, and the net below it in release builds.

use conformance::models::{read, root};

/// The modules that compute with the model's numbers; those below them are meant too.
const MODULES: [&str; 58] = [
    "crates/abstraction/src/elimination.rs",
    "crates/abstraction/src/farkas.rs",
    "crates/abstraction/src/fraction.rs",
    "crates/abstraction/src/implicant.rs",
    "crates/abstraction/src/refinement.rs",
    "crates/composite-sets/src/automata/mixed_sums.rs",
    "crates/composite-sets/src/codes.rs",
    "crates/composite-sets/src/composite/mixed_sums.rs",
    "crates/coverability/src/forward/bound.rs",
    "crates/coverability/src/forward/concretise.rs",
    "crates/coverability/src/forward/expand_enlarge.rs",
    "crates/coverability/src/forward/image.rs",
    "crates/coverability/src/forward/inductive.rs",
    "crates/coverability/src/forward/movement.rs",
    "crates/coverability/src/forward/perpetual.rs",
    "crates/coverability/src/forward/saturate.rs",
    "crates/coverability/src/forward/unfold.rs",
    "crates/coverability/src/pruning/flows.rs",
    "crates/coverability/src/pruning/invariants.rs",
    "crates/coverability/src/pruning/linear_bound.rs",
    "crates/coverability/src/sets/predecessor.rs",
    "crates/coverability/src/sets/sum_constraint.rs",
    "crates/coverability/src/sets/sum_constraints.rs",
    "crates/decision-diagrams/src/sum.rs",
    "crates/encoding/src/coding.rs",
    "crates/encoding/src/lower/mod.rs",
    "crates/explicit/src/code/mod.rs",
    "crates/explicit/src/program/solve/linear.rs",
    "crates/explicit/src/reduce/stubborn/interval.rs",
    "crates/explicit/src/value.rs",
    "crates/language/src/evaluate.rs",
    "crates/language/src/lower/fold.rs",
    "crates/nets/src/extraction/alternatives.rs",
    "crates/nets/src/extraction/boxes.rs",
    "crates/nets/src/extraction/capacity.rs",
    "crates/nets/src/extraction/complement.rs",
    "crates/nets/src/extraction/formula.rs",
    "crates/nets/src/extraction/mod.rs",
    "crates/nets/src/extraction/start.rs",
    "crates/nets/src/extraction/sum.rs",
    "crates/nets/src/extraction/transition.rs",
    "crates/nets/src/extraction/update.rs",
    "crates/nets/src/extraction/view.rs",
    "crates/nets/src/extraction/weights.rs",
    "crates/nets/src/invariants.rs",
    "crates/nets/src/net.rs",
    "crates/nets/src/reduction.rs",
    "crates/satisfiability/src/linear.rs",
    "crates/satisfiability/src/sum.rs",
    "crates/satisfiability/src/tableau.rs",
    "crates/state-sets/src/lib.rs",
    "crates/symbolic/src/largest.rs",
    "crates/symbolic/src/ranking/measure.rs",
    "crates/system/src/interpreter/mod.rs",
    "crates/unfolding/src/configurations.rs",
    "crates/unfolding/src/formula.rs",
    "crates/unfolding/src/marking.rs",
    "crates/unfolding/src/product.rs",
];

/// The crates whose overflows are caught in release builds as well.
const CHECKED: [&str; 15] = [
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
    "nets",
    "coverability",
    "unfolding",
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
