//! Semiflows of random nets: every one is one, supports are minimal, and none is missing where weights are small.

#[path = "reduction/sample.rs"]
mod sample;

use budget::Budget;
use nets::invariants::{place_bounds, place_invariants};
use nets::{Amount, Net};
use sample::{Shape, sample};

/// Whether no transition changes the weighted sum.
fn is_semiflow(net: &Net, weights: &[u64]) -> bool {
    net.transitions.iter().all(|transition| {
        let sum = |list: &[(usize, u64)]| list.iter().map(|(place, n)| weights[*place] * n).sum::<u64>();
        let moved = |(from, to): &(usize, Option<usize>)| weights[*from] == to.map_or(0, |to| weights[to]);
        sum(&transition.takes) == sum(&transition.gives) && transition.transfers.iter().all(moved)
    })
}

fn support(weights: &[u64]) -> Vec<usize> {
    (0..weights.len()).filter(|place| weights[*place] > 0).collect()
}

#[test]
fn semiflows_are_those_of_minimal_support() {
    let shape = Shape { limits: true, transfers: true, any_number: false };
    let mut some = 0;
    for seed in 0..400 {
        let (net, _) = sample(seed, shape);
        let found = place_invariants(&net, &Budget::unlimited()).unwrap();
        let width = net.places.len();
        let dense: Vec<Vec<u64>> = found
            .iter()
            .map(|invariant| {
                let mut weights = vec![0; width];
                invariant.weights.iter().for_each(|(place, weight)| weights[*place] = *weight);
                weights
            })
            .collect();
        some += usize::from(!dense.is_empty());
        for weights in &dense {
            assert!(is_semiflow(&net, weights), "seed {seed}: {weights:?} of {net:?}");
            let own = support(weights);
            let within = dense.iter().filter(|other| support(other).iter().all(|place| own.contains(place)));
            assert_eq!(within.count(), 1, "seed {seed}: {weights:?} is not minimal among {dense:?}");
        }
        // Every semiflow contains one of them.
        for code in 1..3_u64.pow(width as u32) {
            let weights: Vec<u64> = (0..width as u32).map(|place| code / 3_u64.pow(place) % 3).collect();
            if is_semiflow(&net, &weights) {
                let own = support(&weights);
                let mut others = dense.iter();
                let is_covered = others.any(|other| support(other).iter().all(|place| own.contains(place)));
                assert!(is_covered, "seed {seed}: {weights:?} is missing among {dense:?} of {net:?}");
            }
        }
    }
    assert!(some > 20, "{some}");
}

#[test]
fn bounds_are_never_passed() {
    for seed in 0..400 {
        let (net, _) = sample(seed, Shape { limits: true, transfers: true, any_number: true });
        let found = place_invariants(&net, &Budget::unlimited()).unwrap();
        let bounds = place_bounds(&net, &found);
        for start in net.starts.iter().filter(|_| !net.transitions.is_empty()) {
            let mut marking = start.least();
            let some_more = start.0.iter().map(|amount| u64::from(matches!(amount, Amount::AtLeast(_))));
            marking.iter_mut().zip(some_more).for_each(|(tokens, more)| *tokens += more);
            let mut random = random_numbers::Xorshift::scattered(seed);
            let values: Vec<_> = found.iter().map(|invariant| invariant.value(&marking)).collect();
            for _ in 0..30 {
                let number = random.below(net.transitions.len() as u64) as usize;
                if let Ok(Some(next)) = net.fire(&marking, number) {
                    marking = next;
                }
                assert_eq!(
                    found.iter().map(|invariant| invariant.value(&marking)).collect::<Vec<_>>(),
                    values
                );
                assert!(
                    marking
                        .iter()
                        .zip(&bounds)
                        .all(|(tokens, bound)| bound.is_none_or(|bound| *tokens <= bound))
                );
            }
        }
    }
}
