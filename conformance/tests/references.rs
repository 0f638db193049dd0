//! Pointer programs in diagrams: moves that are taken apart by the values of references, both orders of variables, and values that
//! are forgotten, against the naive search, on random programs and on the examples.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::models::{load_right, read, root, system_of};
use conformance::{ComparedReferences, compare_references, pointer_model, seeds, shrink_text};
use std::collections::BTreeMap;
use system::System;

const MOST_STATES: usize = 600;

fn compared(text: &str) -> Result<Option<ComparedReferences>, String> {
    // Some write a variable twice at once, plainly.
    let Some(system) = system_of(text) else { return Ok(None) };
    compare_references(&system, MOST_STATES).map_err(|other| format!("{}: {}", other.kind, other.detail))
}

#[test]
fn random_pointer_programs_reach_the_same_states() {
    let mut sums = BTreeMap::new();
    let mut add = |name: &'static str, count: usize| *sums.entry(name).or_insert(0) += count;
    for seed in seeds(0, 100, 6_000) {
        let text = pointer_model(seed);
        let outcome = compared(&text).unwrap_or_else(|detail| {
            let smallest = shrink_text(&text, &mut |text| compared(text).is_err());
            panic!("seed {seed}: {detail}\n{smallest}")
        });
        let Some(one) = outcome else { continue };
        add("models", 1);
        add("states", one.states);
        add("fewer", usize::from(one.forgotten.is_some_and(|forgotten| forgotten < one.states)));
        add("apart", usize::from(one.apart > 0));
        add("faults", usize::from(one.faults));
        add("hold", one.answers[0]);
        add("violated", one.answers[1]);
    }
    println!("{sums:?}");
    if std::env::var("FATHOM_SEEDS").is_err() {
        assert!(sums["models"] > 60 && sums["fewer"] > 5 && sums["apart"] > 40, "{sums:?}");
        assert!(sums["faults"] > 20 && sums["hold"] > 100 && sums["violated"] > 100, "{sums:?}");
    }
}

fn example(name: &str, sizes: &[(&str, i128)]) -> System {
    let mut text = read(&root().join(format!("examples/pointers/{name}.fathom")));
    for (constant, value) in sizes {
        let from = text.find(&format!("const {constant} := ")).expect("the constant is there");
        let to = from + text[from..].find('\n').expect("the line ends");
        text.replace_range(from..to, &format!("const {constant} := {value}"));
    }
    let mut system = load_right(&text);
    system.properties.retain(|one| symbolic::may_forget(&one.question));
    system
}

#[test]
fn pointer_examples_reach_the_same_states() {
    let models: [(&str, &[(&str, i128)]); 8] = [
        ("mcs_lock", &[("N", 2)]),
        ("mcs_lock", &[("N", 3)]),
        ("doubly_linked_cycle", &[("N", 4)]),
        ("leader_election", &[("N", 4)]),
        ("bounded_buffer", &[("PRODUCERS", 2), ("CONSUMERS", 1)]),
        ("readers_writers", &[("READERS", 2), ("WRITERS", 1)]),
        ("conditional_critical_region", &[("N", 2)]),
        ("free_list", &[]),
    ];
    for (name, sizes) in models {
        let one = compare_references(&example(name, sizes), 10_000);
        let one = one.unwrap_or_else(|other| panic!("{name}: {}: {}", other.kind, other.detail));
        println!("{name} {sizes:?}: {one:?}");
    }
}

/// The lock of the paper with three processes: as many states as explicit search finds, with and without what is forgotten.
#[test]
fn stale_pointers_are_forgotten() {
    let mut lock = example("mcs_lock", &[("N", 3)]);
    // The others read the pointers.
    lock.properties
        .retain(|property| ["mutex", "deadlock_free", "no_faults"].contains(&property.name.as_str()));
    let one = compare_references(&lock, 10_000);
    let one = one.unwrap_or_else(|other| panic!("{}", other.detail)).expect("there are few states");
    assert_eq!((one.states, one.forgotten), (7_597, Some(812)));
}
