//! Random small nets: the search against plain forward search, and the representations against each other.

mod small_nets;

use budget::Budget;
use coverability::backward::{BackwardOptions, CoverabilityAnswer, Representation, UncoveredProof, backward};
use coverability::pruning::{PruningOptions, is_trap};
use coverability::sets::Demand;
use nets::{Cube, Net};
use small_nets::{Features, all_markings, covers_within, random_net, random_targets, seeds};

const REPRESENTATIONS: [Representation; 4] = [
    Representation::Auto,
    Representation::Antichain,
    Representation::SharingTree,
    Representation::SumConstraints,
];

fn budget<'w>() -> Budget<'w> {
    Budget::operations(20_000_000)
}

/// The answer, if the budget is enough for one.
fn ask(
    net: &Net,
    targets: &[Cube],
    representation: Representation,
    pruning: &PruningOptions,
) -> Option<CoverabilityAnswer> {
    let options = BackwardOptions { representation, pruning: pruning.clone(), ..BackwardOptions::default() };
    let outcome = backward(net, targets, &options, &budget()).ok()?;
    if matches!(outcome.answer, CoverabilityAnswer::Spurious(_)) {
        assert!(!outcome.exact && !net.is_monotone(), "{net:?} {targets:?}");
    }
    Some(outcome.answer)
}

/// Whether a marking meets all that the proof says of markings that can be reached.
fn is_invariant(proof: &UncoveredProof, marking: &[u64]) -> bool {
    let meets = |demands: &[Demand]| demands.iter().any(|demand| demand.contains(marking));
    !meets(&proof.basis)
        && proof.empty.iter().all(|place| marking[*place] == 0)
        && proof.bounds.iter().all(|bound| bound.holds(marking))
}

/// The proof holds at the start, is kept by every step, and excludes the targets; for all markings of a box.
fn check_proof(net: &Net, targets: &[Cube], proof: &UncoveredProof) {
    for bound in &proof.bounds {
        assert!(bound.traps.iter().all(|(places, _)| is_trap(net, places)), "{net:?} {bound:?}");
    }
    for marking in all_markings(net.places.len(), 4) {
        let excluded = proof.excluded.iter().any(|demand| demand.contains(&marking));
        let invariant = is_invariant(proof, &marking);
        assert!(invariant || !net.is_start(&marking), "{net:?} {targets:?} {proof:?} {marking:?}");
        let target = targets.iter().any(|target| target.contains(&marking));
        assert!(!(target && invariant && !excluded), "{net:?} {targets:?} {proof:?} {marking:?}");
        if !invariant || excluded {
            continue;
        }
        for transition in 0..net.transitions.len() {
            if let Ok(Some(after)) = net.fire(&marking, transition) {
                assert!(
                    is_invariant(proof, &after),
                    "{net:?} {targets:?} {proof:?} {marking:?} {transition}"
                );
            }
        }
    }
}

fn check_answer(net: &Net, targets: &[Cube], answer: &CoverabilityAnswer, covered: bool) {
    match answer {
        CoverabilityAnswer::Covered(run) => {
            let markings = net.walk(run).unwrap().expect("a run of the net");
            let last = markings.last().unwrap();
            assert!(targets.iter().any(|target| target.contains(last)), "{net:?} {targets:?} {run:?}");
        }
        CoverabilityAnswer::Uncovered(proof) => {
            assert!(!covered, "{net:?} {targets:?} {proof:?}");
            check_proof(net, targets, proof);
        }
        CoverabilityAnswer::Spurious(_) => {}
        CoverabilityAnswer::TooLarge => panic!("small nets have small numbers: {net:?}"),
    }
}

fn check_all(features: Features, first: u64) {
    for seed in seeds(first, 60) {
        let net = random_net(seed, features);
        let targets = random_targets(seed, net.places.len());
        let covered = covers_within(&net, &targets, 6);
        let mut prunings = vec![PruningOptions::none(), PruningOptions::all()];
        for rule in 0..4 {
            let mut pruning = PruningOptions::none();
            match rule {
                0 => pruning.empty_places = true,
                1 => pruning.invariants = true,
                2 => (pruning.state_equation, pruning.traps) = (true, true),
                _ => pruning.continuous = true,
            }
            prunings.push(pruning);
        }
        for (number, pruning) in prunings.iter().enumerate() {
            let answers: Vec<Option<CoverabilityAnswer>> =
                REPRESENTATIONS.iter().map(|form| ask(&net, &targets, *form, pruning)).collect();
            for answer in answers.iter().flatten() {
                check_answer(&net, &targets, answer, covered);
            }
            compare(&net, &targets, &answers, number == 0);
        }
    }
}

/// All answers are the same; without pruning, even the proofs are.
fn compare(net: &Net, targets: &[Cube], answers: &[Option<CoverabilityAnswer>], same_basis: bool) {
    let safe = |answer: &&CoverabilityAnswer| matches!(answer, CoverabilityAnswer::Uncovered(_));
    let known: Vec<&CoverabilityAnswer> = answers.iter().flatten().collect();
    assert!(known.len() >= 3, "out of budget: {net:?} {targets:?}");
    assert!(known.iter().all(safe) || !known.iter().any(safe), "{net:?} {targets:?} {known:?}");
    if !same_basis {
        return;
    }
    let bases: Vec<Vec<Demand>> = known
        .iter()
        .filter_map(|answer| match answer {
            CoverabilityAnswer::Uncovered(proof) => {
                let mut basis = proof.basis.clone();
                basis.sort_unstable();
                Some(basis)
            }
            _ => None,
        })
        .collect();
    assert!(bases.windows(2).all(|pair| pair[0] == pair[1]), "{net:?} {targets:?} {bases:?}");
}

#[test]
fn plain_nets() {
    check_all(Features { transfers: false, limits: false }, 1_000);
}

#[test]
fn nets_with_transfers_and_resets() {
    check_all(Features { transfers: true, limits: false }, 2_000);
}

#[test]
fn nets_with_limits() {
    check_all(Features { transfers: false, limits: true }, 3_000);
}

#[test]
fn nets_with_everything() {
    check_all(Features { transfers: true, limits: true }, 4_000);
}

#[test]
fn a_set_that_is_given_prunes_and_is_believed() {
    for seed in seeds(5_000, 40) {
        let net = random_net(seed, Features { transfers: true, limits: false });
        let targets = random_targets(seed, net.places.len());
        let most = vec![vec![None; net.places.len()]];
        let everything = PruningOptions { within: Some(most), ..PruningOptions::none() };
        let nothing = PruningOptions { within: Some(Vec::new()), ..PruningOptions::none() };
        let free = ask(&net, &targets, Representation::Auto, &PruningOptions::none());
        assert_eq!(ask(&net, &targets, Representation::Auto, &everything), free);
        let none = ask(&net, &targets, Representation::Auto, &nothing);
        assert!(matches!(none, Some(CoverabilityAnswer::Uncovered(proof)) if proof.basis.is_empty()));
    }
}
