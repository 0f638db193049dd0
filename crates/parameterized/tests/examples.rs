//! Properties of the examples for every size.

use budget::Budget;
use language::{Overrides, load_parameterized};
use parameterized::{Outcome, check};

fn example(path: &str) -> String {
    let path = format!("{}/../../examples/{path}.fathom", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What comes of each invariant, one line each.
fn answers(path: &str, constant: &str, operations: u64) -> String {
    let system = load_parameterized(&example(path), &Overrides::default(), constant, None).unwrap();
    let mut lines = String::new();
    for (number, property) in system.properties.iter().enumerate() {
        let started = std::time::Instant::now();
        let answer = match check(&system, number, &Budget::operations(operations)) {
            Outcome::Holds(proof) => format!("holds, {:?}", proof.statistics),
            Outcome::Open(reason) => format!("open: {reason}"),
        };
        if std::env::var("TIMES").is_ok() {
            println!("{path} {}: {answer} in {:?}", property.name, started.elapsed());
        }
        lines.push_str(&format!("{}: {answer}\n", property.name));
    }
    lines
}

#[test]
fn mcs() {
    println!("{}", answers("pointers/mcs_lock", "N", 20_000_000));
}

#[test]
fn cycle() {
    println!("{}", answers("pointers/doubly_linked_cycle", "N", 20_000_000));
}

#[test]
fn leader() {
    println!("{}", answers("pointers/leader_election", "N", 20_000_000));
}
