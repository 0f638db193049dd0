//! Covers of random nets, against trying everything: they contain what is reached, are closed and minimal, and what is below them is
//! shown to be covered by runs.

mod sample;

use budget::{Budget, Budgeted, OutOfBudget};
use coverability::downward::{OMEGA, OmegaMarking};
use coverability::forward::{Cover, ForwardOptions, ForwardOutcome, cover, forward, is_inductive};
use nets::{Amount, Cube, Net, Start, Transition};
use sample::{Kind, LIMITS, OPEN, OPEN_TRANSFERS, PLAIN, TRANSFERS, random_net, reachable, seeds};

/// A marking below the one with ω: that many tokens for ω.
fn below(marking: &OmegaMarking, many: u64) -> Vec<(usize, u64)> {
    marking
        .entries()
        .iter()
        .map(|(place, tokens)| (*place, if *tokens == OMEGA { many } else { *tokens }))
        .collect()
}

fn check(net: &Net, found: &Cover, most: u64, seed: u64) -> Budgeted<()> {
    let budget = Budget::unlimited();
    assert!(is_inductive(net, &found.markings, &budget)?, "seed {seed}: {net:?}");
    for (number, marking) in found.markings.iter().enumerate() {
        let others = found.markings.iter().enumerate().filter(|(other, _)| *other != number);
        assert!(others.into_iter().all(|(_, other)| !marking.is_at_most(other)), "seed {seed}");
    }
    let (reached, _) = reachable(net, most);
    for marking in &reached {
        assert!(found.contains(marking), "seed {seed}: {marking:?}");
    }
    Ok(())
}

/// Whether each maximal element is a limit of reached markings, by runs.
fn check_runs(net: &Net, found: &Cover, seed: u64) -> Budgeted<usize> {
    let mut missing = 0;
    for marking in &found.markings {
        let demand = below(marking, 7);
        match found.run_to(net, &demand, &Budget::unlimited())? {
            Some(run) => {
                let walked = net.walk(&run).expect("small numbers").expect("a run");
                assert!(demand.iter().all(|(place, tokens)| walked[walked.len() - 1][*place] >= *tokens));
            }
            None => {
                // There is one all the same.
                let target = Cube { at_least: demand, at_most: vec![] };
                let options = ForwardOptions { karp_miller: false, expand_enlarge: true };
                let (outcome, _) = forward(net, &[target], options, &Budget::unlimited())?;
                assert!(matches!(outcome, ForwardOutcome::Covered(_)), "seed {seed}: {marking:?} {net:?}");
                missing += 1;
            }
        }
    }
    assert!(!net.is_plain() || missing == 0, "seed {seed}: {net:?} {:?}", found.markings);
    Ok(missing)
}

fn covers_are_right(kind: Kind, count: u64) -> Budgeted<(u64, usize)> {
    let (mut ended, mut missing) = (0, 0);
    for seed in 0..seeds(count) {
        let net = random_net(seed, kind);
        match cover(&net, &Budget::operations(200_000)) {
            Ok(found) => {
                check(&net, &found, 4, seed)?;
                assert!(found.exact || kind.limits);
                if found.exact {
                    missing += check_runs(&net, &found, seed)?;
                }
                ended += 1;
            }
            Err(OutOfBudget) => {
                assert!(!net.is_plain(), "seed {seed}: a plain net's cover takes long: {net:?}")
            }
        }
    }
    Ok((ended, missing))
}

#[test]
fn covers_of_plain_nets() -> Budgeted<()> {
    let (ended, missing) = covers_are_right(PLAIN, 400)?;
    assert_eq!((ended, missing), (seeds(400), 0));
    Ok(())
}

#[test]
fn covers_of_plain_nets_with_open_starts() -> Budgeted<()> {
    let (ended, missing) = covers_are_right(OPEN, 400)?;
    assert_eq!((ended, missing), (seeds(400), 0));
    Ok(())
}

#[test]
fn covers_of_nets_with_transfers() -> Budgeted<()> {
    for kind in [TRANSFERS, OPEN_TRANSFERS] {
        let (ended, missing) = covers_are_right(kind, 300)?;
        println!("{ended} ended, {missing} markings without a run");
        assert!(ended > seeds(300) * 9 / 10);
    }
    Ok(())
}

#[test]
fn covers_of_nets_with_limits_are_bounds() -> Budgeted<()> {
    let (ended, _) = covers_are_right(LIMITS, 300)?;
    assert!(ended > seeds(300) * 9 / 10);
    Ok(())
}

/// Two rings with a token each; a thousand places with `FATHOM_SLOW`.
#[test]
fn the_cover_of_two_rings_is_all_their_markings() -> Budgeted<()> {
    let scale = if std::env::var_os("FATHOM_SLOW").is_some() { 10 } else { 1 };
    let rings = [90 * scale, 10 * scale];
    let mut net = Net::default();
    let mut start = Vec::new();
    for ring in rings {
        let first = start.len();
        for place in 0..ring {
            start.push(Amount::Exactly(u64::from(place == 0)));
            net.places.push(format!("p{}", first + place));
            net.transitions.push(Transition {
                takes: vec![(first + place, 1)],
                gives: vec![(first + (place + 1) % ring, 1)],
                ..Transition::default()
            });
        }
    }
    net.starts.push(Start(start));
    let began = std::time::Instant::now();
    let found = cover(&net, &Budget::unlimited())?;
    println!("{} markings in {:.2} s", found.markings.len(), began.elapsed().as_secs_f64());
    assert_eq!((found.markings.len(), found.exact), (rings[0] * rings[1], true));
    assert!(found.is_bounded());
    Ok(())
}
