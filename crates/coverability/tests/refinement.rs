//! The search that refines its abstraction: its predecessors against enumeration, its answers against plain forward search, its proofs marking
//! by marking.

mod small_nets;

use budget::Budget;
use coverability::backward::{BackwardOptions, CoverabilityAnswer, RefinedSearch, UncoveredProof};
use coverability::pruning::PruningOptions;
use coverability::sets::Predecessors;
use nets::{Amount, Cube, Net, Start, Transition};
use random_numbers::Xorshift;
use small_nets::{Features, all_markings, covers_within, random_net, random_targets, seeds};

/// Targets with upper bounds, too.
fn targets(seed: u64, places: usize) -> Vec<Cube> {
    let mut random = Xorshift::scattered(seed + 99);
    let mut targets = random_targets(seed, places);
    for target in &mut targets {
        for place in 0..places {
            if random.below(3) == 0 {
                target.at_most.push((place, random.below(3)));
            }
        }
    }
    targets
}

#[test]
fn predecessors_of_cubes_are_those_of_enumeration() {
    for seed in seeds(21_000, 150) {
        let net = random_net(seed, Features { transfers: true, limits: true });
        let predecessors = Predecessors::new(&net, |_| true);
        for cube in targets(seed, net.places.len()) {
            let useful = predecessors.useful_for_cube(&cube);
            for transition in 0..net.transitions.len() {
                let before = predecessors.of_cube(&cube, transition, &Budget::unlimited()).unwrap();
                assert!(before.exact);
                for marking in all_markings(net.places.len(), 4) {
                    let after = net.fire(&marking, transition).unwrap();
                    let expected = after.is_some_and(|after| cube.contains(&after));
                    let found = before.cubes.iter().any(|cube| cube.contains(&marking));
                    let what = format!("{net:?} {cube:?} {transition} {marking:?}");
                    assert_eq!(found, expected, "{what}");
                    assert!(!expected || cube.contains(&marking) || useful.contains(&transition), "{what}");
                }
            }
        }
    }
}

fn is_invariant(proof: &UncoveredProof, marking: &[u64]) -> bool {
    !proof.basis.iter().any(|demand| demand.contains(marking))
        && !proof.cubes.iter().any(|cube| cube.contains(marking))
        && proof.empty.iter().all(|place| marking[*place] == 0)
        && proof.bounds.iter().all(|bound| bound.holds(marking))
}

fn check_proof(net: &Net, targets: &[Cube], proof: &UncoveredProof) {
    for marking in all_markings(net.places.len(), 4) {
        let invariant = is_invariant(proof, &marking);
        let what = format!("{net:?} {targets:?} {proof:?} {marking:?}");
        assert!(invariant || !net.is_start(&marking), "{what}");
        assert!(!invariant || !targets.iter().any(|target| target.contains(&marking)), "{what}");
        if !invariant {
            continue;
        }
        for transition in 0..net.transitions.len() {
            let after = net.fire(&marking, transition).unwrap();
            assert!(after.is_none_or(|after| is_invariant(proof, &after)), "{what} {transition}");
        }
    }
}

/// The answer, if there is one within a budget.
fn ask(net: &Net, targets: &[Cube], pruning: PruningOptions) -> Option<(CoverabilityAnswer, u64)> {
    let options = BackwardOptions { pruning, ..BackwardOptions::default() };
    let mut search = RefinedSearch::new(net, targets, &options);
    let outcome = search.run(&Budget::operations(400_000)).ok()?;
    Some((outcome.answer, search.refinements()))
}

#[test]
fn answers_are_those_of_forward_search() {
    let (mut covered, mut uncovered, mut open, mut refined) = (0, 0, 0, 0);
    for seed in seeds(22_000, 400) {
        let features = Features { transfers: seed % 2 == 0, limits: true };
        let net = random_net(seed, features);
        let targets = if seed % 3 == 0 {
            random_targets(seed, net.places.len())
        } else {
            targets(seed, net.places.len())
        };
        for pruning in [PruningOptions::none(), PruningOptions::provable()] {
            match ask(&net, &targets, pruning) {
                Some((CoverabilityAnswer::Covered(run), refinements)) => {
                    let markings = net.walk(&run).unwrap().expect("a run of the net");
                    let last = markings.last().unwrap();
                    assert!(
                        targets.iter().any(|target| target.contains(last)),
                        "{net:?} {targets:?} {run:?}"
                    );
                    covered += 1;
                    refined += usize::from(refinements > 0);
                }
                Some((CoverabilityAnswer::Uncovered(proof), refinements)) => {
                    assert!(!covers_within(&net, &targets, 6), "{net:?} {targets:?} {proof:?}");
                    check_proof(&net, &targets, &proof);
                    uncovered += 1;
                    refined += usize::from(refinements > 0);
                }
                _ => open += 1,
            }
        }
    }
    println!("{covered} covered, {uncovered} not, {open} open, {refined} by refinement");
    assert!(open * 20 < covered + uncovered, "{open} of {covered} + {uncovered}");
    assert!(refined > 20, "{refined}");
}

/// Readers enter while nobody writes, a writer while nobody reads or writes. The limits count.
#[test]
fn readers_and_writers() {
    let enter = |limits: &[usize], inside: usize| Transition {
        takes: vec![(0, 1)],
        limits: limits.iter().map(|place| (*place, 0)).collect(),
        gives: vec![(inside, 1)],
        ..Transition::default()
    };
    let leave =
        |inside: usize| Transition { takes: vec![(inside, 1)], gives: vec![(0, 1)], ..Transition::default() };
    let net = |reader: &[usize]| Net {
        places: ["idle", "reading", "writing"].map(String::from).to_vec(),
        starts: vec![Start(vec![Amount::AtLeast(0), Amount::Exactly(0), Amount::Exactly(0)])],
        transitions: vec![enter(reader, 1), enter(&[1, 2], 2), leave(1), leave(2)],
    };
    let both = [
        Cube { at_least: vec![(1, 1), (2, 1)], at_most: Vec::new() },
        Cube { at_least: vec![(2, 2)], at_most: Vec::new() },
    ];
    let answer = ask(&net(&[2]), &both, PruningOptions::provable());
    assert!(matches!(answer, Some((CoverabilityAnswer::Uncovered(_), _))), "{answer:?}");
    let answer = ask(&net(&[]), &both, PruningOptions::provable());
    assert!(matches!(answer, Some((CoverabilityAnswer::Covered(_), _))), "{answer:?}");
}
