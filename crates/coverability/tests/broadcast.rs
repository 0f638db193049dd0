//! Broadcast protocols: what acceleration does there, and what it cannot do.

use budget::{Budget, Budgeted, OutOfBudget};
use coverability::downward::OMEGA;
use coverability::forward::{ForwardOptions, ForwardOutcome, cover, forward};
use nets::{Amount, Cube, Net, Start, Transition};

fn protocol(places: &[&str], start: &[Amount], transitions: Vec<Transition>) -> Net {
    Net {
        places: places.iter().map(|name| name.to_string()).collect(),
        starts: vec![Start(start.to_vec())],
        transitions,
    }
}

fn transition(
    takes: &[(usize, u64)],
    transfers: &[(usize, Option<usize>)],
    gives: &[(usize, u64)],
) -> Transition {
    Transition {
        takes: takes.to_vec(),
        transfers: transfers.to_vec(),
        gives: gives.to_vec(),
        ..Transition::default()
    }
}

fn any_number_on_the_first(places: usize) -> Vec<Amount> {
    let mut start = vec![Amount::Exactly(0); places];
    start[0] = Amount::AtLeast(0);
    start
}

/// The cache protocol MESI: modified, exclusive, shared, invalid.
#[test]
fn mesi_excludes_modified_beside_shared() -> Budgeted<()> {
    let (modified, exclusive, shared, invalid) = (1, 2, 3, 0);
    let to_shared = [(modified, Some(shared)), (exclusive, Some(shared))];
    let to_invalid =
        [(invalid, None), (modified, Some(invalid)), (exclusive, Some(invalid)), (shared, Some(invalid))];
    let net = protocol(
        &["invalid", "modified", "exclusive", "shared"],
        &any_number_on_the_first(4),
        vec![
            transition(&[(invalid, 1)], &to_shared, &[(shared, 1)]),
            transition(&[(exclusive, 1)], &[], &[(modified, 1)]),
            transition(&[(shared, 1)], &to_invalid[1..], &[(exclusive, 1)]),
            transition(&[(invalid, 1)], &to_invalid[1..], &[(exclusive, 1)]),
        ],
    );
    let found = cover(&net, &Budget::operations(100_000))?;
    assert!(found.exact);
    let mut markings: Vec<_> = found.markings.iter().map(|marking| marking.to_dense(4)).collect();
    markings.sort_unstable();
    assert_eq!(markings, [[OMEGA, 0, 0, OMEGA], [OMEGA, 0, 1, 0], [OMEGA, 1, 0, 0]]);
    let both = Cube { at_least: vec![(modified, 1), (shared, 1)], at_most: vec![] };
    let (outcome, _) = forward(&net, &[both], ForwardOptions::default(), &Budget::unlimited())?;
    assert!(matches!(outcome, ForwardOutcome::Uncovered { .. }));
    Ok(())
}
