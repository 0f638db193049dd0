//! The predecessors of upward-closed sets, in every representation, against enumeration of all markings of a box.

mod small_nets;

use budget::Budget;
use coverability::sets::{Antichain, Demand, Predecessors, SharingTree, SumConstraints, UpwardClosed};
use nets::Net;
use small_nets::{Features, all_markings, random_net, random_targets, seeds};

/// The largest number of tokens on a place of the box.
const MOST: u64 = 4;

/// Whether a marking below the given one fires the transition, within its limits, into the demands.
fn leads_there(net: &Net, demands: &[Demand], transition: usize, marking: &[u64]) -> bool {
    let below = |other: &Vec<u64>| other.iter().zip(marking).all(|(less, more)| less <= more);
    all_markings(net.places.len(), MOST).iter().filter(|other| below(other)).any(|other| {
        let after = net.fire(other, transition).expect("small numbers");
        after.is_some_and(|after| demands.iter().any(|demand| demand.contains(&after)))
    })
}

fn check<S: UpwardClosed>(net: &Net, demands: &[Demand], transition: usize, expected: &[bool], what: &str) {
    let budget = Budget::unlimited();
    let set = S::of_demands(net.places.len(), demands, &budget).unwrap();
    let predecessors = Predecessors::new(net, |_| true);
    let before = set.predecessors(&predecessors, transition, &budget).unwrap();
    let basis = before.basis(&budget).unwrap();
    let useful = set.useful(&predecessors).contains(&transition);
    for (marking, expected) in all_markings(net.places.len(), MOST).iter().zip(expected) {
        assert_eq!(
            before.contains(marking),
            *expected,
            "{what}: {net:?} {demands:?} {transition} {marking:?}"
        );
        assert_eq!(
            basis.iter().any(|demand| demand.contains(marking)),
            *expected,
            "{what}: {basis:?} {marking:?}"
        );
        assert!(
            useful || !expected || set.contains(marking),
            "{what}: {net:?} {demands:?} {transition} {marking:?}"
        );
    }
    let mut union = set.clone();
    let new = union.new_of(before.clone(), &budget).unwrap();
    union.add(new, &budget).unwrap();
    for (marking, expected) in all_markings(net.places.len(), MOST).iter().zip(expected) {
        assert_eq!(
            union.contains(marking),
            *expected || set.contains(marking),
            "{what}: {net:?} {demands:?} {marking:?}"
        );
    }
}

#[test]
fn predecessors_are_those_of_enumeration() {
    for seed in seeds(9_000, 120) {
        let net = random_net(seed, Features { transfers: true, limits: seed % 2 == 0 });
        if net.places.len() > 3 {
            continue;
        }
        let demands: Vec<Demand> =
            random_targets(seed, net.places.len()).iter().map(Demand::of_cube).collect();
        for transition in 0..net.transitions.len() {
            let markings = all_markings(net.places.len(), MOST);
            let expected: Vec<bool> =
                markings.iter().map(|marking| leads_there(&net, &demands, transition, marking)).collect();
            check::<Antichain>(&net, &demands, transition, &expected, "antichain");
            check::<SharingTree>(&net, &demands, transition, &expected, "sharing tree");
            check::<SumConstraints>(&net, &demands, transition, &expected, "sum constraints");
        }
    }
}
