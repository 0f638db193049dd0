//! The laws of reaching.

use super::judge::{Judge, States, image};
use super::relations::steps;
use super::universe::Universe;
use crate::Random;
use state_sets::{Point, Saturate};

/// The pairs of a relation, one by one.
type Pairs = Vec<(Point, Point)>;

/// The laws of [`Saturate`].
///
/// # Panics
/// If one is broken.
pub fn saturate_laws<D: Saturate>(universe: &Universe, domain: &D) {
    let judge = Judge::new(universe, domain);
    let known: Vec<(D::Relation, Pairs)> = steps(universe)
        .iter()
        .map(|(_, step)| (judge.sure(domain.relation(step)), judge.pairs(step)))
        .collect();
    let mut random = Random::new(11);
    let sets = judge.some_sets();
    for round in 0..60 {
        let chosen: Vec<usize> = (0..random.below(5)).map(|_| random.below(known.len())).collect();
        let relations: Vec<&D::Relation> = chosen.iter().map(|&number| &known[number].0).collect();
        let pairs: Pairs = chosen.iter().flat_map(|&number| known[number].1.iter().cloned()).collect();
        for states in sets.iter().skip(round % 3).step_by(3) {
            let set = judge.set(states);
            let forward = judge.sure(domain.reach(&set, &relations));
            let what = |way: &str| format!("{way} of {states:?} by the steps {chosen:?}");
            judge.has(&forward, &closed(&pairs, states, true), || what("reach"));
            let backward = judge.sure(domain.reach_back(&set, &relations));
            judge.has(&backward, &closed(&pairs, states, false), || what("reach_back"));
        }
    }
}

/// The states that the pairs lead to from a set in any number of steps.
fn closed(pairs: &[(Point, Point)], states: &States, forward: bool) -> States {
    let mut reached = states.clone();
    loop {
        let next = &reached | &image(pairs, &reached, forward);
        if next.len() == reached.len() {
            return reached;
        }
        reached = next;
    }
}
