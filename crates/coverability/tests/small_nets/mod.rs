//! Random small nets, and what can be found out about them by enumeration.
#![allow(dead_code, reason = "each test that includes this file uses a part of it")]

use nets::{Amount, Cube, Marking, Net, Place, Start, Transition};
use random_numbers::Xorshift;
use std::collections::HashSet;

/// What transitions may have.
#[derive(Debug, Clone, Copy)]
pub struct Features {
    /// Transfers and resets.
    pub transfers: bool,
    /// Limits.
    pub limits: bool,
}

/// The seeds from the first on; many more for those who have time.
pub fn seeds(first: u64, usual: u64) -> std::ops::Range<u64> {
    let count = match std::env::var("FATHOM_SEEDS").ok().and_then(|text| text.parse().ok()) {
        Some(count) => count,
        None if std::env::var_os("FATHOM_SLOW").is_some() => usual * 30,
        None => usual,
    };
    first..first + count
}

fn amounts(random: &mut Xorshift, places: usize, most: u64) -> Vec<(Place, u64)> {
    let mut list = Vec::new();
    for place in 0..places {
        let amount = if random.below(3) == 0 { random.below(most) + 1 } else { 0 };
        if amount > 0 {
            list.push((place, amount));
        }
    }
    list
}

/// A net with few places and transitions.
pub fn random_net(seed: u64, features: Features) -> Net {
    let mut random = Xorshift::scattered(seed);
    let places = 2 + random.below(3) as usize;
    let transition = |random: &mut Xorshift| {
        let mut transition = Transition {
            takes: amounts(random, places, 2),
            gives: amounts(random, places, 2),
            ..Transition::default()
        };
        if features.limits && random.below(2) == 0 {
            transition.limits =
                amounts(random, places, 3).into_iter().map(|(place, most)| (place, most - 1)).collect();
        }
        if features.transfers && random.below(2) == 0 {
            for source in 0..places {
                let target = random.below(places as u64 + 1) as usize;
                if random.below(2) == 0 && target != source {
                    transition.transfers.push((source, (target < places).then_some(target)));
                }
            }
        }
        transition
    };
    let transitions = (0..1 + random.below(4)).map(|_| transition(&mut random)).collect();
    let start = |random: &mut Xorshift| {
        let amount = |random: &mut Xorshift| match random.below(6) {
            0 => Amount::AtLeast(random.below(2)),
            1 | 2 => Amount::Exactly(1 + random.below(2)),
            _ => Amount::Exactly(0),
        };
        Start((0..places).map(|_| amount(random)).collect())
    };
    let starts = (0..1 + random.below(4) / 3).map(|_| start(&mut random)).collect();
    Net { places: (0..places).map(|place| format!("p{place}")).collect(), starts, transitions }
}

/// Some targets.
pub fn random_targets(seed: u64, places: usize) -> Vec<Cube> {
    let mut random = Xorshift::scattered(seed + 77_777);
    let cube = |random: &mut Xorshift| {
        let mut at_least = amounts(random, places, 3);
        if at_least.is_empty() {
            at_least = vec![(random.below(places as u64) as usize, 3)];
        }
        Cube { at_least, at_most: Vec::new() }
    };
    (0..1 + random.below(2)).map(|_| cube(&mut random)).collect()
}

/// All markings with at most that many tokens on each place.
pub fn all_markings(places: usize, most: u64) -> Vec<Marking> {
    let mut markings = vec![Vec::new()];
    for _ in 0..places {
        let longer = |marking: &Marking| {
            let marking = marking.clone();
            (0..=most).map(move |tokens| marking.iter().copied().chain([tokens]).collect())
        };
        markings = markings.iter().flat_map(longer).collect();
    }
    markings
}

/// Whether forward search finds a target through markings with at most that many tokens on each place.
pub fn covers_within(net: &Net, targets: &[Cube], most: u64) -> bool {
    let mut open: Vec<Marking> =
        all_markings(net.places.len(), most).into_iter().filter(|marking| net.is_start(marking)).collect();
    let mut seen: HashSet<Marking> = open.iter().cloned().collect();
    while let Some(marking) = open.pop() {
        if targets.iter().any(|target| target.contains(&marking)) {
            return true;
        }
        for transition in 0..net.transitions.len() {
            if let Ok(Some(after)) = net.fire(&marking, transition)
                && after.iter().all(|tokens| *tokens <= most)
                && seen.insert(after.clone())
            {
                open.push(after);
            }
        }
    }
    false
}
