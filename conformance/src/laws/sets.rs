//! The laws of sets: where they come from, how they combine, and what can be asked of them.

use super::formulas::formula;
use super::judge::{Judge, States};
use crate::Random;
use state_sets::{Domain, Formula};

/// The laws of sets.
pub fn set_laws<D: Domain>(judge: &Judge<'_, D>) {
    constants(judge);
    let sets = judge.some_sets();
    for states in &sets {
        alone(judge, states);
    }
    for left in &sets {
        for right in &sets {
            together(judge, left, right);
        }
    }
    formulas(judge);
}

fn constants<D: Domain>(judge: &Judge<'_, D>) {
    let Judge { universe, domain, .. } = judge;
    judge.has(&domain.empty(), &States::new(), || "empty".into());
    let whole = judge.sure(domain.whole());
    let all: States = universe.points.iter().cloned().collect();
    assert_eq!(judge.meaning(&whole), all, "{}: whole", universe.name);
    if universe.is_whole() {
        judge.has(&whole, &all, || "whole".into());
    }
    for point in &universe.points {
        let only = judge.sure(domain.singleton(point));
        judge.has(&only, &States::from([point.clone()]), || "singleton".into());
    }
}

fn alone<D: Domain>(judge: &Judge<'_, D>, states: &States) {
    let Judge { universe, domain, .. } = judge;
    let set = judge.set(states);
    judge.has(&set, states, || "a set by its states".into());
    assert_eq!(judge.sure(domain.is_empty(&set)), states.is_empty(), "{}: is_empty", universe.name);
    let picked = judge.sure(domain.pick(&set));
    assert_eq!(picked.is_none(), states.is_empty(), "{}: pick of {states:?}", universe.name);
    if let Some(point) = &picked {
        assert!(states.contains(point), "{}: {point:?} was picked of {states:?}", universe.name);
    }
    assert_eq!(judge.sure(domain.pick(&set)), picked, "{}: pick again", universe.name);
}

fn together<D: Domain>(judge: &Judge<'_, D>, left: &States, right: &States) {
    let Judge { universe, domain, .. } = judge;
    let (first, second) = (judge.set(left), judge.set(right));
    let union = judge.sure(domain.union(&first, &second));
    judge.has(&union, &(left | right), || format!("union of {left:?} and {right:?}"));
    let intersection = judge.sure(domain.intersection(&first, &second));
    judge.has(&intersection, &(left & right), || format!("intersection of {left:?} and {right:?}"));
    let subset = judge.sure(domain.is_subset(&first, &second));
    assert_eq!(subset, left.is_subset(right), "{}: {left:?} within {right:?}", universe.name);
    let equal = judge.sure(domain.is_equal(&first, &second));
    assert_eq!(equal, left == right, "{}: {left:?} equal to {right:?}", universe.name);
    // The same set, made another way.
    let again = judge.sure(domain.union(&intersection, &first));
    assert!(judge.sure(domain.is_equal(&again, &first)), "{}: absorption in {left:?}", universe.name);
}

fn formulas<D: Domain>(judge: &Judge<'_, D>) {
    let Judge { universe, domain, .. } = judge;
    let some: States = universe.points.iter().step_by(2).cloned().collect();
    let few = judge.set(&some);
    for seed in 0..300 {
        let formula = universe.confined(formula(&mut Random::new(seed), &universe.space));
        let set = judge.sure(domain.set(&formula));
        let states = judge.satisfying(&formula);
        judge.has(&set, &states, || format!("the set of {formula:?} (seed {seed})"));
        let within = judge.sure(domain.within(&few, &formula));
        judge.has(&within, &(&states & &some), || {
            format!("within every other state: {formula:?} (seed {seed})")
        });
    }
    let nothing = judge.sure(domain.set(&Formula::falsity()));
    judge.has(&nothing, &States::new(), || "the set of falsity".into());
}
