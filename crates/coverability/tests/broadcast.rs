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

/// A broadcast takes a process from the first state to the third, and moves the others from the second state to the first and from the
/// third to the second; single processes go from the second state to the third.
fn without_effect() -> Net {
    let broadcast = transition(&[(0, 1)], &[(1, Some(0)), (2, Some(1))], &[(2, 1)]);
    protocol(
        &["first", "second", "third"],
        &any_number_on_the_first(3),
        vec![broadcast, transition(&[(1, 1)], &[], &[(2, 1)])],
    )
}

/// From (ω, 0, k) a broadcast and k moves lead to (ω, 0, k + 1); done again, the same transitions gain nothing more. So every
/// repetition has a finite limit, and the tree never ends, though all numbers grow without bound.
#[test]
fn acceleration_may_have_no_effect() -> Budgeted<()> {
    let net = without_effect();
    assert_eq!(cover(&net, &Budget::operations(300_000)).err(), Some(OutOfBudget));
    let target = Cube { at_least: vec![(1, 2), (2, 5)], at_most: vec![] };
    let domains = ForwardOptions { karp_miller: false, expand_enlarge: true };
    for options in [domains, ForwardOptions::default()] {
        let (outcome, _) = forward(&net, std::slice::from_ref(&target), options, &Budget::unlimited())?;
        let ForwardOutcome::Covered(run) = outcome else { panic!("{outcome:?}") };
        let walked = net.walk(&run).expect("small numbers").expect("a run");
        assert!(target.contains(&walked[walked.len() - 1]));
    }
    Ok(())
}

/// The same beside a lock that only one process holds at a time: domains show what the tree cannot.
#[test]
fn domains_decide_where_the_tree_does_not_end() -> Budgeted<()> {
    let mut net = without_effect();
    net.places.extend(["free".into(), "held".into()]);
    net.starts[0].0.extend([Amount::Exactly(1), Amount::Exactly(0)]);
    net.transitions.push(transition(&[(2, 1), (3, 1)], &[], &[(4, 1)]));
    net.transitions.push(transition(&[(4, 1)], &[], &[(0, 1), (3, 1)]));
    assert_eq!(cover(&net, &Budget::operations(300_000)).err(), Some(OutOfBudget));
    let target = Cube { at_least: vec![(4, 2)], at_most: vec![] };
    let (outcome, statistics) = forward(&net, &[target], ForwardOptions::default(), &Budget::unlimited())?;
    assert!(matches!(outcome, ForwardOutcome::Uncovered { .. }) && statistics.iterations > 0);
    Ok(())
}
