//! The experiments of Bultan, Gerber and Pugh with their options: what converged in the paper is proved here.
//!
//! *Model Checking Concurrent Systems with Unbounded Integer Variables*, TOPLAS 21(4), 1999, figure 18; the rows are those
//! of `bench/bultan-gerber-pugh/figure18.csv`.

use conformance::models::{load_right, read, root};
use conformance::verdicts_within;
use engines::{Availability, Choice, Options, Partition, SymbolicOptions, find};
use std::time::Duration;
use symbolic::Direction;
use system::Verdict;

/// What one row may take; a debug build is some twenty times slower than a release.
const LIMIT: Duration = Duration::from_secs(120);

/// A row: the property, its options, and what became of it in the paper.
struct Row {
    property: String,
    symbolic: SymbolicOptions,
    converged: bool,
}

fn row(line: &str) -> Row {
    let columns: Vec<&str> = line.split(',').collect();
    let [property, dnf, partition, transitions, states, fixpoints, seed, seconds] = columns[..] else {
        panic!("eight columns: {line}");
    };
    let approximate = fixpoints == "approximate";
    let symbolic = SymbolicOptions {
        direction: Some(Direction::Backward),
        partition: Some(match partition {
            "none" => Partition::None,
            "control" => Partition::Control,
            "event-domain" => Partition::EventDomain,
            other => panic!("an unknown partition: {other}"),
        }),
        dnf: dnf == "yes",
        approximate: Some(approximate),
        widening_seed: approximate.then(|| seed.parse().expect("a seed is a number")),
        restrict_reachable: states == "yes",
        accelerate: transitions == "yes",
        ..SymbolicOptions::default()
    };
    Row { property: property.into(), symbolic, converged: seconds != "diverged" }
}

/// The program that a property belongs to.
fn model(property: &str) -> &'static str {
    match property.trim_end_matches(|digit: char| digit.is_ascii_digit()) {
        "UB" => "unbounded_buffer",
        "B" => "bakery",
        "T" => "ticket",
        "PC" => "producer_consumer",
        "CQ" => "circular_queue",
        other => panic!("an unknown program: {other}"),
    }
}

#[test]
fn what_converged_in_the_paper_is_proved_with_the_same_options() {
    let folder = root().join("bench/bultan-gerber-pugh");
    let Availability::Here(engine) = find("symbolic") else { panic!("there is a symbolic engine") };
    let mut open = Vec::new();
    let rows: Vec<Row> = read(&folder.join("figure18.csv")).lines().skip(1).map(row).collect();
    assert_eq!((rows.len(), rows.iter().filter(|row| row.converged).count()), (33, 24));
    for row in rows.iter().filter(|row| row.converged) {
        let system = load_right(&read(&folder.join(format!("models/{}.fathom", model(&row.property)))));
        let number = system.properties.iter().position(|property| property.name == row.property);
        let number = number.expect("the program has the property");
        let wishes = Options { symbolic: row.symbolic, ..Options::default() };
        let found = verdicts_within(&system, &[number], Choice::Only(engine), &wishes, LIMIT)
            .unwrap_or_else(|wrong| panic!("{}: {wrong}", row.property));
        if found != [Verdict::Holds] {
            open.push(format!("{} with {:?}: {found:?}", row.property, row.symbolic));
        }
    }
    assert!(open.is_empty(), "{open:#?}");
}
