//! The laws of closures.

use super::judge::{Judge, States, image};
use super::relations::steps;
use super::universe::Universe;
use state_sets::{Close, Complement, Halt, Side};

/// The laws of [`Close`]: within the universe, a closure from below leads only where steps lead, and an exact one wherever
/// they do. A domain may refuse a relation, but not all of them.
///
/// # Panics
/// If one is broken.
pub fn close_laws<D: Complement + Close>(universe: &Universe, domain: &D) {
    let judge = Judge::new(universe, domain);
    let mut closed = 0;
    for (what, step) in steps(universe) {
        let relation = judge.sure(domain.relation(&step));
        let closure = match domain.closure(&relation, Side::Below) {
            Err(Halt::Unsupported(_)) => continue,
            other => judge.sure(other),
        };
        closed += 1;
        let pairs = judge.pairs(&step);
        for point in universe.points.iter().step_by(3) {
            let start = States::from([point.clone()]);
            let mut reached = image(&pairs, &start, true);
            loop {
                let next = &reached | &image(&pairs, &reached, true);
                if next.len() == reached.len() {
                    break;
                }
                reached = next;
            }
            let found = judge.meaning(&judge.sure(domain.post(&judge.set(&start), &closure.relation)));
            assert!(found.is_subset(&reached), "{}: {found:?} from {point:?} by {what}", universe.name);
            assert!(
                !closure.exact || found == reached,
                "{}: only {found:?} of {reached:?} from {point:?} by {what}",
                universe.name
            );
        }
    }
    assert!(closed > 0, "{}: no closure is known", universe.name);
}
