//! The laws of widening.

use super::formulas::{formula, step};
use super::judge::Judge;
use super::universe::Universe;
use crate::Random;
use state_sets::{Complement, Widen};

/// A chain that is longer than this counts as one that goes on for ever.
const LONG: usize = 60;

/// The laws of [`Widen`].
///
/// # Panics
/// If one is broken.
pub fn widen_laws<D: Complement + Widen>(universe: &Universe, domain: &D) {
    let judge = Judge::new(universe, domain);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let [earlier, later] = [(); 2].map(|()| {
            let formula = formula(&mut random, &universe.space);
            judge.sure(domain.set(&formula))
        });
        for width in [1, 3] {
            let bound = judge.sure(domain.widen(&earlier, &later, width));
            for part in [&earlier, &later] {
                let inside = judge.sure(domain.is_subset(part, &bound));
                assert!(inside, "{}: a bound misses states (seed {seed})", universe.name);
            }
        }
    }
    for seed in 0..12 {
        chain(&judge, seed);
    }
}

/// A sequence that grows by steps, some of which lead further and further away, and is widened each time, ends.
fn chain<D: Complement + Widen>(judge: &Judge<'_, D>, seed: u64) {
    let Judge { universe, domain, .. } = judge;
    let mut random = Random::new(seed);
    let step = step(&mut random, &universe.space);
    let relation = judge.sure(domain.relation(&step));
    let mut bound = judge.set(&universe.points.iter().take(2).cloned().collect());
    for _ in 0..LONG {
        let image = judge.sure(domain.post(&bound, &relation));
        let later = judge.sure(domain.union(&bound, &image));
        let next = judge.sure(domain.widen(&bound, &later, 2));
        if judge.sure(domain.is_subset(&next, &bound)) {
            return;
        }
        bound = next;
    }
    panic!("{}: a chain goes on (seed {seed}: {step:?})", universe.name);
}
