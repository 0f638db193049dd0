//! A domain, and what its sets mean.

use super::universe::Universe;
use state_sets::{Domain, Evaluator, Formula, Limited, Point, Size, Step, UBig};
use std::collections::BTreeSet;

/// A set by its states.
pub type States = BTreeSet<Point>;

/// Compares a domain with the definitions, on a universe.
pub struct Judge<'a, D: Domain> {
    /// The universe.
    pub universe: &'a Universe,
    /// The domain.
    pub domain: &'a D,
    evaluator: Evaluator,
}

impl<'a, D: Domain> Judge<'a, D> {
    /// The judge of a domain over the universe's space.
    pub fn new(universe: &'a Universe, domain: &'a D) -> Self {
        assert_eq!(domain.space(), &universe.space, "the domain is over the universe's space");
        Judge { universe, domain, evaluator: Evaluator { integers: -40..=40 } }
    }

    /// The states of a set within the universe.
    pub fn meaning(&self, set: &D::Set) -> States {
        let contains = |point: &&Point| self.sure(self.domain.contains(set, point));
        self.universe.points.iter().filter(contains).cloned().collect()
    }

    /// The set of these states, told by a formula.
    pub fn set(&self, states: &States) -> D::Set {
        let formula = Formula::any(states.iter().map(|point| self.universe.point(point)));
        self.sure(self.domain.set(&formula))
    }

    /// Asserts that a set, which lies within the universe, has these states.
    pub fn has(&self, set: &D::Set, states: &States, what: impl FnOnce() -> String) {
        let found = self.meaning(set);
        let size = self.sure(self.domain.size(set));
        if found != *states || size != Size::Finite(UBig::from(states.len())) {
            panic!("{}: {}: {size:?} states {found:?}, not {states:?}", self.universe.name, what());
        }
    }

    /// The states that satisfy a formula, by definition.
    pub fn satisfying(&self, formula: &Formula) -> States {
        let holds = |point: &&Point| self.evaluator.holds(formula, point);
        self.universe.points.iter().filter(holds).cloned().collect()
    }

    /// The pairs of a step, by definition.
    pub fn pairs(&self, step: &Step) -> Vec<(Point, Point)> {
        let points = &self.universe.points;
        let leads = |from: &Point, to: &Point| self.evaluator.leads(&self.universe.space, step, from, to);
        let after = |from| {
            points.iter().filter(move |to| leads(from, to)).map(move |to| (Point::clone(from), to.clone()))
        };
        points.iter().flat_map(after).collect()
    }

    /// The result of an operation, none of which may give up here.
    pub fn sure<T>(&self, result: Limited<T>) -> T {
        result.unwrap_or_else(|halt| panic!("{}: gave up: {halt}", self.universe.name))
    }

    /// All sets of the universe if they are few, otherwise some of them, always the same.
    pub fn some_sets(&self) -> Vec<States> {
        let points = &self.universe.points;
        let choose = |mask: u64| {
            let chosen = |place: usize| mask >> (place % 64) & 1 == 1;
            points
                .iter()
                .enumerate()
                .filter(|(place, _)| chosen(*place))
                .map(|(_, point)| point.clone())
                .collect()
        };
        if points.len() <= 4 {
            return (0..1 << points.len()).map(choose).collect();
        }
        let mut random = crate::Random::new(7);
        let mut sets: Vec<States> = vec![States::new(), points.iter().cloned().collect()];
        sets.extend((0..6).map(|_| choose(random.bits())));
        sets.extend((0..3).map(|_| choose(random.bits() & random.bits() & random.bits())));
        sets
    }
}

/// The states after the pairs from a set, or before them.
pub fn image(pairs: &[(Point, Point)], states: &States, forward: bool) -> States {
    let follow = |(from, to): &(Point, Point)| match forward {
        true => states.contains(from).then(|| to.clone()),
        false => states.contains(to).then(|| from.clone()),
    };
    pairs.iter().filter_map(follow).collect()
}
