//! Whether targets are covered: Karp and Miller's tree, expand, enlarge and check, and trying everything say the same.

mod sample;

use budget::{Budget, Budgeted};
use coverability::forward::{ForwardOptions, ForwardOutcome, forward, is_inductive};
use nets::{Cube, Net};
use random_numbers::Xorshift;
use sample::{Kind, LIMITS, OPEN, OPEN_TRANSFERS, PLAIN, TRANSFERS, random_net, reachable, seeds};

const TREE: ForwardOptions = ForwardOptions { karp_miller: true, expand_enlarge: false };
const DOMAINS: ForwardOptions = ForwardOptions { karp_miller: false, expand_enlarge: true };
const BOTH: ForwardOptions = ForwardOptions { karp_miller: true, expand_enlarge: true };

fn random_target(random: &mut Xorshift, places: usize, bounded: bool) -> Cube {
    let mut target = Cube::default();
    for place in 0..places {
        if random.below(2) == 0 {
            target.at_least.push((place, 1 + random.below(4)));
        } else if bounded && random.below(3) == 0 {
            target.at_most.push((place, random.below(3)));
        }
    }
    target
}

/// The answer, checked: whether a target is reached; nothing if it is open.
fn answer(net: &Net, targets: &[Cube], options: ForwardOptions, operations: u64) -> Option<bool> {
    let (outcome, _) = forward(net, targets, options, &Budget::operations(operations)).ok()?;
    match outcome {
        ForwardOutcome::Covered(run) => {
            let walked = net.walk(&run).expect("small numbers").expect("a run");
            assert!(
                targets.iter().any(|target| target.contains(&walked[walked.len() - 1])),
                "{net:?} {run:?}"
            );
            Some(true)
        }
        ForwardOutcome::Uncovered { cover } => {
            assert_eq!(is_inductive(net, &cover, &Budget::unlimited()), Ok(true));
            assert!(
                targets.iter().all(|target| cover.iter().all(|marking| !marking.covers(&target.at_least)))
            );
            Some(false)
        }
        ForwardOutcome::Open(reason) => {
            assert!(!reason.contains("failed"), "{reason}: {net:?}");
            None
        }
    }
}

fn agreement(kind: Kind, bounded: bool, count: u64) -> [u64; 3] {
    let mut open = [0; 3];
    for seed in 0..seeds(count) {
        let net = random_net(seed, kind);
        let mut random = Xorshift::scattered(seed + 1_000_000);
        let targets: Vec<Cube> =
            (0..1 + random.below(2)).map(|_| random_target(&mut random, net.places.len(), bounded)).collect();
        let (reached, beyond) = reachable(&net, 4);
        let hit = reached.iter().any(|marking| targets.iter().any(|target| target.contains(marking)));
        let answers = [TREE, DOMAINS, BOTH].map(|options| answer(&net, &targets, options, 100_000));
        for (answer, open) in answers.iter().zip(&mut open) {
            assert!(!(hit && *answer == Some(false)), "seed {seed}: missed {targets:?} {net:?}");
            assert!(hit || beyond || *answer != Some(true), "seed {seed}: invented {targets:?} {net:?}");
            *open += u64::from(answer.is_none());
        }
        let definite: Vec<bool> = answers.iter().flatten().copied().collect();
        assert!(definite.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}: {answers:?}");
    }
    open
}

#[test]
fn plain_nets() {
    assert_eq!(agreement(PLAIN, false, 150), [0, 0, 0]);
    assert_eq!(agreement(OPEN, false, 150), [0, 0, 0]);
}

#[test]
fn nets_with_transfers() {
    for kind in [TRANSFERS, OPEN_TRANSFERS] {
        let [_, domains, both] = agreement(kind, false, 150);
        assert_eq!([domains, both], [0, 0]);
    }
}

#[test]
fn targets_with_upper_bounds() {
    for kind in [PLAIN, OPEN_TRANSFERS] {
        let open = agreement(kind, true, 100);
        println!("open: {open:?}");
    }
}

#[test]
fn nets_with_limits() {
    let open = agreement(LIMITS, true, 100);
    println!("open: {open:?}");
}

#[test]
fn no_starts_and_no_targets() -> Budgeted<()> {
    let net = Net { starts: vec![], ..random_net(1, PLAIN) };
    let (outcome, _) = forward(&net, &[Cube::default()], BOTH, &Budget::unlimited())?;
    assert_eq!(outcome, ForwardOutcome::Uncovered { cover: vec![] });
    let (outcome, _) = forward(&random_net(1, PLAIN), &[], BOTH, &Budget::unlimited())?;
    assert!(matches!(outcome, ForwardOutcome::Uncovered { .. }));
    Ok(())
}
