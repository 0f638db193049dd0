//! Bounds, deadlocks, termination and transitions that can fire, against trying everything.

mod sample;

use budget::{Budget, Budgeted};
use coverability::forward::{Bound, Deadlocks, Growth, Termination, cover, deadlock_free, termination};
use nets::{Marking, Net};
use random_numbers::Xorshift;
use sample::{Kind, LIMITS, OPEN, OPEN_TRANSFERS, PLAIN, TRANSFERS, at_most, random_net, reachable, seeds};
use std::collections::HashSet;

/// Whether the markings, all that there are, have a circle.
fn has_circle(net: &Net, markings: &HashSet<Marking>) -> bool {
    let mut left = markings.clone();
    loop {
        let ends = |marking: &Marking| {
            (0..net.transitions.len()).all(|transition| {
                net.fire(marking, transition).expect("small numbers").is_none_or(|next| !left.contains(&next))
            })
        };
        let leaves: Vec<Marking> = left.iter().filter(|marking| ends(marking)).cloned().collect();
        if leaves.is_empty() {
            return !left.is_empty();
        }
        leaves.iter().for_each(|leaf| assert!(left.remove(leaf)));
    }
}

fn is_dead(net: &Net, marking: &[u64]) -> bool {
    (0..net.transitions.len()).all(|transition| !net.is_enabled(marking, transition))
}

/// The markings at the end of the run, and after the loop.
fn around(net: &Net, growth: &Growth) -> [Marking; 2] {
    let mut longer = growth.run.clone();
    longer.fired.extend_from_slice(&growth.again);
    let walked = net.walk(&longer).expect("small numbers").expect("a run");
    [walked[growth.run.fired.len()].clone(), walked[walked.len() - 1].clone()]
}

const KINDS: [Kind; 5] = [PLAIN, OPEN, TRANSFERS, OPEN_TRANSFERS, LIMITS];

#[test]
fn deadlocks() {
    let mut answers = [0; 3];
    for kind in KINDS {
        for seed in 0..seeds(60) {
            let net = random_net(seed, kind);
            let (reached, beyond) = reachable(&net, 3);
            let dead = reached.iter().any(|marking| is_dead(&net, marking));
            match deadlock_free(&net, &Budget::operations(50_000)) {
                Ok(Deadlocks::Free) => {
                    assert!(!dead, "seed {seed}: {net:?}");
                    answers[0] += 1;
                }
                Ok(Deadlocks::Reached(run)) => {
                    let walked = net.walk(&run).expect("small numbers").expect("a run");
                    assert!(is_dead(&net, &walked[walked.len() - 1]));
                    answers[1] += 1;
                }
                Ok(Deadlocks::Unknown(_)) | Err(_) => {
                    assert!(beyond, "seed {seed}: {net:?}");
                    answers[2] += 1;
                }
            }
        }
    }
    println!("free, reached, unknown: {answers:?}");
    assert!(answers[0] > 40 && answers[1] > 40);
}

#[test]
fn endless_runs() {
    let mut answers = [0; 3];
    for kind in KINDS {
        for seed in 0..seeds(60) {
            let net = random_net(seed, kind);
            let (reached, beyond) = reachable(&net, 3);
            match termination(&net, &Budget::operations(50_000)) {
                Ok(Termination::Ends) => {
                    assert!(!has_circle(&net, &reached), "seed {seed}: {net:?}");
                    answers[0] += 1;
                }
                Ok(Termination::Endless(growth)) => {
                    let [before, after] = around(&net, &growth);
                    assert!(!growth.again.is_empty());
                    assert!(if net.is_monotone() { at_most(&before, &after) } else { before == after });
                    assert!(beyond || has_circle(&net, &reached), "seed {seed}: {net:?}");
                    answers[1] += 1;
                }
                Ok(Termination::Unknown(_)) | Err(_) => {
                    assert!(beyond, "seed {seed}: {net:?}");
                    answers[2] += 1;
                }
            }
        }
    }
    println!("ends, endless, unknown: {answers:?}");
    assert!(answers[0] > 40 && answers[1] > 40);
}

#[test]
fn bounds_of_sums() -> Budgeted<()> {
    let (mut loops, mut without) = (0, 0);
    for (kind, seed) in KINDS.into_iter().flat_map(|kind| (0..seeds(60)).map(move |seed| (kind, seed))) {
        let net = random_net(seed, kind);
        let mut random = Xorshift::scattered(seed + 77);
        let weights: Vec<(usize, u64)> =
            (0..net.places.len()).map(|place| (place, random.below(3))).collect();
        let sum = |marking: &Marking| -> u128 {
            weights.iter().map(|(place, weight)| u128::from(marking[*place] * weight)).sum()
        };
        let Ok(found) = cover(&net, &Budget::operations(100_000)) else { continue };
        let (reached, beyond) = reachable(&net, 3);
        let largest = reached.iter().map(sum).max().expect("there is a start");
        match found.bound(&net, &weights, &Budget::unlimited())? {
            Bound::AtMost { most, run } => {
                assert!(largest <= most, "seed {seed}: {net:?}");
                if let Some(run) = run {
                    let walked = net.walk(&run).expect("small numbers").expect("a run");
                    assert_eq!(sum(&walked[walked.len() - 1]), most);
                } else {
                    assert!(!net.is_monotone(), "seed {seed}: {net:?}");
                }
                assert!(beyond || !found.exact || largest == most);
            }
            Bound::Unlimited { growth } => {
                assert!(beyond || !found.exact);
                if let Some(growth) = growth {
                    let [before, after] = around(&net, &growth);
                    assert!(at_most(&before, &after) && sum(&before) < sum(&after));
                    loops += 1;
                } else {
                    without += 1;
                }
            }
        }
    }
    println!("unlimited with a loop: {loops}, without: {without}");
    assert!(loops > 40);
    Ok(())
}

#[test]
fn transitions_that_can_fire() {
    for (kind, seed) in KINDS.into_iter().flat_map(|kind| (0..seeds(60)).map(move |seed| (kind, seed))) {
        let net = random_net(seed, kind);
        let Ok(found) = cover(&net, &Budget::operations(100_000)) else { continue };
        let (reached, beyond) = reachable(&net, 3);
        for (transition, live) in found.quasi_live(&net).into_iter().enumerate() {
            let fires = reached.iter().any(|marking| net.is_enabled(marking, transition));
            assert!(!fires || live, "seed {seed}");
            assert!(fires || beyond || !found.exact || !net.is_monotone() || !live, "seed {seed}: {net:?}");
        }
        assert!(beyond || !found.exact || found.is_bounded(), "seed {seed}");
    }
}
