//! The laws of complement.

use super::judge::{Judge, States};
use super::universe::Universe;
use state_sets::Complement;

/// The laws of [`Complement`].
///
/// # Panics
/// If one is broken.
pub fn complement_laws<D: Complement>(universe: &Universe, domain: &D) {
    let judge = Judge::new(universe, domain);
    let all: States = universe.points.iter().cloned().collect();
    let sets = judge.some_sets();
    for left in &sets {
        let set = judge.set(left);
        let complement = judge.sure(domain.complement(&set));
        assert_eq!(judge.meaning(&complement), &all - left, "{}: complement of {left:?}", universe.name);
        let back = judge.sure(domain.complement(&complement));
        assert!(judge.sure(domain.is_equal(&back, &set)), "{}: complement twice", universe.name);
        for right in &sets {
            let difference = judge.sure(domain.difference(&set, &judge.set(right)));
            judge.has(&difference, &(left - right), || format!("difference of {left:?} and {right:?}"));
            let fresh = judge.meaning(&judge.sure(domain.fresh(&set, &judge.set(right))));
            let allowed = fresh.is_subset(left) && fresh.is_superset(&(left - right));
            assert!(allowed, "{}: what is fresh in {left:?} beside {right:?}", universe.name);
            assert!(
                !left.is_subset(right) || fresh.is_empty(),
                "{}: {left:?} is in {right:?}",
                universe.name
            );
        }
    }
}
