//! Random nets, and what they can do, by trying everything.

#![allow(dead_code, reason = "each test that includes this file uses a part of it")]

use nets::{Amount, Marking, Net, Start, Transition};
use random_numbers::Xorshift;
use std::collections::HashSet;

/// Which nets are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    pub transfers: bool,
    pub limits: bool,
    pub open_starts: bool,
}

pub const PLAIN: Kind = Kind { transfers: false, limits: false, open_starts: false };
pub const OPEN: Kind = Kind { open_starts: true, ..PLAIN };
pub const TRANSFERS: Kind = Kind { transfers: true, ..PLAIN };
pub const OPEN_TRANSFERS: Kind = Kind { open_starts: true, ..TRANSFERS };
pub const LIMITS: Kind = Kind { limits: true, ..TRANSFERS };

/// The number of random nets of a test, more with `FATHOM_SLOW`.
pub fn seeds(few: u64) -> u64 {
    if std::env::var_os("FATHOM_SLOW").is_some() { few * 50 } else { few }
}

pub fn random_net(seed: u64, kind: Kind) -> Net {
    let mut random = Xorshift::scattered(seed);
    let places = 2 + random.below(4) as usize;
    let starts = 1 + random.below(2) / 2 + random.below(5) / 4;
    let starts = (0..starts).map(|_| Start((0..places).map(|_| random_amount(&mut random, kind)).collect()));
    let starts = starts.collect();
    let transitions =
        (0..1 + random.below(5)).map(|number| random_transition(&mut random, kind, places, number));
    let transitions = transitions.collect();
    Net { places: (0..places).map(|place| format!("p{place}")).collect(), starts, transitions }
}

fn random_amount(random: &mut Xorshift, kind: Kind) -> Amount {
    let tokens = random.below(5).saturating_sub(2);
    if kind.open_starts && random.below(4) == 0 { Amount::AtLeast(tokens) } else { Amount::Exactly(tokens) }
}

fn random_transition(random: &mut Xorshift, kind: Kind, places: usize, number: u64) -> Transition {
    let mut some = |share: u64, most: u64| -> Vec<(usize, u64)> {
        let chosen: Vec<usize> = (0..places).filter(|_| random.below(share) == 0).collect();
        chosen.into_iter().map(|place| (place, 1 + random.below(most * 3) / 3 * random.below(2))).collect()
    };
    let takes = some(3, 2);
    let gives = some(3, 2);
    let limits = if kind.limits { some(6, 3) } else { Vec::new() };
    let mut transfers = Vec::new();
    for place in (0..places).filter(|_| kind.transfers) {
        if random.below(4) == 0 {
            let target = random.below(places as u64 + 1) as usize;
            if target != place {
                transfers.push((place, (target < places).then_some(target)));
            }
        }
    }
    Transition { name: format!("t{number}"), takes, limits, transfers, gives }
}

/// The markings with at most so many tokens on each place that are reached through such markings; and whether any was left out.
pub fn reachable(net: &Net, most: u64) -> (HashSet<Marking>, bool) {
    let (mut seen, mut beyond) = (HashSet::new(), false);
    let mut stack: Vec<Marking> = net.starts.iter().flat_map(|start| markings_of(start, most)).collect();
    beyond |=
        net.starts.iter().any(|start| start.0.iter().any(|amount| matches!(amount, Amount::AtLeast(_))));
    while let Some(marking) = stack.pop() {
        if marking.iter().any(|tokens| *tokens > most) {
            beyond = true;
            continue;
        }
        if !seen.insert(marking.clone()) {
            continue;
        }
        for transition in 0..net.transitions.len() {
            stack.extend(net.fire(&marking, transition).expect("small numbers"));
        }
    }
    (seen, beyond)
}

/// The markings of a start with at most so many tokens where the number is open.
pub fn markings_of(start: &Start, most: u64) -> Vec<Marking> {
    let mut all = vec![Vec::new()];
    for amount in &start.0 {
        let choices = match amount {
            Amount::Exactly(tokens) => *tokens..=*tokens,
            Amount::AtLeast(tokens) => *tokens..=most,
        };
        all = all
            .iter()
            .flat_map(|row: &Marking| choices.clone().map(|last| [&row[..], &[last]].concat()))
            .collect();
    }
    all
}

pub fn at_most(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(small, large)| small <= large)
}
