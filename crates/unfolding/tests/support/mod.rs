//! Random nets and formulas, and all markings of a net by brute force.
#![allow(dead_code)]

use nets::{Amount, Marking, Net, Start, Transition};
use random_numbers::Xorshift;
use std::collections::{HashMap, VecDeque};
use unfolding::Formula;

/// How many random cases a test tries: more with `FATHOM_SLOW`, or as many as `FATHOM_SEEDS` says.
pub fn seeds(usual: u64) -> u64 {
    let wanted = std::env::var("FATHOM_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    let slow = std::env::var_os("FATHOM_SLOW").is_some();
    wanted.unwrap_or(if slow { usual * 20 } else { usual })
}

/// A net of machines that share transitions: each machine has one token, so that the net is safe.
pub fn machines(random: &mut Xorshift) -> Net {
    let count = 1 + random.below(3) as usize;
    let sizes: Vec<usize> = (0..count).map(|_| 2 + random.below(3) as usize).collect();
    let first: Vec<usize> = (0..count).map(|machine| sizes[..machine].iter().sum()).collect();
    let places = sizes.iter().sum();
    let mut start = vec![0; places];
    first.iter().for_each(|place| start[*place] = 1);
    let transitions = (0..1 + random.below(8)).map(|number| {
        let mut arcs = (Vec::new(), Vec::new());
        let only = random.below(count as u64) as usize;
        for machine in 0..count {
            if machine == only || random.below(3) == 0 {
                let mut place = || first[machine] + random.below(sizes[machine] as u64) as usize;
                arcs.0.push((place(), 1));
                arcs.1.push((place(), 1));
            }
        }
        transition(number, arcs.0, arcs.1)
    });
    let transitions = transitions.collect();
    net(&start, transitions)
}

/// One machine with many steps between its places, and another one that may wait for it.
pub fn graph(random: &mut Xorshift) -> Net {
    let places = 3 + random.below(4) as usize;
    let mut start = vec![0; places + 2];
    (start[0], start[places]) = (1, 1);
    let mut transitions: Vec<Transition> = (0..places as u64 + random.below(5))
        .map(|number| {
            let (from, to) = (random.below(places as u64) as usize, random.below(places as u64) as usize);
            transition(number, vec![(from, 1)], vec![(to, 1)])
        })
        .collect();
    let waits = random.below(places as u64) as usize;
    let (takes, gives) = match random.below(2) {
        0 => (vec![(places, 1)], vec![(places + 1, 1)]),
        _ => (vec![(waits, 1), (places, 1)], vec![(waits, 1), (places + 1, 1)]),
    };
    transitions.push(transition(98, takes, gives));
    if random.below(2) == 0 {
        transitions.push(transition(99, vec![(places + 1, 1)], vec![(places, 1)]));
    }
    net(&start, transitions)
}

/// A net with any arcs, of weight one or sometimes two; it may have no bound.
pub fn anything(random: &mut Xorshift) -> Net {
    let places = 2 + random.below(4) as usize;
    let start: Vec<u64> = (0..places).map(|_| [0, 0, 1, 1, 1, 2][random.below(6) as usize]).collect();
    let mut arcs = |most: u64, least: u64| {
        let mut list: Vec<(usize, u64)> = Vec::new();
        for _ in 0..least + random.below(most) {
            let place = random.below(places as u64) as usize;
            if list.iter().all(|(other, _)| *other != place) {
                list.push((place, if random.below(5) == 0 { 2 } else { 1 }));
            }
        }
        list.sort_unstable();
        list
    };
    let transitions = (0..5)
        .map(|number| {
            let takes = arcs(3, if number == 4 { 0 } else { 1 });
            transition(number, takes, arcs(3, 0))
        })
        .collect();
    net(&start, transitions)
}

pub fn transition(number: u64, takes: Vec<(usize, u64)>, gives: Vec<(usize, u64)>) -> Transition {
    Transition { name: format!("t{number}"), takes, gives, ..Transition::default() }
}

pub fn net(start: &[u64], transitions: Vec<Transition>) -> Net {
    Net {
        places: (0..start.len()).map(|place| format!("p{place}")).collect(),
        starts: vec![Start(start.iter().map(|tokens| Amount::Exactly(*tokens)).collect())],
        transitions,
    }
}

/// Markings, and for each of them the transitions that can fire and the numbers of the markings that they lead to.
pub type Graph = (Vec<Marking>, Vec<Vec<(usize, usize)>>);

/// The reachable markings and the steps between them; nothing if there are more than the limit.
pub fn explore(net: &Net, limit: usize) -> Option<Graph> {
    let mut numbers: HashMap<Marking, usize> = HashMap::new();
    let mut markings = vec![net.starts[0].least()];
    let mut steps = Vec::new();
    numbers.insert(markings[0].clone(), 0);
    let mut queue = VecDeque::from([0]);
    while let Some(number) = queue.pop_front() {
        let mut own = Vec::new();
        for transition in 0..net.transitions.len() {
            let fired = net.fire(&markings[number], transition);
            if let Some(next) = fired.expect("tokens of small nets can be counted") {
                let target = *numbers.entry(next.clone()).or_insert_with(|| {
                    markings.push(next);
                    queue.push_back(markings.len() - 1);
                    markings.len() - 1
                });
                own.push((transition, target));
            }
        }
        steps.push(own);
        if markings.len() > limit {
            return None;
        }
    }
    Some((markings, steps))
}

/// A formula about the places.
pub fn formula(random: &mut Xorshift, places: usize, depth: usize) -> Formula {
    if depth == 0 || random.below(3) == 0 {
        let terms = (0..1 + random.below(3))
            .map(|_| (random.below(places as u64) as usize, random.below(5) as i64 - 2));
        return Formula::AtMost(terms.collect(), random.below(5) as i64 - 2);
    }
    let mut parts = || (0..1 + random.below(3)).map(|_| formula(random, places, depth - 1)).collect();
    let parts: Vec<Formula> = parts();
    match random.below(3) {
        0 => Formula::All(parts),
        1 => Formula::Any(parts),
        _ => Formula::Not(Box::new(parts[0].clone())),
    }
}
